import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// What was answered to the questions of a drill, read from what a session holds.
@Suite struct RiderAnswerTests {
  private static func event(_ kind: EventMarker.Kind, _ label: String, _ fields: JSONObject) -> EventMarker {
    EventMarker(kind: kind, label: label, host: HostTime(nanoseconds: 1), fields: fields)
  }

  private static func end(_ name: String, _ answer: String?, _ reason: String? = nil) -> EventMarker {
    var fields: JSONObject = [
      "edge": "end", "question": .string(name), "answer": answer.map { .string($0) } ?? .null,
    ]
    if let reason { fields["reason"] = .string(reason) }
    return event(.phase, "question", fields)
  }

  @Test("Answered, not answered, answered when asked again, and answered before the program died")
  func events() {
    let answers = RiderAnswer.all(in: [
      Self.event(.phase, "question", ["edge": "begin", "question": "trouble"]),
      Self.event(.marker, "GOOD", ["source": "key", "question": "trouble"]), Self.end("trouble", "GOOD"),
      // A marker that answered nothing.
      Self.event(.marker, "BAD", ["source": "key"]),
      Self.end("easier", nil, "no answer in time"), Self.end("again", nil, "paused"),
      Self.end("again", "LEFT"),
      Self.event(.marker, "BAD", ["source": "tap", "question": "last"]),
    ])
    #expect(answers.map(\.name) == ["trouble", "easier", "again", "last"])
    #expect(answers.map(\.answer) == ["GOOD", nil, "LEFT", "BAD"])
    #expect(answers.map(\.reason) == [nil, "no answer in time", nil, nil])
    #expect(
      answers.prefix(2).map(\.line) == [
        AnswerLine.given(question: "trouble", answer: "GOOD"),
        .missing(question: "easier", reason: "no answer in time"),
      ])
    #expect(
      RiderAnswer.lines(answers) == [
        "Answers", "- trouble GOOD", "- easier – not answered: no answer in time", "- again LEFT",
        "- last BAD",
      ])
    #expect(RiderAnswer.lines([]) == [])
  }

  @Test("Run, analyze and notes show a question beside its answer")
  func commands() throws {
    let heard = try HeardMessages()
    let drill = try heard.write(HeardMessages.drill + "\n  - ask: Was anything wrong?", "asking.yaml")
    let sessions = ["--sessions", heard.folder + "/sessions"]
    // A rehearsed rider presses nothing.
    let line = "Answers\n- Was anything wrong? – not answered: no answer in time\n"
    #expect(heard.run(["rehearse", drill] + sessions).text.contains(line))
    #expect(heard.run(["analyze", "last"] + sessions).text.contains("\n\n" + line))
    #expect(heard.run(["notes", "last"] + sessions).text == line + "\nNo notes.\n")
    let json = try JSONValue.parse(
      Array(heard.run(["notes", "last", "--add", "Windy.", "--json"] + sessions).text.utf8))
    let answer = json.object?["answers"]?.array?.first?.object
    #expect(answer?["name"] == "question" && answer?["question"] == "Was anything wrong?")
    #expect(answer?["answer"] == .null && answer?["reason"] == "no answer in time")
    #expect(json.object?["notes"]?.array?.first?.object?["text"] == "Windy.")
  }

  @Test("A folder without events or timeline has no answers, and one without a timeline names the question")
  func unreadable() throws {
    let heard = try HeardMessages()
    #expect(RiderAnswer.all(of: heard.folder) == [])
    let answer = RiderAnswer(name: "trouble", answer: "BAD")
    #expect(answer.line.text == "trouble BAD")
    #expect(answer.json.object?["question"] == .null)
  }
}
