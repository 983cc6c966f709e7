import CueAudio
import MotionCore
import Testing

@testable import DrillRunner

/// Lifecycles in virtual time that make the voice say each of its sentences.
@Suite struct SpokenMessageTests {
  /// What was spoken, by id.
  private static func said(_ driver: MachineDriver) -> Set<String> {
    let spoken = Set(driver.log.filter { $0.hasPrefix("speak ") }.map { String($0.dropFirst(6)) })
    return Set(
      RunMachine.Sentence.examples.filter { spoken.contains($0.text) }.map(\.messageID)
        + RunRemark.examples.filter { spoken.contains($0.sentence) }.map(\.messageID))
  }

  private static let failed = CalibrationOutcome.failed(
    reason: "moved", sentence: CalibrationAdvice.moved(degrees: 4, afterSeconds: 1).text, redo: .neutral,
    numbers: [:])

  private static func played(_ plan: RunPlan, _ change: (inout MachineDriver) -> Void = { _ in }) -> Set<
    String
  > {
    var driver = MachineDriver(plan)
    driver.saves = [true]
    driver.sitsStill = true
    change(&driver)
    if driver.log.isEmpty { driver.begin() }
    driver.run(until: 3600)
    return said(driver)
  }

  /// A run that is at its first rest when `change` comes.
  private static func atRest(_ change: (inout MachineDriver) -> Void) -> Set<String> {
    played(RunPlan.short(patience: .seconds(20), before: [.rest(.seconds(4))])) { driver in
      driver.begin()
      driver.run(until: 1)
      change(&driver)
    }
  }

  @Test func everySentenceIsSaid() {
    var said: Set<String> = []
    func calibration(_ steps: [CalibrationStep], required: Bool, _ outcomes: [CalibrationOutcome]) {
      said.formUnion(
        SpokenMessageTests.played(
          RunPlan.short(before: [.calibrate(.init(steps: steps, isRequired: required))])
        ) { $0.outcomes = outcomes })
    }
    let passed = Array(repeating: CalibrationOutcome.passed(numbers: [:]), count: 4)
    calibration([.neutral, .leanLeft, .leanForward], required: true, passed)
    calibration([.standard], required: true, passed)
    calibration([.neutral], required: true, Array(repeating: SpokenMessageTests.failed, count: 3))
    calibration([.neutral], required: false, Array(repeating: SpokenMessageTests.failed, count: 3))
    calibration([.neutral], required: false, [])
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
        let notices: [RunMachine.Sentence] = [
          .otherSensorLost, .otherSensorBack, .diskLow, .diskSlow, .rowsLost, .batteryLow,
        ]
        for notice in notices { driver.give(.notice(notice.text, driver.now)) }
      })
    said.formUnion(
      SpokenMessageTests.played(RunPlan.short(after: [.block(RunPlan.short().onlyBlock)])) { driver in
        driver.begin()
        for remark in RunRemark.allCases { driver.give(.remark(remark, driver.now)) }
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
    let all = Set((RunMachine.Sentence.examples.map(\.messageID)) + RunRemark.examples.map(\.messageID))
    #expect(all.subtracting(said) == [], "never said")
  }

  /// What is said was rendered before the run, save what only the moment tells.
  @Test func sentencesAreAmongThoseThatAreRendered() {
    let plan = RunPlan(
      sensorPatience: .zero, continuesWithoutSound: false,
      steps: [
        .calibrate(.init(steps: CalibrationStep.allCases, isRequired: true)),
        .start(.countdown(.seconds(90))),
        .start(.stillness),
        .ask(
          DrillQuestion(
            name: "trouble", text: "Any trouble?", answers: [.good], tap: nil, within: .seconds(10))),
      ])
    let rendered = Set(plan.machineSentences)
    for sentence in RunMachine.Sentence.examples { #expect(rendered.contains(sentence.text), "\(sentence)") }
    for remark in RunRemark.allCases { #expect(rendered.contains(remark.sentence)) }
  }
}
