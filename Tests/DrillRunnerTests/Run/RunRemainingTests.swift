import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// The time that is left, against when the rest of the run really ends, played in virtual time. Words last a second, an
/// attempt of the calibration 2.5 s, and the rider sits still after half a second, as the driver has it.
@Suite struct RunRemainingTests {
  private static let pace = RunPace(
    speech: { _ in MachineDriver.speech }, attempt: { _ in MachineDriver.gesture },
    stillness: .milliseconds(500))

  private static let question = DrillQuestion(
    name: "trouble", text: "Any trouble?", answers: [.good, .bad], tap: .bad, within: .seconds(10))

  /// Every kind of step, and half-time after the first of two blocks.
  private static let plan = RunPlan(
    sensorPatience: .seconds(20), continuesWithoutSound: true,
    steps: RunLifecycleTests.plan.steps.dropLast() + [
      .ask(question), .block(RunPlan.short().onlyBlock), .say("Done."),
    ])

  private static func driver(_ plan: RunPlan = plan) -> MachineDriver {
    var driver = MachineDriver(plan)
    driver.outcomes = Array(repeating: .passed(numbers: [:]), count: 12)
    driver.sitsStill = true
    driver.begin()
    return driver
  }

  private static func remaining(_ driver: MachineDriver) -> Double {
    driver.machine.remaining(at: driver.now, pace).inSeconds
  }

  /// Seconds until the rest ends, when `change` happens now: a rehearsal of it.
  private static func rehearsed(
    _ driver: MachineDriver, _ change: (inout MachineDriver) -> Void = { _ in }
  ) -> Double {
    var rest = driver
    change(&rest)
    rest.run()
    guard let finish = rest.finish else { return .nan }
    return (finish.boundary - driver.now).inSeconds
  }

  private static func expectEqual(_ a: Double, _ b: Double, _ comment: String) {
    #expect(abs(a - b) < 1e-6, "\(a) is not \(b): \(comment)")
  }

  @Test("At every moment of a drill that goes on as usual")
  func everyMoment() {
    var driver = Self.driver()
    var moments = 0
    while driver.finish == nil, moments < 1000 {
      Self.expectEqual(Self.remaining(driver), Self.rehearsed(driver), "\(driver.machine.activity)")
      driver.run(until: driver.at(driver.now) + 0.3)
      moments += 1
    }
    #expect(moments > 200 && driver.finish?.state == .complete)
    #expect(driver.machine.remaining(at: driver.now, Self.pace) == .zero)
  }

  @Test("Before the beginning: the whole drill")
  func whole() {
    var driver = MachineDriver(Self.plan)
    driver.outcomes = Array(repeating: .passed(numbers: [:]), count: 12)
    driver.sitsStill = true
    Self.expectEqual(Self.remaining(driver), Self.rehearsed(driver) { $0.begin() }, "idle")
    driver.begin()
  }

  @Test(
    "A pause: it stands still, and what is repeated or begins anew after it counts",
    arguments: RunLifecycleTests.places)
  func pause(place: String) {
    var driver = RunLifecycleTests.driver(at: place)
    driver.give(.pause(source: .key, driver.now))
    let paused = Self.remaining(driver)
    for seconds in [0.0, 5, 60] {
      driver.run(until: driver.at(driver.now) + seconds)
      Self.expectEqual(Self.remaining(driver), paused, "after \(seconds) s in the pause")
    }
    Self.expectEqual(
      paused, Self.rehearsed(driver) { $0.give(.pause(source: .key, $0.now)) }, "the rest after the pause")
    // While "We go on" is said, and after it.
    driver.give(.pause(source: .key, driver.now))
    for _ in 0..<6 {
      Self.expectEqual(Self.remaining(driver), Self.rehearsed(driver), "\(driver.machine.activity)")
      driver.run(until: driver.at(driver.now) + 0.3)
    }
  }

  @Test(
    "A lost sensor: it stands still until it is back", arguments: RunLifecycleTests.places, [false, true])
  func sensor(place: String, isPaused: Bool) {
    var driver = RunLifecycleTests.driver(at: place)
    if isPaused { driver.give(.pause(source: .key, driver.now)) }
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    let lost = Self.remaining(driver)
    driver.run(until: driver.at(driver.now) + 10)
    Self.expectEqual(Self.remaining(driver), lost, "ten seconds later")
    if isPaused { driver.give(.pause(source: .key, driver.now)) }
    Self.expectEqual(Self.remaining(driver), lost, "the pause is over")
    Self.expectEqual(
      lost, Self.rehearsed(driver) { $0.give(.sensorBack($0.now)) }, "the rest after its return")
    driver.give(.pause(source: .key, driver.now))
    Self.expectEqual(
      Self.remaining(driver),
      Self.rehearsed(driver) {
        $0.give(.sensorBack($0.now))
        $0.give(.pause(source: .key, $0.now))
      }, "a pause that was asked for meanwhile")
  }

  @Test("A trial that will be repeated makes it longer by its interval")
  func repeatedTrial() {
    var driver = RunLifecycleTests.driver(at: "open trial")
    let before = Self.remaining(driver)
    driver.give(.notice(.diskLow, driver.now))
    let after = Self.remaining(driver)
    Self.expectEqual(after, Self.rehearsed(driver), "the rest")
    // LEFT comes again, 3 s after the word before it; CENTER and the notice's words begin anew.
    #expect(after > before + 3)
  }

  @Test("A question: until its time is over, and shorter at once when it is answered", arguments: [0.5, 5])
  func question(answeredAt: Double) {
    var driver = Self.driver(
      RunPlan(
        sensorPatience: .zero, continuesWithoutSound: false,
        steps: [.ask(Self.question), .rest(.seconds(30))]))
    driver.run(until: answeredAt)
    // Said and thought about for 11.4 s, "No answer", and 30 s of rest.
    Self.expectEqual(Self.remaining(driver), 11.4 + 1.4 + 30 - answeredAt, "not answered yet")
    driver.give(.marker(.good, source: .key, driver.now))
    Self.expectEqual(Self.remaining(driver), Self.rehearsed(driver), "answered")
    #expect(Self.remaining(driver) < 33)
    driver.give(.pause(source: .key, driver.now))
    Self.expectEqual(
      Self.remaining(driver), Self.rehearsed(driver) { $0.give(.pause(source: .key, $0.now)) }, "paused")
  }

  @Test("An attempt of the calibration that fails makes it longer by all that is asked for again")
  func failedAttempt() {
    // Why, asked for again and watched: words last 1.4 s with their breath, an attempt 2.5 s. Who has to go back to the
    // left lean makes that one as well, and is told that it passed.
    let again = 1.4 + 1.4 + 2.5
    for (redo, more) in [(CalibrationStep.leanForward, again), (.leanLeft, again + 1.4 + 2.5 + 1.4)] {
      var driver = MachineDriver(
        RunPlan(
          sensorPatience: .zero, continuesWithoutSound: false,
          steps: [.calibrate(.init(steps: [.leanLeft, .leanForward], isRequired: true)), .rest(.seconds(9))]))
      driver.outcomes = [
        .passed(numbers: [:]),
        .failed(reason: "too_small", sentence: "Lean further.", redo: redo, numbers: [:]),
        .passed(numbers: [:]), .passed(numbers: [:]),
      ]
      driver.begin()
      var hasFailed = false
      while driver.finish == nil {
        hasFailed = hasFailed || driver.log.contains { $0.hasSuffix("end failed") }
        // The words that say why, then what is asked for, watched, and said to have passed.
        Self.expectEqual(
          Self.remaining(driver), Self.rehearsed(driver) - (hasFailed ? 0 : more),
          "\(driver.machine.activity)")
        driver.run(until: driver.at(driver.now) + 0.3)
      }
      #expect(hasFailed && driver.finish?.state == .complete)
    }
  }

  @Test("The last failure of an attempt that must pass ends the run")
  func lastFailure() {
    var driver = MachineDriver(
      RunPlan(
        sensorPatience: .zero, continuesWithoutSound: false,
        steps: [.calibrate(.init(steps: [.neutral], isRequired: true)), .rest(.seconds(100))]))
    driver.outcomes = Array(
      repeating: .failed(reason: "moved", sentence: "Keep still.", redo: .neutral, numbers: [:]), count: 3)
    driver.begin()
    while driver.log.count(where: { $0.hasSuffix("end failed") }) < 3, driver.at(driver.now) < 100 {
      driver.run(until: driver.at(driver.now) + 0.1)
    }
    Self.expectEqual(Self.remaining(driver), Self.rehearsed(driver), "on the way out")
    #expect(Self.remaining(driver) < 3)
  }

  @Test("What takes longer than usual makes it stand still, and never less than what follows")
  func longerThanUsual() {
    var driver = RunLifecycleTests.driver(at: "awaiting stillness")
    driver.sitsStill = false
    driver.run(until: driver.at(driver.now) + 5)
    let still = Self.remaining(driver)
    driver.run(until: driver.at(driver.now) + 30)
    Self.expectEqual(Self.remaining(driver), still, "a rider who does not sit still")
    Self.expectEqual(still, Self.rehearsed(driver) { $0.give(.still($0.now)) }, "what follows")

    driver = RunLifecycleTests.driver(at: "calibrating")
    let begun = driver.now
    driver.outcomes = []
    var slow = MachineDriver(RunLifecycleTests.plan)
    slow.begin()
    slow.run(until: driver.at(begun) + 5)
    let left = Self.remaining(slow)
    slow.run(until: driver.at(begun) + 15)
    Self.expectEqual(Self.remaining(slow), left, "an attempt that does not end")
  }

  @Test("Notices that wait, and remarks, count with their words", arguments: ["speaking", "calibrating"])
  func notices(place: String) {
    var driver = RunLifecycleTests.driver(at: place)
    let before = Self.remaining(driver)
    driver.give(.notice(.diskSlow, driver.now))
    driver.give(.remark(.movedEarly, driver.now))
    Self.expectEqual(Self.remaining(driver), before + 1.4, "one notice is due")
    Self.expectEqual(Self.remaining(driver), Self.rehearsed(driver) - 1.4, "the remark comes with its block")
    driver = RunLifecycleTests.driver(at: "open trial")
    driver.give(.remark(.movedEarly, driver.now))
    Self.expectEqual(Self.remaining(driver), Self.rehearsed(driver), "a remark after the block")
  }

  @Test("Without sound nothing waits for words")
  func withoutSound() {
    var driver = Self.driver()
    driver.run(until: 3)
    driver.give(.sound(.lost(reason: "unplugged", at: driver.now)))
    for _ in 0..<40 {
      Self.expectEqual(Self.remaining(driver), Self.rehearsed(driver), "\(driver.machine.activity)")
      driver.run(until: driver.at(driver.now) + 0.9)
    }
  }

  /// With the pace of a real run: the words of a silent output, and a simulated rider who really leans.
  @Test("A whole rehearsal takes as long as was foretold", arguments: ["garage", "reaction"])
  func rehearsal(name: String) throws {
    let file = try DrillFile.load(ShippedDrillTests.folder.path + "/\(name).yaml")
    let drill = try #require(file.drill)
    let folder = NSTemporaryDirectory() + "drillrunner-remaining-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let result = try Rehearsal(file: file, drill: drill, seed: 1, folder: folder).run()
    let session = try SessionReader.read(result.bundle)
    let anchors = session.manifest.anchors
    let took = try #require(anchors.last).host - #require(anchors.first).host
    let plan = RunPlan(drill: drill, timeline: Timeline(drill, seed: 1))
    let foretold = RunMachine(plan: plan).remaining(
      at: VirtualClock.rehearsalStart, RunPace(speech: Timeline.nominalSpeech))
    // About seven minutes; what nobody knows before is how long this rider takes to lean and to sit still.
    #expect(abs((took - foretold).inSeconds) < 10, "took \(took), foretold \(foretold)")
  }
}
