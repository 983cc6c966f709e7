import CueAudio
import MotionCore
import Testing

@testable import DrillRunner

/// Lifecycles in virtual time that make the voice say each of its sentences.
@Suite struct SpokenMessageTests {
  /// What was spoken.
  private static func said(_ driver: MachineDriver) -> Set<SpokenSentence> {
    let spoken = Set(driver.log.filter { $0.hasPrefix("speak ") }.map { String($0.dropFirst(6)) })
    return Set(SpokenSentence.allCases.filter { spoken.contains($0.english) })
  }

  /// An attempt that failed for a reason, as the calibration tells it.
  private static func failed(_ reason: CalibrationProblem.Reason) -> CalibrationOutcome {
    .failed(
      reason: reason.rawValue, sentence: "With 4 degrees: \(reason.wording.text)", redo: .neutral,
      numbers: [:])
  }

  private static func played(
    _ plan: RunPlan, _ change: (inout MachineDriver) -> Void = { _ in }
  ) -> Set<SpokenSentence> {
    var driver = MachineDriver(plan)
    driver.saves = [true]
    driver.sitsStill = true
    change(&driver)
    if driver.log.isEmpty { driver.begin() }
    driver.run(until: 3600)
    return said(driver)
  }

  /// A run that is at its first rest when `change` comes.
  private static func atRest(_ change: (inout MachineDriver) -> Void) -> Set<SpokenSentence> {
    played(RunPlan.short(patience: .seconds(20), before: [.rest(.seconds(4))])) { driver in
      driver.begin()
      driver.run(until: 1)
      change(&driver)
    }
  }

  /// Every calibration that passes or fails, with sentences that were made before.
  private static var calibrations: Set<SpokenSentence> {
    var said: Set<SpokenSentence> = []
    func calibration(_ steps: [CalibrationStep], required: Bool, _ outcomes: [CalibrationOutcome]) {
      var plan = RunPlan.short(before: [.calibrate(.init(steps: steps, isRequired: required))])
      plan.words.isLimitedToFixed = true
      said.formUnion(played(plan) { $0.outcomes = outcomes })
    }
    let passed = Array(repeating: CalibrationOutcome.passed(numbers: [:]), count: 4)
    calibration([.neutral, .leanLeft, .leanForward], required: true, passed)
    calibration([.standard], required: true, passed)
    for reason in CalibrationProblem.Reason.allCases {
      calibration([.neutral], required: reason == .moved, Array(repeating: failed(reason), count: 3))
    }
    calibration([.neutral], required: false, [])
    return said
  }

  @Test func everySentenceIsSaid() {
    var said = SpokenMessageTests.calibrations
    said.formUnion(SpokenMessageTests.played(RunPlan.short(before: [.start(.countdown(.seconds(90)))])))
    said.formUnion(SpokenMessageTests.played(RunPlan.short(before: [.start(.stillness)])))
    said.formUnion(
      SpokenMessageTests.played(RunPlan.short(before: [.start(.stillness)])) { $0.sitsStill = false })
    said.formUnion(SpokenMessageTests.played(RunPlan.short()) { $0.saves = [false, true] })
    said.formUnion(
      SpokenMessageTests.played(RunPlan.short()) { $0.saves = Array(repeating: false, count: 4) })
    said.formUnion(SpokenMessageTests.atRest { $0.stop("test") })
    said.formUnion(
      SpokenMessageTests.atRest { driver in
        driver.give(.pause(source: .key, driver.now))
        driver.run(until: 2)
        driver.give(.pause(source: .key, driver.now))
      })
    said.formUnion(
      SpokenMessageTests.atRest { driver in
        driver.give(.sensorLost(reason: "test", driver.now))
        driver.run(until: 2)
        driver.give(.sensorBack(driver.now))
      })
    said.formUnion(
      SpokenMessageTests.atRest { driver in
        let notices: [SpokenSentence] = [
          .otherSensorLost, .otherSensorBack, .diskLow, .diskSlow, .rowsLost, .batteryLow,
        ]
        for notice in notices { driver.give(.notice(notice, driver.now)) }
      })
    said.formUnion(
      SpokenMessageTests.played(RunPlan.short(after: [.block(RunPlan.short().onlyBlock)])) { driver in
        driver.begin()
        for remark in SpokenSentence.remarks { driver.give(.remark(remark, driver.now)) }
      })
    said.formUnion(
      SpokenMessageTests.played(RunPlan.short()) { driver in
        // The first cue of the block.
        driver.swallowed = [2]
        driver.begin()
        driver.run(until: 4.5)
        let heard = driver.now
        let times = SoundTimes(
          dispatched: heard, frame0: heard, audible: heard, audibleUncertaintyNs: 0, timing: .measured)
        driver.give(.sound(.committed(id: 2, times: times, late: true)))
      })
    let question = RunPlan.Step.ask(
      DrillQuestion(
        name: "trouble", text: "Any trouble?", answers: [.good, .bad], tap: nil, within: .seconds(10)))
    said.formUnion(SpokenMessageTests.played(RunPlan.short(after: [question])))
    said.formUnion(
      SpokenMessageTests.played(RunPlan.short(before: [question])) { driver in
        driver.begin()
        driver.run(until: 5)
        driver.give(.marker(.good, source: .key, driver.now))
      })
    // The result is made of these: `ClosingWordsTests`.
    let closing = SpokenSentence.allCases.filter {
      $0.rawValue.hasPrefix("closing_") || $0.rawValue.hasPrefix("left_out_")
    }
    #expect(Set(SpokenSentence.allCases).subtracting(said).subtracting(closing) == [], "never said")
  }

  /// What is said was rendered before the run, save what only the moment tells.
  @Test func sentencesAreAmongThoseThatAreRendered() {
    var plan = RunPlan(
      sensorPatience: .zero, continuesWithoutSound: false,
      steps: [
        .calibrate(.init(steps: CalibrationStep.allCases, isRequired: true)),
        .start(.countdown(.seconds(90))),
        .start(.stillness),
        .ask(
          DrillQuestion(
            name: "trouble", text: "Any trouble?", answers: [.good], tap: nil, within: .seconds(10))),
      ])
    plan.words.isLimitedToFixed = true
    let ofTheMoment = SpokenSentence.allCases.filter {
      $0.isPart || [.closingLatency, .closingCounted, .closingLeftOut, .closingNoneLeftOut].contains($0)
    }
    #expect(Set(plan.sentences).union(ofTheMoment) == Set(SpokenSentence.allCases))
  }
}
