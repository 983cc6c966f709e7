import Foundation
import MotionCore

/// A silent output that keeps its own pace in real time, for `--audio none`. Its sounds have no audible time
/// (`timing: unknown`), or the wanted one (`simulated`) where the rider is a simulated one.
///
/// Reports come from the output's own thread.
public final class SilentOutput: CueOutput {
  private let clock: any HostClock
  private let isSimulated: Bool
  private let wake = NSCondition()
  private nonisolated(unsafe) var schedule: SilentSchedule
  private nonisolated(unsafe) var outbox: [SoundReport] = []
  private nonisolated(unsafe) var phase = Phase.idle

  private enum Phase { case idle, playing, stopping, stopped }

  /// - Parameters:
  ///   - clock: the run's clock; it must pass by itself.
  ///   - simulatedRider: whether a simulated rider hears the sounds.
  public init(clock: any HostClock, simulatedRider: Bool) {
    self.clock = clock
    isSimulated = simulatedRider
    schedule = SilentSchedule(isSimulated: simulatedRider)
  }

  public var manifestEntry: JSONValue { SilentSchedule.manifestEntry }
  public var summary: String { SilentSchedule.summary(isSimulated: isSimulated) }

  public func start(report: @escaping @Sendable (SoundReport) -> Void) {
    let first = wake.withLock {
      defer { if phase == .idle { phase = .playing } }
      return phase == .idle
    }
    guard first else { return }
    let thread = Thread { [self] in run(report: report) }
    thread.name = "silent output"
    thread.start()
  }

  public func play(_ request: SoundRequest) {
    change { $0.add(request, now: clock.now()) }
  }

  public func cancelAll() {
    change { outbox += $0.cancelAll(now: clock.now()) }
  }

  public func refinedTimes() -> [Int: SoundTimes] {
    wake.withLock { schedule.committed }
  }

  /// Cancels what is queued and ends the thread. Returns when the last report was delivered, at the latest
  /// after a second (a report that blocks cannot hold up the end of the run).
  public func stop() {
    let deadline = Date(timeIntervalSinceNow: 1)
    wake.withLock {
      switch phase {
      case .idle: phase = .stopped
      case .playing:
        outbox += schedule.cancelAll(now: clock.now())
        phase = .stopping
        wake.broadcast()
      case .stopping, .stopped: break
      }
      while phase != .stopped, wake.wait(until: deadline) {}
    }
  }

  private func change(_ body: (inout SilentSchedule) -> Void) {
    wake.withLock {
      guard phase == .idle || phase == .playing else { return }
      body(&schedule)
      wake.broadcast()
    }
  }

  private func run(report: @Sendable (SoundReport) -> Void) {
    var isLast = false
    while !isLast {
      let reports = wake.withLock {
        waitForWork()
        isLast = phase == .stopping
        outbox += schedule.advance(to: clock.now())
        defer { outbox.removeAll() }
        return outbox
      }
      for item in reports { report(item) }
    }
    wake.withLock {
      phase = .stopped
      wake.broadcast()
    }
  }

  /// Waits, with the lock held, until something is due. The condition's own clock may be set while it waits,
  /// so no wait is longer than a second, and the run's clock decides.
  private func waitForWork() {
    while phase == .playing, outbox.isEmpty {
      guard let next = schedule.nextEvent else {
        wake.wait()
        continue
      }
      let remaining = (next - clock.now()).inSeconds
      guard remaining > 0 else { return }
      _ = wake.wait(until: Date(timeIntervalSinceNow: min(remaining, 1)))
    }
  }
}
