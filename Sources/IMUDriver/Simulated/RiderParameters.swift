/// How a simulated rider's body moves when nobody asked it to. The three classes are those for which the
/// accuracy of the analysis is published.
public struct SwayClass: Hashable, Sendable {
  public var name: String
  /// Standard deviation of the postural sway, 0.05 to 1 Hz, on each axis.
  public var swayDegrees: Double
  /// Amplitude of the breathing movement, about 0.25 Hz, on each axis.
  public var breathDegrees: Double
  /// Standard deviation of the tremor, 8 to 12 Hz, on each axis.
  public var tremorDegrees: Double

  public init(name: String, swayDegrees: Double, breathDegrees: Double, tremorDegrees: Double) {
    self.name = name
    self.swayDegrees = swayDegrees
    self.breathDegrees = breathDegrees
    self.tremorDegrees = tremorDegrees
  }

  public static let quiet = SwayClass(
    name: "quiet", swayDegrees: 0.10, breathDegrees: 0.08, tremorDegrees: 0.01)
  public static let typical = SwayClass(
    name: "typical", swayDegrees: 0.25, breathDegrees: 0.15, tremorDegrees: 0.015)
  public static let restless = SwayClass(
    name: "restless", swayDegrees: 0.5, breathDegrees: 0.3, tremorDegrees: 0.03)
  /// A statue between its movements, for tests of identities.
  public static let still = SwayClass(name: "still", swayDegrees: 0, breathDegrees: 0, tremorDegrees: 0)

  /// The class of that name; nil for another word.
  public init?(named name: String) {
    let known = [SwayClass.quiet, .typical, .restless, .still].first { $0.name == name }
    guard let known else { return nil }
    self = known
  }
}

/// Everything about a simulated rider and its sensor that is a number, with its default. The page
/// docs/simulated-rider.md says where each comes from.
public struct RiderParameters: Hashable, Sendable {
  // Reaction: ex-Gaussian, never below the minimum.
  public var reactionMeanSeconds = 0.28
  public var reactionSDSeconds = 0.04
  public var reactionTailSeconds = 0.08
  public var reactionMinimumSeconds = 0.12

  // Movement: minimum jerk.
  public var leanDegrees = 20.0
  public var leanSDDegrees = 3.0
  public var durationSeconds = 1.0
  public var durationSDSeconds = 0.15
  /// How much of a lean goes into the other axis: standard deviation of the fraction.
  public var crossFractionSD = 0.05
  /// How exactly CENTER comes back to neutral, on each axis.
  public var centerSDDegrees = 0.5
  public var overshootProbability = 0.3
  /// Bounds of the overshoot as a fraction of the way.
  public var overshootFraction = 0.05...0.12
  /// Bounds of the time between the end of a movement and the start of its correction.
  public var correctionPauseSeconds = 0.0...0.1
  public var correctionDurationSeconds = 0.4...0.6

  /// How long the lean of a calibration is held before the body comes back.
  public var gestureHoldSeconds = 0.4

  // Sensor.
  /// Distance of the sensor above the hip, about which the torso turns.
  public var heightMetres = 0.35
  /// White noise, as the Allan deviation at 1 s reads it: the standard deviation of a row is this times √rate.
  public var gyroNoiseDegreesPerSecondPerRootHz = 0.005
  public var accelerometerNoiseMicroGPerRootHz = 100.0
  /// Bounds of the gyroscope's constant bias, its magnitude.
  public var gyroBiasDegreesPerSecond = 0.1...0.4
  /// Bound of the accelerometer's constant offset on each axis.
  public var accelerometerOffsetMilliG = 5.0

  // Clock and delivery.
  /// How much faster the device's clock counts than the host's.
  public var clockPPM = 40.0
  public var deliverySeconds = 0.001...0.003
  public var burstProbability = 0.002
  public var burstSeconds = 0.008...0.015
  public var lossProbability = 0.0002

  public init() {}

  /// A perfect sensor and a perfect radio: no noise, no bias, no offset, no loss, no burst. What is left is the
  /// rounding to whole counts.
  public static let noiseless: RiderParameters = {
    var parameters = RiderParameters()
    parameters.gyroNoiseDegreesPerSecondPerRootHz = 0
    parameters.accelerometerNoiseMicroGPerRootHz = 0
    parameters.gyroBiasDegreesPerSecond = 0...0
    parameters.accelerometerOffsetMilliG = 0
    parameters.burstProbability = 0
    parameters.lossProbability = 0
    return parameters
  }()
}
