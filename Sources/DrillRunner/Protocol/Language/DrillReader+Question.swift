import MotionCore

/// `ask:`, a question to the rider.
extension DrillReader {
  static let questionKeys = ["name", "answers", "tap", "within"]

  mutating func question(_ kind: YAMLEntry, _ entries: [YAMLEntry]) -> DrillQuestion? {
    let named = value("name", entries)
    let name = named.map { text($0, "name") } ?? DrillQuestion.standardName
    if let name, !questionNames.insert(name).inserted {
      error(named?.location ?? kind.keyLocation, .step(.questionTwice(name)))
    }
    let answers = value("answers", entries).map { self.answers($0) } ?? DrillQuestion.standardAnswers
    let tap = value("tap", entries).map { node -> RunMarker? in
      guard let answers else { return nil }
      let command = tapCommand
      if command == nil || command == .stop {
        error(node.location, .step(command == nil ? .tapUnheard : .tapStops))
      }
      return choice(node, answers.map(\.rawValue), "tap").flatMap(RunMarker.init)
    }
    let within =
      value("within", entries).map { node in
        time(node, "within", in: DrillQuestion.shortestWithin...DrillQuestion.longestWithin)
      } ?? DrillQuestion.standardWithin
    guard let text = text(kind.value, "ask"), let name, let answers, let within else { return nil }
    return DrillQuestion(name: name, text: text, answers: answers, tap: tap ?? nil, within: within)
  }

  private mutating func answers(_ node: YAMLNode) -> [RunMarker]? {
    guard let items = list(node, "answers") else { return nil }
    var found: [RunMarker] = []
    for item in items {
      guard
        let answer = choice(item, RunMarker.allCases.map(\.rawValue), .answer).flatMap(RunMarker.init)
      else { return nil }
      if found.contains(answer) { error(item.location, .step(.answerTwice(answer))) }
      found.append(answer)
    }
    return found.isEmpty ? nil : found
  }
}
