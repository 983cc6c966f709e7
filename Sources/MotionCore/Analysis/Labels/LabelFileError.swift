/// Why a label file could not be used.
public struct LabelFileError: DiagnosedError, Hashable {
  /// What is wrong with it. A `place` is "line 3" or "label 3", with the column where one is meant.
  public enum Problem: Hashable, Sendable {
    case unreadable(reason: String)
    case notUTF8
    case notJSON(JSONError)
    case empty
    case noList
    case notObject(label: Int)
    case cells(line: Int, found: Int, header: Int)
    case tooMany(Int)
    case unknownColumn(place: String, name: String)
    case directionMissing(place: String)
    case noDirection(place: String, text: String)
    case onsetMissing(place: String)
    case beforeOnset(place: String, boundary: String)
    case noSeconds(place: String, text: String)
    case noNanoseconds(place: String, text: String)
    case tooFar(place: String, text: String)
    case sessionWithoutStart
  }

  public var problem: Problem
  /// The file as it was named; nil where the bytes alone are known.
  public var file: String?

  public init(_ problem: Problem, file: String? = nil) {
    self.problem = problem
    self.file = file
  }

  public var failure: String {
    let verb = if case .unreadable = problem { "read" } else { "use" }
    return "cannot \(verb) the label file" + (file.map { " \($0)" } ?? "")
  }

  public var cause: String {
    switch problem {
    case .unreadable(let reason): reason
    case .notUTF8: "it is not UTF-8 text"
    case .notJSON(let error): error.summary
    case .empty: "it is empty"
    case .noList: "it has no list \"labels\""
    case .notObject(let label): "label \(label) is not an object"
    case .cells(let line, let found, let header): "line \(line) has \(found) cells, the header \(header)"
    case .tooMany(let limit): "it has more than \(limit) labels"
    case .unknownColumn(let place, let name): "\(place): unknown column \"\(name)\""
    case .directionMissing(let place): "\(place): there is no direction"
    case .noDirection(let place, let text): "\(place): \"\(text)\" is no direction"
    case .onsetMissing(let place): "\(place): there is no onset_s or onset_ns"
    case .beforeOnset(let place, let boundary): "\(place): \(boundary) lies before the onset"
    case .noSeconds(let place, let text): "\(place): \"\(text)\" is no time in seconds"
    case .noNanoseconds(let place, let text): "\(place): \"\(text)\" is no time in nanoseconds"
    case .tooFar(let place, let text): "\(place): \"\(text)\" is too far from the session"
    case .sessionWithoutStart: "the session has no start that seconds could count from"
    }
  }

  public var remedy: String? {
    switch problem {
    case .unreadable: "docs/metrics.md says what it holds"
    case .cells:
      "give every line as many cells as the header has; a cell with a comma stands in double quotes"
    case .tooMany: "keep the labels of this session alone"
    case .beforeOnset: "correct the time: every other time of a movement comes after its onset"
    case .noSeconds, .noNanoseconds: "write a number, with a point, and no unit behind it"
    case .tooFar: "give seconds after the start of the session, or nanoseconds of its host clock in _ns"
    case .sessionWithoutStart: "Give times in _ns."
    case .notUTF8, .notJSON, .empty, .noList, .notObject, .unknownColumn, .directionMissing, .noDirection,
      .onsetMissing:
      "The file is CSV with the columns direction and onset_s (and peak_s, settle_s, hold_s), or JSON with a list\n"
        + "labels of such objects: docs/metrics.md, Labels."
    }
  }
}

extension LabelFileError: CatalogueMessage {
  public static let section = MessageSection("labels", "Label files", .error)
  public static let examples: [LabelFileError] = [
    Problem.unreadable(reason: "No such file or directory"), .notUTF8,
    .notJSON(JSONError(cause: "the JSON document has an improper structure", offset: 214)), .empty, .noList,
    .notObject(label: 3), .cells(line: 4, found: 3, header: 2), .tooMany(100_000),
    .unknownColumn(place: "line 2", name: "onset_ms"), .directionMissing(place: "label 2"),
    .noDirection(place: "line 3", text: "up"), .onsetMissing(place: "line 3"),
    .beforeOnset(place: "line 3", boundary: "peak"), .noSeconds(place: "line 3, onset_s", text: "4,5"),
    .noNanoseconds(place: "line 3, onset_ns", text: "4.5"), .tooFar(place: "line 3, onset_s", text: "1e12"),
    .sessionWithoutStart,
  ].map { LabelFileError($0, file: "movements.csv") }
  public static var variants: Any.Type { Problem.self }
  public var variant: String { EnumCase.name(of: problem) ?? "" }
}
