/// What the analysis knows at each row of the angular velocity: angles from neutral, rates with their derivatives, and the
/// acceleration without gravity, unfiltered and by the local polynomial. Computed part by part, so that an hour need not be
/// held in memory. Derived, never evidence.
struct DerivedTraces: Sendable {
  /// The rows; nothing is computed across the gaps between its segments.
  let rate: SampledVectors
  /// The stream that they are rows of.
  let stream: MotionStream
  let polynomial: LocalPolynomial
  /// rad/s.
  let bias: Vector3
  /// The axes of the body in the sensor frame; a positive rotation about one is a positive angle.
  let directions: [RiderTraces.Axis: Measured<Vector3>]
  /// Radians, NaN where not known.
  let angles: [RiderTraces.Axis: Measured<[Double]>]
  private let rider: Measured<RiderTraces>
  private let force: Measured<SampledVectors>
  /// Why there is no acceleration without gravity, where there is none.
  var noLinearAcceleration: UnavailableReason? { rider.reason ?? force.reason }

  /// Of an analysed session. Unavailable without an angular velocity, and where no axis of the body is known.
  static func of(_ analyzed: AnalyzedSession) -> Measured<DerivedTraces> {
    let movement = analyzed.analysis.movement
    guard let rate = analyzed.vectors.rate.value, let stream = analyzed.vectors.rateStream else {
      return .unavailable(analyzed.vectors.rate.reason ?? .notKnown)
    }
    guard let lateral = movement.axis.value?.direction else {
      return .unavailable(movement.axis.reason ?? .notKnown)
    }
    return .value(DerivedTraces(analyzed, rate: rate, stream: stream, lateral: lateral))
  }

  private init(
    _ analyzed: AnalyzedSession, rate: SampledVectors, stream: MotionStream, lateral: Vector3
  ) {
    self.rate = rate
    self.stream = stream
    let configuration = analyzed.analysis.configuration
    polynomial = LocalPolynomial(
      order: configuration.localPolynomialOrder,
      halfWidthSeconds: configuration.localPolynomialHalfWidthSeconds)
    bias = analyzed.analysis.movement.bias.value?.radiansPerSecond ?? .zero
    rider = analyzed.rider.map(\.traces)
    force = analyzed.vectors.force
    let traces = rider
    directions = [
      .lateral: .value(lateral), .forward: traces.map { $0.direction(.forward) },
      .axial: traces.map { $0.direction(.axial) },
    ]
    angles = [
      .lateral: analyzed.lateralAngles, .forward: traces.map { $0.angles(.forward) },
      .axial: traces.map { $0.angles(.axial) },
    ]
  }

  /// The derivatives of one variant at some rows.
  struct Part {
    /// Rates about the axes that are known, rad/s.
    var rates: [RiderTraces.Axis: MotionDerivatives]
    /// Acceleration without gravity along the rider's X, Y and Z, g; empty where it cannot be had.
    var accelerations: [MotionDerivatives]
  }

  /// Both variants at `rows`.
  func part(_ rows: Range<Int>) -> [MotionDerivatives.Variant: Part] {
    let axes = RiderTraces.Axis.allCases.compactMap { axis in
      directions[axis]?.value.map { (axis: axis, direction: $0, zero: $0.dot(bias)) }
    }
    let accelerations = rider.value.flatMap { rider in force.value.map { (rider, $0) } }
    let count = axes.count + (accelerations == nil ? 0 : 3)
    func columns(_ rows: Range<Int>) -> [[Double]] {
      var columns = axes.map { axis in rows.map { axis.direction.dot(rate.vectors[$0]) - axis.zero } }
      if let (rider, force) = accelerations {
        let vectors = rider.linearAccelerations(rate, force, rows: rows)
        columns += [vectors.map(\.x), vectors.map(\.y), vectors.map(\.z)]
      }
      return columns
    }
    func part(_ found: [MotionDerivatives]) -> Part {
      Part(
        rates: Dictionary(uniqueKeysWithValues: zip(axes.map(\.axis), found)),
        accelerations: Array(found.dropFirst(axes.count)))
    }
    return [
      .unfiltered: part(MotionDerivatives.unfiltered(rate, rows: rows, count: count, columns: columns)),
      .localPolynomial: part(
        MotionDerivatives.localPolynomial(polynomial, rate, rows: rows, count: count, columns: columns)),
    ]
  }
}
