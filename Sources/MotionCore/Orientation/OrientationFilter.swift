/// The attitude of a sensor from its gyroscope, accelerometer and, where there is one, magnetometer, row by row.
///
/// Written from D. Laidig and T. Seel, "VQF: Highly accurate IMU orientation estimation with bias estimation and magnetic
/// disturbance rejection", Information Fusion 91, 2023, doi:10.1016/j.inffus.2022.10.014. The gyroscope is integrated;
/// the acceleration, in the frame so found, which hardly turns, is filtered with a low-pass and brought upright; the
/// magnetometer turns the result about the vertical and nothing else. So neither drift nor magnets reach the
/// inclination.
///
/// Each sensor's rows come at their own times and rates. Give them in the order of time, the gyroscope first where times
/// are equal. Every step takes the time that has really passed. A row that is not finite, not after the one before it of
/// its sensor, or, of accelerometer or magnetometer, more than a gap away from the gyroscope's latest, is not used, and counted.
public struct OrientationFilter: Sendable {
  /// The sensors' nominal sampling intervals, s: the median of the real ones, or what was asked for.
  public struct Intervals: Hashable, Sendable {
    public var gyroscope: Double
    public var accelerometer: Double
    public var magnetometer: Double

    /// One interval for all sensors, unless another is given.
    public init(gyroscope: Double, accelerometer: Double? = nil, magnetometer: Double? = nil) {
      self.gyroscope = gyroscope
      self.accelerometer = accelerometer ?? gyroscope
      self.magnetometer = magnetometer ?? gyroscope
    }
  }

  public let parameters: OrientationParameters
  let intervals: Intervals
  private(set) var strapdown: Strapdown
  private var rest: RestDetector
  private var estimator: BiasEstimator
  private var disturbance: MagneticDisturbance
  private var heading: HeadingCorrection
  private var acceleration = LowPass()
  /// The frame of the strapdown attitude to the reference frame, Z up.
  private var level = Quaternion.identity
  private var accelerometerTime: Double?
  private var magnetometerTime: Double?
  private var accelerometerStep: (inclination: LowPassStep, rest: LowPassStep)
  private var gyroscopeStep: LowPassStep

  /// Rows that were not used.
  public private(set) var unusedRows = 0
  /// Gaps of the gyroscope that were bridged, and those after which the inclination began anew.
  public private(set) var bridgedGaps = 0
  public private(set) var brokenGaps = 0
  /// Whether an accelerometer row has set the inclination since the start or the last broken gap.
  public private(set) var isLevelled = false
  /// Whether a magnetometer row has set the heading since then.
  public private(set) var hasHeading = false

  public init(parameters: OrientationParameters = .default, intervals: Intervals) {
    self.parameters = parameters
    self.intervals = intervals
    strapdown = Strapdown(parameters, nominalSeconds: intervals.gyroscope)
    rest = RestDetector(parameters)
    estimator = BiasEstimator(parameters)
    disturbance = MagneticDisturbance(parameters)
    heading = HeadingCorrection(parameters)
    accelerometerStep = Self.steps(parameters, intervals.accelerometer)
    gyroscopeStep = LowPassStep(seconds: intervals.gyroscope, timeConstant: parameters.restFilterSeconds)
  }

  private static func steps(
    _ parameters: OrientationParameters, _ seconds: Double
  ) -> (inclination: LowPassStep, rest: LowPassStep) {
    (
      LowPassStep(seconds: seconds, timeConstant: parameters.accelerometerSeconds),
      LowPassStep(seconds: seconds, timeConstant: parameters.restFilterSeconds)
    )
  }

  /// A row of the gyroscope: rad/s in the sensor frame, at `time` in seconds since any instant.
  public mutating func addGyroscope(_ rate: Vector3, at time: Double) {
    let step = strapdown.step(to: time)
    guard rate.isFinite, time.isFinite, step.kind != .disordered else {
      unusedRows += 1
      return
    }
    if step.kind == .bridged { bridgedGaps += 1 }
    if step.kind == .broken { startAnew(after: step.seconds) }
    // What a low-pass missed in a gap is not made up for: the time beyond is left out.
    let seconds =
      step.kind == .broken
      ? intervals.gyroscope : min(step.seconds, parameters.gapFactor * intervals.gyroscope)
    if seconds != gyroscopeStep.seconds {
      gyroscopeStep = LowPassStep(seconds: seconds, timeConstant: parameters.restFilterSeconds)
    }
    rest.addRate(rate, step: gyroscopeStep)
    strapdown.turn(rate - estimator.bias, to: time, over: step)
  }

  /// A row of the accelerometer: specific force in g, sensor frame, +1 g upward at rest.
  public mutating func addAccelerometer(_ force: Vector3, at time: Double) {
    guard let seconds = step(from: accelerometerTime, to: time, nominal: intervals.accelerometer),
      force.isFinite, force != .zero, let attitude = strapdown.attitude(at: time)
    else {
      unusedRows += 1
      return
    }
    accelerometerTime = time
    if seconds != accelerometerStep.inclination.seconds {
      accelerometerStep = Self.steps(parameters, seconds)
    }
    rest.addAcceleration(force, step: accelerometerStep.rest)

    let turned = attitude.rotate(force)
    let mean = acceleration.step(SIMD4(turned.x, turned.y, turned.z, 0), accelerometerStep.inclination)
    // The low-pass of forces that cancel has no direction.
    guard let up = level.rotate(Vector3(mean.x, mean.y, mean.z)).normalized else { return }
    level = (Quaternion(levelling: up) * level).renormalized
    isLevelled = true
    estimator.update(
      attitude: level * attitude, up: up, step: accelerometerStep.inclination,
      restRate: rest.isResting ? rest.meanRate : nil)
  }

  /// A row of the magnetometer: µT in the sensor frame.
  public mutating func addMagnetometer(_ field: Vector3, at time: Double) {
    guard let seconds = step(from: magnetometerTime, to: time, nominal: intervals.magnetometer),
      field.isFinite, field != .zero, let attitude = strapdown.attitude(at: time)
    else {
      unusedRows += 1
      return
    }
    magnetometerTime = time
    let turned = (level * attitude).rotate(field)
    if parameters.rejectsMagneticDisturbances {
      disturbance.add(turned, norm: field.norm, meanRate: rest.meanRate.norm, seconds: seconds)
    }
    heading.add(
      heading: HeadingCorrection.heading(of: turned), isDisturbed: isMagneticallyDisturbed, seconds: seconds)
    hasHeading = true
  }

  /// The step of a row's low-pass, at most a gap long; nil where the row is not after the last one.
  @inline(__always)
  private func step(from last: Double?, to time: Double, nominal: Double) -> Double? {
    Self.step(from: last, to: time, nominal: nominal, gapFactor: parameters.gapFactor)
  }

  @inline(__always)
  static func step(from last: Double?, to time: Double, nominal: Double, gapFactor: Double) -> Double? {
    guard let last else { return time.isFinite ? nominal : nil }
    let seconds = time - last
    return seconds > 0 ? min(seconds, gapFactor * nominal) : nil
  }

  /// After a gap in which the rotation is unknown. The bias lasts, a little less certain.
  private mutating func startAnew(after seconds: Double) {
    brokenGaps += 1
    isLevelled = false
    hasHeading = false
    rest.reset()
    acceleration = LowPass()
    estimator.bridge(seconds: seconds)
    heading.restart()
  }
}

extension OrientationFilter {
  /// Attitude, sensor → reference, Z up, without the magnetometer: the heading is arbitrary, and drifts.
  public var inclinationAttitude: Quaternion { level * strapdown.attitude }

  /// Attitude, sensor → reference, X east, Y magnetic north, Z up; without magnetometer rows `inclinationAttitude`.
  public var attitude: Quaternion {
    hasHeading || heading.angle != 0
      ? HeadingCorrection.apply(heading.angle, to: inclinationAttitude) : inclinationAttitude
  }

  /// The angle about the vertical by which `attitude` is turned from `inclinationAttitude`, radians.
  public var headingCorrection: Double { heading.angle }

  /// The gyroscope's bias in use, rad/s, sensor frame.
  public var bias: Vector3 { estimator.bias }

  /// A bound of the bias's standard deviation, rad/s.
  public var biasStandardDeviation: Double { estimator.standardDeviation }

  /// The bias's covariance, (°/s)².
  var biasCovariance: SymmetricMatrix3 { estimator.covariance }

  /// Whether the sensor rests.
  public var isResting: Bool { rest.isResting }

  /// Whether the magnetic field is not the accepted one; true before one was accepted.
  public var isMagneticallyDisturbed: Bool { disturbance.isDisturbed }
}

extension Vector3 {
  /// Whether no component is infinite or NaN.
  @inline(__always)
  var isFinite: Bool { (x + y + z).isFinite || (x.isFinite && y.isFinite && z.isFinite) }
}
