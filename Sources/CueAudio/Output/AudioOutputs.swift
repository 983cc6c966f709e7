import CALSA
import Foundation
import MotionCore
import Synchronization

/// A sound output that alsa-lib names.
public struct AudioOutputDescription: Hashable, Sendable {
  /// What `--audio` takes.
  public var pcm: String
  /// One line for a person.
  public var description: String
  /// Why it cannot be used now; nil where it opens.
  public var problem: AudioError?
  public var isUsable: Bool { problem == nil }

  public init(pcm: String, description: String, problem: AudioError?) {
    self.pcm = pcm
    self.description = description
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
    return ([first] + named).map { pcm, description in
      AudioOutputDescription(pcm: pcm, description: description, problem: problem(of: pcm, calls: calls))
    }
  }

  /// True where the default output opens, plays and keeps pace. Plays silence for a few tenths of a second.
  public static func hasUsableDefault(faults: FaultPlan? = nil) -> Bool {
    guard let output = try? open(faults: faults) else { return false }
    output.stop()
    return true
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
  private static func problem(of name: String, calls: ALSACalls) -> AudioError? {
    let trial = Trial()
    let thread = Thread {
      do throws(AudioError) {
        let pcm = try PCM(name: name, calls: calls)
        defer { pcm.close() }
        guard !pcm.isNull else { throw .notPaced(pcm: name) }
        try pcm.configure(.standard)
        trial.end(nil)
      } catch {
        trial.end(error)
      }
    }
    thread.start()
    return trial.wait(seconds: trialLimit, orElse: .noAnswer(pcm: name, milliseconds: trialLimit * 1000))
  }

  /// The result of a trial, passed from its thread.
  private final class Trial: Sendable {
    private let problem = Mutex<AudioError?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    func end(_ problem: AudioError?) {
      self.problem.withLock { $0 = problem }
      ended.signal()
    }

    func wait(seconds: Int, orElse timeout: AudioError) -> AudioError? {
      guard ended.wait(timeout: .now() + .seconds(seconds)) == .success else { return timeout }
      return problem.withLock { $0 }
    }
  }
}
