import MotionCore
import Testing

@testable import DrillRunner

/// Notices, which are never said into a trial.
@Suite struct RunNoticeTests {
  @Test("A notice while a cue is pending: the cue is cancelled and comes after the words")
  func noticeBeforeCue() {
    var driver = MachineDriver(.short())
    driver.begin()
    driver.run(until: 3.6)  // LEFT is wanted at 4.4: it was handed over at 3.4, and commits at 4.3.
    driver.give(.notice(.diskSlow, driver.now))
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
    driver.give(.notice(.diskSlow, driver.now))
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
    driver.give(.notice(.diskSlow, driver.now))
    driver.run(until: 5.5)  // "Go." is said from 5 to 6.
    driver.give(.notice(.diskLow, driver.now))
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
    driver.give(.notice(.diskSlow, driver.now))
    #expect(driver.log == before)
  }
}
