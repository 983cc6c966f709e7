/// Host times of a stream's rows: the mapped device time where its mapping, or that of the row's stretch of a clock that
/// began anew, is valid; of a stream without a clock the times that its arrivals show; else the receipt.
struct TimeLine {
  var source: SampledVectors.TimeSource
  var reason: UnavailableReason?
  var residualNs: Double?
  private let stream: MotionStream
  /// The valid lines of a device's clock.
  private let lines: MappedLines?
  private let deviceTimes: DeviceTime
  private let originNs: Int64
  private let earliestImpossibleNs: Double
  /// Times of the rows, where they are derived from all arrivals together, s after the origin.
  private let derived: [Double]?

  init(
    stream: MotionStream, clock: ClockDescription?, mapping: ClockMapping?, deviceTimes: DeviceTime,
    origin: HostTime
  ) {
    self.stream = stream
    self.deviceTimes = deviceTimes
    originNs = origin.nanoseconds
    var lines: MappedLines?
    if stream.description.clock == "host" {
      source = stream.description.timestampSource == .receipt ? .receipt : .kernel
      reason = source == .receipt ? UnavailableReason(ClockReason.noDeviceTime) : nil
    } else if let mapping, let valid = MappedLines(mapping, unit: clock?.unit ?? .nanoseconds) {
      lines = valid
      source = .mappedDevice
      if mapping.validated {
        residualNs = mapping.residualNs
      } else {
        reason = mapping.reason
        residualNs = mapping.epochs.compactMap(\.mapping).filter(\.validated).map(\.residualNs).max()
      }
    } else {
      source = .receipt
      reason = mapping?.reason ?? UnavailableReason(ClockReason.notMapped)
    }
    var derived: [Double]?
    if source == .receipt, stream.description.clock == "host" {
      switch TimeLine.indexLine(stream, deviceTimes, originNs: origin.nanoseconds) {
      case .value(let line):
        derived = line.times
        source = .indexLine
      case .unavailable(let why): reason = UnavailableReason(ClockReason.noDeviceTimeAnd(why))
      }
    }
    self.derived = derived
    self.lines = lines
    // A row cannot be measured after it was received; the mapping's own tolerance is granted.
    earliestImpossibleNs = max(20e6, 2 * (residualNs ?? 0))
  }

  /// Seconds after the origin; NaN for a row without a possible time.
  func seconds(_ i: Int) -> Double {
    if let derived { return derived[i] }
    let receipt = stream.receiptNs[i]
    if let line = lines?[i] {
      guard deviceTimes.isFinite(i) else { return .nan }
      let sinceT0 = line.hostNs(sinceT0: deviceTimes.since(line.t0, i))
      let early = sinceT0 - Double(receipt &- line.t0HostNs)
      guard early <= earliestImpossibleNs else { return .nan }
      return (sinceT0 + Double(line.t0HostNs &- originNs)) / 1e9
    }
    if source == .kernel { return deviceTimes.since(Double(originNs), i) / 1e9 }
    if stream.description.clock == "host", deviceTimes.isFinite(i) {
      return deviceTimes.since(Double(originNs), i) / 1e9
    }
    return Double(receipt &- originNs) / 1e9
  }

  /// The even times of a stream that has only arrivals.
  static func indexLine(
    _ stream: MotionStream, _ deviceTimes: DeviceTime, originNs: Int64
  ) -> Measured<IndexLine> {
    let arrivals = (0..<stream.count).map { row in
      deviceTimes.isFinite(row)
        ? deviceTimes.since(Double(originNs), row) / 1e9 : Double(stream.receiptNs[row] &- originNs) / 1e9
    }
    guard zip(stream.sequence.dropFirst(), stream.sequence).allSatisfy({ $0 > $1 }) else {
      return .unavailable(ClockReason.numbersOutOfOrder)
    }
    return IndexLine.fit(arrivals: arrivals, numbers: stream.sequence)
  }
}
