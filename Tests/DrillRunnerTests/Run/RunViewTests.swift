import MotionCore
import Testing

@testable import DrillRunner

/// What the live view shows of the machine, at each place of a drill.
@Suite struct RunViewTests {
  @Test(
    "The big word, where the run stands, and what ends by itself",
    arguments: [
      ("idle", ViewState.ready, RunState.idle, nil),
      ("speaking", .speaking, .preparing, nil),
      ("countdown", .countdown, .ready, .itStarts),
      ("asking", .calibrating, .calibrating, nil),
      ("calibrating", .calibrating, .calibrating, nil),
      ("awaiting stillness", .sitStill, .ready, .givenUp),
      ("stationary", .holdStill, .preparing, .freeToMove),
      ("pending", .cues, .recording, nil),
      ("open trial", .cues, .recording, nil),
      ("resting", .rest, .recording, .restEnds),
    ] as [(String, ViewState, RunState, ViewWord?)])
  func places(place: String, word: ViewState, state: RunState, countdown: ViewWord?) {
    let machine = RunLifecycleTests.driver(at: place).machine
    #expect(machine.stateWord == word)
    #expect(machine.state == state)
    #expect(machine.countdown?.what == countdown)
    #expect(machine.mood == .ordinary)
  }

  @Test("Lost, paused, stopping, saving, not saved, saved, finished")
  func interrupted() {
    var driver = RunLifecycleTests.driver(at: "resting", saves: [false, true])
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    #expect(driver.machine.stateWord == .sensorLost && driver.machine.countdown?.what == .givenUp)
    #expect(driver.machine.mood == .attention)
    driver.give(.sensorBack(driver.now))
    driver.give(.pause(source: .key, driver.now))
    #expect(driver.machine.stateWord == .paused && driver.machine.mood == .attention)
    driver.give(.pause(source: .key, driver.now))
    var seen: [ViewState] = []
    for step in 1...4000 where driver.machine.activity != .finished {
      driver.run(until: driver.at(driver.now) + 0.01 * Double(step % 2 + 1))
      if seen.last != driver.machine.stateWord { seen.append(driver.machine.stateWord) }
      if driver.machine.stateWord == .notSaved {
        #expect(driver.machine.countdown?.what == .triedAgain && driver.machine.state == .saveError)
      }
    }
    if seen.last != driver.machine.stateWord { seen.append(driver.machine.stateWord) }
    #expect(seen.suffix(5) == [.saving, .notSaved, .saving, .saved, .finished], "\(seen)")
    #expect(driver.machine.mood == .good)
  }

  @Test("A block's opening words, and a stop that waits for a cue to be taken back")
  func betweenStates() {
    var driver = MachineDriver(.short())
    driver.swallowed = [2]
    driver.begin()
    #expect(driver.machine.stateWord == .getReady)
    driver.run(until: 3.6)
    driver.stop("SIGINT")
    #expect(driver.machine.stateWord == .stopping && driver.machine.state == .finalizing)
  }

  @Test("Which step: of the drill, of a calibration, of a block")
  func steps() {
    #expect(RunLifecycleTests.driver(at: "stationary").machine.stepText == "step 6 of 9")
    #expect(
      RunLifecycleTests.driver(at: "calibrating").machine.stepText == "step 3 of 9, neutral, attempt 1 of 3")
    #expect(
      RunLifecycleTests.driver(at: "open trial").machine.stepText == "step 7 of 9, block one, cue 1 of 2")
  }

  @Test("What stands in a status that nobody has filled yet")
  func words() {
    let words: [(ViewWord, String)] = [
      (.noData, "no data"), (.live, "live"), (.silentFor(seconds: 12), "silent for 12 s"),
      (.lostAndWaited, "lost, waiting for it"), (.notReadAnyMore, "not read any more"),
      (.rateNotAsked, "not asked"), (.gapsUnknown, "gaps unknown"), (.ageUnknown, "age unknown"),
      (.soundLost, "lost: no word is heard any more"), (.questionEnds, "the question ends"),
      (.notRecording, "○ NOT RECORDING"), (.recordingBegan, "RECORDING"),
      (.timeLeft("3:20"), "about 3:20 left"),
      (.drillStep(3, of: 7), "step 3 of 7"), (.blockCue(block: "slow", 4, of: 10), "block slow, cue 4 of 10"),
      (.headingDrifts, "heading drifts"), (.diskUnknown, "disk unknown"),
      (.batteryUnknown, "battery unknown"),
      (.repeated(3), "3 times"), (.recordingEnded, "recording ended"), (.sensorUnknown, "unknown"),
      (.soundUnknown, "unknown"),
    ]
    for (word, text) in words { #expect(word.text == text) }
    #expect(ViewState.cues.text == "cues" && ViewState.rest.text == "rest" && ViewState.ready.text == "ready")
    #expect(ViewState.saved.text == "saved" && RunState.saveError.text == "save error")
  }
}
