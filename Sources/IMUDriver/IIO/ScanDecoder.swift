import MotionCore

/// Makes rows of the scans of one device. Pure: it knows no device.
struct ScanDecoder: Sendable {
  /// A stream that the scans feed.
  private struct Output: Sendable {
    var stream: Int
    var elements: [ScanLayout.Element]
  }

  /// Length of a scan in bytes.
  let size: Int
  private let outputs: [Output]
  private let time: ScanLayout.Element?
  private let temperature: (element: ScanLayout.Element, scaling: IIOTemperature)?
  private let clock: TimestampClock.Meaning

  /// How far a time that is said to be of the host clock may lie before or after its receipt. Drivers that
  /// reckon the times of a FIFO may be a little ahead; behind, a reader that was kept waiting may be far.
  static let allowedAhead: Duration = .milliseconds(50)
  static let allowedBehind: Duration = .seconds(60)

  /// `streams` are the numbers of the streams of the device's quantities.
  init(
    _ layout: ScanLayout, streams: [(quantity: IIOQuantity, stream: Int)], temperature: IIOTemperature?,
    clock: TimestampClock.Meaning
  ) {
    size = layout.size
    outputs = streams.map { quantity, stream in
      Output(stream: stream, elements: quantity.channels.compactMap(layout.element))
    }
    time = layout.element(ScanChannel.timestamp)
    self.temperature = temperature.flatMap { scaling in
      layout.element(scaling.channel).map { ($0, scaling) }
    }
    self.clock = clock
  }

  /// One scan, decoded.
  struct Rows: Sendable {
    var rows: [(stream: Int, sample: MotionSample)]
    /// The device's time; nil where the scan has none.
    var time: Int64?
    /// The time is said to be of the host clock and cannot be.
    var isTimeImpossible: Bool
  }

  /// Decodes the scan at the beginning of `bytes`, received at `receipt`.
  func rows(_ bytes: UnsafeRawBufferPointer, receipt: HostTime) -> Rows {
    var stamp: Int64?
    if let time, case .integer(let value) = time.channel.type.decode(bytes, at: time.offset) { stamp = value }
    var isImpossible = false
    if clock == .host, let stamp {
      let age = Duration.nanoseconds(receipt.nanoseconds.subtractingReportingOverflow(stamp).partialValue)
      isImpossible = age < .zero - ScanDecoder.allowedAhead || age > ScanDecoder.allowedBehind
    }
    let celsius = temperature.map {
      $0.scaling.celsius($0.element.channel.type.decode(bytes, at: $0.element.offset))
    }
    let rows = outputs.map { output in
      (
        stream: output.stream,
        sample: MotionSample(
          deviceTime: .integer(stamp ?? receipt.nanoseconds), receipt: receipt,
          values: output.elements.map { $0.channel.type.decode(bytes, at: $0.offset) },
          temperature: celsius, invalid: isImpossible ? ["t"] : [])
      )
    }
    return Rows(rows: rows, time: stamp, isTimeImpossible: isImpossible)
  }
}
