/// One movement of the body from one position to another, as the analysis found it. Derived, never evidence.
/// Angles and speeds are lateral, left positive.
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

  /// What is not as in a plain transition.
  public enum Flag: String, Sendable, CaseIterable {
    /// The excursion is below the neutral band.
    case smallExcursion = "small_excursion"
    /// It follows another movement closely and is small against it.
    case correction
    /// The recording, or a stretch without a gap, began after the movement did.
    case truncatedStart = "truncated_start"
    /// The recording, or a stretch without a gap, ended before the movement did.
    case truncatedEnd = "truncated_end"
    /// It was taken back at once.
    case aborted
  }

  /// The trial that it answers.
  public var trial: Measured<Int>
  /// When it began: the estimate.
  public var onset: Measured<HostTime>
  /// Standard uncertainty of `onset`, ns.
  public var onsetUncertaintyNs: Measured<Double>
  /// When the lateral speed first crossed the onset speed.
  public var onsetThreshold: Measured<HostTime>
  /// When the lateral speed was highest.
  public var peak: HostTime
  /// End of the primary movement.
  public var settle: Measured<HostTime>
  /// Start of the first confirmed dwell.
  public var hold: Measured<HostTime>
  public var direction: Measured<Group>
  /// +1 to the left, −1 to the right.
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
  public var flags: [Flag]
  /// The integral of the lateral rate from the threshold onset to the end of the run, left positive.
  public var excursionDegrees: Double
}
