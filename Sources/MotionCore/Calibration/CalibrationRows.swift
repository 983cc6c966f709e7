/// Ranges of stream rows that a number was computed from: the evidence in calibration.json.
public struct CalibrationRows: Hashable, Sendable {
  public struct Range: Hashable, Sendable {
    /// The stream's name.
    public var stream: String
    /// Sequence numbers `i` of the first and the last row.
    public var first: Int64
    public var last: Int64
  }

  /// By stream, in the order in which they were first named.
  public private(set) var ranges: [Range] = []

  public init() {}

  public var isEmpty: Bool { ranges.isEmpty }

  /// The rows of `stream`; nil where there is none.
  public subscript(stream: String) -> ClosedRange<Int64>? {
    ranges.first { $0.stream == stream }.map { $0.first...$0.last }
  }

  /// Extends the range of `stream` to include `row`.
  mutating func include(_ row: Int64, of stream: String) {
    if let place = ranges.firstIndex(where: { $0.stream == stream }) {
      ranges[place].first = min(ranges[place].first, row)
      ranges[place].last = max(ranges[place].last, row)
    } else {
      ranges.append(Range(stream: stream, first: row, last: row))
    }
  }

  /// {stream: [first, last]}.
  public var json: JSONValue {
    .object(JSONObject(ranges.map { ($0.stream, [.integer($0.first), .integer($0.last)]) }))
  }

  /// No sensor has more streams.
  private static let maximumStreams = 64

  /// Reads ranges; a member that is none is left out. Nil for what is no object.
  public init?(json: JSONValue?) {
    guard let object = json?.object else { return nil }
    for member in object.members where ranges.count < Self.maximumStreams {
      guard let pair = member.value.array, pair.count == 2, let first = pair[0].integer,
        let last = pair[1].integer, first >= 0, first <= last, self[member.key] == nil
      else { continue }
      ranges.append(Range(stream: member.key, first: first, last: last))
    }
  }
}
