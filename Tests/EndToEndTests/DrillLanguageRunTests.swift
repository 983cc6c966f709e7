import Foundation
import MotionCore
import Testing

/// What the drill language promises of a whole run of the program: includes in the record, questions, other languages.
@Suite(.serialized) struct DrillLanguageRunTests {
  private static let including = """
    drill: 1
    title: With words of its own file
    rate: 200 Hz
    seed: 5
    include: words/two.yaml
    steps:
      - stationary: 3 s
      - block: { name: one, cues: [LEFT, CENTER], interval: 3.0 s .. 3.6 s exponential }
    """

  @Test("A session holds what its drill includes, and runs again from it without the files")
  func selfContained() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      at: scratch.url.appendingPathComponent("words"), withIntermediateDirectories: true)
    let words = "cue_set: 1\n" + Drills.cues
    let file = try scratch.write(words, to: "words/two.yaml")
    let drill = try scratch.write(Self.including, to: "drill.yaml")
    let first = try Program.run(["rehearse", drill, "--sessions", scratch.sessions])
    #expect(first.status == 0, "\(first.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    let recorded = try String(contentsOfFile: bundle.path + "/protocol.yaml", encoding: .utf8)
    #expect(recorded.hasPrefix(Self.including) && recorded.contains(words))
    #expect(try bundle.badHashes() == [])

    try FileManager.default.removeItem(atPath: file)
    let gone = try Program.run(["check", drill])
    #expect(
      gone.status == 7 && gone.err.contains("drill.yaml:5:10: error: \"words/two.yaml\" cannot be read"))
    let other = scratch.url.path + "/again"
    let second = try Program.run(["rehearse", bundle.path + "/protocol.yaml", "--sessions", other])
    #expect(second.status == 0, "\(second.all)")
    let again = try Bundle(onlyOneIn: other)
    for name in ["protocol.yaml", "timeline.json", "gyroscope.jsonl", "events.jsonl"] {
      let files = try [bundle, again].map { try Data(contentsOf: URL(fileURLWithPath: "\($0.path)/\(name)")) }
      #expect(files[0] == files[1], "\(name)")
    }
  }

  @Test("A question at the end is answered by a button, before the session is sealed")
  func question() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(
      Drills.onlyStill("1 s") + "\n  - ask: Trouble?\n    name: trouble\n    within: 1 min\n",
      to: "drill.yaml")
    let script = try scratch.write(
      #"{"plug": "pad", "node": 40}"# + "\n" + #"{"at": 5.0, "press": "pad", "key": 310}"#, to: "script")
    let program = try Program(
      Rigs.keyNode(
        ["--script", script, "--after", scratch.sessions + "/*/events.jsonl"],
        [
          Program.executable, "run", drill, "--sessions", scratch.sessions, "--imu", "simulated:seed=1",
          "--audio", "none", "--yes", "--plain",
        ]))
    let result = program.wait(limit: 90)
    #expect(result.status == 0, "\(result.all)")
    let events = try Bundle(onlyOneIn: scratch.sessions).session.events
    let marker = try #require(events.first { $0.knownKind == .marker })
    #expect(marker.label == "BAD" && marker.fields["question"]?.string == "trouble")
    let phase = try #require(events.last { $0.knownKind == .phase && $0.label == "question" })
    #expect(phase.fields["answer"]?.string == "BAD" && phase.fields["edge"]?.string == "end")
    #expect(events.contains { $0.knownKind == .say && $0.fields["text"]?.string == "Noted." })
  }

  @Test("A language that nobody speaks here ends a run before it records: exit 5")
  func noVoice() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(
      Drills.still("3 s").replacing("seed: 5", with: "seed: 5\nlanguage: xx"), to: "drill.yaml")
    let result = try Program(
      Rigs.nullSink([
        Program.executable, "run", drill, "--sessions", scratch.sessions, "--imu", "simulated", "--yes",
      ])
    ).wait(limit: 60)
    #expect(result.status == 5, "\(result.all)")
    #expect(result.err.contains("it has no voice “xx”"))
    #expect(!FileManager.default.fileExists(atPath: scratch.sessions))
  }

  @Test("The German drill is rehearsed to its end, in German")
  func german() throws {
    let scratch = try Scratch()
    let drill = Program.project.appendingPathComponent("protocols/mitte-links-rechts.yaml").path
    let result = try Program.run(
      ["rehearse", drill, "--sessions", scratch.sessions, "--seed", "3"], limit: 120)
    #expect(result.status == 0, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .complete)
    let said = bundle.session.events.filter { $0.knownKind == .say }.compactMap { $0.fields["text"]?.string }
    #expect(said.first?.hasPrefix("Willkommen.") == true && said.contains("Keine Antwort. Es geht weiter."))
    let after = try String(contentsOfFile: bundle.path + "/derived/after.jsonl", encoding: .utf8)
    #expect(after.contains("Gespeichert.") && after.contains("Mittlere Reaktionszeit links: "))
  }
}
