/// The attitude at each row of a sensor as the rows come: the online filter on gyroscope and accelerometer, or the device's
/// own attitude once gravity has told how to read it and `usesFused` is set.
///
/// The magnetometer is left out: lean does not need it, and a heading that it begins to correct would jump.
struct LiveOrientation: Sendable {
  private enum Role: Sendable {
    case gyroscope(AffineConversion)
    case accelerometer(AffineConversion, sign: Double)
    case fused(MotionFieldReader)
  }

  private struct Row: Sendable {
    var time: Double
    var vector: Vector3
    var row: Int64
    var receipt: HostTime
  }

  /// Rows of one sensor that wait for the other's of the same time.
  private struct Queue: Sendable {
    private var rows: [Row] = []
    private var taken = 0
    private static let mostRows = 8192

    var first: Row? { taken < rows.count ? rows[taken] : nil }
    var all: ArraySlice<Row> { rows[taken...] }

    mutating func append(_ row: Row) {
      rows.append(row)
      // Where the other sensor never delivers, nothing is ever taken.
      if rows.count - taken > Self.mostRows { removeFirst() }
    }
    mutating func removeFirst() {
      taken += 1
      if taken > 256 {
        rows.removeFirst(taken)
        taken = 0
      }
    }
    mutating func setTimes(_ time: (Double) -> Double) {
      for place in rows.indices { rows[place].time = time(rows[place].time) }
    }
  }

  /// Rows wait at most so long for those of the other sensor.
  private static let waitSeconds = 0.25
  /// The nominal intervals are read from this time of rows.
  private static let firstSeconds = 1.0

  /// Why there is no attitude, where there cannot be one.
  let unavailable: UnavailableReason?
  private let roles: [Role?]
  private let clockOfStream: [Int]
  private let isReceipt: [Bool]
  private let descriptions: [ClockDescription?]
  private let parameters: OrientationParameters
  private var clocks: [LiveClock] = []
  private var origin: HostTime?
  private var filter: OrientationFilter?
  private var evenRates: EvenArrivals?
  private var evenForces: EvenArrivals?
  private var gyroscopeIsReceipt = false
  private var accelerometerIsReceipt = false
  private var gyroscope = Queue()
  private var accelerometer = Queue()
  private var latestForce: (time: Double, vector: Vector3)?
  private var latestRate: Row?
  private var verification = AttitudeVerification()
  /// The reading by which the device's own attitude is used; nil: the filter's is.
  private(set) var fused: AttitudeReading?

  /// Of `streams` those of the first stream's sensor are used.
  init(streams: [StreamDescription], clocks: [ClockDescription], parameters: OrientationParameters) {
    self.parameters = parameters
    let sensor = streams.first?.sensor
    var names: [String] = []
    var missing: [String] = []
    roles = streams.map { stream in
      guard stream.sensor == sensor, stream.capability == .available else { return nil }
      switch stream.kind {
      case .gyroscope: return (try? AffineConversion(stream)).map { .gyroscope($0) }
      case .accelerometer:
        return (try? AffineConversion(stream)).map {
          .accelerometer($0, sign: stream.convention == .gravity ? -1 : 1)
        }
      case .motion: return MotionFieldReader.attitude(of: stream).map { .fused($0) }
      case .magnetometer: return nil
      }
    }
    clockOfStream = streams.map { stream in
      if let place = names.firstIndex(of: stream.clock) { return place }
      names.append(stream.clock)
      return names.count - 1
    }
    descriptions = names.map { name in clocks.first { $0.name == name } }
    isReceipt = streams.map { $0.timestampSource == .receipt }
    var found = (gyroscope: false, accelerometer: false)
    for (place, role) in roles.enumerated() {
      switch role {
      case .gyroscope:
        found.gyroscope = true
        gyroscopeIsReceipt = isReceipt[place]
      case .accelerometer:
        found.accelerometer = true
        accelerometerIsReceipt = isReceipt[place]
      default: break
      }
    }
    if !found.gyroscope { missing.append("gyroscope") }
    if !found.accelerometer { missing.append("accelerometer") }
    unavailable = missing.isEmpty ? nil : UnavailableReason(CalibrationReason.sensorLacks(missing))
  }

  /// Whether the device's own attitude can be used: it is there, and gravity has told how to read it.
  var canUseFused: Bool { verification.reading != nil }

  /// From now on the attitudes are the device's own, where they can be used; else those of the filter.
  mutating func chooseSource() { fused = verification.reading }

  /// Takes a row; appends to `samples` what is known with it.
  mutating func add(
    _ sample: MotionSample, stream: Int, row: Int64, into samples: inout [OrientedSample]
  ) {
    guard unavailable == nil, roles.indices.contains(stream), let role = roles[stream],
      sample.invalid.isEmpty
    else { return }
    let origin = self.origin ?? sample.receipt
    if self.origin == nil {
      self.origin = origin
      clocks = descriptions.map { LiveClock($0, origin: origin) }
    }
    let time = clocks[clockOfStream[stream]].seconds(of: sample)
    guard time.isFinite else { return }
    switch role {
    case .gyroscope(let conversion):
      guard let vector = conversion.vector(sample.values) else { return }
      let it = Row(time: time, vector: vector, row: row, receipt: sample.receipt)
      gyroscope.append(isReceipt[stream] ? Self.evened(it, &evenRates) : it)
      latestRate = it
      run(into: &samples)
    case .accelerometer(let conversion, let sign):
      guard let vector = conversion.vector(sample.values) else { return }
      let it = Row(time: time, vector: sign * vector, row: row, receipt: sample.receipt)
      accelerometer.append(isReceipt[stream] ? Self.evened(it, &evenForces) : it)
      latestForce = (time, it.vector)
      run(into: &samples)
    case .fused(let reader):
      let values = sample.values
      guard let q = reader.attitude({ values[$0].double }) else { return }
      if let force = latestForce, abs(force.time - time) < 0.1 { verification.add(q, force: force.vector) }
      guard let fused, let rate = latestRate else { return }
      samples.append(
        OrientedSample(
          time: time, attitude: fused.attitude(q), rate: rate.vector, row: row, receipt: sample.receipt))
    }
  }

  /// The row with its time made even, once the interval is known.
  private static func evened(_ row: Row, _ arrivals: inout EvenArrivals?) -> Row {
    var row = row
    row.time = arrivals?.time(arrival: row.time) ?? row.time
    return row
  }

  /// Takes all waiting rows whose turn it is, in the order of time, the gyroscope first where times are equal.
  private mutating func run(into samples: inout [OrientedSample]) {
    if filter == nil { begin() }
    guard filter != nil else { return }
    while let next = nextIsGyroscope {
      if next {
        guard let row = gyroscope.first else { return }
        gyroscope.removeFirst()
        filter?.addGyroscope(row.vector, at: row.time)
        while let force = accelerometer.first, force.time <= row.time { takeForce(force) }
        guard fused == nil, let filter, filter.isLevelled else { continue }
        samples.append(
          OrientedSample(
            time: row.time, attitude: filter.inclinationAttitude, rate: row.vector, row: row.row,
            receipt: row.receipt))
      } else if let force = accelerometer.first {
        takeForce(force)
      }
    }
  }

  private mutating func takeForce(_ force: Row) {
    accelerometer.removeFirst()
    filter?.addAccelerometer(force.vector, at: force.time)
  }

  /// Whether the next row in time is the gyroscope's; nil where it must wait.
  private var nextIsGyroscope: Bool? {
    switch (gyroscope.first, accelerometer.first) {
    case (nil, nil): return nil
    case (let g?, let a?): return g.time <= a.time
    case (let g?, nil): return (gyroscope.all.last?.time ?? g.time) - g.time > Self.waitSeconds ? true : nil
    case (nil, let a?):
      return (accelerometer.all.last?.time ?? a.time) - a.time > Self.waitSeconds ? false : nil
    }
  }

  /// Starts the filter once there are rows enough to tell the nominal intervals.
  private mutating func begin() {
    let first = gyroscope.all
    guard first.count > 2, accelerometer.all.count > 2, let start = first.first, let end = first.last,
      end.time - start.time >= Self.firstSeconds || first.count > 4096
    else { return }
    func rows(_ queue: Queue) -> TimedVectors {
      var times: [Double] = []
      for row in queue.all where row.time > times.last ?? -.infinity { times.append(row.time) }
      return TimedVectors(times: times, vectors: times.map { _ in .zero })
    }
    func mean(_ queue: Queue) -> Double? {
      guard let start = queue.all.first, let end = queue.all.last, end.time > start.time else { return nil }
      return (end.time - start.time) / Double(queue.all.count - 1)
    }
    let nominal = InertialRows(gyroscope: rows(gyroscope), accelerometer: rows(accelerometer)).intervals
    guard let meanRate = mean(gyroscope), let meanForce = mean(accelerometer) else { return }
    let rateInterval = gyroscopeIsReceipt ? meanRate : nominal?.gyroscope ?? meanRate
    let forceInterval = accelerometerIsReceipt ? meanForce : nominal?.accelerometer ?? meanForce
    filter = OrientationFilter(
      parameters: parameters,
      intervals: OrientationFilter.Intervals(gyroscope: rateInterval, accelerometer: forceInterval))
    var rates = EvenArrivals(interval: rateInterval)
    var forces = EvenArrivals(interval: forceInterval)
    if gyroscopeIsReceipt { gyroscope.setTimes { rates.time(arrival: $0) } }
    if accelerometerIsReceipt { accelerometer.setTimes { forces.time(arrival: $0) } }
    evenRates = rates
    evenForces = forces
  }
}
