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

  @Test("Each attempt at a step of the calibration has its number")
  func attempts() {
    var driver = MachineDriver(
      RunPlan(
        sensorPatience: .zero, continuesWithoutSound: false,
        steps: [.calibrate(.init(steps: [.leanLeft], isRequired: true))]))
    driver.outcomes = [
      .failed(reason: "too_small", sentence: "Lean further.", redo: .leanLeft, numbers: [:]),
      .passed(numbers: [:]),
    ]
    driver.begin()
    var seen: [String] = []
    for step in 1...200 where driver.machine.calibration != nil {
      if seen.last != driver.machine.stepText { seen.append(driver.machine.stepText) }
      driver.run(until: 0.1 * Double(step))
    }
    #expect(
      seen
        == (1...2).map {
          "step 1 of 1, " + ViewWord.attempt(step: "lean left", $0, of: 3).text
        })
  }

  @Test("A question that waits for its answer")
  func question() {
    let question = DrillQuestion(
      name: "trouble", text: "Any trouble?", answers: [.good, .bad], tap: .bad, within: .seconds(10))
    var driver = MachineDriver(
      RunPlan(sensorPatience: .zero, continuesWithoutSound: false, steps: [.ask(question)]))
    driver.begin()
    #expect(driver.machine.stateWord == .speaking)
    driver.run(until: 5)
    #expect(driver.machine.stateWord == ViewState.question)
    #expect(driver.machine.countdown?.what == .questionEnds)
    driver.give(.marker(.good, source: .key, driver.now))
    #expect(driver.machine.stateWord != ViewState.question)
  }

  @Test("A session that ended early shows why, and is not green", arguments: RunLifecycleTests.places)
  func endedEarly(place: String) {
    let ends: [(String, (inout MachineDriver) -> Void, String)] = [
      ("signal", { $0.stop("SIGTERM") }, "interrupted: stopped by SIGTERM"),
      (
        "sensor", { $0.give(.sensorLost(reason: "unplugged", $0.now)) },
        "interrupted: the sensor did not come back"
      ),
      (
        "sound", { $0.give(.sound(.lost(reason: "unplugged", at: $0.now))) },
        "interrupted: the sound output was lost"
      ),
      (
        "disk", { $0.give(.stop(reason: "the disk is full", $0.now)) }, "interrupted: the disk is full"
      ),
    ]
    for (name, end, text) in ends {
      var driver = RunLifecycleTests.driver(at: place, saves: [true])
      #expect(driver.machine.endedEarly == nil)
      end(&driver)
      driver.run()
      #expect(driver.machine.state == .saved, "\(name)")
      #expect(driver.machine.endedEarly?.text == text, "\(name)")
      #expect(driver.machine.mood == .attention, "\(name)")
    }
    var driver = RunLifecycleTests.driver(at: place, saves: [true])
    driver.give(.still(driver.now))
    driver.run()
    #expect(driver.machine.endedEarly == nil && driver.machine.mood == .good, "a whole one is")
  }

  @Test("The sentences of a run, numbered, for the screen: also what is said aside, and what nobody can hear")
  func sentences() {
    var driver = RunLifecycleTests.driver(at: "awaiting stillness")
    let said = driver.machine.sentences(at: driver.now)
    #expect(said.map(\.number) == Array(said[0].number..<said[0].number + 8), "the latest eight")
    #expect(said.last?.text == SpokenSentence.sitStill.english)
    // "Now" is read together with what it follows.
    let now = said.last { $0.text == SpokenSentence.now.english }
    let asked = said.last { $0.text == SpokenSentence.askLeanForward.english }
    #expect(now != nil && now?.group == asked?.number)
    #expect(Set(said.map(\.group)).count == 7 - (said.count { $0.text == now?.text } - 1), "no other is")
    driver.give(.pause(source: .key, driver.now))
    driver.run(until: driver.at(driver.now) + 2)
    #expect(driver.machine.sentences(at: driver.now).last?.text == SpokenSentence.paused.english)
    #expect(driver.machine.sentences(at: driver.now).last?.age == .seconds(2))

    var plan = RunPlan.short(
      withoutSound: true, before: [.rest(.seconds(2)), .say("One."), .say("Two."), .rest(.seconds(3))])
    plan.steps.append(.say("End."))
    driver = MachineDriver(plan)
    driver.begin()
    driver.give(.sound(.lost(reason: "gone", at: driver.now)))
    driver.run(until: 3)
    #expect(driver.machine.sentences(at: driver.now).map(\.text) == ["One.", "Two."])
    #expect(Set(driver.machine.sentences(at: driver.now).map(\.group)) == [1], "read together")
    driver.run(until: 6)
    #expect(driver.machine.sentences(at: driver.now).last.map { $0.text + "\($0.group)" } == "Go.3")
  }

  @Test("A question stands there while it can be answered, with what a double tap means")
  func openQuestion() {
    let asked = DrillQuestion(
      name: "trouble", text: "Any trouble?", answers: [.good, .bad], tap: .bad, within: .seconds(10))
    for (tap, heard, means) in [
      (RunMarker.bad, RunControl.pause, "a double tap means BAD"),
      (nil, .pause, "a double tap is no answer, but pause"), (.bad, nil, nil),
    ] as [(RunMarker?, RunControl?, String?)] {
      var question = asked
      question.tap = tap
      var driver = MachineDriver(
        RunPlan(
          sensorPatience: .zero, continuesWithoutSound: false, steps: [.ask(question), .rest(.seconds(9))]))
      driver.begin()
      var open: LiveStatus.Question? { driver.machine.openQuestion(doubleTap: heard, haveKeys: true) }
      for seconds in [0.5, 5] {
        driver.run(until: seconds)
        #expect(open?.text == "Any trouble?" && open?.answers.text == "GOOD (g) or BAD (b)")
        #expect(open?.doubleTap?.text == means)
      }
      driver.give(.pause(source: .key, driver.now))
      #expect(open == nil, "in a pause a marker is no answer")
      driver.give(.pause(source: .key, driver.now))
      driver.run(until: 8)
      #expect(open != nil)
      driver.give(.marker(.bad, source: .key, driver.now))
      #expect(open == nil)
    }
  }

  @Test("The keys that the view names do what it says")
  func keys() {
    var status = LiveStatus(state: .ready, drillTitle: "T")
    status.keys = RunControl.keysText
    let lines = LiveView.render(status, width: 80, height: 24, unicode: true).map(\.text)
    #expect(lines.contains("keys      " + ViewWord.keys.text))
    let controls: [(name: String, control: RunControl)] = [
      ("p pause", .pause), ("q stop", .stop), ("s start", .start), ("l left", .marker(.left)),
      ("c centre", .marker(.center)), ("r right", .marker(.right)), ("g good", .marker(.good)),
      ("b bad", .marker(.bad)),
    ]
    let named = ViewWord.keys.text.split { ",;".contains($0) }.map { String($0.drop { $0 == " " }) }
    #expect(named == controls.map(\.name))
    for (name, control) in controls {
      #expect(name.first.flatMap { RunControl(key: $0) } == control, "\(name)")
    }
    for marker in RunMarker.allCases {
      #expect(marker.key.first.flatMap { RunControl(key: $0) } == .marker(marker))
    }
    #expect(ViewWord.endKeys.text == "q ends now" && RunControl(key: "q") == .stop)
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
