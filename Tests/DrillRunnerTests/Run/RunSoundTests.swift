import CueAudio
import MotionCore
import Testing

@testable import DrillRunner

/// What becomes of words and cues that come late, fail, or are never reported, and of a run whose sound is lost.
@Suite struct RunSoundTests {
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
    // Said when the block is over, and not between its words.
    let said = "speak Some words came late. The numbers take it into account."
    let place = driver.log.firstIndex(of: said)
    let last = driver.log.lastIndex { $0.hasPrefix("play ") }
    #expect(place != nil && last != nil && place! > last!)
    #expect(driver.log.count { $0 == said } == 1)
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

  @Test(
    "A pause cuts a cue before its onset: its second row says that it was not heard, and its trial is repeated"
  )
  func cutBeforeItsOnset() {
    var driver = MachineDriver(.short())
    driver.begin()
    driver.run(until: 4.35)
    driver.give(.pause(source: .key, driver.now))
    driver.give(.sound(.failed(id: 2, reason: SoundFailure.cutBeforeOnset.text, at: driver.now)))
    driver.give(.pause(source: .key, driver.now))
    driver.run()
    let cues = driver.log.filter { $0.hasPrefix("cue") }
    #expect(cues.prefix(2) == ["cue LEFT #1 played", "cue LEFT #1 failed"])
    #expect(cues.contains { $0.hasPrefix("cue LEFT #3") && $0.hasSuffix("played") }, "\(cues)")
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
}
