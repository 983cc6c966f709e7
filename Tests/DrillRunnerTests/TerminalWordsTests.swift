import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// What the view and the lines show of the words of a run: sentences, questions, markers, and how it ended.
@Suite struct TerminalWordsTests {
  /// The calibration of a drill, in the middle of a sentence.
  private static func calibrating() -> LiveStatus {
    var status = LiveStatus(state: .calibrating, drillTitle: "Garage")
    status.stage = .calibrating
    status.isRecording = true
    status.elapsed = .seconds(64)
    status.sensorName = "Motion Sensors"
    status.sensorState = .live
    status.streams = [.init(name: "accelerometer", count: 1), .init(name: "gyroscope", count: 1)]
    status.keys = "p pause"
    status.sound = "silent"
    status.sentences = [
      sentence(1, "The centre is known.", age: 3),
      sentence(2, "At the word now: Lean to the left, and come back.", age: 2),
      sentence(3, "Now.", age: 0.5, group: 2),
    ]
    return status
  }

  private static func sentence(
    _ number: Int, _ text: String, age: Double, group: Int? = nil
  ) -> LiveStatus.Sentence {
    .init(number: number, group: group ?? number, text: text, age: Duration(fromSeconds: age))
  }

  private static let question = LiveStatus.Question(
    text: "Was anything wrong? Press good or bad.", answers: .answers([.good, .bad], haveKeys: true),
    doubleTap: .doubleTapAnswers(.bad))

  /// In the middle of a block: everything of the view is asked for.
  private static func cueing() -> LiveStatus {
    var status = calibrating()
    status.state = .cues
    status.stage = .recording
    status.nextCue = .init(name: "LEFT", distance: .seconds(2))
    status.lastCue = .init(name: "CENTER", distance: .seconds(1))
    status.angles = .value(.init(lateral: 3, forward: 1, axial: 0, headingDrifts: false))
    status.messages = [.init(number: 1, at: nil, text: "late cue")]
    status.sentences = [
      sentence(1, "Slow and simple. When you hear a side, lean there, and stay until the next word.", age: 20)
    ]
    return status
  }

  private static func texts(
    _ status: LiveStatus, _ width: Int = 80, _ height: Int = 24, unicode: Bool = true
  ) -> [String] {
    LiveView.render(status, width: width, height: height, unicode: unicode).map(\.text)
  }

  @Test("The sentence stands there, with what follows it, and the one before")
  func sentences() {
    let lines = Self.texts(Self.calibrating())
    #expect(lines.contains("says      “At the word now: Lean to the left, and come back. Now.”"))
    #expect(lines.contains("before    “The centre is known.”"))
    let drawn = LiveView.render(Self.calibrating(), width: 80, height: 24, unicode: true)
    #expect(drawn.first { $0.text.hasPrefix("says") }?.style == .strong)
    #expect(drawn.first { $0.text.hasPrefix("before") }?.style == .plain)
    // Nothing is said at the beginning.
    var silent = Self.calibrating()
    silent.sentences = []
    #expect(!Self.texts(silent).contains { $0.hasPrefix("says") })
  }

  /// The longest sentences that there are have 200 characters; at 80 columns that is three lines, by hand.
  @Test("It is wrapped, and cut only where there is no room at all")
  func wrapped() {
    let text = (1...28).map { "word\($0)" }.joined(separator: " ") + "."
    var status = Self.calibrating()
    status.sentences = [Self.sentence(1, text, age: 1)]
    let lines = Self.texts(status)
    let first = lines.firstIndex { $0.hasPrefix("says      “word1 word2") } ?? 0
    #expect(
      Array(lines[first...first + 2]) == [
        "says      “word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11",
        "          word12 word13 word14 word15 word16 word17 word18 word19 word20 word21",
        "          word22 word23 word24 word25 word26 word27 word28.”",
      ])
    // 60×20 holds it in four lines, beside the state in big letters; 40×6 has one line for it.
    #expect(Self.texts(status, 60, 20).contains { $0.hasSuffix("word28.”") })
    #expect(Self.texts(status, 60, 20).contains { $0.contains("█") })
    let small = Self.texts(status, 38, 6)
    #expect(small.contains { $0.hasPrefix("“word1 word2") && $0.hasSuffix("…") }, "\(small)")
    #expect(small[0].hasPrefix(" ● REC  RECORDING"))
    let ascii = Self.texts(status, unicode: false)
    #expect(ascii.contains { $0.hasPrefix("says      \"word1") })
    #expect(ascii.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
  }

  @Test("In a block it gives way to the cues and the angles once a cue was heard, and is never gone in 80×24")
  func inABlock() {
    let lines = Self.texts(Self.cueing())
    #expect(
      lines.contains("said      “Slow and simple. When you hear a side, lean there, and stay until the"))
    #expect(lines.filter { $0.contains("█") }.count >= 9, "state, cue and angles in big letters: \(lines)")
    #expect(Self.texts(Self.cueing(), 80, 40).contains("          next word.”"))
    var fresh = Self.cueing()
    fresh.sentences[0].age = .milliseconds(500)
    #expect(Self.texts(fresh).contains("          next word.”"), "no cue was heard since")
  }

  @Test("A question with its answers stands there whatever is said meanwhile, in every window")
  func questions() {
    var status = Self.calibrating()
    status.state = .question
    status.question = Self.question
    status.sentences = [Self.sentence(4, Self.question.text, age: 4)]
    let asks = "asks      “Was anything wrong? Press good or bad.”"
    let answer = "answer    GOOD (g) or BAD (b); a double tap means BAD"
    var lines = Self.texts(status)
    #expect(lines.contains(asks) && lines.contains(answer))
    #expect(lines.count { $0.contains("anything wrong") } == 1, "once: \(lines)")
    status.sentences.append(Self.sentence(5, "The disk is nearly full.", age: 1))
    lines = Self.texts(status)
    #expect(lines.contains(asks) && lines.contains(answer) && lines.contains { $0.hasPrefix("says") })
    for (width, height) in [(60, 20), (40, 10), (80, 6)] {
      let lines = Self.texts(status, width, height)
      #expect(lines.contains { $0.contains("Was anything wrong?") }, "\(width)×\(height): \(lines)")
      #expect(lines.contains { $0.contains("GOOD (g) or BAD (b)") }, "\(width)×\(height): \(lines)")
    }
    // A terminal whose keys are not read has no letters; a double tap that the question does not speak of pauses.
    status.question?.answers = .answers([.good, .bad, .left], haveKeys: false)
    status.question?.doubleTap = .doubleTapIsNoAnswer(.pause)
    #expect(
      Self.texts(status).contains("answer    GOOD or BAD or LEFT; a double tap is no answer, but pause"))
    status.question?.doubleTap = nil
    #expect(Self.texts(status).contains("answer    GOOD or BAD or LEFT"))
  }

  @Test("A marker is confirmed at once, above what matters less, and makes room after ten seconds")
  func markers() {
    var status = Self.cueing()
    status.marker = .init(number: 1, at: .seconds(64), text: "marker GOOD, by key, 1:04")
    #expect(Self.texts(status).contains("marker GOOD, by key, 1:04"))
    #expect(Self.texts(status, 60, 12).contains("marker GOOD, by key, 1:04"))
    status.marker?.times = 3
    #expect(Self.texts(status).contains("marker GOOD, by key, 1:04 (3 times)"))
    #expect(Self.texts(status).contains("! late cue"), "a warning stays")
    status.elapsed = .seconds(75)
    #expect(!Self.texts(status, 60, 12).contains { $0.hasPrefix("marker") })
    #expect(Self.texts(status, 80, 40).contains { $0.hasPrefix("marker GOOD") })
  }

  @Test("How a run ended early stands below its state, and nothing of it is green")
  func ending() {
    var status = Self.calibrating()
    status.state = .saved
    status.mood = .attention
    status.isRecording = false
    status.endedEarly = .endedEarly(.interrupted, reason: "the sensor did not come back")
    for (width, height) in [(80, 24), (60, 20), (44, 5)] {
      let lines = LiveView.render(status, width: width, height: height, unicode: true)
      let line = lines.first { $0.text == "interrupted: the sensor did not come back" }
      #expect(line?.style == .attention, "\(width)×\(height): \(lines.map(\.text))")
      #expect(!lines.contains { $0.style == .good })
    }
    #expect(ViewWord.endedEarly(.incomplete, reason: nil).text == "incomplete")
  }

  @Test("As lines: each sentence, each question with its answers, each marker, and the end, once")
  func lines() {
    var plain = PlainLines()
    var status = Self.calibrating()
    func new() -> [String] { plain.lines(for: status).map { String($0.drop { $0 != "]" }.dropFirst(2)) } }
    #expect(
      new().filter { $0.hasPrefix("says") } == [
        "says: The centre is known.", "says: At the word now: Lean to the left, and come back.", "says: Now.",
      ])
    #expect(new() == [])
    status.question = Self.question
    // Two sentences at once: none is lost.
    status.sentences += [Self.sentence(4, "Hm.", age: 0), Self.sentence(5, Self.question.text, age: 0)]
    let asks = "asks: \(Self.question.text) [GOOD (g) or BAD (b); a double tap means BAD]"
    #expect(new() == ["says: Hm.", asks])
    // Asked again after a pause.
    status.sentences.append(Self.sentence(6, Self.question.text, age: 0))
    #expect(new() == [asks])
    status.marker = .init(number: 1, at: nil, text: "marker BAD, by tap, 1:05: the answer")
    #expect(new() == ["marker BAD, by tap, 1:05: the answer"])
    #expect(new() == [])
    status.marker = .init(number: 2, at: nil, text: "marker BAD, by tap, 1:06", times: 2)
    #expect(new() == ["marker BAD, by tap, 1:06"])
    status.endedEarly = .endedEarly(.interrupted, reason: "SIGINT")
    #expect(new() == ["interrupted: SIGINT"])
    #expect(new() == [])
  }

  @Test("What the messages of a marker say, and which repeat each other")
  func markerNotes() {
    let mark = RunNote.Mark(marker: .good, source: .key, at: .milliseconds(64_900))
    #expect(RunNote.marker(mark).text == "marker GOOD, by key, 1:04")
    #expect(RunNote.answer(mark).text == "marker GOOD, by key, 1:04: the answer")
    #expect(RunNote.noAnswer(mark).text == "marker GOOD, by key, 1:04: no answer")
    #expect(RunNote.answeredBefore(mark).text == "marker GOOD, by key, 1:04: the question has its answer")
    var later = mark
    later.at = .seconds(70)
    #expect(RunNote.marker(later).repeats(.marker(mark)))
    later.source = .button
    #expect(!RunNote.marker(later).repeats(.marker(mark)))
    #expect(!RunNote.noAnswer(mark).repeats(.marker(mark)))
    #expect(!RunNote.marker(.init(marker: .bad, source: .key, at: .zero)).repeats(.marker(mark)))
  }
}
