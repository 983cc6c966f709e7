/// The offline variant of the filter (Laidig and Seel 2023, section 3.7): everything that a row online knows from the
/// past, it knows here from past and future.
///
/// The filter runs forward and backward in time for two estimates of the bias at each row, which are combined by their
/// covariances, and for two opinions on magnetic disturbance. Then the gyroscope, less that bias, is integrated once;
/// low-pass of the acceleration and heading correction run forward and backward, and so have no lag. What lies on either
/// side of a gap too long to be bridged is levelled for itself.
struct OfflineOrientation {
  private let rows: InertialRows
  private let parameters: OrientationParameters
  private let intervals: OrientationFilter.Intervals
  private var track: OrientationTrack
  private var isDisturbed: [Bool]
  /// For each row of the gyroscope, how many gaps that could not be bridged lie before it.
  private var parts: [Int32]

  /// An accelerometer or magnetometer row in the frame of the strapdown attitude.
  private struct Turned {
    var time: Double
    /// As `parts`.
    var part: Int32
    var vector: Vector3
    /// Its row, and the latest row of the gyroscope not after it.
    var row: Int
  }

  static func track(
    _ rows: InertialRows, parameters: OrientationParameters, intervals: OrientationFilter.Intervals
  ) -> OrientationTrack {
    var it = OfflineOrientation(rows.with(parameters), parameters, intervals)
    it.combineBiases()
    it.integrate()
    return it.track
  }

  private init(
    _ rows: InertialRows, _ parameters: OrientationParameters, _ intervals: OrientationFilter.Intervals
  ) {
    self.rows = rows
    self.parameters = parameters
    self.intervals = intervals
    track = OrientationTrack(rows: rows.gyroscope.count, hasHeadings: rows.magnetometer != nil)
    parts = [Int32](repeating: 0, count: rows.gyroscope.count)
    isDisturbed = [Bool](repeating: true, count: rows.magnetometer?.count ?? 0)
  }

  /// Bias and disturbance from a run in each direction. Backward the rates, and so the bias, are negated.
  private mutating func combineBiases() {
    var precisions = [SymmetricMatrix3](repeating: SymmetricMatrix3(), count: rows.gyroscope.count)
    var forward = OrientationFilter(parameters: parameters, intervals: intervals)
    forward.run(rows) { filter, row in
      isDisturbed[row] = filter.isMagneticallyDisturbed
    } gyroscopeRow: { filter, row in
      precisions[row] = filter.biasCovariance.inverse
      track.biases[row] = filter.bias
    }
    track.count(forward)
    var backward = OrientationFilter(parameters: parameters, intervals: intervals)
    backward.run(rows, backward: true) { filter, row in
      isDisturbed[row] = isDisturbed[row] && filter.isMagneticallyDisturbed
    } gyroscopeRow: { filter, row in
      let before = precisions[row]
      let after = filter.biasCovariance.inverse
      let covariance = (before + after).inverse
      track.biases[row] = covariance * (before * track.biases[row] - after * filter.bias)
      track.biasStandardDeviations[row] = BiasEstimator.standardDeviation(
        covariance, initial: parameters.biasInitialDegPerSecond)
    }
  }

  private mutating func integrate() {
    let (forces, fields) = turnedRows()
    let levels = levels(forces)
    level(forces, levels)
    if let magnetometer = rows.magnetometer {
      head(fields, forces, levels, rows: magnetometer)
    }
  }

  /// The strapdown attitude of each row of the gyroscope, for now in the track, and the other sensors' rows in its frame.
  private mutating func turnedRows() -> (forces: [Turned], fields: [Turned]) {
    var strapdown = Strapdown(parameters, nominalSeconds: intervals.gyroscope)
    var forces: [Turned] = []
    var fields: [Turned] = []
    forces.reserveCapacity(rows.accelerometer.count)
    fields.reserveCapacity(rows.magnetometer?.count ?? 0)
    var merged = MergedRows(rows)
    var part: Int32 = 0
    var latest = 0
    func turned(_ vector: Vector3, _ time: Double, _ row: Int) -> Turned? {
      // The rotation since the latest row is part of what the next one will tell.
      let next =
        latest + 1 < rows.gyroscope.count ? rows.gyroscope.vectors[latest + 1] - track.biases[latest] : nil
      guard vector.isFinite, vector != .zero, let attitude = strapdown.attitude(at: time, rate: next) else {
        return nil
      }
      return Turned(time: time, part: part, vector: attitude.rotate(vector), row: row)
    }
    while let (row, time, _) = merged.next() {
      switch row {
      case .gyroscope(let index):
        let rate = rows.gyroscope.vectors[index]
        let step = strapdown.step(to: time)
        if rate.isFinite, time.isFinite, step.kind != .disordered {
          if step.kind == .broken { part += 1 }
          strapdown.turn(rate - track.biases[index], to: time, over: step)
          latest = index
        }
        parts[index] = part
        track.inclinationAttitudes[index] = strapdown.attitude
      case .accelerometer(let index):
        if let it = turned(rows.accelerometer.vectors[index], time, latest) { forces.append(it) }
      case .magnetometer(let index):
        if let field = rows.magnetometer?.vectors[index], let it = turned(field, time, index) {
          fields.append(it)
        }
      }
    }
    return (forces, fields)
  }

  /// For each accelerometer row the rotation from the strapdown's frame to the reference frame. Each is the one before,
  /// with the shortest rotation that brings the filtered acceleration upright: so the heading does not turn.
  private func levels(_ forces: [Turned]) -> [Quaternion] {
    var level = Quaternion.identity
    return smoothed(forces).map { mean in
      if let up = level.rotate(mean).normalized {
        level = (Quaternion(levelling: up) * level).renormalized
      }
      return level
    }
  }

  /// The low-pass of the acceleration forward, and of the result backward, part by part.
  private func smoothed(_ forces: [Turned]) -> [Vector3] {
    var means = forces.map(\.vector)
    func step(_ from: Int?, _ to: Int) -> LowPassStep {
      let seconds = from.map { abs(forces[to].time - forces[$0].time) } ?? intervals.accelerometer
      return LowPassStep(
        seconds: min(seconds, parameters.gapFactor * intervals.accelerometer),
        timeConstant: parameters.accelerometerSeconds)
    }
    func filter(_ index: Int, _ lowPass: inout LowPass, _ step: LowPassStep) {
      let it = means[index]
      let value = lowPass.step(SIMD4(it.x, it.y, it.z, 0), step)
      means[index] = Vector3(value.x, value.y, value.z)
    }
    var lowPass = LowPass()
    for index in forces.indices {
      let isFirst = index == 0 || forces[index - 1].part != forces[index].part
      if isFirst { lowPass = LowPass() }
      filter(index, &lowPass, step(isFirst ? nil : index - 1, index))
    }
    for index in forces.indices.reversed() {
      let isLast = index == forces.count - 1 || forces[index + 1].part != forces[index].part
      if isLast {
        lowPass = LowPass(settledAt: SIMD4(means[index].x, means[index].y, means[index].z, 0))
      }
      filter(index, &lowPass, step(isLast ? nil : index + 1, index))
    }
    return means
  }

  /// Brings the track's attitudes upright, each by the latest accelerometer row not after it; before the first row, and
  /// between a gap and the first one after it, by that row.
  private mutating func level(_ forces: [Turned], _ levels: [Quaternion]) {
    var cursor = Cursor(forces)
    for (index, time) in rows.gyroscope.times.enumerated() {
      if let place = cursor.place(time, parts[index], forces) {
        track.inclinationAttitudes[index] = levels[place] * track.inclinationAttitudes[index]
      }
    }
  }

  /// The heading at each row of the gyroscope, from the magnetometer forward and then backward.
  private mutating func head(
    _ fields: [Turned], _ forces: [Turned], _ levels: [Quaternion], rows magnetometer: TimedVectors
  ) {
    var cursor = Cursor(forces)
    var angles = fields.map { field in
      let level = cursor.place(field.time, field.part, forces).map { levels[$0] } ?? .identity
      return HeadingCorrection.heading(of: level.rotate(field.vector))
    }
    func pass(_ order: some Sequence<Int>) {
      var heading: HeadingCorrection?
      var last: Turned?
      for index in order {
        let field = fields[index]
        if heading == nil {
          heading = HeadingCorrection(parameters, angle: angles[index], startsUnknown: false)
        }
        if let last, last.part != field.part { heading?.restart() }
        let seconds = last.map { abs(field.time - $0.time) } ?? intervals.magnetometer
        heading?.add(
          heading: angles[index], isDisturbed: isDisturbed[field.row],
          seconds: min(seconds, parameters.gapFactor * intervals.magnetometer))
        angles[index] = heading?.angle ?? 0
        last = field
      }
    }
    pass(fields.indices)
    pass(fields.indices.reversed())
    var place = 0
    for (index, time) in rows.gyroscope.times.enumerated() where !fields.isEmpty {
      while place + 1 < fields.count, fields[place + 1].time <= time { place += 1 }
      track.headings?[index] = angles[place]
    }
  }

  /// The row that counts at a time, for times in order.
  private struct Cursor {
    private var next = 0
    private let count: Int

    init(_ rows: [Turned]) { count = rows.count }

    /// The latest of `rows` not after `time`, else the first after it; of the same part, else nil.
    mutating func place(_ time: Double, _ part: Int32, _ rows: [Turned]) -> Int? {
      while next < count, rows[next].time <= time { next += 1 }
      if next > 0, rows[next - 1].part == part { return next - 1 }
      return next < count && rows[next].part == part ? next : nil
    }
  }
}

extension OrientationTrack {
  /// The attitudes from past and future rows together: the offline variant. Nil where gyroscope or accelerometer has
  /// fewer than two rows.
  public static func offline(
    _ rows: InertialRows, parameters: OrientationParameters = .default,
    intervals: OrientationFilter.Intervals? = nil
  ) -> OrientationTrack? {
    guard let intervals = intervals ?? rows.intervals else { return nil }
    return OfflineOrientation.track(rows, parameters: parameters, intervals: intervals)
  }
}
