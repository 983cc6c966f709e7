import MotionCore
import Synchronization

/// A silent output without a thread, for a rehearsal in virtual time. Whoever owns the clock calls
/// `advance(to:)`; reports are delivered from within that call, and from `cancelAll` and `stop`.
public final class VirtualOutput: CueOutput {
  private struct State {
    var schedule: SilentSchedule
    var report: (@Sendable (SoundReport) -> Void)?
    var stopped = false
  }

  private let clock: any HostClock
  private let isSimulated: Bool
  private let state: Mutex<State>

  /// - Parameters:
  ///   - clock: the virtual clock of the rehearsal.
  ///   - simulatedRider: whether a simulated rider hears the sounds; else their audible time is unknown.
  public init(clock: any HostClock, simulatedRider: Bool = true) {
    self.clock = clock
    isSimulated = simulatedRider
    state = Mutex(State(schedule: SilentSchedule(isSimulated: simulatedRider)))
  }

  public var manifestEntry: JSONValue { SilentSchedule.manifestEntry }
  public var summary: String { SilentSchedule.summary(isSimulated: isSimulated) }

  /// The instant of the next report; nil where nothing is queued.
  public var nextEvent: HostTime? { state.withLock { $0.stopped ? nil : $0.schedule.nextEvent } }

  public func start(report: @escaping @Sendable (SoundReport) -> Void) {
    state.withLock { $0.report = report }
  }

  public func play(_ request: SoundRequest) {
    let now = clock.now()
    state.withLock { if !$0.stopped { $0.schedule.add(request, now: now) } }
  }

  /// Delivers every report up to and including `instant`, in order.
  public func advance(to instant: HostTime) {
    deliver { $0.schedule.advance(to: instant) }
  }

  public func cancelAll() {
    let now = clock.now()
    deliver { $0.schedule.cancelAll(now: now) }
  }

  public func refinedTimes() -> [Int: SoundTimes] {
    state.withLock { $0.schedule.committed }
  }

  public func stop() {
    cancelAll()
    state.withLock { $0.stopped = true }
  }

  /// Reports are delivered without the lock, so that a report may lead to the next request.
  private func deliver(_ change: (inout State) -> [SoundReport]) {
    let (reports, report) = state.withLock { state in
      state.stopped ? ([], nil) : (change(&state), state.report)
    }
    for item in reports { report?(item) }
  }
}
