import CueAudio
import MotionCore
import Testing

@testable import DrillRunner

/// Sealing, again where it fails.
@Suite struct RunSavingTests {
  @Test("A save that fails is said and tried again: 2, 5 and 10 s after the failures", arguments: 0...4)
  func saveRetried(failures: Int) {
    var driver = MachineDriver(RunPlan.short())
    driver.saves = Array(repeating: false, count: failures) + [true]
    driver.begin()
    driver.run()
    let captured = driver.at(driver.finish!.boundary)
    #expect(driver.log.count { $0 == "save again" } == min(failures, 3))
    #expect(driver.log.count { $0 == "speak \(SpokenSentence.notSaved.english)" } == min(failures, 3))
    #expect(driver.log.count { $0.hasPrefix("finish") } == 1)
    if failures < 4 {
      #expect(driver.machine.state == .saved)
      #expect(driver.log.suffix(2) == ["speak The result.", "say The result. played"])
      let waits = [0.0, 2, 7, 17][failures]
      // Each attempt takes a second; then "Saved." and the result, a second and a breath each.
      #expect(abs(driver.at(driver.now) - captured - waits - Double(failures + 1) - 2.8) < 1e-6)
    } else {
      #expect(driver.machine.state == .saveError)
      #expect(driver.log.last == "say \(SpokenSentence.neverSaved.english) played")
    }
  }

  @Test("A stop while a save is waited for brings it forward and never skips it")
  func stopWhileRetrying() {
    var driver = MachineDriver(RunPlan.short())
    driver.saves = [false, true]
    driver.begin()
    driver.run(until: 13.5)  // The capture ends at 11.9, the first attempt at 12.9.
    #expect(driver.machine.state == .saveError)
    driver.stop("SIGINT")
    #expect(driver.log.last == "save again" && driver.machine.state == .finalizing)
    driver.run()
    #expect(driver.machine.state == .saved)
  }

  /// "Saved." and the result last a second and a breath each here.
  @Test(
    "A stop when nothing but words is left cuts them short; before, it never skips the sealing",
    arguments: [("Saved.", 0.5), ("Saved.", 1.2), ("The result.", 2.0)])
  func closingWordsAreCutShort(word: String, after: Double) {
    var driver = MachineDriver(RunPlan.short())
    driver.saves = [true]
    driver.begin()
    driver.run(until: 12)  // The capture ends at 11.9, the sealing takes a second.
    #expect(driver.machine.state == .finalizing && !driver.machine.isClosing)
    driver.stop("SIGINT")
    #expect(driver.machine.activity == .sealing, "a stop never skips the sealing")
    driver.run(until: 12.9 + after)
    #expect(driver.log.contains("speak \(word)") && driver.machine.isClosing)
    let log = driver.log
    driver.stop("SIGINT")
    #expect(driver.machine.activity == .finished && driver.machine.state == .saved)
    #expect(driver.log.dropFirst(log.count) == ["cancel"])
    #expect(driver.finish?.state == .complete, "what was sealed stays what it is")
    driver.give(.result("The result.", driver.now))
    #expect(driver.log.dropFirst(log.count) == ["cancel"])
  }

  @Test("Words that had not left are recorded as cancelled by the stop that cut them")
  func uncommittedClosingWords() {
    var driver = MachineDriver(RunPlan.short())
    driver.saves = [true]
    driver.begin()
    driver.run(until: 12)
    // "Saved." is the sixth sound: "Go.", two cues, and none that was cancelled before it.
    driver.swallowed = Set(1...20)
    driver.run(until: 13)
    driver.stop("SIGINT")
    #expect(driver.log.suffix(2) == ["cancel", "say Saved. cancelled"])
    #expect(driver.reasons.last == "SIGINT")
  }

  @Test("That it was never saved can be cut short as well")
  func neverSavedIsCutShort() {
    var driver = MachineDriver(RunPlan.short())
    driver.saves = Array(repeating: false, count: 4)
    driver.begin()
    while !driver.log.contains("speak \(SpokenSentence.neverSaved.english)"), driver.at(driver.now) < 100 {
      driver.run(until: driver.at(driver.now) + 0.5)
    }
    driver.stop("SIGINT")
    #expect(driver.machine.activity == .finished && driver.machine.state == .saveError)
  }

  @Test("A disk that no longer answers is not tried again")
  func saveGivenUp() {
    var driver = MachineDriver(RunPlan.short())
    driver.begin()
    driver.run()
    driver.saves = []
    driver.give(.saveFailed(reason: "the disk has not answered", mayRetry: false, driver.now))
    driver.run()
    #expect(driver.log.last == "say \(SpokenSentence.neverSaved.english) played")
    #expect(driver.machine.state == .saveError)
  }

  @Test("Sound that is lost while saving keeps nothing from being saved")
  func soundLostWhileSaving() {
    var driver = MachineDriver(RunPlan.short())
    driver.saves = [false, true]
    driver.begin()
    driver.run(until: 13)
    driver.give(.sound(.lost(reason: "unplugged", at: driver.now)))
    driver.run()
    #expect(driver.machine.state == .saved && driver.finish?.state == .complete)
  }
}
