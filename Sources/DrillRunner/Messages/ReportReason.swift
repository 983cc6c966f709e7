import MotionCore

/// Why a member of a document that a command prints is unavailable.
enum ReportReason: Hashable, Sendable {
  // A session's files.
  case unreadable
  case noRows
  case noStartAnchor
  case noDuration
  case notesUnreadable
  case notSealed
  case undated
  // Its analysis.
  case notAnalysed
  case analysisUnreadable
  case otherAnalysis
  // Devices and outputs.
  case refused(cause: String)
  case latencyNotMeasured
  case nodeUnreadable
  case noOwnClock
  case tooShortForDrift
}

extension ReportReason: CatalogueMessage {
  static let section = MessageSection("no-report", "Values that a command's document does not have", .result)
  static let examples: [ReportReason] = [
    .unreadable, .noRows, .noStartAnchor, .noDuration, .notesUnreadable, .notSealed, .undated, .notAnalysed,
    .analysisUnreadable, .otherAnalysis, .refused(cause: "Permission denied"), .latencyNotMeasured,
    .nodeUnreadable,
    .noOwnClock, .tooShortForDrift,
  ]

  var wording: MessageWording {
    let verify = "`drillrunner verify` tells whether the files are as they were sealed"
    let analyze = "run `drillrunner analyze` on it"
    return switch self {
    case .unreadable:
      MessageWording(
        "it could not be read", cause: "the file is missing, or the system refused to read it",
        next: "see the problems that verify lists beside it")
    case .noRows:
      MessageWording("the file has none", cause: "it is no file of rows or events", next: "nothing")
    case .noStartAnchor:
      MessageWording(
        "there is no start anchor", cause: "the wall time of the start was never written, or is damaged",
        next: verify)
    case .noDuration:
      MessageWording(
        "neither an end anchor nor a row tells it", cause: "the run ended before anything was written",
        next: verify)
    case .notesUnreadable:
      MessageWording(
        "the notes cannot be read", cause: "the file beside the session is damaged, or may not be read",
        next: "`drillrunner notes` tells the reason")
    case .notSealed:
      MessageWording(
        "not sealed", cause: "the number of events is counted when a session is sealed",
        next: "`drillrunner recover` seals a session whose run was cut off")
    case .undated:
      MessageWording(
        "the note does not say", cause: "its line has no member written",
        next: "nothing: its text stands as it is")
    case .notAnalysed:
      MessageWording("it has not been analysed", cause: "no analysis is stored in it", next: analyze)
    case .analysisUnreadable:
      MessageWording("its analysis cannot be read", cause: "the stored analysis is damaged", next: analyze)
    case .otherAnalysis:
      MessageWording(
        "its analysis is of another version", cause: "the program was updated since", next: analyze)
    case .refused(let cause):
      MessageWording(
        cause, cause: "the system refused", next: "`drillrunner doctor` tells what the machine lacks")
    case .latencyNotMeasured:
      MessageWording(
        "not measured; drillrunner latency measures it", cause: "nothing is stored of this output",
        next: "measure it with `drillrunner latency`")
    case .nodeUnreadable:
      MessageWording(
        "the node cannot be read", cause: "its device file may not be opened",
        next: "`drillrunner doctor` tells which rule is missing")
    case .noOwnClock:
      MessageWording(
        "the stream has no clock of its own", cause: "its rows are stamped by the host",
        next: "nothing: no mapping is needed")
    case .tooShortForDrift:
      MessageWording(
        "too short", cause: "a drift of clocks shows over many clicks", next: "measure with more --clicks")
    }
  }
}
