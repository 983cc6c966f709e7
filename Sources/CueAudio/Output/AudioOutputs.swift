import CALSA
import Foundation
import MotionCore
import Synchronization

/// A sound output that alsa-lib names.
public struct AudioOutputDescription: Hashable, Sendable {
  /// What opening it told.
  public struct Device: Hashable, Sendable {
    /// The same for the same device after a restart; `--audio` takes it as well.
    public var stableID: String
    public var timingClass: TimingClass
    /// What it adds is unknown until it was measured.
    public var isBluetooth: Bool
    /// The sink of a sound server that leads to a device, of which the server's monitor tells nothing.
    public var isBehindServer: Bool
    /// What must be known before it is used.
    public var attentions: [OutputAttention]

    public init(
      stableID: String, timingClass: TimingClass, isBluetooth: Bool = false,
      isBehindServer: Bool = false, attentions: [OutputAttention] = []
    ) {
      self.stableID = stableID
      self.timingClass = timingClass
      self.isBluetooth = isBluetooth
      self.isBehindServer = isBehindServer
      self.attentions = attentions
    }
  }

  /// What `--audio` takes.
  public var pcm: String
  /// One line for a person.
  public var description: String
  /// nil where it cannot be used.
  public var device: Device?
  /// Why it cannot be used now; nil where it opens.
  public var problem: AudioError?
  public var isUsable: Bool { problem == nil }

  public init(pcm: String, description: String, device: Device? = nil, problem: AudioError?) {
    self.pcm = pcm
    self.description = description
    self.device = device
    self.problem = problem
  }
}

/// Finds and opens sound outputs.
public enum AudioOutputs {
  public static let defaultPCM = "default"
  /// How long one output may take to be tried.
  static let trialLimit = 3

  /// Opens what `pcm` names, or the default one, and starts playing silence on it. `pcm` is an ALSA name or the stable
  /// id of one device. There is no silent fall-back to another output: the one that is named, or an error with the
  /// next step.
  public static func open(
    pcm: String? = nil, clock: any HostClock = MonotonicClock(), options: ALSAOutputOptions = .init(),
    faults: FaultPlan? = nil
  ) throws(AudioError) -> ALSAOutput {
    try ALSAOutput(
      OutputSelector(pcm ?? defaultPCM), clock: clock, options: options, faults: faults)
  }

  /// The outputs that a person can choose: the default first, then those of alsa-lib's configuration
  /// (snd_device_name_hint(3)) that are a sound server, a card, or the user's own; and whether each opens. Opening is
  /// tried without playing.
  public static func list(faults: FaultPlan? = nil) -> [AudioOutputDescription] {
    let calls = ALSACalls(faults: faults)
    var named = names().filter { isChoice($0.pcm) }
    let position = named.firstIndex { $0.pcm == defaultPCM }
    let first = position.map { named.remove(at: $0) } ?? (defaultPCM, "Default output")
    let sinks = ServerSinks()
    let sink = sinks.preferred()
    let opened = ([first] + named).map { pcm, description in
      switch identity(of: pcm, calls: calls) {
      case .failure(let problem):
        return AudioOutputDescription(pcm: pcm, description: description, device: nil, problem: problem)
      case .success(var identity):
        // Names without an argument play on the sink that the server prefers.
        if identity.cardNumber == nil, !identity.isBluetooth, let sink { identity.take(sink: sink) }
        let device = AudioOutputDescription.Device(
          stableID: identity.stableID, timingClass: identity.timingClass, isBluetooth: identity.isBluetooth,
          isBehindServer: identity.sink?.isDevice == true,
          attentions: identity.attentions(calls: MixerCalls(faults: faults)))
        return AudioOutputDescription(pcm: pcm, description: description, device: device, problem: nil)
      }
    }
    return opened + others(of: sinks, beside: opened)
  }

  /// The sinks of a sound server that plays, but for the preferred one, which has a name of ALSA's.
  private static func others(
    of sinks: ServerSinks, beside opened: [AudioOutputDescription]
  ) -> [AudioOutputDescription] {
    let known = Set(opened.compactMap(\.device?.stableID))
    guard known.contains(where: { $0.hasPrefix("sink:") }) else { return [] }
    return sinks.all().filter { !known.contains("sink:" + $0.name) }.map { sink in
      AudioOutputDescription(
        pcm: "sink:" + sink.name, description: sink.description,
        device: .init(
          stableID: "sink:" + sink.name, timingClass: .server, isBluetooth: sink.isBluetooth,
          isBehindServer: sink.isDevice, attentions: sink.attentions), problem: nil)
    }
  }

  /// Why the default output cannot be used; nil where it opens, plays and keeps pace. Plays silence for a few tenths of a
  /// second.
  public static func problemOfDefault(faults: FaultPlan? = nil) -> AudioError? {
    do throws(AudioError) {
      try open(faults: faults).stop()
      return nil
    } catch {
      return error
    }
  }

  /// Names that alsa-lib and its plugins list beside the outputs: converters that play nowhere by themselves, servers
  /// that are long gone and print on stderr when tried, and each card under a dozen more names.
  private static let notChoices: Set<String> = [
    "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "jack", "oss", "usbstream",
    "a52",
    "hw", "dmix", "dsnoop", "front", "rear", "center_lfe", "side", "surround21", "surround40", "surround41",
    "surround50", "surround51", "surround71", "iec958", "spdif", "modem",
  ]

  /// Whether a PCM is worth listing. A card is listed as `sysdefault:` (shared) and `plughw:` (alone).
  static func isChoice(_ pcm: String) -> Bool {
    !notChoices.contains(String(pcm.prefix { $0 != ":" }))
  }

  private static func names() -> [(pcm: String, description: String)] {
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
    defer { snd_device_name_free_hint(hints) }
    var found: [(String, String)] = []
    var next = hints
    while let hint = next.pointee {
      // A hint without IOID serves both directions.
      if let name = text(hint, "NAME"), text(hint, "IOID") ?? "Output" == "Output" {
        let lines = (text(hint, "DESC") ?? name).split(separator: "\n")
        found.append((name, lines.joined(separator: ", ")))
      }
      next += 1
    }
    return found
  }

  private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
    guard let text = snd_device_name_get_hint(hint, key) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// Opens and closes `name` on a thread of its own, since a server that hangs would hold the caller for ever.
  private static func identity(of name: String, calls: ALSACalls) -> Result<OutputIdentity, AudioError> {
    let trial = Trial()
    let thread = Thread {
      do throws(AudioError) {
        let pcm = try PCM(name: name, calls: calls)
        defer { pcm.close() }
        guard !pcm.isNull else { throw .notPaced(pcm: name) }
        try pcm.configure(.standard)
        trial.end(.success(OutputIdentity(of: pcm)))
      } catch {
        trial.end(.failure(error))
      }
    }
    thread.start()
    return trial.wait(seconds: trialLimit)
      ?? .failure(.noAnswer(pcm: name, milliseconds: trialLimit * 1000))
  }

  /// The result of a trial, passed from its thread.
  private final class Trial: Sendable {
    private let result = Mutex<Result<OutputIdentity, AudioError>?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    func end(_ result: Result<OutputIdentity, AudioError>) {
      self.result.withLock { $0 = result }
      ended.signal()
    }

    func wait(seconds: Int) -> Result<OutputIdentity, AudioError>? {
      guard ended.wait(timeout: .now() + .seconds(seconds)) == .success else { return nil }
      return result.withLock { $0 }
    }
  }
}
