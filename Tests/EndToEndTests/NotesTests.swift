import Foundation
import MotionCore
import Testing

/// `notes`, and the columns of `sessions`.
@Suite struct NotesTests {
  @Test("A note stands beside the session, shows in sessions and analyze, and leaves the evidence as it was")
  func notes() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.leans("LEFT, CENTER, RIGHT"), to: "drill.yaml")
    let rehearsed = try Program.run(["rehearse", drill, "--sessions", scratch.sessions])
    #expect(rehearsed.status == 0, "\(rehearsed.all)")
    let folder = ["--sessions", scratch.sessions]
    #expect(try Program.run(["notes", "last"] + folder).out == "No notes.\n")
    let added = try Program.run(["notes", "last", "--add", " Fresh tyres,\n\u{1b}[31mcold "] + folder)
    #expect(added.status == 0 && added.out.contains("Fresh tyres,"), "\(added.all)")
    #expect(!added.out.contains("\u{1b}"))
    let json = try Program.run(["notes", "last", "--json"] + folder)
    let notes = try JSONValue.parse(Array(json.out.utf8)).object?["notes"]?.array ?? []
    #expect(notes.first?.object?["text"]?.string == "Fresh tyres,\n\u{1b}[31mcold")
    #expect(notes.first?.object?["written"]?.string?.hasPrefix("20") == true)
    #expect(try Program.run(["verify", "last"] + folder).status == 0)
    let analysis = try Program.run(["analyze", "last"] + folder)
    #expect(analysis.out.contains("\nNotes\n") && analysis.out.contains("Fresh tyres,"), "\(analysis.all)")

    let list = try Program.run(["sessions"] + folder).out.split(separator: "\n").map(String.init)
    #expect(list.count == 4, "two lines for each, in 80 columns: \(list)")
    for heading in ["state", "drill", "duration", "valid", "notes"] { #expect(list[0].contains(heading)) }
    for text in ["complete", "SYNTHETIC Leans of a test", " s ", "/3 "] {
      #expect(list[2].contains(text), "\(list)")
    }
    let entry = try JSONValue.parse(Array(try Program.run(["sessions", "--json"] + folder).out.utf8)).array?
      .first?.object
    #expect(entry?["trials"]?.object?["all"]?.integer == 3 && entry?["notes"]?.integer == 1)
    // How many are valid is what the stored analysis says.
    let bundle = try Bundle(at: try #require(entry?["path"]?.string))
    let verdicts =
      bundle.analysis?.object?["trials"]?.array?.compactMap { $0.object?["verdict"]?.string } ?? []
    #expect(entry?["trials"]?.object?["valid"]?.integer == Int64(verdicts.count { $0 == "valid" }))
  }

  @Test("Without a stored analysis of this version valid trials are unavailable, with the reason")
  func notAnalysed() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.onlyStill("2 s"), to: "drill.yaml")
    _ = try Program.run(["rehearse", drill, "--sessions", scratch.sessions])
    let list = ["sessions", "--json", "--sessions", scratch.sessions]
    func entry() throws -> JSONObject? {
      try JSONValue.parse(Array(try Program.run(list).out.utf8)).array?.first?.object
    }
    let path = try #require(try entry()?["path"]?.string)
    let derived = path + "/derived"
    for name in try FileManager.default.contentsOfDirectory(atPath: derived) {
      let file = derived + "/" + name + "/analysis.json"
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
      try text.replacing(#""version": ""#, with: #""version": "0."#)
        .write(toFile: file, atomically: false, encoding: .utf8)
    }
    #expect(try entry()?["trials"]?.object?["unavailable"]?.string == "its analysis is of another version")
    for name in try FileManager.default.contentsOfDirectory(atPath: derived) {
      try FileManager.default.removeItem(atPath: derived + "/" + name)
    }
    #expect(try entry()?["trials"]?.object?["unavailable"]?.string == "it has not been analysed")
    let text = try Program.run(["sessions", "--sessions", scratch.sessions]).out
    #expect(text.contains("–"), "\(text)")
  }

  @Test(
    "What is no note, and what is no session",
    arguments: [
      (["notes"], 2), (["notes", "last", "--add", "  "], 2), (["notes", "nothing"], 7), (["notes", "/"], 7),
    ] as [([String], Int32)])
  func wrong(arguments: [String], status: Int32) throws {
    let scratch = try Scratch()
    if arguments.contains("last") {
      let drill = try scratch.write(Drills.onlyStill("2 s"), to: "drill.yaml")
      _ = try Program.run(["rehearse", drill, "--sessions", scratch.sessions])
    }
    let result = try Program.run(arguments + ["--sessions", scratch.sessions])
    #expect(result.status == status, "\(result.all)")
    #expect(!FileManager.default.fileExists(atPath: "/.notes.jsonl"))
  }
}
