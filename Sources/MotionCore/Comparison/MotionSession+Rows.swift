extension MotionSession {
  /// The clock of a stream.
  func clock(of stream: MotionStream) -> ClockDescription? {
    manifest.clocks.first { $0.name == stream.description.clock }
  }

  /// The primary sensor's rows of `kind` on the host's time line, as the analysis has them. Seconds count from `origin`, or
  /// from the first row.
  func vectors(_ kind: StreamKind, origin: HostTime? = nil) -> Measured<SampledVectors> {
    guard let stream = stream(kind) else { return .unavailable(MotionAnalyzer.missingReason(kind, in: self)) }
    let clock = clock(of: stream)
    let computed = SamplingSummary.compute(stream: stream, clock: clock)
    do throws(UnusableStream) {
      return .value(
        try SampledVectors(
          stream: stream, clock: clock, mapping: computed.mapping, deviceTimes: computed.times,
          units: kind.units, origin: origin))
    } catch {
      return .unavailable(error.reason)
    }
  }

  /// The receipts of the first and the last row of all streams.
  var rowSpan: ClosedRange<HostTime>? {
    guard let first = streams.compactMap(\.receiptNs.first).min(),
      let last = streams.compactMap(\.receiptNs.last).max(), first <= last
    else { return nil }
    return HostTime(nanoseconds: first)...HostTime(nanoseconds: last)
  }
}
