import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// What is said when a run is over: the reason in words, and one next step for each way of ending.
@Suite struct NextStepTests {
  /// As a session records the end of a run; what is said of it; and the next step.
  static let ends: [(reason: String, words: String, next: NextStep)] = [
    (RunReason.signal("SIGINT").text, "stopped by Ctrl-C", .runAgain),
    (RunReason.signal("SIGTERM").text, "stopped by SIGTERM", .runAgain),
    (RunReason.signal("SIGHUP").text, "the terminal was closed", .runAgain),
    (RunReason.byHand(.button).text, "stopped by a button", .runAgain),
    (RunReason.byHand(.tap).text, "stopped by a tap", .runAgain),
    (RunReason.sensorLost.text, "the sensor was lost", .reconnectSensor),
    (RunReason.sensorNeverBack.text, "the sensor did not come back", .reconnectSensor),
    (RunReason.soundLost.text, "the sound output was lost", .checkSound),
    (RunReason.recordingOver.text, "the replayed recording is over", .replayWhole),
    (RunReason.neverStill.text, "the rider was never still", .sitStill),
    (
      RunReason.calibrationFailed(step: "lean_left", reason: "never_moved").text,
      "the calibration failed at the lean to the left: the trunk did not move while the lean was waited for",
      .calibrateAnew(advice: "lean with the word now")
    ),
    (
      RunReason.calibrationFailed(step: "neutral", reason: "no_outcome").text,
      "the calibration failed at the neutral posture: the sensor's rows did not tell how the step went",
      .calibrateAnew(advice: "strap the sensor on anew")
    ),
    (
      StoreTrouble.diskFull(file: "gyroscope.jsonl").text, "the disk is full: gyroscope.jsonl cannot grow",
      .freeDisk
    ),
    (
      StoreTrouble.gaveUp(call: "write", file: "g.jsonl", reason: "Input/output error", why: "Read-only")
        .text,
      "write failed on g.jsonl: Input/output error; no further file could be opened (Read-only), its rows are "
        + "lost from here on", .replaceDisk(session: "last")
    ),
    ("the moon is full", "the moon is full", .seeWhatIsThere(session: "last")),
  ]

  @Test(arguments: ends.indices)
  func eachWayOfEndingHasItsWordsAndItsStep(index: Int) {
    let (reason, words, next) = NextStepTests.ends[index]
    let end = RunEnd(state: .interrupted, reason: reason, session: "last")
    #expect(end.words == words && end.next == next)
    // No word of a file, as lean_left.
    #expect(end.words?.contains("_") == false)
  }

  /// Every reason of a calibration, at every step, in words.
  @Test func calibrationsAreToldInWords() {
    for step in CalibrationStep.allCases {
      for reason in CalibrationProblem.Reason.allCases {
        let text = RunReason.calibrationFailed(step: step.rawValue, reason: reason.rawValue).text
        let end = RunEnd(state: .interrupted, reason: text, session: "last")
        #expect(end.words?.contains("_") == false, "\(text)")
        #expect(end.next == .calibrateAnew(advice: reason.wording.nextStep ?? ""), "\(text)")
      }
    }
  }

  @Test func withoutAReasonSomethingIsMissing() {
    let end = RunEnd(state: .incomplete, reason: nil, session: "last")
    #expect(end.words == nil && end.next == .seeWhatIsMissing(session: "last"))
    #expect(end.next.text == "Next: see what is missing: drillrunner verify last.")
  }

  /// The last line of a report of a rehearsed session, whatever it ended like.
  @Test func theReportEndsWithTheNextStep() throws {
    let heard = try HeardMessages()
    let drill = try heard.write(HeardMessages.drill, "short drill.yaml")
    let sessions = heard.folder + "/sessions"
    let (ids, text) = heard.run(["rehearse", drill, "--sessions", sessions])
    #expect(ids.last == "next.run-for-real")
    #expect(
      text.replacing("\n  ", with: " ").hasSuffix("\nNext: run it for real: drillrunner run '\(drill)'.\n"))
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: sessions).first { !$0.contains(".") })
    let bundle = "\(sessions)/\(name)"
    func told(_ state: SessionState, _ reason: String?, losses: [String: Int64] = [:]) throws -> (
      ids: [String], text: String
    ) {
      let result = RunResult(state: state, reason: reason, bundle: bundle, losses: losses)
      let report = RunReport(result: result, session: bundle)
      return try heard.told { _ = try report.print(to: $0, json: false, strict: false) }
    }
    #expect(try told(.complete, nil).ids.last == "next.keep-notes")
    #expect(try told(.complete, nil, losses: ["dropped_events": 2]).ids.contains("next.mend-connection"))
    let stopped = try told(.interrupted, RunReason.sensorNeverBack.text)
    #expect(stopped.ids.last == "next.reconnect-sensor")
    #expect(stopped.text.contains("Session interrupted (the sensor did not come back): \(bundle)\n"))
    // Another folder of sessions: "last" would be another one.
    let missing = try told(.incomplete, nil).text.replacing("\n  ", with: " ")
    #expect(missing.contains("drillrunner verify \(bundle)"))
  }

  /// Nothing counts: forward, without a calibration that tells where that is.
  @Test func aRunWithoutACountedMovementSaysHowToSeeWhy() throws {
    let heard = try HeardMessages()
    let drill = try heard.write(
      HeardMessages.drill.replacing("expect: left", with: "expect: forward"), "forward.yaml")
    let sessions = heard.folder + "/sessions"
    let (ids, text) = heard.run(["rehearse", drill, "--sessions", sessions])
    #expect(ids.contains("drill-step.forward-uncalibrated"))
    #expect(ids.last == "next.see-why-none-counts", "\(text)")
  }

  /// A session that cannot be read is told with its place all the same.
  @Test func aSessionThatCannotBeAnalysedIsTold() throws {
    let heard = try HeardMessages()
    let result = RunResult(state: .complete, reason: nil, bundle: heard.folder + "/none")
    let (ids, text) = heard.told { console in
      #expect(throws: (any Error).self) {
        try RunReport(result: result).print(to: console, json: false, strict: false)
      }
    }
    #expect(ids == ["result.session-ended"] && text.contains(heard.folder + "/none"))
  }

  @Test(arguments: [
    ("a.yaml", "a.yaml"), ("/a/b-1_c.yaml", "/a/b-1_c.yaml"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#),
    ("", "''"), ("$x", "'$x'"),
  ])
  func wordsAreQuotedForAShell(word: String, quoted: String) {
    #expect(ShellWord.quoted(word) == quoted)
  }
}
