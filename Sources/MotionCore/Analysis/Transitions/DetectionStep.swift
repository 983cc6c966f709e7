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
    /// No rows for so long.
    case gap(seconds: Double)
    case small(excursion: Double, limit: Double)
    case corrects(excursion: Double, primary: Double, after: Double)
    case transition(excursion: Double, limit: Double)
    case takenBack(excursion: Double, by: Double, after: Double)
    case onset(before: Double, uncertainty: Double, noise: Double, method: OnsetEstimate.Method)
    case noOnset(UnavailableReason)
    case reversal(magnitude: Double, seconds: Double)
    case held(seconds: Double, angle: Double, speed: Double)
    case notHeld(UnavailableReason)
  }

  public var time: HostTime
  public var state: State
  public var observation: Observation
}

extension DetectionStep.Observation: CatalogueMessage {
  public static let section = MessageSection("step", "Steps of the detector, in analyze --explain", .result)
  public static let examples: [DetectionStep.Observation] = [
    .reachedOnsetSpeed(speed: 5.03, limit: 5, sign: 1), .tooShort(seconds: 0.06, limit: 0.1),
    .confirmed(seconds: 0.1, limit: 0.1), .peak(speed: 37.5), .belowSettleSpeed(speed: 1.9, limit: 2),
    .changedDirection, .cut(atStart: true, gap: false), .gap(seconds: 0.25), .small(excursion: 2.1, limit: 3),
    .corrects(excursion: 3.2, primary: 19.8, after: 0.21), .transition(excursion: 19.8, limit: 3),
    .takenBack(excursion: 12.1, by: 11.4, after: 0.12),
    .onset(before: 0.098, uncertainty: 0.011, noise: 0.004, method: .fit),
    .noOnset(UnavailableReason(MovementReason.riseNotWhole)), .reversal(magnitude: 1.2, seconds: 0.14),
    .held(seconds: 0.4, angle: 1, speed: 2), .notHeld(UnavailableReason(MovementReason.noDwellBeforeNext)),
  ]

  /// The observation as a sentence, the rule of docs/metrics.md that made the step, and the parameter that governs it.
  public var wording: MessageWording {
    func n(_ value: Double, _ digits: Int = 2) -> String { FixedNumber.text(value, digits: digits) }
    let onset = "onset_speed_deg_s and onset_mad_factor set the speed"
    let dwell = "settle_dwell_s, settle_angle_deg and settle_speed_deg_s set the dwell"
    return switch self {
    case .reachedOnsetSpeed(let speed, let limit, let sign):
      MessageWording(
        "speed \(n(speed)) °/s reaches the onset speed \(n(limit)) °/s, \(sign > 0 ? "positive" : "negative")",
        cause: "rest becomes rising where the speed reaches the onset speed", next: onset)
    case .tooShort(let seconds, let limit):
      MessageWording(
        "below it again after \(n(seconds, 3)) s, less than the minimum onset of \(n(limit, 3)) s",
        cause: "rising becomes rest where the speed falls below the onset speed before the minimum onset",
        next: "minimum_onset_s sets it")
    case .confirmed(let seconds, let limit):
      MessageWording(
        "above it for \(n(seconds, 3)) s, at least the minimum onset of \(n(limit, 3)) s",
        cause: "rising becomes moving where the speed stays above the onset speed for the minimum onset",
        next: "minimum_onset_s sets it")
    case .peak(let speed):
      MessageWording(
        "highest speed \(n(speed)) °/s",
        cause: "the peak is found before the end of a movement is looked for",
        next: "local_polynomial_half_width_s sets how far the rate is smoothed")
    case .belowSettleSpeed(let speed, let limit):
      MessageWording(
        "speed \(n(speed)) °/s is below the settle speed \(n(limit)) °/s",
        cause: "moving becomes settling where the speed falls below the settle speed",
        next: "settle_speed_deg_s sets it")
    case .changedDirection:
      MessageWording(
        "the direction changes", cause: "moving becomes settling where the rate changes its sign",
        next: "nothing sets it: a movement goes one way")
    case .cut(let atStart, let gap):
      MessageWording(
        gap
          ? (atStart ? "a gap ends while it moves" : "a gap begins while it moves")
          : (atStart ? "the recording begins while it moves" : "the recording ends while it moves"),
        cause: "nothing is computed across a gap, or beyond the recording",
        next: "an interval above 2.5 median ones is a gap: use a cable, or move the sensor closer")
    case .gap(let seconds):
      MessageWording(
        "a gap of \(n(seconds, 3)) s begins: what the body did in it is not known",
        cause: "the sensor or its connection left out rows, and nothing is computed across them",
        next: "an interval above 2.5 median ones is a gap: use a cable, or move the sensor closer")
    case .small(let excursion, let limit):
      MessageWording(
        "excursion \(n(excursion))° is below the neutral band of \(n(limit))°: no transition",
        cause: "a run of less than the neutral band is no transition", next: "neutral_band_deg sets it")
    case .corrects(let excursion, let primary, let after):
      MessageWording(
        "excursion \(n(excursion))° is less than half of \(n(primary))° and begins \(n(after, 3)) s after it: "
          + "part of the movement before",
        cause: "a small run soon after another belongs to it", next: "correction_within_s sets how soon")
    case .transition(let excursion, let limit):
      MessageWording(
        "excursion \(n(excursion))° is at least the neutral band of \(n(limit))°: a transition",
        cause: "a run of the neutral band or more is a transition", next: "neutral_band_deg sets it")
    case .takenBack(let excursion, let by, let after):
      MessageWording(
        "excursion \(n(excursion))° is taken back by \(n(by))° after \(n(after, 3)) s: aborted",
        cause: "a movement that the next one undoes within the dwell is aborted",
        next: "aborted_at_least and aborted_below set the part, settle_dwell_s the time")
    case .onset(let before, let uncertainty, let noise, let method):
      MessageWording(
        "onset \(n(before, 3)) s before that speed, by \(method.rawValue), ± \(n(uncertainty, 3)) s "
          + "(from noise alone ± \(n(noise, 3)) s)",
        cause: "a movement begins before its speed crosses a threshold: the rise tells when",
        next: "onset_rest_s, onset_peak_fraction and start_shape_uncertainty govern it")
    case .noOnset(let reason):
      MessageWording(
        "no onset: \(reason)", cause: "the rise must be whole to tell when it began",
        next: "the threshold crossing stands for it; onset_peak_fraction says where a rise ends")
    case .reversal(let magnitude, let seconds):
      MessageWording(
        "turns back by \(n(magnitude))° in \(n(seconds, 3)) s: a correction",
        cause: "a turn of the angle between peak and hold that is large and long enough is a correction",
        next: "correction_at_least_deg and correction_at_least_s set it")
    case .held(let seconds, let angle, let speed):
      MessageWording(
        "for \(n(seconds, 3)) s the angle stays within \(n(angle))° and the speed below \(n(speed)) °/s: held",
        cause: "settling becomes holding at the first dwell", next: dwell)
    case .notHeld(let reason):
      MessageWording("no hold: \(reason)", cause: "no dwell was found after the movement", next: dwell)
    }
  }
}
