import MotionCore
import Testing

@testable import DrillRunner

/// The start: by stillness, by a countdown, or by hand.
@Suite struct RunStartTests {
  @Test("The rider is waited for to sit still; a key starts as well; never still is the end")
  func stillness() {
    for input in ["still", "key"] {
      var driver = RunLifecycleTests.driver(at: "awaiting stillness")
      driver.sitsStill = false
      driver.run(until: driver.at(driver.now) + 30)
      #expect(driver.machine.state == .ready)
      driver.give(input == "still" ? .still(driver.now) : .start(source: .key, driver.now))
      #expect(driver.log.last == "write phase stationary begin")
    }
    var driver = RunLifecycleTests.driver(at: "awaiting stillness")
    driver.sitsStill = false
    driver.run()
    #expect(driver.log.contains("say \(SpokenSentence.neverStill.english) played"))
    #expect(driver.finish?.reason == "the rider was never still")
  }

  @Test("A countdown says its words at their times, and can be cut short")
  func countdown() {
    var driver = MachineDriver(
      RunPlan(
        sensorPatience: .zero, continuesWithoutSound: false,
        steps: [.start(.countdown(.seconds(20))), .stationary(.seconds(5), place: "torso")]))
    driver.begin()
    var said: [String] = []
    for tenth in 1...199 {
      let before = driver.log.count
      driver.run(until: Double(tenth) / 10)
      for line in driver.log.dropFirst(before) where line.hasPrefix("speak") {
        said.append("\(Double(tenth) / 10) \(line.dropFirst(6))")
      }
    }
    // Twenty seconds at 0, ten at 10, five at 15 and so on; the first was said before the table began.
    #expect(driver.log.first == "speak Twenty seconds.")
    #expect(
      said == ["10.0 Ten seconds.", "15.0 Five.", "16.0 Four.", "17.0 Three.", "18.0 Two.", "19.0 One."])
    driver.run(until: 20)
    #expect(driver.log.last == "write phase stationary begin")

    driver = RunLifecycleTests.driver(at: "countdown")
    driver.give(.start(source: .button, driver.now))
    #expect(driver.machine.state == .calibrating)
  }

  @Test(
    "A start by hand is not swallowed by the words that lead back to the waiting",
    arguments: ["countdown", "awaiting stillness"], ["pause", "two pauses", "sensor"])
  func startDuringWords(place: String, interruption: String) {
    // A word takes a second, a breath 0.4 s: the start comes with the words, in them, and in the breath.
    for seconds in [0, 0.5, 1.2] { startDuringWords(place, interruption, after: seconds) }
  }

  private func startDuringWords(_ place: String, _ interruption: String, after seconds: Double) {
    var driver = RunLifecycleTests.driver(at: place)
    driver.sitsStill = false
    if interruption == "sensor" {
      driver.give(.sensorLost(reason: "unplugged", driver.now))
      driver.give(.sensorBack(driver.now))
    } else {
      for _ in 0..<(interruption == "pause" ? 2 : 4) { driver.give(.pause(source: .key, driver.now)) }
    }
    driver.run(until: driver.at(driver.now) + seconds)
    #expect(driver.machine.state == .ready)
    driver.give(.start(source: .key, driver.now))
    #expect(driver.machine.state != .ready, "\(driver.machine.activity)")
    // What was going on is not taken up again, and a later pause counts from its own beginning.
    #expect(driver.machine.interruptedAt == nil)
    driver.run(until: driver.at(driver.now) + 3)
    #expect(driver.machine.state == (place == "countdown" ? .calibrating : .preparing))
  }

  @Test("A start by hand while the voice asks to sit still, and none while other words are said")
  func startDuringOtherWords() {
    let stationary = RunPlan.Step.stationary(.seconds(5), place: "torso")
    var driver = MachineDriver(
      RunPlan(
        sensorPatience: .zero, continuesWithoutSound: false, steps: [.start(.stillness), stationary]))
    driver.begin()
    driver.run(until: 0.5)
    driver.give(.start(source: .key, driver.now))
    #expect(driver.log.last == "write phase stationary begin")
    driver = MachineDriver(
      RunPlan(
        sensorPatience: .zero, continuesWithoutSound: false, steps: [.say("Welcome."), stationary]))
    driver.begin()
    driver.run(until: 0.5)
    let log = driver.log
    driver.give(.start(source: .key, driver.now))
    #expect(driver.log == log)
  }
}
