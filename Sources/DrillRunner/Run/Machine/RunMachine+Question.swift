import MotionCore

// A question to the rider: said, then waited for. The first of its answers counts, also while it is still being said.
extension RunMachine {
  /// A question under way.
  struct QuestionProgress: Hashable, Sendable {
    var question: DrillQuestion
    var answer: RunMarker?
  }

  mutating func ask(_ question: DrillQuestion, at now: HostTime) {
    self.question = QuestionProgress(question: question)
    phase("question", .begin, ["question": .string(question.name)], at: now)
    speak(question.text, next: .awaitAnswer, at: now)
  }

  mutating func awaitAnswer(at now: HostTime) {
    guard let open = question else { return beginNextStep(at: now) }
    if open.answer != nil { return endQuestion(at: now) }
    activity = .asking(until: now + open.question.within)
  }

  /// The time is over, or the answer is there.
  mutating func endQuestion(at now: HostTime) {
    guard let open = question else { return beginNextStep(at: now) }
    question = nil
    closeQuestion(open, reason: open.answer == nil ? RunReason.noAnswer.text : nil, at: now)
    speak(open.answer == nil ? .noAnswer : .noted, next: .nextStep, at: now)
  }

  /// Writes the end of the question's phase.
  mutating func closeQuestion(_ open: QuestionProgress, reason: String?, at now: HostTime) {
    var fields: JSONObject = [
      "question": .string(open.question.name), "answer": open.answer.map { .string($0.rawValue) } ?? .null,
    ]
    if let reason { fields.append("reason", .string(reason)) }
    phase("question", .end, fields, at: now)
  }

  /// Takes a double tap as an answer, where the question says so. False where it is none.
  mutating func answersByTap(_ source: RunSource, at now: HostTime) -> Bool {
    guard source == .tap, isAsking, let tap = question?.question.tap else { return false }
    mark(tap, source, at: now)
    return true
  }

  /// The name of the question that a marker answers; nil where it answers none.
  mutating func takeAnswer(_ marker: RunMarker) -> String? {
    guard isAsking, let open = question, open.answer == nil, open.question.answers.contains(marker) else {
      return nil
    }
    question?.answer = marker
    return open.question.name
  }

  /// Whether a question is being said or its answer waited for. Not in a pause: it is asked again.
  var isAsking: Bool {
    switch activity {
    case .asking, .speaking(_, _, _, .awaitAnswer), .waiting(_, .awaitAnswer): question != nil
    default: false
    }
  }
}
