import CueAudio
import MotionCore
import Testing

@testable import DrillRunner

/// Why sounds did not come, and trials are repeated, in virtual time: each reason stands in the events.
@Suite struct RunReasonTests {
  /// The reasons of a run into which `change` comes; it ends by itself.
  private func reasons(
    _ plan: RunPlan = .short(), swallowed: Set<Int> = [], until seconds: Double = 0,
    _ change: (inout MachineDriver) -> Void = { _ in }
  ) -> [String] {
    var driver = MachineDriver(plan)
    driver.swallowed = swallowed
    driver.begin()
    driver.run(until: seconds)
    change(&driver)
    driver.run(until: 200)
    return driver.reasons
  }

  /// The first cue is handed over at 3.4 s, a second ahead, and committed a tenth of a second before its onset.
  private static let pending = 3.6

  @Test func soundsThatDoNotCome() {
    #expect(reasons(swallowed: [2]).contains(RunReason.outputSilent.text))
    #expect(reasons(swallowed: [1]).contains(RunReason.notInTime.text))
    let gone = reasons(.short(withoutSound: true), until: RunReasonTests.pending) {
      $0.give(.sound(.lost(reason: "unplugged", at: $0.now)))
    }
    #expect(gone.contains(RunReason.outputGone.text), "\(gone)")
    let cancelled = reasons(swallowed: [1]) { $0.give(.sound(.cancelled(id: 1, at: $0.now))) }
    #expect(cancelled.contains(RunReason.cancelled.text), "\(cancelled)")
  }

  @Test func trialsThatAreInterrupted() {
    let paused = reasons(until: RunReasonTests.pending) {
      $0.give(.pause(source: .key, $0.now))
      $0.run(until: 5)
      $0.give(.pause(source: .key, $0.now))
    }
    #expect(paused.contains(RunReason.paused.text), "\(paused)")
    let notice = reasons(until: RunReasonTests.pending) { $0.give(.notice(.diskSlow, $0.now)) }
    #expect(notice.contains(RunReason.noticeSaid(SpokenSentence.diskSlow.english).text), "\(notice)")
  }

  /// An output that ran empty is an incident, and the run goes on.
  @Test func anOutputThatRunsEmptyIsAnIncident() {
    var driver = MachineDriver(.short())
    driver.begin()
    driver.run(until: RunReasonTests.pending)
    driver.give(.sound(.underrun(at: driver.now)))
    driver.run(until: 200)
    #expect(driver.log.contains("write incident \(IncidentKind.underrun.rawValue)"))
    #expect(driver.finish?.state == .complete)
  }

  @Test func runsThatAreEndedByHand() throws {
    for source in RunSource.allCases {
      let found = reasons(until: 1) { driver in driver.give(RunControl.stop.input(source, driver.now)) }
      #expect(found.contains(RunReason.byHand(source).text), "\(found)")
    }
  }
}
