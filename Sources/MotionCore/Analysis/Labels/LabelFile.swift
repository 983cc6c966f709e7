/// Movements that a person marked, by hand or on a video, to hold the detections against.
///
/// As CSV with a header, or as JSON `{"labels": [{…}, …]}` with the same names: `direction` (a direction of the
/// analysis, or `left` or `right`), `onset_s`, and where they are known `peak_s`, `settle_s` and `hold_s`, in seconds
/// after the start of the session; or the same with `_ns`, in nanoseconds of the session's host clock.
public struct LabelFile: Hashable, Sendable {
  /// What can be marked.
  public enum Boundary: String, Sendable, CaseIterable {
    case onset, peak, settle, hold
  }

  /// Which way a marked movement went.
  public enum Direction: Hashable, Sendable {
    case left, right
    case group(Transition.Group)

    init?(_ text: String) {
      switch text {
      case "left": self = .left
      case "right": self = .right
      default:
        guard let group = Transition.Group(rawValue: text) else { return nil }
        self = .group(group)
      }
    }

    /// Whether `transition` went this way.
    func agrees(with transition: Transition) -> Bool {
      switch self {
      case .left: transition.sign > 0
      case .right: transition.sign < 0
      case .group(let group): transition.direction.value == group
      }
    }
  }

  public struct Label: Hashable, Sendable {
    public var direction: Direction
    /// `onset` is always there.
    public var times: [Boundary: HostTime]

    public var onset: HostTime { times[.onset]! }
  }

  /// In order of their onsets.
  public var labels: [Label]
  /// Of the file.
  public var sha256: String

  /// A file has at most this many.
  static let maximumLabels = 100_000

  /// Reads a file; seconds count from `start`.
  ///
  /// - Throws: `LabelFileError` that names the line or element which is wrong.
  public init(_ bytes: [UInt8], start: HostTime?) throws(LabelFileError) {
    sha256 = SHA256Hash.hex(bytes)
    let first = bytes.first { !$0.isSpace }
    let rows =
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      ? try LabelFile.jsonRows(bytes) : try LabelFile.csvRows(bytes)
    guard rows.count <= LabelFile.maximumLabels else {
      throw LabelFileError("it has more than \(LabelFile.maximumLabels) labels")
    }
    var labels: [Label] = []
    for row in rows { labels.append(try LabelFile.label(row, start: start)) }
    self.labels = labels.sorted { $0.onset < $1.onset }
  }

  private struct Row {
    /// "line 3" or "label 3".
    var place: String
    var cells: [(name: String, text: String)]
  }

  private static let remedy =
    "The file is CSV with the columns direction and onset_s (and peak_s, settle_s, hold_s), or JSON with a list "
    + "labels of such objects: docs/metrics.md, Labels."

  private static func label(_ row: Row, start: HostTime?) throws(LabelFileError) -> Label {
    var direction: Direction?
    var times: [Boundary: HostTime] = [:]
    for (name, text) in row.cells {
      if name == "direction" {
        guard let known = Direction(text) else {
          throw LabelFileError("\(row.place): \"\(text)\" is no direction", remedy: remedy)
        }
        direction = known
        continue
      }
      guard let (boundary, unit) = column(name) else {
        throw LabelFileError("\(row.place): unknown column \"\(name)\"", remedy: remedy)
      }
      if text.isEmpty { continue }
      times[boundary] = try time(text, unit: unit, start: start, place: "\(row.place), \(name)")
    }
    guard let direction else { throw LabelFileError("\(row.place): there is no direction", remedy: remedy) }
    guard let onset = times[.onset] else {
      throw LabelFileError("\(row.place): there is no onset_s or onset_ns", remedy: remedy)
    }
    for boundary in Boundary.allCases {
      if let time = times[boundary], time < onset {
        throw LabelFileError("\(row.place): \(boundary.rawValue) lies before the onset")
      }
    }
    return Label(direction: direction, times: times)
  }

  private static func column(_ name: String) -> (boundary: Boundary, unit: String)? {
    for unit in ["s", "ns"] where name.hasSuffix("_\(unit)") {
      if let boundary = Boundary(rawValue: String(name.dropLast(unit.count + 1))) { return (boundary, unit) }
    }
    return nil
  }

  private static func time(
    _ text: String, unit: String, start: HostTime?, place: String
  ) throws(LabelFileError) -> HostTime {
    if unit == "ns" {
      guard let value = Int64(text), let time = HostTime(read: value) else {
        throw LabelFileError("\(place): \"\(text)\" is no time in nanoseconds")
      }
      return time
    }
    guard let seconds = Double(text), abs(seconds) <= SampledVectors.largestSeconds else {
      throw LabelFileError("\(place): \"\(text)\" is no time in seconds")
    }
    guard let start else {
      throw LabelFileError(
        "the session has no start that seconds could count from", remedy: "Give times in _ns.")
    }
    guard let time = HostTime(read: start.nanoseconds &+ Int64((seconds * 1e9).rounded())) else {
      throw LabelFileError("\(place): \"\(text)\" is too far from the session")
    }
    return time
  }

  private static func jsonRows(_ bytes: [UInt8]) throws(LabelFileError) -> [Row] {
    let document: JSONValue
    do {
      document = try JSONValue.parse(bytes)
    } catch {
      throw LabelFileError("\(error)", remedy: remedy)
    }
    guard let list = document["labels"]?.array ?? document.array else {
      throw LabelFileError("it has no list \"labels\"", remedy: remedy)
    }
    var rows: [Row] = []
    for (index, element) in list.enumerated() {
      guard let object = element.object else {
        throw LabelFileError("label \(index + 1) is not an object", remedy: remedy)
      }
      rows.append(
        Row(
          place: "label \(index + 1)",
          cells: object.members.map {
            ($0.key, $0.value.string ?? ($0.value == .null ? "" : $0.value.text()))
          }))
    }
    return rows
  }

  /// Cells may stand in double quotes; a quote within is doubled (RFC 4180). A line break within quotes is none here.
  private static func csvRows(_ bytes: [UInt8]) throws(LabelFileError) -> [Row] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw LabelFileError("it is not UTF-8 text", remedy: remedy)
    }
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
      .enumerated().filter { !$0.element.allSatisfy(\.isWhitespace) }
    guard let header = lines.first else { throw LabelFileError("it is empty", remedy: remedy) }
    let names = cells(header.element)
    var rows: [Row] = []
    for (index, line) in lines.dropFirst() {
      let cells = cells(line)
      guard cells.count == names.count else {
        throw LabelFileError("line \(index + 1) has \(cells.count) cells, the header \(names.count)")
      }
      rows.append(Row(place: "line \(index + 1)", cells: Array(zip(names, cells).map { ($0, $1) })))
    }
    return rows
  }

  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    var previous: Character?
    for character in line {
      if character == "\"" {
        if !isQuoted, previous == "\"" { cells[cells.count - 1].append(character) }
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        cells.append("")
      } else if character != "\u{FEFF}" {
        cells[cells.count - 1].append(character)
      }
      previous = character
    }
    return cells.map { cell in
      let start = cell.drop { $0 == " " }
      return String(start.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

/// Why a label file could not be used.
public struct LabelFileError: DiagnosedError, Hashable {
  public var failure: String
  public var cause: String
  public var remedy: String?

  public init(
    failure: String = "cannot use the label file", _ cause: String, remedy: String? = nil
  ) {
    self.failure = failure
    self.cause = cause
    self.remedy = remedy
  }
}
