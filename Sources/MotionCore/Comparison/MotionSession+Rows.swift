extension MotionSession {
  /// The clock of a stream, and how it maps to the host's.
  func clock(of stream: MotionStream) -> SessionVectors.StreamClock {
    let clock = manifest.clocks.first { $0.name == stream.description.clock }
    let computed = SamplingSummary.compute(stream: stream, clock: clock)
    return SessionVectors.StreamClock(clock: clock, mapping: computed.mapping, times: computed.times)
  }

  /// The primary sensor's rows of `kind` on the host's time line, as the analysis has them. Seconds count from `origin`, or
  /// from the first row.
  func vectors(_ kind: StreamKind, origin: HostTime? = nil) -> Measured<SampledVectors> {
    SessionVectors.axes(kind, self, origin: origin) { clock(of: $0) }
  }

  /// The receipts of the first and the last row of all streams.
  var rowSpan: ClosedRange<HostTime>? {
    guard let first = streams.compactMap(\.receiptNs.first).min(),
      let last = streams.compactMap(\.receiptNs.last).max(), first <= last
    else { return nil }
    return HostTime(nanoseconds: first)...HostTime(nanoseconds: last)
  }
}
