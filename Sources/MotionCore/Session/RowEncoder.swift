/// Writes rows of one stream as lines of its file: keys in the order of the schema, integers as integers, reals
/// in the shortest form that reads back to the same bits. A value that is not finite is left out and named in
/// `bad`.
public struct RowEncoder: Sendable {
  private let keys: [String]
  /// `,"x":` and so on.
  private let prefixes: [[UInt8]]
  /// On-board fusion rows have `temp` before their values, three-axis rows after them.
  private let temperatureFirst: Bool

  public init(_ stream: StreamDescription) {
    keys = stream.valueKeys
    prefixes = stream.valueKeys.map { key in
      var bytes: [UInt8] = [UInt8(ascii: ",")]
      JSONValue.writeString(key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      return bytes
    }
    temperatureFirst = stream.kind == .motion
  }

  /// Appends one line to `bytes`. Returns true where a value had to be named in `bad`.
  @discardableResult
  public func write(_ sample: MotionSample, sequence: Int64, to bytes: inout [UInt8]) -> Bool {
    var bad: [String] = []
    RowEncoder.append("{\"i\":", to: &bytes)
    RowEncoder.append(sequence, to: &bytes)
    RowEncoder.append(sample.deviceTime, "t", ",\"t\":", &bad, to: &bytes)
    RowEncoder.append(",\"h\":", to: &bytes)
    RowEncoder.append(sample.receipt.nanoseconds, to: &bytes)
    if let kernel = sample.kernelTime {
      RowEncoder.append(",\"k\":", to: &bytes)
      RowEncoder.append(kernel.nanoseconds, to: &bytes)
    }
    if let counter = sample.counter {
      RowEncoder.append(",\"c\":", to: &bytes)
      RowEncoder.append(counter, to: &bytes)
    }
    if temperatureFirst, let temperature = sample.temperature {
      RowEncoder.append(temperature, "temp", ",\"temp\":", &bad, to: &bytes)
    }
    for index in keys.indices {
      guard index < sample.values.count, sample.values[index].isFinite else {
        bad.append(keys[index])
        continue
      }
      bytes.append(contentsOf: prefixes[index])
      RowEncoder.append(sample.values[index], to: &bytes)
    }
    if !temperatureFirst, let temperature = sample.temperature {
      RowEncoder.append(temperature, "temp", ",\"temp\":", &bad, to: &bytes)
    }
    if !bad.isEmpty { RowEncoder.append(bad, ",\"bad\":[", to: &bytes) }
    if !sample.invalid.isEmpty { RowEncoder.append(sample.invalid, ",\"invalid\":[", to: &bytes) }
    bytes.append(UInt8(ascii: "}"))
    bytes.append(UInt8(ascii: "\n"))
    return !bad.isEmpty
  }

  private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private static func append(_ names: [String], _ prefix: StaticString, to bytes: inout [UInt8]) {
    append(prefix, to: &bytes)
    for (index, name) in names.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONValue.writeString(name, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func append(
    _ number: RawNumber, _ key: String, _ prefix: StaticString, _ bad: inout [String],
    to bytes: inout [UInt8]
  ) {
    guard number.isFinite else {
      bad.append(key)
      return
    }
    append(prefix, to: &bytes)
    append(number, to: &bytes)
  }

  private static func append(_ number: RawNumber, to bytes: inout [UInt8]) {
    switch number {
    case .integer(let value): append(value, to: &bytes)
    case .real(let value): bytes.append(shortest: value)
    }
  }

  private static func append(_ value: Int64, to bytes: inout [UInt8]) { bytes.append(decimal: value) }
}
