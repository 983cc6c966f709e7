import CueAudio
import MotionCore
import Testing

@testable import DrillRunner

/// The lifecycles of a run as tables: each thing that can happen, in each state, in virtual time.
@Suite struct RunLifecycleTests {
  /// Every state that a drill can be in, and what leads there. Speech takes a second, a breath 0.4 s, an attempt of
  /// the calibration 2.5 s.
  static let plan = RunPlan(
    sensorPatience: .seconds(20), continuesWithoutSound: false,
    steps: [
      .say("Welcome."),  // 0 … 1.4
      .start(.countdown(.seconds(5))),  // 1.4 … 6.4
      .calibrate(.init(steps: [.neutral], isRequired: true)),  // asked 6.4, watched 7.8, passed 10.3 … 11.7
      .calibrate(.init(steps: [.leanLeft, .leanForward], isRequired: true)),  // … 22.3
      .start(.stillness),  // asked 22.3, waiting from 23.7
      .stationary(.seconds(5), place: "torso"),
      .block(RunPlan.short().onlyBlock),
      .rest(.seconds(4)),
      .say("Done."),
    ])

  /// A driver that has come to a moment of that drill; the rider sits still after half a second of waiting.
  static func driver(at place: String, saves: [Bool]? = nil) -> MachineDriver {
    var driver = MachineDriver(plan)
    driver.saves = saves
    driver.outcomes = Array(repeating: .passed(numbers: [:]), count: 12)
    driver.sitsStill = place != "awaiting stillness"
    guard place != "idle" else { return driver }
    driver.begin()
    let reached: (MachineDriver) -> Bool = { driver in
      switch (place, driver.machine.activity) {
      case ("speaking", .speaking), ("countdown", .counting), ("awaiting stillness", .awaitingStillness),
        ("stationary", .stationary), ("resting", .resting), ("calibrating", .calibrating):
        true
      case ("asking", .speaking): driver.machine.calibration != nil
      case ("pending", .cueing): driver.machine.progress?.pending != nil
      case ("open trial", .cueing): driver.machine.progress?.window != nil
      default: false
      }
    }
    var seconds = 0.0
    while !reached(driver), seconds < 100 {
      seconds += 0.1
      driver.run(until: seconds)
    }
    driver.sitsStill = true
    return driver
  }

  static let places = [
    "speaking", "countdown", "asking", "calibrating", "awaiting stillness", "stationary", "pending",
    "open trial", "resting",
  ]

  private static let states: [String: RunState] = [
    "idle": .idle, "speaking": .preparing, "countdown": .ready, "asking": .calibrating,
    "calibrating": .calibrating, "awaiting stillness": .ready, "stationary": .preparing,
    "pending": .recording, "open trial": .recording, "resting": .recording,
  ]

  /// Goes on to the end.
  private static func finish(_ driver: inout MachineDriver) {
    driver.run()
  }

  /// What was opened is closed, and every trial of the drill has one last word.
  private static func expectWhole(_ driver: MachineDriver, _ comment: Comment) {
    for name in ["phase stationary", "phase one", "phase rest", "recording recording", "pause pause"] {
      let begun = driver.log.count { $0.hasPrefix("write \(name) begin") }
      #expect(driver.log.count { $0.hasPrefix("write \(name) end") } == begun, "\(name): \(comment)")
    }
    let attempts = driver.log.count { $0.hasPrefix("write calibration") && $0.hasSuffix("begin") }
    #expect(
      driver.log.count { $0.hasPrefix("write calibration") && $0.contains(" end ") } == attempts, comment)
    for cue in ["cue LEFT #1", "cue CENTER #2"] {
      #expect(driver.log.contains { $0.hasPrefix(cue) }, comment)
    }
    #expect(driver.log.count { $0.hasPrefix("finish") } == 1, comment)
  }

  @Test("Each place is in its state", arguments: ["idle"] + places)
  func state(place: String) {
    #expect(Self.driver(at: place).machine.state == Self.states[place])
  }

  @Test("The whole run passes through its states in order")
  func statesInOrder() {
    var driver = Self.driver(at: "idle", saves: [true])
    var seen: [RunState] = [driver.machine.state]
    driver.begin()
    for step in 1...2000 where driver.machine.activity != .finished {
      driver.run(until: Double(step) * 0.05)
      if seen.last != driver.machine.state { seen.append(driver.machine.state) }
    }
    #expect(
      seen == [
        .idle, .preparing, .ready, .calibrating, .ready, .preparing, .recording, .finalizing, .saved,
      ])
    #expect(
      driver.log.suffix(4) == [
        "speak Saved.", "say Saved. played", "speak The result.", "say The result. played",
      ])
  }

  @Test("A second beginning changes nothing", arguments: places)
  func doubleStart(place: String) {
    var driver = Self.driver(at: place)
    let log = driver.log
    let before = driver.machine.activity
    driver.begin()
    #expect(driver.log == log && driver.machine.activity == before)
  }

  @Test(
    "A stop ends the run at its instant, once; a signal in each state is the same stop", arguments: places)
  func stop(place: String) {
    var driver = Self.driver(at: place)
    let asked = driver.at(driver.now)
    driver.stop("SIGTERM")
    driver.stop("SIGINT")
    driver.run()
    Self.expectWhole(driver, "\(place)")
    #expect(driver.finish?.state == .interrupted && driver.finish?.reason == "SIGTERM")
    #expect(abs(driver.at(driver.finish!.boundary) - asked) < 1e-9)
    #expect(driver.log.count { $0 == "write incident interrupted" } == 1)
    #expect(driver.machine.state == .finalizing)
  }

  @Test("A sensor that is lost and comes back: the run goes on to its end", arguments: places)
  func sensorLostAndBack(place: String) {
    var driver = Self.driver(at: place)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    #expect(driver.machine.waitsForSensor)
    driver.run(until: driver.at(driver.now) + 5)
    driver.give(.sensorBack(driver.now))
    Self.finish(&driver)
    Self.expectWhole(driver, "\(place)")
    #expect(driver.finish?.state == .complete)
    #expect(driver.log.count { $0 == "write incident sensor_lost" } == 1)
    #expect(driver.log.count { $0 == "write incident sensor_back" } == 1)
    // An attempt that was cut short is not one of the three, and is made again.
    #expect(driver.log.count { $0 == "write calibration neutral end passed" } == 1)
  }

  @Test("A sensor that stays away ends the run when the patience is over", arguments: places)
  func sensorStaysAway(place: String) {
    var driver = Self.driver(at: place)
    let lost = driver.at(driver.now)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.run()
    Self.expectWhole(driver, "\(place)")
    #expect(driver.finish?.reason == "the sensor did not come back")
    #expect(abs(driver.at(driver.finish!.boundary) - lost - 20) < 1e-9)
  }

  @Test("Sound that is lost ends the run", arguments: places)
  func soundLost(place: String) {
    var driver = Self.driver(at: place)
    driver.give(.sound(.lost(reason: "unplugged", at: driver.now)))
    driver.run()
    Self.expectWhole(driver, "\(place)")
    #expect(driver.finish?.reason == "the sound output was lost")
    #expect(driver.log.count { $0 == "write incident audio_lost" } == 1)
  }

  @Test("A pause and its end: a word at each, and the run goes on to its end", arguments: places)
  func pause(place: String) {
    var driver = Self.driver(at: place)
    driver.give(.pause(source: .key, driver.now))
    #expect(driver.machine.state == .paused)
    let paused = driver.log.count
    driver.run(until: driver.at(driver.now) + 60)
    #expect(driver.machine.state == .paused, "a pause lasts until it is ended")
    #expect(driver.log.dropFirst(paused).allSatisfy { !$0.hasPrefix("play") && !$0.hasPrefix("finish") })
    driver.give(.pause(source: .button, driver.now))
    Self.finish(&driver)
    Self.expectWhole(driver, "\(place)")
    #expect(driver.finish?.state == .complete)
    #expect(driver.log.contains("write pause pause begin key"))
    #expect(driver.log.contains("write pause pause end button"))
    #expect(driver.log.contains("say Paused. played") && driver.log.contains("say We go on. played"))
  }

  @Test("A stop in a pause closes it", arguments: places)
  func stopInPause(place: String) {
    var driver = Self.driver(at: place)
    driver.give(.pause(source: .tap, driver.now))
    driver.run(until: driver.at(driver.now) + 3)
    driver.stop("SIGINT")
    driver.run()
    Self.expectWhole(driver, "\(place)")
    #expect(driver.finish?.state == .interrupted)
  }

  @Test(
    "A sensor that is lost in a pause: waited for when the pause ends, or back before", arguments: places,
    [true, false])
  func sensorLostInPause(place: String, isBack: Bool) {
    var driver = Self.driver(at: place)
    driver.give(.pause(source: .key, driver.now))
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    #expect(driver.machine.waitsForSensor && driver.machine.state == .paused)
    driver.run(until: driver.at(driver.now) + 60)
    if isBack { driver.give(.sensorBack(driver.now)) }
    driver.give(.pause(source: .key, driver.now))
    if !isBack {
      driver.run(until: driver.at(driver.now) + 5)
      driver.give(.sensorBack(driver.now))
    }
    Self.finish(&driver)
    Self.expectWhole(driver, "\(place)")
    #expect(driver.finish?.state == .complete)
    #expect(driver.log.count { $0 == "write incident sensor_back" } == 1)
  }

  @Test("A pause that is asked for while the sensor is gone begins with its return", arguments: places)
  func pauseWhileSensorGone(place: String) {
    var driver = Self.driver(at: place)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.give(.pause(source: .key, driver.now))
    driver.give(.sensorBack(driver.now))
    #expect(driver.machine.state == .paused)
    driver.give(.pause(source: .key, driver.now))
    Self.finish(&driver)
    Self.expectWhole(driver, "\(place)")
    #expect(driver.finish?.state == .complete)
  }

  @Test(
    "A marker is an annotation with its source, and changes nothing else", arguments: places,
    RunSource.allCases)
  func markers(place: String, source: RunSource) {
    var driver = Self.driver(at: place)
    let before = driver.machine.activity
    let log = driver.log
    for marker in RunMarker.allCases { driver.give(.marker(marker, source: source, driver.now)) }
    #expect(
      driver.log.dropFirst(log.count) == [
        "write marker LEFT \(source)", "write marker CENTER \(source)", "write marker RIGHT \(source)",
        "write marker GOOD \(source)", "write marker BAD \(source)",
      ])
    #expect(driver.machine.activity == before)
  }

  @Test("A marker has the time of its press, which may lie before what was written meanwhile")
  func markerTime() {
    var driver = Self.driver(at: "resting")
    let pressed = driver.now - .milliseconds(120)
    let effects = driver.machine.handle(.marker(.good, source: .button, pressed))
    guard case .write(let event)? = effects.first else {
      Issue.record("no event")
      return
    }
    #expect(event.host == pressed && event.label == "GOOD" && event.fields["source"] == "button")
  }

  @Test("Before the beginning and after the end nothing is marked or paused")
  func nothingOutside() {
    for var driver in [MachineDriver(Self.plan), Self.driver(at: "resting")] {
      if driver.machine.activity != .idle {
        driver.stop("SIGINT")
        driver.run()
      }
      let log = driver.log
      driver.give(.marker(.left, source: .key, driver.now))
      driver.give(.pause(source: .key, driver.now))
      driver.give(.start(source: .key, driver.now))
      driver.give(.notice(.diskSlow, driver.now))
      driver.give(.remark(.neverMoved, driver.now))
      #expect(driver.log == log)
    }
  }
}

extension RunPlan {
  /// The block of a plan that has one.
  var onlyBlock: Block {
    for case .block(let block) in steps { return block }
    fatalError("no block")
  }
}
