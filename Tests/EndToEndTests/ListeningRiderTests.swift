import Foundation
import MotionCore
import Testing

/// A whole hands-free run in real time: a rider who only hears. What it does is decided from the recorded audio of the
/// sound server's monitor, never from the program's events.
@Suite(.serialized) struct ListeningRiderTests {
  @Test("A cut of the garage protocol, unattended: calibrated, complete, every cue accounted for")
  func garageCut() throws {
    let scratch = try Scratch()
    try ListeningRider.run(
      try scratch.write(Drills.garageCut, to: "garage-cut.yaml"), in: scratch, limit: 200)
  }
}

/// The same in full: `make test-long`.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["DRILLRUNNER_LONG"] != nil))
struct ListeningRiderLongTests {
  @Test("The garage protocol, unattended, in real time")
  func garage() throws {
    let scratch = try Scratch()
    let drill = Program.project.appendingPathComponent("protocols/garage.yaml").path
    try ListeningRider.run(drill, in: scratch, limit: 900)
  }
}

enum ListeningRider {
  /// The words that the rider knows. Of a sentence a part is enough that no other sentence has.
  private static let words: JSONValue = [
    "LEFT": ["text": "Left"], "RIGHT": ["text": "Right"], "CENTER": ["text": "Center"],
    "FORWARD": ["text": "Forward"], "now": ["text": "Now.", "stretch": 1.15],
    "ask left": ["text": "At the word now: Lean to the left, and come back.", "from": 1.15, "stretch": 1.15],
    "ask forward": ["text": "At the word now: Lean forward, and come back.", "from": 1.15, "stretch": 1.15],
  ]

  /// Runs a drill with the rider, and expects that it calibrates, ends, and hides no cue.
  static func run(_ drill: String, in scratch: Scratch, limit: Double) throws {
    let voice = "slt"
    let config = try scratch.write(
      (["voice": .string(voice), "words": words] as JSONValue).text(), to: "words.json")
    let heard = scratch.url.appendingPathComponent("heard.jsonl").path
    let truth = scratch.url.appendingPathComponent("truth.jsonl").path
    // The listener beside the program, both beside the server; the run begins when it listens.
    let script = """
      "$0" "$1" "$2" > "$3" & listener=$!; shift 3
      for n in $(seq 300); do [ -s "$HEARD" ] && break; sleep 0.1; done
      "$@"; status=$?; kill $listener; exit $status
      """
    let command = Rigs.nullSink(
      [
        "/bin/sh", "-c", script, PythonReader.interpreter,
        Program.rig.appendingPathComponent("listener.py").path,
        config, heard,
      ]
        + Rigs.motionNode(
          [
            "--answer-words", heard, "--truth", truth, "--seed", "3", "--reaction-ms", "200", "400", "--rate",
            "100",
          ],
          [
            Program.executable, "run", drill, "--sessions", scratch.sessions, "--yes", "--plain",
            "--voice", "flite:\(voice)",
          ]))
    let result = try Program(command, environment: ["HEARD": heard]).wait(limit: limit)
    #expect(result.status == 0, "\(result.all)")

    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    let session = bundle.session
    #expect(session.state == .complete && session.problems.isEmpty)
    #expect(try bundle.badHashes() == [])
    let steps = session.events.filter { $0.knownKind == .calibration && $0.fields["edge"] == "end" }
    let passed = steps.filter { $0.fields["outcome"] == "passed" }.map(\.label)
    #expect(passed == ["neutral", "lean_left", "lean_forward"], "\(steps.map(\.fields))")
    #expect(session.calibration?.axes?.method == "gestures")

    // Every word of the drill came out: the listener, who knows nothing else, heard each in its order.
    let words = try String(contentsOfFile: heard, encoding: .utf8).split(separator: "\n")
      .compactMap { try JSONValue.parse(Array($0.utf8))["word"]?.string }
    let cues = session.cues
    let names = Set(cues.map(\.cue))
    #expect(cues.allSatisfy { $0.status == .played })
    #expect(words.filter(names.contains) == cues.map(\.cue))

    // No cue is hidden: each has its trial, and each sideways one was answered.
    let trials = try #require(bundle.analysis?["trials"]?.array)
    #expect(trials.count == cues.count)
    for (trial, cue) in zip(trials, cues) {
      #expect(trial["trial"]?.integer == cue.trial.map(Int64.init))
      #expect(trial["verdict"]?.string != nil)
      guard cue.expect == .left || cue.expect == .right else { continue }
      // The rider moved each time; a busy machine may have lost reports of the mock sensor meanwhile, and says so.
      let reasons = (trial["reasons"]?.array ?? []).compactMap(\.string)
      #expect(!reasons.contains("missed") && !reasons.contains("wrong_direction"), "\(trial.text())")
      #expect(trial["onset_ns"]?.integer != nil || reasons.contains("gap_in_window"), "\(trial.text())")
    }
    // Saved, and the result, were said.
    let after = try String(contentsOfFile: bundle.path + "/derived/after.jsonl", encoding: .utf8)
    #expect(after.contains("Saved.") && after.contains("Median latency, left: "))
  }
}
