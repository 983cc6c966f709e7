import MotionCore
import Testing

@testable import DrillRunner

/// The calibration as the machine leads it: asked, watched, passed or why not, three attempts, a way out.
@Suite struct RunCalibrationTests {
  private static let tooSmall = CalibrationOutcome.failed(
    reason: "too_small", sentence: "That was too small. Lean further.", redo: .leanLeft,
    numbers: ["angle_deg": .real(4)])
  private static let passed = CalibrationOutcome.passed(numbers: ["angle_deg": .real(18)])

  private func driver(
    _ steps: [CalibrationStep], required: Bool = true, _ outcomes: [CalibrationOutcome]
  ) -> MachineDriver {
    var driver = MachineDriver(
      RunPlan(
        sensorPatience: .seconds(20), continuesWithoutSound: false,
        steps: [.calibrate(.init(steps: steps, isRequired: required)), .say("On.")]))
    driver.outcomes = outcomes
    driver.begin()
    driver.run()
    return driver
  }

  @Test("Neutral passes at once: the exact order")
  func neutral() {
    let driver = driver([.neutral], [Self.passed])
    #expect(
      driver.log == [
        "speak Sit upright and keep still.", "say Sit upright and keep still. played", "asked neutral",
        "write calibration neutral begin", "calibrate neutral", "write calibration neutral end passed",
        "speak The centre is known.", "say The centre is known. played",
        "speak On.", "say On. played", "cancel", "finish complete",
      ])
  }

  @Test("A lean that is too small: why, once more, then both leans")
  func secondAttempt() {
    let driver = driver([.leanLeft, .leanForward], [Self.tooSmall, Self.passed, Self.passed])
    let left = SpokenSentence.asking(for: .leanLeft).english
    let forward = SpokenSentence.asking(for: .leanForward).english
    func attempt(_ step: String, _ outcome: String) -> [String] {
      [
        "speak Now.", "write calibration \(step) begin", "calibrate \(step)", "say Now. played",
        "asked \(step)", "write calibration \(step) end \(outcome)",
      ]
    }
    func words(_ text: String) -> [String] { ["speak \(text)", "say \(text) played"] }
    let first = words(left) + attempt("lean_left", "failed") + words("That was too small. Lean further.")
    let second = words(left) + attempt("lean_left", "passed") + words("Left is known.")
    let third = words(forward) + attempt("lean_forward", "passed") + words("Forward is known.")
    #expect(driver.log == first + second + third + words("On.") + ["cancel", "finish complete"])
  }

  @Test("Three attempts, then the run ends, and says so", arguments: CalibrationStep.allCases)
  func allAttemptsFail(step: CalibrationStep) {
    let driver = driver([step], Array(repeating: Self.tooSmall, count: 5))
    #expect(driver.log.count { $0 == "calibrate \(step.rawValue)" } == 3)
    #expect(driver.log.count { $0 == "say That was too small. Lean further. played" } == 3)
    #expect(driver.log.contains("say \(SpokenSentence.calibrationEnds.english) played"))
    #expect(!driver.log.contains("speak On."))
    #expect(driver.finish?.state == .interrupted)
    #expect(driver.finish?.reason == "the calibration failed: \(step.rawValue): too_small")
  }

  @Test("Where it is not required the run goes on without it, and the next lean is not asked for")
  func notRequired() {
    let driver = driver(
      [.leanLeft, .leanForward], required: false, Array(repeating: Self.tooSmall, count: 5))
    #expect(driver.log.count { $0.hasPrefix("calibrate lean_left") } == 3)
    #expect(!driver.log.contains("calibrate lean_forward"))
    #expect(driver.log.contains("say \(SpokenSentence.calibrationLeftOut.english) played"))
    #expect(driver.log.contains("say On. played") && driver.finish?.state == .complete)
  }

  @Test("Attempts are counted for each step anew")
  func attemptsForEachStep() {
    let notSeen = CalibrationOutcome.failed(
      reason: "never_moved", sentence: "I saw no lean.", redo: .leanForward, numbers: [:])
    let driver = driver(
      [.leanLeft, .leanForward],
      [Self.tooSmall, Self.tooSmall, Self.passed, notSeen, notSeen, Self.passed])
    #expect(driver.finish?.state == .complete)
  }

  @Test("A forward lean that does not fit the left one sends both back")
  func goesBack() {
    let skewed = CalibrationOutcome.failed(
      reason: "skewed", sentence: "Those two do not fit.", redo: .leanLeft, numbers: [:])
    let driver = driver([.leanLeft, .leanForward], [Self.passed, skewed, Self.passed, Self.passed])
    #expect(
      driver.log.filter { $0.hasPrefix("calibrate") } == [
        "calibrate lean_left", "calibrate lean_forward", "calibrate lean_left", "calibrate lean_forward",
      ])
    #expect(driver.finish?.state == .complete)
    // Three failures of the forward lean are the end, however often the left one passes.
    let hopeless = self.driver(
      [.leanLeft, .leanForward], [Self.passed, skewed, Self.passed, skewed, Self.passed, skewed, Self.passed])
    #expect(hopeless.finish?.reason == "the calibration failed: lean_forward: skewed")
  }

  @Test("An attempt without an outcome fails by itself after twenty-five seconds")
  func noOutcome() {
    let driver = driver([.neutral], [])
    #expect(driver.log.count { $0 == "write calibration neutral end failed" } == 3)
    #expect(driver.finish?.reason == "the calibration failed: neutral: no_outcome")
    // Three times: words 1.4 s, 25 s, why 1.4 s; then the last words.
    #expect(abs(driver.at(driver.finish!.boundary) - 3 * 27.8 - 1.4) < 1e-6)
  }

  @Test("The event says step, edge, attempt, outcome, reason and the numbers behind it")
  func event() {
    var machine = RunMachine(
      plan: RunPlan(
        sensorPatience: .zero, continuesWithoutSound: true,
        steps: [.calibrate(.init(steps: [.leanLeft], isRequired: true))]))
    // Without sound the words fail, and the attempt begins at once.
    let start = MachineDriver.start
    _ = machine.handle(.sound(.lost(reason: "none", at: start)))
    _ = machine.handle(.begin(start))
    let effects = machine.handle(.calibration(Self.tooSmall, start + .seconds(3)))
    let events = effects.compactMap { effect -> EventMarker? in
      if case .write(let event) = effect { event } else { nil }
    }
    let event = events.first { $0.knownKind == .calibration }
    #expect(event?.label == "lean_left" && event?.host == start + .seconds(3))
    #expect(
      event?.fields
        == [
          "step": "lean_left", "edge": "end", "attempt": 1, "outcome": "failed", "reason": "too_small",
          "angle_deg": .real(4),
        ])
  }

  @Test("A notice waits for the end of an attempt")
  func noticeWaits() {
    var driver = MachineDriver(
      RunPlan(
        sensorPatience: .zero, continuesWithoutSound: false,
        steps: [.calibrate(.init(steps: [.neutral], isRequired: true))]))
    driver.outcomes = [Self.passed]
    driver.begin()
    driver.run(until: 2)
    driver.give(.notice(.diskSlow, driver.now))
    driver.run()
    let said = driver.log.filter { $0.hasPrefix("speak") }
    #expect(
      said == ["speak Sit upright and keep still.", "speak The centre is known.", "speak The disk is slow."])
  }

  @Test("Remarks are said once each, after the block, and never in it")
  func remarks() {
    var driver = MachineDriver(.short(after: [.say("Done.")]))
    driver.begin()
    driver.run(until: 5)
    for remark in [SpokenSentence.neverMoved, .wrongWay, .neverMoved] {
      driver.give(.remark(remark, driver.now))
    }
    driver.run()
    let end = driver.log.firstIndex(of: "write phase one end") ?? 0
    #expect(
      driver.log[end...].filter { $0.hasPrefix("speak") } == [
        "speak \(SpokenSentence.neverMoved.english)", "speak \(SpokenSentence.wrongWay.english)",
        "speak Done.",
      ])
    #expect(driver.log[..<end].filter { $0.hasPrefix("speak") } == ["speak Go."])
  }

  @Test("Half of it: said after the block that brings the drill to its half, and only where more follows")
  func halfTime() {
    let block = RunPlan.short().onlyBlock
    for (count, halves) in [(1, 0), (2, 1), (3, 1), (4, 1)] {
      var driver = MachineDriver(
        RunPlan(
          sensorPatience: .zero, continuesWithoutSound: false,
          steps: Array(repeating: .block(block), count: count)))
      driver.begin()
      driver.run()
      let said = driver.log.indices.filter { driver.log[$0] == "speak Half of it is done." }
      #expect(said.count == halves)
      guard let place = said.first else { continue }
      #expect(driver.log[..<place].count { $0 == "write phase one end" } == (count + 1) / 2)
    }
  }
}
