/// What a session's reader, recovery or verification found in a file that is not as it should be, and what was done
/// about it.
public enum SessionFinding: Hashable, Sendable {
  // Files.
  case unreadable(reason: String)
  case notJSON(JSONError)
  case missing
  case namesOutside
  case namesOutsideItself
  case namedTwice
  case unnamedFile
  case notRegular
  case notRegularUnsealed
  case tooManyValues
  case endlessLine(megabytes: Int)
  case cutLine(bytes: Int)
  case noRow(line: Int, reason: String)
  case noEvent(line: Int, reason: String)
  case moreLines(Int)
  case moreProblems(Int)
  // Rows.
  case rowsOutOfOrder(Int)
  case eventsOutOfOrder(Int)
  case rowsLackValues(Int)
  case rowsLackKernelTime(Int)
  case rowsLackCounter(Int)
  case holes(Int)
  case hole(what: String, number: Int64, after: Int64)
  // Against the manifest.
  case otherRowCount(found: Int, told: Int)
  case otherEventCount(found: Int, told: Int)
  case otherHash
  case noCalibrationVersion
  // The manifest.
  case memberMissing(String)
  case memberDamaged(String)
  case memberUnknown(String)
  case memberBelowZero(String)
  case memberTwice(String)
  case unitUnknown(String)
  case wrapsAtNotPositive(String)
  case anchorDamaged(String)
  case streamKindUnknown(String)
  case streamDescriptionDamaged(stream: String, members: String)
  case notARate(String)
  case schemaMissing(version: Int64)
  case moreMembers(Int)
}

extension SessionFinding: CatalogueMessage {
  public static let section = MessageSection("session-problem", "What is wrong in a session", .notice, .file)
  public static let examples: [SessionFinding] = [
    .unreadable(reason: "Input/output error"),
    .notJSON(JSONError(cause: "the JSON document has an improper structure", offset: 214)), .missing,
    .namesOutside,
    .namesOutsideItself, .namedTwice, .unnamedFile, .notRegular, .notRegularUnsealed, .tooManyValues,
    .endlessLine(megabytes: 64), .cutLine(bytes: 31), .noRow(line: 21, reason: "the number cannot be read"),
    .noEvent(line: 3, reason: "it has no kind"), .moreLines(12), .moreProblems(40), .rowsOutOfOrder(2),
    .eventsOutOfOrder(2), .rowsLackValues(3), .rowsLackKernelTime(3), .rowsLackCounter(3), .holes(2),
    .hole(what: "row", number: 120, after: 96), .otherRowCount(found: 6012, told: 6020),
    .otherEventCount(found: 41, told: 44), .otherHash, .noCalibrationVersion, .memberMissing("uuid"),
    .memberDamaged("files.gyroscope.jsonl"), .memberUnknown("platform"), .memberBelowZero("count"),
    .memberTwice("streams.gyroscope"), .unitUnknown("clocks.device"), .wrapsAtNotPositive("clocks.device"),
    .anchorDamaged("anchors[1]"), .streamKindUnknown("streams.heart"),
    .streamDescriptionDamaged(stream: "streams.gyroscope", members: "unit, scale"),
    .notARate("streams.gyroscope.requested_hz"), .schemaMissing(version: 1), .moreMembers(12),
  ]

  public var wording: MessageWording {
    let changed = "something changed the file after it was written, or its disk fails"
    let cut = "the program or the machine stopped while the line was written"
    let otherProgram = "another program or version wrote it, or it was edited"
    let verify = "`drillrunner verify` says what differs from the sealed session; restore it from a copy"
    let counted = "nothing: whole rows are used, and the loss is stated with the results"
    let useOther = "nothing: the value is not used; a session of this program has it"
    return switch self {
    case .unreadable(let reason):
      MessageWording(
        "it could not be read: \(reason)", cause: "the system refused to read the file",
        next: "make it readable, or restore it from a copy")
    case .notJSON(let error):
      MessageWording(error.summary, cause: changed, next: verify)
    case .missing:
      MessageWording(
        "it is missing", cause: "the manifest names it, and it is not in the folder",
        next: "restore it from a copy; the rest is used")
    case .namesOutside:
      MessageWording(
        "it names a file that is not in the bundle; it was not opened", cause: otherProgram,
        next: "do not use the session if you do not know who made it")
    case .namesOutsideItself:
      MessageWording(
        "the manifest names a file that is not in the bundle; it was not opened", cause: otherProgram,
        next: "do not use the session if you do not know who made it")
    case .namedTwice:
      MessageWording("the manifest names it twice; it was read once", cause: otherProgram, next: verify)
    case .unnamedFile:
      MessageWording(
        "the manifest does not name it; its rows are opened as raw numbers",
        cause: "the session was not sealed, or the file was put there",
        next: "`drillrunner recover` seals what was not sealed")
    case .notRegular:
      MessageWording(
        "it is not a regular file; it was left out", cause: "a link, a pipe or a device lies in the folder",
        next: "put the file itself there if it belongs to the session")
    case .notRegularUnsealed:
      MessageWording(
        "it is not a regular file; it is not part of what was sealed",
        cause: "a link, a pipe or a device lies in the folder",
        next: "put the file itself there if it belongs to the session")
    case .tooManyValues:
      MessageWording(
        "it cannot be read: more than 64 values in a row", cause: otherProgram,
        next: "read it with the program that wrote it")
    case .endlessLine(let megabytes):
      MessageWording(
        "one line goes on for more than \(megabytes) MiB; what is behind it was not read", cause: changed,
        next: verify)
    case .cutLine(let bytes):
      MessageWording("the last line is cut after \(bytes) bytes; it was left out", cause: cut, next: counted)
    case .noRow(let line, let reason):
      MessageWording("line \(line) is not a row and was left out: \(reason)", cause: changed, next: verify)
    case .noEvent(let line, let reason):
      MessageWording("line \(line) is not an event and was left out: \(reason)", cause: changed, next: verify)
    case .moreLines(let count):
      MessageWording("\(count) more lines were left out", cause: changed, next: verify)
    case .moreProblems(let count):
      MessageWording(
        "\(count) more problems are not listed", cause: "a badly damaged session has very many", next: verify)
    case .rowsOutOfOrder(let count):
      MessageWording(
        "\(count) rows are out of order and were left out: their numbers stand before or twice",
        cause: "a segment was copied twice or the file was put together by hand", next: verify)
    case .eventsOutOfOrder(let count):
      MessageWording(
        "\(count) events are out of order and were left out: their numbers stand before or twice",
        cause: "a segment was copied twice or the file was put together by hand", next: verify)
    case .rowsLackValues(let count):
      MessageWording(
        "\(count) rows lack a value that they do not name in bad; it reads as not a number",
        cause: otherProgram, next: useOther)
    case .rowsLackKernelTime(let count):
      MessageWording(
        "\(count) rows have no k; it reads as MotionStream.absent", cause: otherProgram, next: useOther)
    case .rowsLackCounter(let count):
      MessageWording(
        "\(count) rows have no c; it reads as MotionStream.absent", cause: otherProgram, next: useOther)
    case .holes(let count):
      MessageWording(
        "the sequence numbers have \(count == 1 ? "a hole" : "\(count) holes"): rows are missing",
        cause: "rows were lost on the way to the disk, or cut out later", next: verify)
    case .hole(let what, let number, let after):
      MessageWording(
        "\(what) \(number) follows \(after): what was between them is not there",
        cause: "rows were lost on the way to the disk when the program died", next: counted)
    case .otherRowCount(let found, let told):
      MessageWording("it has \(found) rows, and the manifest says \(told)", cause: changed, next: verify)
    case .otherEventCount(let found, let told):
      MessageWording("it has \(found) events, and the manifest says \(told)", cause: changed, next: verify)
    case .otherHash: MessageWording("it differs from what was sealed (SHA-256)", cause: changed, next: verify)
    case .noCalibrationVersion:
      MessageWording(
        "it has no version; it was left out", cause: otherProgram,
        next: "nothing: the analysis finds its own lateral axis")
    case .memberMissing(let name): MessageWording("\(name) is missing", cause: otherProgram, next: useOther)
    case .memberDamaged(let name): MessageWording("\(name) is damaged", cause: otherProgram, next: useOther)
    case .memberUnknown(let name):
      MessageWording("\(name) is missing, or not one that is known", cause: otherProgram, next: useOther)
    case .memberBelowZero(let name):
      MessageWording("\(name) is below 0; it is not used", cause: otherProgram, next: useOther)
    case .memberTwice(let name):
      MessageWording("\(name) stands twice; the first is taken", cause: otherProgram, next: verify)
    case .unitUnknown(let name):
      MessageWording(
        "\(name) has no unit that is known", cause: otherProgram,
        next: "read the session with the program that wrote it")
    case .wrapsAtNotPositive(let name):
      MessageWording("\(name).wraps_at is not above 0; it is not used", cause: otherProgram, next: useOther)
    case .anchorDamaged(let name):
      MessageWording(
        "\(name) is damaged, or its time lies beyond 2^61 ns", cause: otherProgram, next: useOther)
    case .streamKindUnknown(let name):
      MessageWording(
        "\(name) is of a kind that is not known; it is left out",
        cause: "a later version of the program wrote it", next: "use that version to read the stream")
    case .streamDescriptionDamaged(let stream, let members):
      MessageWording(
        "\(stream): \(members) missing or damaged; its values are raw numbers", cause: otherProgram,
        next: "use the raw numbers with the sensor's data sheet")
    case .notARate(let name):
      MessageWording("\(name) is not a rate; it is not used", cause: otherProgram, next: useOther)
    case .schemaMissing(let version):
      MessageWording("schema is missing; it is read as version \(version)", cause: otherProgram, next: verify)
    case .moreMembers(let count):
      MessageWording(
        "\(count) more entries are missing or damaged", cause: "a badly damaged manifest has very many",
        next: verify)
    }
  }
}
