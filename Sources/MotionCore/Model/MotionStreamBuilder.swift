/// Collects delivered rows into a `MotionStream`, as reading them back from a bundle would give.
public struct MotionStreamBuilder: Sendable {
  public let description: StreamDescription
  private var samples: [MotionSample] = []

  public init(_ description: StreamDescription) {
    self.description = description
  }

  public var count: Int { samples.count }

  public mutating func append(_ sample: MotionSample) {
    samples.append(sample)
  }

  /// The rows so far, as columns. A value that is not finite is NaN, and its row is among `badRows`.
  public var stream: MotionStream {
    func optional(_ value: (MotionSample) -> Int64?) -> [Int64]? {
      let values = samples.map(value)
      return values.contains { $0 != nil } ? values.map { $0 ?? MotionStream.absent } : nil
    }
    return MotionStream(
      description: description, sequence: samples.indices.map(Int64.init),
      deviceTime: MotionStream.Column(samples.map(\.deviceTime)),
      receiptNs: samples.map(\.receipt.nanoseconds),
      kernelNs: optional { $0.kernelTime?.nanoseconds }, counter: optional(\.counter),
      temperature: samples.contains { $0.temperature != nil }
        ? samples.map { $0.temperature?.double ?? .nan } : nil,
      values: description.valueKeys.indices.map { key in
        MotionStream.Column(samples.map { $0.values[key] })
      },
      badRows: samples.indices.filter { !samples[$0].values.allSatisfy(\.isFinite) },
      invalid: Dictionary(
        uniqueKeysWithValues: samples.enumerated().filter { !$0.element.invalid.isEmpty }.map {
          ($0.offset, $0.element.invalid)
        }))
  }
}
