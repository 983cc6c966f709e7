import MotionCore

// What of a run stands in the view beside the instrument: the words, the question, the last marker, how it ended.
extension LiveView {
  /// How the run ended, where it ended early.
  static func ending(_ status: LiveStatus, width: Int, unicode: Bool) -> [Part] {
    guard let ended = status.endedEarly else { return [] }
    let text = shown(ended.text, unicode: unicode)
    return [
      Part(1, capped(TextColumns.wrapped(text, width: width), to: 3).map { ScreenLine($0, .attention) })
    ]
  }

  /// The sentence that is being said, or was said last, and the one before it where there is room. A question stands there
  /// as long as it can be answered, whatever else is said meanwhile.
  static func words(_ status: LiveStatus, width: Int, height: Int, unicode: Bool) -> [Part] {
    let groups = Dictionary(grouping: status.sentences, by: \.group).sorted { $0.key < $1.key }.map(\.value)
    let texts = groups.suffix(2).map { $0.map(\.text).joined(separator: " ") }
    let most = height < 8 ? 1 : height < 16 ? 2 : 4
    func lines(_ label: String, _ text: String, most: Int) -> [String] {
      // A narrow window has no room for labels.
      let label = width < 40 ? "" : labelled(label, "")
      return capped(
        TextColumns.wrapped(
          shown("“\(text)”", unicode: unicode), width: width, first: label, rest: "".padded(to: label.count)),
        to: most)
    }
    var parts: [Part] = []
    if let question = status.question {
      parts = [
        Part(2, lines("asks", question.text, most: most).map { ScreenLine($0, .strong) }),
        Part(2, answers(question, width: width, unicode: unicode, most: most)),
      ]
    }
    guard let latest = groups.last, let text = texts.last, text != status.question?.text else { return parts }
    // In a block the cues are what counts, once the first has been heard.
    if let cue = status.lastCue, let said = latest.last, cue.distance < said.age, status.state == .cues {
      let all = lines("said", text, most: most)
      return parts + [Part(9, all[0])] + all.dropFirst().map { Part(16, $0) }
    }
    parts.append(Part(2, lines("says", text, most: most).map { ScreenLine($0, .strong) }))
    if texts.count > 1, status.question == nil, status.state != .cues {
      parts.append(Part(14, lines("before", texts[0], most: 2).map { ScreenLine($0) }))
    }
    return parts
  }

  private static func answers(
    _ question: LiveStatus.Question, width: Int, unicode: Bool, most: Int
  ) -> [ScreenLine] {
    let label = width < 40 ? "" : labelled("answer", "")
    let words = [question.answers.text, question.doubleTap?.text].compactMap { $0 }
    let text = shown(words.joined(separator: "; "), unicode: unicode)
    return capped(
      TextColumns.wrapped(text, width: width, first: label, rest: "".padded(to: label.count)), to: most
    ).map { ScreenLine($0, .strong) }
  }

  /// The marker that was set last, so that whoever pressed sees that it was taken. It gives way after a while.
  static func marker(_ status: LiveStatus, unicode: Bool) -> [Part] {
    guard let marker = status.marker else { return [] }
    let times = marker.times > 1 ? " (\(ViewWord.repeated(marker.times).text))" : ""
    let age = marker.at.map { status.elapsed - $0 } ?? .zero
    return [Part(age < .seconds(10) ? 3 : 13, shown(marker.text + times, unicode: unicode), .strong)]
  }

  /// At most so many of the lines; where there are more, the last one is made of all the others and cut to the width later.
  static func capped(_ lines: [String], to most: Int) -> [String] {
    guard lines.count > most else { return lines }
    let rest = lines.dropFirst(most).map { String($0.drop { $0 == " " }) }
    return lines.prefix(most - 1) + [([lines[most - 1]] + rest).joined(separator: " ")]
  }
}
