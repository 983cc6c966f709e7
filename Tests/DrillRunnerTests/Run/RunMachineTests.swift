import CueAudio
import MotionCore
import Testing

@testable import DrillRunner

/// The course of a drill: its order, its stops, and what comes after its end.
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
