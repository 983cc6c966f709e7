import Testing

@testable import DrillRunner

/// `ask:` in a drill.
@Suite struct DrillQuestionTests {
  private func drill(_ step: String, head: String = "") -> DrillFile {
    parsedDrill("drill: 1\ntitle: T\n\(head)\nsteps:\n  - ask: Any problem?\n    \(step)\n  - rest: 1 s\n")
  }

  @Test func everyPartIsRead() throws {
    let whole = try #require(
      drill("name: trouble\n    answers: [BAD, LEFT]\n    tap: BAD\n    within: 1 min").drill)
    #expect(
      whole.steps.first
        == .ask(
          DrillQuestion(
            name: "trouble", text: "Any problem?", answers: [.bad, .left], tap: .bad, within: .seconds(60))))
    let short = try #require(drill("").drill)
    #expect(
      short.steps.first
        == .ask(
          DrillQuestion(
            name: "question", text: "Any problem?", answers: [.good, .bad], tap: nil, within: .seconds(20))))
    #expect(short.sentences == ["Any problem?"])
  }

  @Test(arguments: [
    ("answers: []", "", "answers is empty"), ("answers: GOOD", "", "answers must be a list"),
    ("answers: [good]", "", "an answer cannot be \"good\""),
    ("answers: [GOOD, GOOD]", "", "GOOD stands here twice"),
    ("answers: [GOOD]\n    tap: BAD", "", "tap cannot be \"BAD\""),
    ("tap: BAD", "buttons: { DOUBLE_TAP: none }", "a double tap is not heard in this drill"),
    ("tap: BAD", "buttons: { DOUBLE_TAP: stop }", "a double tap stops the run in this drill"),
    ("within: 2 s", "", "2 s is too short"), ("within: 6 min", "", "6 min is too long"),
    ("within: 10", "", "has no unit"), ("where: table", "", "unknown key \"where\" in an ask step"),
    ("name: ''", "", "name is empty"), ("rest: 3 s", "", "a step does one thing"),
  ])
  func aMistakeIsNamed(step: String, head: String, message: String) {
    let file = drill(step, head: head)
    #expect(file.drill == nil)
    #expect(file.problems.fatal.contains { $0.message.contains(message) }, "\(file.problems.rendered)")
  }

  @Test func twoQuestionsHaveTwoNames() {
    let problems = parsedDrill("drill: 1\ntitle: T\nsteps:\n  - ask: a\n  - ask: b\n").problems.fatal
    #expect(problems.map(\.message) == ["a question is already called \"question\""])
    #expect(problems.first?.line == 5)
  }

  @Test func checkAndTimelineShowIt() throws {
    let drill = try #require(drill("tap: BAD\n    within: 10 s").drill)
    let timeline = Timeline(drill, seed: 1)
    let lines = CheckReport(drill: drill, timeline: timeline, seedIsDrawn: false).lines
    // Twelve characters are 0.3 s and 12 times 0.06 s of nominal speech, and 10 s are waited at most.
    let asked = "   0:00.0  1.  ask question: Any problem? GOOD, BAD; double tap BAD; at most 10"
    #expect(lines.contains(asked) && lines.contains(String(repeating: " ", count: 17) + "s"))
    #expect(lines.contains("   0:11.0  2.  rest 1 s"))
    #expect(
      timeline.json.text().contains(
        #"{"step":1,"kind":"ask","name":"question","text":"Any problem?","answers":["GOOD","BAD"],"tap":"BAD","within_ms":10000}"#
      ))
  }
}
