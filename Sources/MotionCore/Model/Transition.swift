/// One movement of the body from one position to another, as the analysis found it. Derived, never evidence.
/// Angles and speeds are about its axis: left positive, or forward positive.
public struct Transition: Hashable, Sendable {
  /// What a movement did.
  public enum Group: String, Sendable, CaseIterable {
    case outboundLeft = "outbound_left"
    case outboundRight = "outbound_right"
    case returnFromLeft = "return_from_left"
    case returnFromRight = "return_from_right"
    case directLeftRight = "direct_left_right"
    case directRightLeft = "direct_right_left"
    case forward, back
  }

  /// The body axis that it is about.
  public enum Axis: String, Sendable, CaseIterable {
    /// Left positive.
    case lateral
    /// Forward positive.
    case forward
  }

  /// What is not as in a plain transition.
  public enum Flag: String, Sendable, CaseIterable {
    /// The recording, or a stretch without a gap, began after the movement did.
    case truncatedStart = "truncated_start"
    /// The recording, or a stretch without a gap, ended before the movement did.
    case truncatedEnd = "truncated_end"
    /// What is missing of it lies in a gap.
    case gapCrossing = "gap_crossing"
    /// It was taken back at once.
    case aborted
    /// No dwell followed before the next movement, a gap or the data end.
    case noStableHold = "no_stable_hold"
    /// It came back to a place outside the neutral band.
    case neutralDrift = "neutral_drift"
  }

  /// A turn back between the peak and the hold.
  public struct Correction: Hashable, Sendable {
    public var begin: HostTime
    public var seconds: Double
    public var magnitudeDegrees: Double
  }

  public var axis: Axis
  /// The trial that it answers.
  public var trial: Measured<Int>
  /// When it began: the estimate.
  public var onset: Measured<HostTime>
  /// Standard uncertainty of `onset`, ns.
  public var onsetUncertaintyNs: Measured<Double>
  /// The part of it that the noise of the rest alone would give, ns.
  public var onsetNoiseNs: Measured<Double>
  public var onsetMethod: Measured<OnsetEstimate.Method>
  /// When the lateral speed first crossed the onset speed.
  public var onsetThreshold: Measured<HostTime>
  /// When the lateral speed was highest.
  public var peak: HostTime
  /// End of the primary movement.
  public var settle: Measured<HostTime>
  /// Start of the first confirmed dwell.
  public var hold: Measured<HostTime>
  /// Time from the hold to the onset of the next movement.
  public var holdSeconds: Measured<Double>
  public var direction: Measured<Group>
  /// The movement, by its place in the transitions, whose way this one goes back.
  public var returnOf: Measured<Int>
  /// +1 to the left or forward, −1 to the right or back.
  public var sign: Int
  public var startDegrees: Measured<Double>
  public var endDegrees: Measured<Double>
  /// The extreme angle in the direction of the movement.
  public var peakDegrees: Measured<Double>
  /// |end − start|.
  public var rangeDegrees: Measured<Double>
  public var peakSpeedDegPerSecond: Double
  /// Settle − onset.
  public var durationSeconds: Measured<Double>
  /// Hold − settle.
  public var settlingSeconds: Measured<Double>
  /// How far it went beyond the mean angle of the dwell.
  public var overshootDegrees: Measured<Double>
  /// The reversals between the peak and the hold.
  public var corrections: Measured<[Correction]>
  public var flags: [Flag]
  /// The integral of the rate from the threshold onset to the end of the run, signed.
  public var excursionDegrees: Double
}
