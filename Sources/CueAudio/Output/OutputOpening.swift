import Foundation
import MotionCore
import Synchronization

/// Opens an output on the thread that will play on it, with the first set-up that is granted and plays the self-test
/// without an underrun.
///
/// A call into a sound server may never return, so everything happens on that thread, and is waited for only so long. A
/// thread that never comes back is abandoned; it stops by itself should it ever return.
struct OutputOpening {
  /// How long opening may take before the server counts as dead, and how long the self-test may see no progress.
  static let openLimit = 6
  static let selfTestLimit = Duration.seconds(4)

  let clock: any HostClock
  let options: ALSAOutputOptions
  let calls: ALSACalls
  let scheduling: SchedulingCalls
  let link: PlaybackLink

  init(clock: any HostClock, options: ALSAOutputOptions, faults: FaultPlan?) {
    self.clock = clock
    self.options = options
    calls = ALSACalls(faults: faults)
    scheduling = SchedulingCalls(faults: faults)
    link = PlaybackLink(now: clock.now())
  }

  /// Opens and tests; the thread plays on until the link says stop.
  func open(pcm name: String) throws(AudioError) -> OutputIdentity {
    let answer = OpeningAnswer()
    let thread = Thread {
      defer { link.ended.signal() }
      do throws(AudioError) {
        let (loop, identity) = try tested(name)
        if options.realtime {
          link.scheduled(ThreadPriority.request(for: identity.timingClass, calls: scheduling))
        }
        answer.give(.success(identity))
        loop.run()
      } catch {
        answer.give(.failure(error))
      }
    }
    thread.name = "audio"
    thread.qualityOfService = .userInteractive
    thread.start()
    guard let result = answer.wait(seconds: OutputOpening.openLimit) else {
      link.requestStop()
      throw .noAnswer(pcm: name, milliseconds: OutputOpening.openLimit * 1000)
    }
    return try result.get()
  }

  /// The candidates in turn: one that is refused, or that underruns in the self-test, gives way to the next. What the
  /// last one says counts.
  private func tested(_ name: String) throws(AudioError) -> (PlaybackLoop, OutputIdentity) {
    var pcm = try PCM(name: name, calls: calls)
    let candidates = options.candidates(isCard: pcm.card != nil)
    for (index, candidate) in candidates.enumerated() {
      let isLast = index == candidates.count - 1
      do throws(AudioError) {
        try pcm.configure(candidate)
        let loop = PlaybackLoop(pcm: pcm, link: link, clock: clock, latency: options.latency)
        let identity = try loop.testItself(limit: OutputOpening.selfTestLimit)
        if loop.restarts == 0 || isLast { return (loop, identity) }
      } catch {
        // Another buffer makes no other clock, and each candidate would be listened to for seconds.
        guard case .unsuitable(_, let reason) = error, reason != .otherClock, !isLast else { throw error }
      }
      pcm.close()
      link.forget()
      pcm = try PCM(name: name, calls: calls)
    }
    preconditionFailure("there is always a candidate")
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
