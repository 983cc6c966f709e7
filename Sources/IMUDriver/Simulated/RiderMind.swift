import Foundation
import MotionCore

/// How a simulated rider answers what it hears. Deterministic: a fixed number of draws for every word heard,
/// whatever comes of it.
struct RiderMind: Sendable {
  /// What became of one word.
  struct Answer: Sendable {
    var cue: HeardCue
    /// When the movement began; nil where there was none, for `reason`.
    var onset: HostTime?
    var reason: RiderReason?
    /// audible + reaction time, where it was too late to begin then.
    var wanted: HostTime?
    var start = LeanTrajectory.neutral
    /// The final angles, radians, left and forward positive.
    var lateral = 0.0
    var forward = 0.0
    var duration = 0.0
    var overshoot = 0.0
    var correction: HostTime?
    var correctionDuration = 0.0
    var movement: LeanTrajectory.Movement?
    /// When a later word took the body somewhere else before it had arrived.
    var interrupted: HostTime?
  }

  private let parameters: RiderParameters
  private var random: SeededRandom
  private(set) var answers: [Answer] = []
  private(set) var gestures: [RiderGesture] = []

  init(parameters: RiderParameters, random: SeededRandom) {
    self.parameters = parameters
    self.random = random
  }

  /// Hears a word and plans its movement into `trajectory`. Nothing before `earliest` can still be changed.
  mutating func hear(_ cue: HeardCue, trajectory: inout LeanTrajectory, earliest: HostTime) {
    let draws = Draws(parameters, &random)
    var answer = Answer(cue: cue)
    defer { answers.append(answer) }
    guard cue.expect != .none else {
      answer.reason = .noneAskedFor
      return
    }
    let wanted = cue.audible + Duration(fromSeconds: draws.reaction)
    let onset = max(wanted, earliest)
    let last = answers.lastIndex { $0.onset.map { $0 < onset } ?? false }
    guard cue.expect != (last.map { answers[$0].cue.expect } ?? .center) else {
      answer.reason = .thereAlready
      return
    }
    if onset > wanted { answer.wanted = wanted }
    giveUp(after: onset, last: last)

    answer.onset = onset
    answer.start = trajectory.pose(at: onset)
    (answer.lateral, answer.forward) = draws.target(cue.expect)
    let startLateral = answer.start.lateral.angle
    let startForward = answer.start.forward.angle
    let wayLateral = answer.lateral - startLateral
    let wayForward = answer.forward - startForward
    let way = (wayLateral * wayLateral + wayForward * wayForward).squareRoot()
    // A longer way takes longer, with its square root: the peak acceleration stays the same.
    answer.duration = draws.duration * max(1, way / (parameters.leanDegrees * .pi / 180)).squareRoot()
    answer.overshoot = draws.overshoot
    trajectory.move(
      at: onset, lateral: answer.lateral + draws.overshoot * wayLateral,
      forward: answer.forward + draws.overshoot * wayForward, duration: answer.duration)
    answer.movement = trajectory.movements.last
    if draws.overshoot > 0 {
      let begin = onset + Duration(fromSeconds: answer.duration + draws.pause)
      answer.correction = begin
      answer.correctionDuration = draws.correctionDuration
      trajectory.move(
        at: begin, lateral: answer.lateral, forward: answer.forward, duration: draws.correctionDuration)
    }
  }

  /// Hears what a calibration asks for: holds still, as between all words, or leans and comes back. Nothing before
  /// `earliest` can still be changed.
  mutating func hear(_ guidance: HeardGuidance, trajectory: inout LeanTrajectory, earliest: HostTime) {
    let outward = Draws(parameters, &random)
    let back = Draws(parameters, &random)
    var gesture = RiderGesture(guidance: guidance)
    defer { gestures.append(gesture) }
    guard guidance.request != .holdStill else { return }
    let onset = max(guidance.audible + Duration(fromSeconds: outward.reaction), earliest)
    (gesture.lateral, gesture.forward) = outward.target(guidance.request == .leanLeft ? .left : .forward)
    gesture.onset = onset
    gesture.duration = outward.duration
    let turn = onset + Duration(fromSeconds: outward.duration + parameters.gestureHoldSeconds)
    gesture.turn = turn
    gesture.backDuration = back.duration
    let (lateral, forward) = back.target(.center)
    trajectory.move(
      at: onset, lateral: gesture.lateral, forward: gesture.forward, duration: outward.duration)
    trajectory.move(at: turn, lateral: lateral, forward: forward, duration: back.duration)
  }

  /// Notes which earlier words come to nothing, or are cut short, because the body goes elsewhere at `onset`.
  private mutating func giveUp(after onset: HostTime, last: Int?) {
    for index in answers.indices {
      guard let begun = answers[index].onset else { continue }
      if begun >= onset {
        answers[index].onset = nil
        answers[index].movement = nil
        answers[index].wanted = nil
        answers[index].correction = nil
        answers[index].reason = .laterWordCameFirst
      } else if index == last, let movement = answers[index].movement {
        var end = movement.begin + Duration(fromSeconds: answers[index].duration)
        if let correction = answers[index].correction {
          end = correction + Duration(fromSeconds: answers[index].correctionDuration)
          if correction >= onset { answers[index].correction = nil }
        }
        if end > onset { answers[index].interrupted = onset }
      }
    }
  }
}

/// The draws behind one answer, always all of them and in this order.
private struct Draws {
  let reaction: Double
  let duration: Double
  let overshoot: Double
  let pause: Double
  let correctionDuration: Double
  private let lean: Double
  private let cross: Double
  private let center: (Double, Double)

  init(_ parameters: RiderParameters, _ random: inout SeededRandom) {
    // Ex-Gaussian: a normal plus an exponential (R. D. Luce, "Response Times", 1986).
    reaction = max(
      parameters.reactionMinimumSeconds,
      parameters.reactionMeanSeconds + parameters.reactionSDSeconds * random.normal()
        + random.exponential(mean: parameters.reactionTailSeconds))
    // Three standard deviations bound what a person can be asked to believe.
    func bounded() -> Double { max(-3, min(3, random.normal())) }
    let degree = Double.pi / 180
    lean = (parameters.leanDegrees + parameters.leanSDDegrees * bounded()) * degree
    duration = max(0.2, parameters.durationSeconds + parameters.durationSDSeconds * bounded())
    cross = lean * parameters.crossFractionSD * bounded()
    center = (
      parameters.centerSDDegrees * degree * bounded(), parameters.centerSDDegrees * degree * bounded()
    )
    func within(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * random.uniform()
    }
    let overshoots = random.uniform() < parameters.overshootProbability
    let fraction = within(parameters.overshootFraction)
    overshoot = overshoots ? fraction : 0
    pause = within(parameters.correctionPauseSeconds)
    correctionDuration = within(parameters.correctionDurationSeconds)
  }

  /// The angles that the word asks for, left and forward positive.
  func target(_ position: ExpectedPosition) -> (lateral: Double, forward: Double) {
    switch position {
    case .left: (lean, cross)
    case .right: (-lean, cross)
    case .forward: (cross, lean)
    case .back: (cross, -lean)
    case .center, .none: center
    }
  }
}
