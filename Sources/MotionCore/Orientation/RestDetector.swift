/// Tells rest: rate and acceleration both stay close to their own low-pass for a while (Laidig and Seel 2023,
/// section 3.5, "Rest detection").
struct RestDetector {
  private let parameters: OrientationParameters
  private let rateLimitSquared: Double
  private let accelerationLimitSquared: Double
  private let biasLimit: Double
  private var rate = LowPass()
  private var acceleration = LowPass()
  private var seconds = 0.0
  private(set) var isResting = false

  init(_ parameters: OrientationParameters) {
    self.parameters = parameters
    let rateLimit = parameters.restRateDegPerSecond * .pi / 180
    rateLimitSquared = rateLimit * rateLimit
    let accelerationLimit =
      parameters.restAccelerationMetresPerSecondSquared * MeasurementUnit.metresPerSecondSquared.toCore
    accelerationLimitSquared = accelerationLimit * accelerationLimit
    biasLimit = parameters.biasLimitDegPerSecond * .pi / 180
  }

  /// The low-pass of the rate, rad/s: at rest, the bias.
  var meanRate: Vector3 { Vector3(rate.value.x, rate.value.y, rate.value.z) }

  /// `value` in rad/s. A mean rate that no bias can be is no rest, however steady.
  @inline(__always)
  mutating func addRate(_ value: Vector3, step: LowPassStep) {
    let input = SIMD4(value.x, value.y, value.z, 0)
    let mean = rate.step(input, step)
    let deviation = input - mean
    if (deviation * deviation).sum() >= rateLimitSquared || abs(mean.x) > biasLimit || abs(mean.y) > biasLimit
      || abs(mean.z) > biasLimit
    {
      interrupt()
    }
  }

  /// `value` in g.
  @inline(__always)
  mutating func addAcceleration(_ value: Vector3, step: LowPassStep) {
    let input = SIMD4(value.x, value.y, value.z, 0)
    let deviation = input - acceleration.step(input, step)
    if (deviation * deviation).sum() >= accelerationLimitSquared {
      interrupt()
    } else {
      seconds += step.seconds
      if seconds >= parameters.restMinimumSeconds { isResting = true }
    }
  }

  private mutating func interrupt() {
    seconds = 0
    isResting = false
  }

  /// Forgets everything, after a gap.
  mutating func reset() { self = RestDetector(parameters) }
}
