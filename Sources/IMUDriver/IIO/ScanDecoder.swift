import MotionCore

/// Makes rows of the scans of one device. Pure: it knows no device.
struct ScanDecoder: Sendable {
  /// A stream that the scans feed.
  private struct Output: Sendable {
    var stream: Int
    var values: [(element: ScanLayout.Element, part: Int)]
    /// Of a quaternion: the length that a valid one has; nil where its scale is not known.
    var unit: ClosedRange<Double>?
    var isAttitude: Bool
  }

  /// How far the length of a quaternion may be from one. Fixed-point rounding is far below; a chip that has not
  /// begun to compute sends zeros.
  static let unitLength = 0.95...1.05

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
    clock: TimestampClock.Meaning, attitude: IIOScaling? = nil
  ) {
    size = layout.size
    outputs = streams.map { quantity, stream in
      let elements = quantity.channels.compactMap(layout.element)
      guard quantity == .attitude, let element = elements.first else {
        return Output(stream: stream, values: elements.map { ($0, 0) }, isAttitude: false)
      }
      let scale = attitude.flatMap { $0.isScaleKnown ? $0.scale[0] : nil }
      return Output(
        stream: stream, values: (attitude?.parts ?? [0, 1, 2, 3]).map { (element, $0) },
        unit: scale.map { ScanDecoder.unitLength.lowerBound / $0...ScanDecoder.unitLength.upperBound / $0 },
        isAttitude: true)
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
      let values = output.values.map {
        $0.element.channel.type.decode(bytes, at: $0.element.offset, part: $0.part)
      }
      return (
        stream: output.stream,
        sample: MotionSample(
          deviceTime: .integer(stamp ?? receipt.nanoseconds), receipt: receipt, values: values,
          temperature: output.isAttitude ? nil : celsius,
          invalid: (isImpossible ? ["t"] : []) + ScanDecoder.invalid(values, output))
      )
    }
    return Rows(rows: rows, time: stamp, isTimeImpossible: isImpossible)
  }

  /// The keys of a quaternion that is none: its length is not one, or is zero.
  private static func invalid(_ values: [RawNumber], _ output: Output) -> [String] {
    guard output.isAttitude else { return [] }
    let length = values.reduce(0) { $0 + $1.double * $1.double }.squareRoot()
    return length > 0 && output.unit?.contains(length) ?? true ? [] : MotionField.attitude.keys
  }
}
