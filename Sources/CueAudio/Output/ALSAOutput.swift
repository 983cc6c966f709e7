import Foundation
import MotionCore
import Synchronization

/// Sound through one ALSA PCM that stays open, and plays silence, from `open` to `stop`.
///
/// A plain thread of its own owns the PCM. A watchdog beside it sees when nothing moves any more: a suspended sink,
/// a dead server, a call that does not return; the output is then lost, in bounded time. Reports come from
/// one serial queue, never from the audio thread.
///
/// A `cancelled` report without an earlier `committed` one means that nothing of the sound was heard; after a
/// `committed` one that it was cut, with a ramp of 2 ms.
public final class ALSAOutput: CueOutput {
  /// How long opening may take before the server counts as dead, and how long the self-test may see no progress.
  static let openLimit = 6
  static let selfTestLimit = Duration.seconds(4)

  private let link: PlaybackLink
  private let clock: any HostClock
  private let options: ALSAOutputOptions
  private let identity: OutputIdentity
  /// Dispatch sources may be cancelled from any thread, but are not marked so.
  private nonisolated(unsafe) let watchdog: any DispatchSourceTimer

  /// Opens `pcm`, starts it and tests it. Blocks for a few tenths of a second, at most six seconds.
  init(pcm: String, clock: any HostClock, options: ALSAOutputOptions, calls: ALSACalls) throws(AudioError) {
    let link = PlaybackLink(now: clock.now())
    identity = try ALSAOutput.openOnThread(
      pcm: pcm, clock: clock, options: options, calls: calls, link: link)
    self.link = link
    self.clock = clock
    self.options = options
    let limit = options.stallLimit
    watchdog = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "cue output watchdog"))
    watchdog.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
    watchdog.setEventHandler {
      let now = clock.now()
      let silence = link.stalled(for: now)
      guard silence > limit else { return }
      link.lose(.stalled(pcm: pcm, milliseconds: Int(silence.inSeconds * 1000)), at: now)
    }
    watchdog.resume()
  }

  deinit {
    watchdog.cancel()
    link.requestStop()
  }

  /// A call into a sound server may never return, so everything happens on the audio thread, and is waited for only so
  /// long. A thread that never comes back is abandoned; it stops by itself should it ever return.
  private static func openOnThread(
    pcm name: String, clock: any HostClock, options: ALSAOutputOptions, calls: ALSACalls,
    link: PlaybackLink
  ) throws(AudioError) -> OutputIdentity {
    let answer = OpeningAnswer()
    let thread = Thread {
      defer { link.ended.signal() }
      do throws(AudioError) {
        let pcm = try PCM(name: name, calls: calls)
        try pcm.configure(options.configuration)
        let loop = PlaybackLoop(
          pcm: pcm, link: link, clock: clock, latencyConstant: options.latencyConstant)
        let identity = try loop.selfTest(limit: ALSAOutput.selfTestLimit)
        link.opened(identity)
        answer.give(.success(identity))
        loop.run()
      } catch {
        answer.give(.failure(error))
      }
    }
    thread.name = "audio"
    thread.qualityOfService = .userInteractive
    thread.start()
    guard let result = answer.wait(seconds: openLimit) else {
      link.requestStop()
      throw .noAnswer(pcm: name, milliseconds: openLimit * 1000)
    }
    return try result.get()
  }

  public var manifestEntry: JSONValue {
    let (_, history, _) = link.committed()
    var entry: JSONObject = [
      "pcm": .string(identity.pcm), "card": .string(identity.card),
      "stable_id": .string(identity.stableID), "timing_class": .string(identity.timingClass.rawValue),
      "rate_hz": .integer(Int64(identity.granted.rateHz)),
      "channels": .integer(Int64(identity.granted.channels)),
      "period_frames": .integer(Int64(identity.granted.periodFrames)),
      "buffer_frames": .integer(Int64(identity.granted.bufferFrames)), "voice": .string(options.voice),
    ]
    if let constant = options.latencyConstant {
      entry.append("latency_constant_ns", .integer(constant.wholeNanoseconds))
    }
    if let drift = history.driftPPM { entry.append("drift_ppm", .real(drift)) }
    if let residual = history.residualNs { entry.append("residual_ns", .real(residual)) }
    entry.append("underruns", .integer(Int64(link.underruns)))
    return .object(entry)
  }

  public var summary: String {
    "\(identity.card) via pcm \(identity.pcm), \(identity.timingClass.rawValue) class, "
      + "\(identity.granted.rateHz) Hz"
  }

  /// How this output's times can be trusted.
  public var timingClass: TimingClass { identity.timingClass }

  /// Delivers reports from now on. Throws the `AudioError` of which the output was lost since it was opened.
  public func start(report: @escaping @Sendable (SoundReport) -> Void) throws {
    try link.attach(report)
  }

  /// Queues a sound; after a loss or a stop it does nothing.
  public func play(_ request: SoundRequest) {
    link.send(.play(request))
  }

  public func cancelAll() {
    link.send(.cancelAll)
  }

  /// From the readings on both sides of each sound; as predicted at commit where there are too few of them.
  public func refinedTimes() -> [Int: SoundTimes] {
    let (committed, history, _) = link.committed()
    let constant = options.latencyConstant
    let offset = identity.offsetUncertaintyNs(latencyConstant: constant)
    let frameNs = history.nanosecondsPerFrame
    return committed.mapValues { sound in
      guard let (frame0, spread) = history.time(ofFrame: sound.start, segment: sound.segment) else {
        return sound.times
      }
      return SoundTimes(
        dispatched: sound.times.dispatched, frame0: frame0,
        audible: frame0 + sound.clip.onset + (constant ?? .zero),
        audibleUncertaintyNs: (spread * spread + frameNs * frameNs / 12 + offset * offset).squareRoot(),
        timing: identity.timing(latencyConstant: constant))
    }
  }

  /// Cuts what plays, cancels the rest and closes, within about a second even where the output hangs.
  public func stop() {
    watchdog.cancel()
    link.requestStop()
    if link.ended.wait(timeout: .now() + 1) == .success { link.ended.signal() }
    link.flush()
  }
}

/// The result of opening, passed from the audio thread to who waits for it.
private final class OpeningAnswer: Sendable {
  private let result = Mutex<Result<OutputIdentity, AudioError>?>(nil)
  private let given = DispatchSemaphore(value: 0)

  func give(_ value: Result<OutputIdentity, AudioError>) {
    result.withLock { $0 = value }
    given.signal()
  }

  func wait(seconds: Int) -> Result<OutputIdentity, AudioError>? {
    guard given.wait(timeout: .now() + .seconds(seconds)) == .success else { return nil }
    return result.withLock { $0 }
  }
}
