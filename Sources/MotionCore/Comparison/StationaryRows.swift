/// What two sensors measured while they should have been still, place by place: noise and drift that do not depend on how
/// a sensor is mounted.
struct StationaryRows {
  /// A still window of one stream.
  struct Window: Sendable {
    var minutes: Double
    var mean: Vector3
    /// √ of the mean variance of the three axes.
    var noise: Double
  }

  /// A drift is looked for in at least so many windows: ten seconds with the default configuration.
  private static let driftWindows = 20

  private struct Still {
    var gyroscope: Measured<[Window]>
    var accelerometer: Measured<[Window]>
  }

  static func rows(
    _ a: ComparedSensor, _ b: ComparedSensor, configuration: AnalysisConfiguration
  ) -> [ComparisonRow] {
    let phases = a.analysis.diagnostics.phases + b.analysis.diagnostics.phases
    let places = [StationaryPhase.Place.table, .torso, .unknown].filter { place in
      phases.contains { $0.place == place }
    }
    // Without any still phase the table says so in the rows of the place that shows the sensor itself.
    return (places.isEmpty ? [.table] : places).flatMap { place in
      let still = (
        a: windows(of: a, place, configuration: configuration),
        b: windows(of: b, place, configuration: configuration)
      )
      return rows(place, still.a, still.b, parameters: configuration.summary)
        + (place == .table ? [angleRandomWalk(a.analysis, b.analysis)] : [])
    }
  }

  private static func rows(
    _ place: StationaryPhase.Place, _ a: Still, _ b: Still, parameters: SummaryParameters
  ) -> [ComparisonRow] {
    func noise(_ key: String, _ unit: String, _ factor: Double, _ stream: KeyPath<Still, Measured<[Window]>>)
      -> ComparisonRow
    {
      ComparisonRow.unpaired(
        .stationary, key, part: place.rawValue, unit: unit, statistic: "median",
        a[keyPath: stream].map { [$0] }, b[keyPath: stream].map { [$0] }, parameters: parameters,
        leastText: "still windows", of: { Statistics.median($0[0].map { $0.noise * factor }) })
    }
    // Noise and drift are the sensor's, which only a table shows; elsewhere it is the rider who is more or less still.
    let isSensor = place == .table
    return [
      noise(
        isSensor ? "gyroscope_noise_deg_s" : "rate_stillness_deg_s", "°/s", 180 / .pi, \.gyroscope),
      ComparisonRow.unpaired(
        .stationary, isSensor ? "gyroscope_drift_deg_s_min" : "rate_trend_deg_s_min", part: place.rawValue,
        unit: "°/s/min", statistic: "slope",
        a.gyroscope.flatMap(forDrift), b.gyroscope.flatMap(forDrift), parameters: parameters,
        leastText: "still windows", of: { drift($0[0]).map { $0 * 180 / .pi } }),
      noise(isSensor ? "accelerometer_noise_mg" : "force_stillness_mg", "mg", 1000, \.accelerometer),
    ]
  }

  private static func forDrift(_ windows: [Window]) -> Measured<[[Window]]> {
    windows.count >= driftWindows
      ? .value([windows]) : .unavailable(StillnessReason.fewerWindows(driftWindows))
  }

  /// The length of the vector of the axes' least-squares slopes against time, per minute; nil where the windows are all at
  /// one time.
  static func drift(_ windows: [Window]) -> Double? {
    let count = Double(windows.count)
    let time = windows.reduce(0) { $0 + $1.minutes } / count
    let mean = (1 / count) * windows.reduce(Vector3.zero) { $0 + $1.mean }
    var squares = 0.0
    var products = Vector3.zero
    for window in windows {
      squares += (window.minutes - time) * (window.minutes - time)
      products = products + (window.minutes - time) * (window.mean - mean)
    }
    return squares > 0 ? products.norm / squares : nil
  }

  // MARK: Windows

  private static func windows(
    of sensor: ComparedSensor, _ place: StationaryPhase.Place, configuration: AnalysisConfiguration
  ) -> Still {
    let phases = sensor.analysis.diagnostics.phases.filter { $0.place == place }
    guard !phases.isEmpty else {
      let reason =
        place == .unknown ? StillnessReason.noPhaseAnywhere : .noPhaseOn(place: place.rawValue)
      return Still(gyroscope: .unavailable(reason), accelerometer: .unavailable(reason))
    }
    let gyro = sensor.session.vectors(.gyroscope)
    let force = sensor.session.vectors(.accelerometer, origin: gyro.value?.origin)
    let seconds = configuration.stillWindowSeconds
    func ranges(_ stream: SampledVectors, limit: Double) -> [Range<Int>] {
      phases.flatMap {
        StationaryPhase.still(stream, from: $0.start, to: $0.end, window: seconds, limit: limit).ranges
      }
    }
    func measured(_ windows: [Window]) -> Measured<[Window]> {
      windows.isEmpty ? .unavailable(StillnessReason.notStillThere) : .value(windows)
    }
    guard let gyro = gyro.value else {
      return Still(
        gyroscope: .unavailable(gyro.reason ?? .notKnown),
        accelerometer: force.flatMap { force in
          measured(
            ranges(force, limit: StationaryPhase.stillAcceleration).compactMap { window(force, $0) })
        })
    }
    let still = ranges(gyro, limit: configuration.stillRateDegPerSecond * .pi / 180)
    return Still(
      gyroscope: measured(still.compactMap { window(gyro, $0) }),
      accelerometer: force.flatMap { force in
        measured(
          still.compactMap {
            window(
              force,
              force.firstIndex(
                atOrAfter: gyro.times[$0.lowerBound])..<force.firstIndex(
                  after: gyro.times[$0.upperBound - 1]))
          })
      })
  }

  private static func window(_ stream: SampledVectors, _ rows: Range<Int>) -> Window? {
    guard rows.count >= 3 else { return nil }
    let count = Double(rows.count)
    let mean = (1 / count) * stream.vectors[rows].reduce(Vector3.zero, +)
    let squares = stream.vectors[rows].reduce(0) { sum, vector in
      let difference = vector - mean
      return sum + difference.dot(difference)
    }
    return Window(
      minutes: (stream.times[rows.lowerBound] + stream.times[rows.upperBound - 1]) / 120, mean: mean,
      noise: (squares / (count - 1) / 3).squareRoot())
  }

  // MARK: Angle random walk

  /// The root mean square of the axes' angle random walks of the first phase on a table that has them.
  private static func angleRandomWalk(_ a: Analysis, _ b: Analysis) -> ComparisonRow {
    func side(_ analysis: Analysis) -> (value: Measured<Double>, error: Double, count: Int) {
      let phases = analysis.diagnostics.phases.filter { $0.place == .table }
      guard let allan = phases.compactMap(\.allan.value).first else {
        return (
          .unavailable(
            phases.first?.allan.reason ?? UnavailableReason(StillnessReason.noPhaseOn(place: "table"))), 0, 0
        )
      }
      let axes = allan.angleRandomWalk.compactMap(\.value)
      guard axes.count == 3, let error = allan.angleRandomWalkError.value else {
        return (
          .unavailable(allan.angleRandomWalk.compactMap(\.reason).first ?? .notKnown), 0, 0
        )
      }
      let value = (axes.reduce(0) { $0 + $1 * $1 } / 3).squareRoot()
      // Three axes that are each known to the stated part of themselves.
      return (.value(value), value * error / 3.0.squareRoot(), 1)
    }
    let (first, second) = (side(a), side(b))
    let difference = Measured.difference(first.value, second.value)
    let error = 1.96 * (first.error * first.error + second.error * second.error).squareRoot()
    return ComparisonRow(
      section: .stationary, key: "angle_random_walk_deg_sqrt_s", part: "table", unit: "°/√s",
      statistic: "root mean square of the axes", a: .init(value: first.value, count: first.count),
      b: .init(value: second.value, count: second.count), difference: difference,
      interval: difference.map { Bootstrap.Interval(low: $0 - error, high: $0 + error) },
      method: difference.value == nil ? .none : .standardErrors,
      pairs: .unavailable(ComparisonRow.notMatched))
  }
}
