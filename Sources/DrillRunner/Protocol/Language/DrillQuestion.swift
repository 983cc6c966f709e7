/// A question that is asked by voice and answered by a key, a button or a double tap. The answer is an annotation in
/// the record, never a judgement; without one the drill goes on.
struct DrillQuestion: Hashable, Sendable {
  /// How it stands in the record; no two questions of a drill share it.
  var name: String
  /// What is asked.
  var text: String
  /// The markers that answer it.
  var answers: [RunMarker]
  /// The answer that a double tap stands for; nil: a double tap does what it always does.
  var tap: RunMarker?
  /// How long the answer is waited for when the question has been said.
  var within: Duration

  static let standardName = "question"
  static let standardAnswers: [RunMarker] = [.good, .bad]
  static let standardWithin = Duration.seconds(20)
  static let shortestWithin = Duration.seconds(3)
  static let longestWithin = Duration.seconds(300)
}
