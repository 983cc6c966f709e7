import Foundation

@testable import MotionCore

/// Crashes every instant of a recording in many ways, on all cores, and counts.
struct CrashCampaign {
  struct Tally: Sendable {
    var moments = 0
    /// Instants of which every possible crash was looked at.
    var exhausted = 0
    var states = 0
    /// States with old text in unwritten places, which POSIX file systems never show, and those of them in which
    /// a row was read that had never been written.
    var staleStates = 0
    var deceived = 0
    /// States that were recovered, too.
    var recovered = 0
    var violations: [String] = []

    static func += (sum: inout Tally, other: Tally) {
      sum.moments += other.moments
      sum.exhausted += other.exhausted
      sum.states += other.states
      sum.staleStates += other.staleStates
      sum.deceived += other.deceived
      sum.recovered += other.recovered
      sum.violations += other.violations
    }
  }

  /// Whether the long campaign was asked for (`make crash`).
  static let isLong = ProcessInfo.processInfo.environment["DRILLRUNNER_CRASH"] != nil

  /// Crashes of an instant that are looked at, at most.
  var statesPerMoment: Int
  var seed: UInt64 = 1
  /// One in so many states is recovered as well.
  var recoveryStride = 8

  func run(_ moments: [CrashRecording.Moment]) -> Tally {
    let lock = NSLock()
    nonisolated(unsafe) var sum = Tally()
    DispatchQueue.concurrentPerform(iterations: moments.count) { index in
      let tally = crash(moments[index])
      lock.withLock { sum += tally }
    }
    return sum
  }

  private func crash(_ moment: CrashRecording.Moment) -> Tally {
    var tally = Tally(moments: 1)
    let check = CrashCheck(moment: moment)
    let made = moment.disk.forEachCrash(
      limit: statesPerMoment, seed: seed &* 1_000_003 &+ UInt64(moment.number)
    ) { crash in
      let state = moment.disk.after(crash)
      var violations = check.violations(state)
      tally.states += 1
      if (tally.states + moment.number) % recoveryStride == 0, let more = check.violationsOfRecovery(state) {
        tally.recovered += 1
        violations += more
      }
      let isStale = crash.hasStaleText
      if isStale { tally.staleStates += 1 }
      var deceived = false
      for violation in violations {
        switch violation {
        case .invented where isStale: deceived = true
        case .invented(let text), .broken(let text):
          if tally.violations.count < 5 {
            tally.violations.append("after call \(moment.number) (\(moment.call)): \(text)")
          }
        }
      }
      if deceived { tally.deceived += 1 }
    }
    tally.states = made.count
    tally.exhausted = made.isExhaustive ? 1 : 0
    return tally
  }
}
