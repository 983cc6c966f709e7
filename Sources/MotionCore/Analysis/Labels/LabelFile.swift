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
      throw LabelFileError(.tooMany(LabelFile.maximumLabels))
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

  private static func label(_ row: Row, start: HostTime?) throws(LabelFileError) -> Label {
    var direction: Direction?
    var times: [Boundary: HostTime] = [:]
    for (name, text) in row.cells {
      if name == "direction" {
        guard let known = Direction(text) else {
          throw LabelFileError(.noDirection(place: row.place, text: text))
        }
        direction = known
        continue
      }
      guard let (boundary, unit) = column(name) else {
        throw LabelFileError(.unknownColumn(place: row.place, name: name))
      }
      if text.isEmpty { continue }
      times[boundary] = try time(text, unit: unit, start: start, place: "\(row.place), \(name)")
    }
    guard let direction else { throw LabelFileError(.directionMissing(place: row.place)) }
    guard let onset = times[.onset] else {
      throw LabelFileError(.onsetMissing(place: row.place))
    }
    for boundary in Boundary.allCases {
      if let time = times[boundary], time < onset {
        throw LabelFileError(.beforeOnset(place: row.place, boundary: boundary.rawValue))
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
        throw LabelFileError(.noNanoseconds(place: place, text: text))
      }
      return time
    }
    guard let seconds = Double(text), abs(seconds) <= SampledVectors.largestSeconds else {
      throw LabelFileError(.noSeconds(place: place, text: text))
    }
    guard let start else {
      throw LabelFileError(.sessionWithoutStart)
    }
    guard let time = HostTime(read: start.nanoseconds &+ Int64((seconds * 1e9).rounded())) else {
      throw LabelFileError(.tooFar(place: place, text: text))
    }
    return time
  }

  private static func jsonRows(_ bytes: [UInt8]) throws(LabelFileError) -> [Row] {
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue.parse(bytes)
    } catch {
      throw LabelFileError(.notJSON(error))
    }
    guard let list = document["labels"]?.array ?? document.array else {
      throw LabelFileError(.noList)
    }
    var rows: [Row] = []
    for (index, element) in list.enumerated() {
      guard let object = element.object else {
        throw LabelFileError(.notObject(label: index + 1))
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
      throw LabelFileError(.notUTF8)
    }
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
      .enumerated().filter { !$0.element.allSatisfy(\.isWhitespace) }
    guard let header = lines.first else { throw LabelFileError(.empty) }
    let names = cells(header.element)
    var rows: [Row] = []
    for (index, line) in lines.dropFirst() {
      let cells = cells(line)
      guard cells.count == names.count else {
        throw LabelFileError(.cells(line: index + 1, found: cells.count, header: names.count))
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
