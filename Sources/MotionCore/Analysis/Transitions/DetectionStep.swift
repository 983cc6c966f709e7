/// One decision of the detector: what it saw at an instant, against which threshold, and the state that it was
/// in from then on. Kept for every run above the onset speed, so that a result can be retraced
/// (`analyze --explain`).
public struct DetectionStep: Hashable, Sendable {
  /// The states of the machine (docs/metrics.md, "Transitions").
  public enum State: String, Sendable {
    case rest, rising, moving, settling, holding
  }

  /// What was seen. Speeds in °/s, angles in degrees, times in seconds.
  public enum Observation: Hashable, Sendable {
    case reachedOnsetSpeed(speed: Double, limit: Double, sign: Double)
    case tooShort(seconds: Double, limit: Double)
    case confirmed(seconds: Double, limit: Double)
    case peak(speed: Double)
    case belowSettleSpeed(speed: Double, limit: Double)
    case changedDirection
    /// The data end, or a gap begins (`gap`), while it moves; or they begin so.
    case cut(atStart: Bool, gap: Bool)
    case small(excursion: Double, limit: Double)
    case corrects(excursion: Double, primary: Double, after: Double)
    case transition(excursion: Double, limit: Double)
    case takenBack(excursion: Double, by: Double, after: Double)
    case onset(before: Double, uncertainty: Double, noise: Double, method: OnsetEstimate.Method)
    case noOnset(String)
    case reversal(magnitude: Double, seconds: Double)
    case held(seconds: Double, angle: Double, speed: Double)
    case notHeld(String)
  }

  public var time: HostTime
  public var state: State
  public var observation: Observation
}

extension DetectionStep.Observation: CatalogueMessage {
  public static let section = MessageSection("decision", "What the detector of movements saw", .result)
  public static let examples: [DetectionStep.Observation] = [
    .reachedOnsetSpeed(speed: 6.2, limit: 6, sign: 1), .tooShort(seconds: 0.02, limit: 0.05),
    .confirmed(seconds: 0.05, limit: 0.05), .peak(speed: 84), .belowSettleSpeed(speed: 3.9, limit: 4),
    .changedDirection, .cut(atStart: false, gap: true), .small(excursion: 1.2, limit: 3),
    .corrects(excursion: 4, primary: 21, after: 0.2), .transition(excursion: 21, limit: 3),
    .takenBack(excursion: 6, by: 5, after: 0.3),
    .onset(before: 0.04, uncertainty: 0.012, noise: 0.006, method: .fit),
    .noOnset("too few rows before the movement"), .reversal(magnitude: 1.4, seconds: 0.2),
    .held(seconds: 0.5, angle: 1.5, speed: 4), .notHeld("the next movement begins"),
  ]

  public var wording: MessageWording {
    MessageWording(sentence, cause: meaning, next: "docs/metrics.md, \"Transitions\", defines the limit")
  }

  /// What the decision means.
  private var meaning: String {
    switch self {
    case .reachedOnsetSpeed: "a movement may begin"
    case .tooShort: "it was no movement"
    case .confirmed: "it is a movement"
    case .peak: "the movement was fastest here"
    case .belowSettleSpeed, .changedDirection: "the movement is over"
    case .cut: "the data do not have the whole movement"
    case .small: "it moved too little to be a transition"
    case .corrects: "it belongs to the movement before"
    case .transition: "it moved far enough to be a transition"
    case .takenBack: "it went back at once"
    case .onset: "the beginning of the movement was estimated from its rise"
    case .noOnset: "the beginning of the movement could not be estimated"
    case .reversal: "it went back a little on its way"
    case .held: "the new position was kept"
    case .notHeld: "the new position was not kept"
    }
  }

  private var sentence: String {
    func n(_ value: Double, _ digits: Int = 2) -> String { FixedNumber.text(value, digits: digits) }
    switch self {
    case .reachedOnsetSpeed(let speed, let limit, let sign):
      return
        "speed \(n(speed)) °/s reaches the onset speed \(n(limit)) °/s, \(sign > 0 ? "positive" : "negative")"
    case .tooShort(let seconds, let limit):
      return "below it again after \(n(seconds, 3)) s, less than the minimum onset of \(n(limit, 3)) s"
    case .confirmed(let seconds, let limit):
      return "above it for \(n(seconds, 3)) s, at least the minimum onset of \(n(limit, 3)) s"
    case .peak(let speed): return "highest speed \(n(speed)) °/s"
    case .belowSettleSpeed(let speed, let limit):
      return "speed \(n(speed)) °/s is below the settle speed \(n(limit)) °/s"
    case .changedDirection: return "the direction changes"
    case .cut(let atStart, let gap):
      switch (gap, atStart) {
      case (true, true): return "a gap ends while it moves"
      case (true, false): return "a gap begins while it moves"
      case (false, true): return "the recording begins while it moves"
      case (false, false): return "the recording ends while it moves"
      }
    case .small(let excursion, let limit):
      return "excursion \(n(excursion))° is below the neutral band of \(n(limit))°: no transition"
    case .corrects(let excursion, let primary, let after):
      return
        "excursion \(n(excursion))° is less than half of \(n(primary))° and begins \(n(after, 3)) s after it: "
        + "part of the movement before"
    case .transition(let excursion, let limit):
      return "excursion \(n(excursion))° is at least the neutral band of \(n(limit))°: a transition"
    case .takenBack(let excursion, let by, let after):
      return "excursion \(n(excursion))° is taken back by \(n(by))° after \(n(after, 3)) s: aborted"
    case .onset(let before, let uncertainty, let noise, let method):
      return "onset \(n(before, 3)) s before that speed, by \(method.rawValue), ± \(n(uncertainty, 3)) s "
        + "(from noise alone ± \(n(noise, 3)) s)"
    case .noOnset(let reason): return "no onset: \(reason)"
    case .reversal(let magnitude, let seconds):
      return "turns back by \(n(magnitude))° in \(n(seconds, 3)) s: a correction"
    case .held(let seconds, let angle, let speed):
      return
        "for \(n(seconds, 3)) s the angle stays within \(n(angle))° and the speed below \(n(speed)) °/s: held"
    case .notHeld(let reason): return "no hold: \(reason)"
    }
  }
}
