import CueAudio
import MotionCore
import Testing

@testable import DrillRunner

@Suite struct RunMachineTests {
  @Test("A whole drill: the exact order of words, cues, phases and writes")
  func wholeDrill() {
    var driver = MachineDriver(
      .short(
        before: [.say("Hold still."), .stationary(.seconds(5), place: "torso")],
        after: [.rest(.seconds(2)), .say("Done.")]))
    driver.begin()
    driver.run()
    // Speech takes 1 s, then a breath of 0.4 s: stationary 1.4 … 6.4, "Go." until 7.4, words from 7.8.
    #expect(
      driver.log == [
        "speak Hold still.", "say Hold still. played",
        "write phase stationary begin", "write phase stationary end",
        "write recording recording begin", "write phase one begin",
        "speak Go.", "say Go. played",
        "play LEFT at 10.8 told 9.8", "cue LEFT #1 played", "heard LEFT",
        "play CENTER at 14.8 told 13.8", "cue CENTER #2 played", "heard CENTER",
        "write phase one end", "write phase rest begin", "write phase rest end",
        "speak Done.", "say Done. played",
        "cancel", "write recording recording end", "finish complete",
      ])
    // The block ends 3.5 s after its last word (18.3), the rest 2 s later, the words 1.4 s later.
    #expect(driver.at(driver.finish!.boundary) == 21.7)
  }

  @Test("A sentence that took long to make is not cut: its time counts from when the output has it")
  func aSlowMachineDoesNotCutASentence() {
    var machine = RunMachine(
      plan: .short(before: [.say("Hold still.")], after: []))
    let start = MachineDriver.start
    _ = machine.handle(.begin(start))
    // Made in 30 s, longer than any wait for a sentence of two words; it lasts 12 s.
    let made = start + .seconds(30)
    _ = machine.handle(.handedOver(id: 1, lasts: .seconds(12)))
    #expect(machine.handle(.time(made)).isEmpty)
    #expect(machine.handle(.time(made + .seconds(12))).isEmpty)
    // An output that says nothing is given up five seconds later.
    let end = made + .seconds(17)
    let effects = machine.handle(.time(end))
    #expect(
      effects.contains {
        if case .writeSay(_, let say, _) = $0 { say.status == .failed } else { false }
      })
  }

  @Test("A stop cancels what is pending and records every cue that will not come")
  func stopInMidBlock() {
    var driver = MachineDriver(.short(after: [.rest(.seconds(2))]))
    driver.begin()
    driver.run(until: 3.6)  // LEFT is wanted at 4.4: it was handed over at 3.4, and commits at 4.3.
    driver.stop("SIGINT")
    driver.run()
    #expect(
      driver.log.suffix(8) == [
        "play LEFT at 4.4 told 3.4", "cancel", "cue LEFT #1 cancelled", "cue CENTER #2 cancelled",
        "write phase one end", "write recording recording end", "write incident interrupted",
        "finish interrupted",
      ])
    #expect(driver.finish?.reason == "SIGINT")
    #expect(driver.at(driver.finish!.boundary) == 3.6)
  }

  @Test(
    "A stop in each state ends the run at its instant, once",
    arguments: [0.5, 1.2, 3.0, 6.9, 7.6, 10.0, 10.75, 12.0, 16.0, 19.0, 20.5])
  func stopInEachState(seconds: Double) {
    var driver = MachineDriver(
      .short(
        before: [.say("Hold still."), .stationary(.seconds(5), place: "torso")],
        after: [.rest(.seconds(2)), .say("Done.")]))
    driver.begin()
    driver.run(until: seconds)
    driver.stop("SIGTERM")
    driver.stop("SIGTERM")
    driver.run()
    #expect(driver.log.count { $0.hasPrefix("finish") } == 1)
    #expect(driver.log.count { $0 == "write incident interrupted" } == 1)
    #expect(driver.finish?.state == .interrupted)
    #expect(abs(driver.at(driver.finish!.boundary) - seconds) < 1e-9)
    // Both cues are accounted for, whatever became of them.
    #expect(driver.log.count { $0.hasPrefix("cue LEFT") } == 1)
    #expect(driver.log.count { $0.hasPrefix("cue CENTER") } == 1)
    // What was opened is closed.
    for name in ["phase stationary", "phase one", "phase rest", "recording recording"] {
      let begun = driver.log.count { $0 == "write \(name) begin" }
      #expect(driver.log.count { $0 == "write \(name) end" } == begun)
    }
  }

  @Test("A stop before the beginning")
  func stopBeforeBegin() {
    var driver = MachineDriver(.short())
    driver.stop("SIGHUP")
    #expect(
      driver.log == [
        "cancel", "cue LEFT #1 cancelled", "cue CENTER #2 cancelled", "write incident interrupted",
        "finish interrupted",
      ])
  }

  @Test("A stop that the output does not answer still ends")
  func stopWithoutAnswer() {
    var driver = MachineDriver(.short())
    driver.swallowed = [2]
    driver.begin()
    driver.run(until: 3.6)
    driver.stop("SIGINT")
    driver.run()
    #expect(driver.log.contains("cue LEFT #1 cancelled"))
    #expect(driver.finish?.state == .interrupted)
  }

  @Test("A cue that the output never reports fails, and the drill goes on")
  func silentOutput() {
    var driver = MachineDriver(.short())
    driver.swallowed = [2]
    driver.begin()
    driver.run()
    #expect(driver.log.contains("cue LEFT #1 failed"))
    #expect(driver.log.contains("cue CENTER #2 played"))
    #expect(driver.finish?.state == .complete)
  }

  @Test("A late cue is recorded as late, and the next interval counts from when it was heard")
  func lateCue() {
    var driver = MachineDriver(.short())
    driver.swallowed = [2]
    driver.begin()
    driver.run(until: 4.5)
    let heard = MachineDriver.start + .milliseconds(4600)
    driver.give(
      .sound(
        .committed(
          id: 2,
          times: SoundTimes(
            dispatched: heard, frame0: heard, audible: heard, audibleUncertaintyNs: 0, timing: .measured),
          late: true)))
    driver.run()
    #expect(driver.log.contains("cue LEFT #1 late"))
    #expect(driver.log.contains("write incident late_cue"))
    #expect(driver.log.contains { $0.hasPrefix("play CENTER at 8.6") })
  }

  @Test("A catch trial is a silent slot: nothing is played, and it is written at its time")
  func catchTrial() {
    var plan = RunPlan.short()
    guard case .block(var block) = plan.steps[0] else { return }
    block.slots.insert(.init(cue: nil, expect: .none, trial: nil, interval: .seconds(4)), at: 1)
    plan.steps = [.block(block)]
    var driver = MachineDriver(plan)
    driver.begin()
    driver.run()
    #expect(
      driver.log.filter { $0.hasPrefix("cue") } == [
        "cue LEFT #1 played", "cue CATCH - silent", "cue CENTER #2 played",
      ])
    #expect(driver.log.contains("play CENTER at 12.4 told 11.4"))
  }

  @Test("Sensor lost without patience: stopped at once")
  func sensorLost() {
    var driver = MachineDriver(.short())
    driver.begin()
    driver.run(until: 5)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.run()
    #expect(driver.log.contains("write incident sensor_lost"))
    #expect(driver.finish?.state == .interrupted)
    #expect(driver.finish?.reason == "the sensor was lost")
  }

  @Test("Sensor lost and back: the open trial is repeated at the end of its block")
  func sensorBack() {
    var driver = MachineDriver(.short(patience: .seconds(20)))
    driver.begin()
    driver.run(until: 5)  // LEFT was heard at 4.4, its window is open.
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.run(until: 10)
    driver.give(.sensorBack(driver.now))
    driver.run()
    #expect(driver.log.contains("speak The sensor is lost. Waiting for it."))
    #expect(
      driver.log.filter { $0.hasPrefix("cue") || $0.contains("sensor_") } == [
        "cue LEFT #1 played", "write incident sensor_lost", "write incident sensor_back",
        "cue CENTER #2 played", "cue LEFT #3 of #1 played",
      ])
    // Back at 10, words until 11, a breath, and a whole interval.
    #expect(driver.log.contains("play CENTER at 15.4 told 14.4"))
    #expect(driver.finish?.state == .complete)
  }

  @Test("Sensor lost while a cue is pending: it is cancelled, and comes after the return")
  func sensorBackPending() {
    var driver = MachineDriver(.short(patience: .seconds(20)))
    driver.begin()
    driver.run(until: 3.6)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.run(until: 10)
    driver.give(.sensorBack(driver.now))
    driver.run()
    #expect(
      driver.log.filter { $0.hasPrefix("cue") } == [
        "cue LEFT #1 cancelled", "cue LEFT #1 played", "cue CENTER #2 played",
      ])
  }

  @Test("Sensor that does not come back: stopped when the patience is over")
  func sensorStaysAway() {
    var driver = MachineDriver(.short(patience: .seconds(20)))
    driver.begin()
    driver.run(until: 5)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.run()
    #expect(driver.finish?.state == .interrupted)
    #expect(driver.finish?.reason == "the sensor did not come back")
    #expect(driver.at(driver.finish!.boundary) == 25)
  }

  @Test("A stationary phase that the sensor missed starts anew")
  func stationaryAgain() {
    var driver = MachineDriver(
      .short(patience: .seconds(20), before: [.stationary(.seconds(5), place: "torso")]))
    driver.begin()
    driver.run(until: 2)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.run(until: 4)
    driver.give(.sensorBack(driver.now))
    driver.run()
    // Back at 4, words until 5, a breath: 5.4 … 10.4.
    #expect(driver.log.count { $0 == "write phase stationary begin" } == 2)
    #expect(driver.log.count { $0 == "write phase stationary end" } == 2)
    #expect(driver.log.contains { $0.hasPrefix("play LEFT at 14.8") })
  }

  @Test("Sound lost: the run stops, and says so")
  func soundLost() {
    var driver = MachineDriver(.short())
    driver.begin()
    driver.run(until: 3.6)
    driver.give(.sound(.lost(reason: "unplugged", at: driver.now)))
    driver.run()
    #expect(driver.log.contains("write incident audio_lost"))
    #expect(driver.log.contains("cue LEFT #1 failed"))
    #expect(driver.log.contains("cue CENTER #2 cancelled"))
    #expect(driver.finish?.reason == "the sound output was lost")
  }

  @Test("Sound lost where the drill goes on: the cues fail, the capture is whole")
  func soundLostContinues() {
    var driver = MachineDriver(.short(withoutSound: true, after: [.say("Done.")]))
    driver.begin()
    driver.run(until: 3.6)
    driver.give(.sound(.lost(reason: "unplugged", at: driver.now)))
    driver.run()
    #expect(driver.log.contains("cue LEFT #1 failed"))
    #expect(driver.log.contains("cue CENTER #2 failed"))
    #expect(driver.log.contains("say Done. failed"))
    #expect(driver.finish?.state == .complete)
  }

  @Test("A replay that ends stops the run")
  func replayEnds() {
    var driver = MachineDriver(.short())
    driver.begin()
    driver.run(until: 3)
    driver.give(.sensorEnded(driver.now))
    driver.run()
    #expect(driver.finish?.state == .interrupted)
    #expect(driver.finish?.reason == "the replayed recording is over")
  }

  @Test("A cue that was handed over and then did not come out is recorded as failed, in a second row")
  func failedAfterCommit() {
    var driver = MachineDriver(.short())
    driver.begin()
    driver.run(until: 4.35)  // LEFT committed at 4.3, for 4.4.
    driver.give(.sound(.failed(id: 2, reason: "underrun", at: driver.now)))
    driver.run()
    #expect(
      driver.log.filter { $0.hasPrefix("cue") } == [
        "cue LEFT #1 played", "cue LEFT #1 failed", "cue CENTER #2 played",
      ])
    // The next word keeps its time.
    #expect(driver.log.contains("play CENTER at 8.4 told 7.4"))
    #expect(driver.finish?.state == .complete)
  }

  @Test("Guidance that fails after it has left is recorded so, and the run goes on at once")
  func guidanceFailsAfterCommit() {
    var driver = MachineDriver(
      .short(before: [.say("Hold still."), .stationary(.seconds(5), place: "torso")]))
    driver.begin()
    driver.run(until: 0.5)
    driver.give(.sound(.failed(id: 1, reason: "underrun", at: driver.now)))
    #expect(
      driver.log == [
        "speak Hold still.", "say Hold still. played", "say Hold still. failed",
        "write phase stationary begin",
      ])
  }

  @Test("A cue that leaves just after the sensor was lost is repeated")
  func committedAfterLoss() {
    var driver = MachineDriver(.short(patience: .seconds(20)))
    driver.swallowed = [2]
    driver.begin()
    driver.run(until: 3.6)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    let onset = MachineDriver.start + .milliseconds(4400)
    driver.give(
      .sound(
        .committed(
          id: 2,
          times: SoundTimes(
            dispatched: driver.now, frame0: onset, audible: onset, audibleUncertaintyNs: 0,
            timing: .measured), late: false)))
    driver.give(.sensorBack(driver.now))
    driver.run()
    #expect(
      driver.log.filter { $0.hasPrefix("cue") } == [
        "cue LEFT #1 played", "cue CENTER #2 played", "cue LEFT #3 of #1 played",
      ])
  }

  @Test("A cue that is reported cancelled only after the sensor is back still comes")
  func cancelledAfterReturn() {
    var driver = MachineDriver(.short(patience: .seconds(20)))
    driver.swallowed = [2]
    driver.begin()
    driver.run(until: 3.6)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.give(.sensorBack(driver.now))
    driver.give(.sound(.cancelled(id: 2, at: driver.now)))
    driver.run()
    #expect(
      driver.log.filter { $0.hasPrefix("cue") } == [
        "cue LEFT #1 cancelled", "cue LEFT #1 played", "cue CENTER #2 played",
      ])
  }

  @Test("A notice while a cue is pending: the cue is cancelled and comes after the words")
  func noticeBeforeCue() {
    var driver = MachineDriver(.short())
    driver.begin()
    driver.run(until: 3.6)  // LEFT is wanted at 4.4: it was handed over at 3.4, and commits at 4.3.
    driver.give(.notice("The disk is slow.", driver.now))
    driver.run()
    // Words from 3.6 to 4.6, a breath of 0.4 s, and a whole interval of 3 s.
    #expect(
      driver.log.drop { $0 != "cancel" }.prefix(7) == [
        "cancel", "speak The disk is slow.", "cue LEFT #1 cancelled", "say The disk is slow. played",
        "play LEFT at 8.0 told 7.0", "cue LEFT #1 played", "heard LEFT",
      ])
    #expect(driver.finish?.state == .complete)
  }

  @Test("A notice in an open trial: the trial is repeated at the end of its block")
  func noticeInTrial() {
    var driver = MachineDriver(.short())
    driver.begin()
    driver.run(until: 5)  // LEFT was heard at 4.4, its window is open.
    driver.give(.notice("The disk is slow.", driver.now))
    driver.run()
    #expect(
      driver.log.filter { $0.hasPrefix("cue") || $0.hasPrefix("speak The") } == [
        "cue LEFT #1 played", "speak The disk is slow.", "cue CENTER #2 played", "cue LEFT #3 of #1 played",
      ])
    // Words until 6, a breath, and a whole interval.
    #expect(driver.log.contains("play CENTER at 10.4 told 9.4"))
    #expect(driver.finish?.state == .complete)
  }

  @Test(
    "A notice while something is said waits for its end; elsewhere it is said at once and changes nothing")
  func noticeElsewhere() {
    var driver = MachineDriver(.short(before: [.stationary(.seconds(5), place: "torso")]))
    driver.begin()
    driver.run(until: 1)
    driver.give(.notice("The disk is slow.", driver.now))
    driver.run(until: 5.5)  // "Go." is said from 5 to 6.
    driver.give(.notice("The disk is nearly full.", driver.now))
    driver.run()
    #expect(
      driver.log.filter { $0.hasPrefix("speak") || $0.contains("stationary") || $0.hasPrefix("play") } == [
        "write phase stationary begin", "speak The disk is slow.", "write phase stationary end",
        "speak Go.", "speak The disk is nearly full.",
        // Words until 6, a breath, words until 7.4, a breath: the block's first interval begins at 7.8.
        "play LEFT at 10.8 told 9.8", "play CENTER at 14.8 told 13.8",
      ])
    #expect(driver.finish?.state == .complete)
    let before = driver.log
    driver.give(.notice("The disk is slow.", driver.now))
    #expect(driver.log == before)
  }

  @Test("Inputs after the end, and a second beginning, change nothing")
  func afterTheEnd() {
    var driver = MachineDriver(.short())
    driver.begin()
    driver.begin()
    driver.run()
    let log = driver.log
    driver.begin()
    driver.stop("SIGINT")
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.give(.sound(.lost(reason: "unplugged", at: driver.now)))
    driver.give(.time(driver.now + .seconds(100)))
    #expect(driver.log == log)
  }
}
