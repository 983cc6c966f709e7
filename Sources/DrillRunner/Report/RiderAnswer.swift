import MotionCore

/// What the rider answered to a question of the drill (`ask:`), from the session's events and its timeline.
struct RiderAnswer: Hashable, Sendable {
  /// By which the question stands in the record.
  var name: String
  /// What was asked; nil where the timeline cannot be read.
  var question: String?
  /// The marker that answered it; nil where none did.
  var answer: String?
  /// Why there is none.
  var reason: String?

  /// In the order in which they were asked. A question that a pause interrupted was asked again: its last answer
  /// counts. What cannot be read has no answers; `analyze` and `verify` say why.
  static func all(of path: String, fileSystem: any FileSystem = PosixFileSystem()) -> [RiderAnswer] {
    let events = (try? SessionReader.readEvents(path, fileSystem: fileSystem)) ?? []
    let answers = all(in: events)
    guard !answers.isEmpty else { return [] }
    let texts = questions(of: path, fileSystem)
    return answers.map { answer in
      var answer = answer
      answer.question = texts[answer.name]
      return answer
    }
  }

  /// Without the texts of the questions.
  static func all(in events: [EventMarker]) -> [RiderAnswer] {
    var answers: [RiderAnswer] = []
    func take(_ name: String, _ answer: String?, _ reason: String?) {
      let found = RiderAnswer(name: name, answer: answer, reason: answer == nil ? reason : nil)
      if let place = answers.firstIndex(where: { $0.name == name }) {
        answers[place] = found
      } else {
        answers.append(found)
      }
    }
    for event in events {
      guard let name = event.fields["question"]?.string else { continue }
      switch event.knownKind {
      // A run that died after the press has no end of the phase.
      case .marker: take(name, event.label, nil)
      case .phase where event.fields["edge"]?.string == "end":
        take(name, event.fields["answer"]?.string, event.fields["reason"]?.string)
      default: break
      }
    }
    return answers
  }

  /// The texts of the drill's questions by their names, from the expanded timeline.
  private static func questions(of path: String, _ fileSystem: any FileSystem) -> [String: String] {
    guard let bytes = try? fileSystem.readFile("\(path)/timeline.json", limit: 16 << 20),
      let steps = (try? JSONValue.parse(bytes))?.object?["steps"]?.array
    else { return [:] }
    let asked = steps.compactMap { step -> (String, String)? in
      guard let step = step.object, step["kind"]?.string == "ask", let name = step["name"]?.string,
        let text = step["text"]?.string
      else { return nil }
      return (name, text)
    }
    return Dictionary(asked, uniquingKeysWith: { first, _ in first })
  }

  /// As it is shown.
  var line: AnswerLine {
    let question = question ?? name
    return answer.map { .given(question: question, answer: $0) }
      ?? .missing(question: question, reason: reason ?? UnavailableReason.notKnown.text)
  }

  /// As in the session's events, with the text of the question; null where it has no answer or no text.
  var json: JSONValue {
    var object: JSONObject = [
      "name": .string(name), "question": question.map { .string($0) } ?? .null,
      "answer": answer.map { .string($0) } ?? .null,
    ]
    if let reason { object["reason"] = .string(reason) }
    return .object(object)
  }

  /// A part of a report; empty where nothing was asked.
  static func lines(_ answers: [RiderAnswer]) -> [String] {
    guard !answers.isEmpty else { return [] }
    return ["Answers"]
      + answers.flatMap {
        TextColumns.wrapped(
          Printable.text($0.line.text), width: TextColumns.page, first: "- ", rest: "  ")
      }
  }
}

/// A question of the drill and its answer, as reports show them.
enum AnswerLine: Hashable, Sendable {
  case given(question: String, answer: String)
  case missing(question: String, reason: String)
}

extension AnswerLine: CatalogueMessage {
  static let section = MessageSection("answer", "Answers to a drill's questions", .result)
  static let examples: [AnswerLine] = [
    .given(question: "Was anything wrong?", answer: "GOOD"),
    .missing(question: "Was anything wrong?", reason: RunReason.noAnswer.text),
  ]

  var wording: MessageWording {
    switch self {
    case .given(let question, let answer):
      MessageWording(
        "\(question) \(answer)", cause: "somebody pressed a key or a button, or tapped, at that question",
        next: "nothing: it stands in the session's events, with its time")
    case .missing(let question, let reason):
      MessageWording(
        "\(question) – not answered: \(reason)", cause: "no press or tap came that answers this question",
        next: "write it down with `drillrunner notes`")
    }
  }
}
