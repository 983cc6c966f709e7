/// What must be known of an export that was made.
public enum ExportWarning: Hashable, Sendable {
  case incomplete(session: String)
  /// What is not as it should be in the session that was read.
  case problem(session: String, String)
  case otherSchema(session: String, cause: String)
  case notRegular(file: String)
  case rawOnly(session: String, stream: String, reason: String)
  case notInDataSet(session: String, stream: String, reason: String)
  case nothingInDataSet(session: String)
  case stageLeft(folder: String)
}

extension ExportWarning: CatalogueMessage {
  public static let section = MessageSection("export-warning", "Exports that are not whole", .notice, .file)

  public static let examples: [ExportWarning] = [
    .incomplete(session: session),
    .problem(session: session, "gyro.jsonl: the last line is cut after 31 bytes; it was left out"),
    .otherSchema(
      session: session, cause: "it has schema version 2, and this program reads version 1"),
    .notRegular(file: "\(session)/link"),
    .rawOnly(session: session, stream: "motion", reason: "the unit is not known"),
    .notInDataSet(session: session, stream: "motion", reason: "its rate is not known"),
    .nothingInDataSet(session: session),
    .stageLeft(folder: "/home/you/.ride-csv.exporting"),
  ]

  private static let session = "20261130T101502Z-5c0a1f22"

  public var wording: MessageWording {
    switch self {
    case .incomplete(let session):
      MessageWording(
        "\(session): the session is incomplete; what is there is exported",
        cause: "the program or the machine stopped before the session was sealed",
        next: "`drillrunner recover` seals it; export it again after that")
    case .problem(let session, let problem):
      MessageWording(
        "\(session): \(problem)", cause: "reading the session met something that is not as it should be",
        next: "`drillrunner verify` says whether the session was changed after its seal")
    case .otherSchema(let session, let cause):
      MessageWording(
        "\(session): \(cause); its files are archived as they are",
        cause: "another version or program wrote the session",
        next: "read the archive with the program that wrote the session")
    case .notRegular(let file):
      MessageWording(
        "\(file): it is not a regular file and was left out",
        cause: "a link, a pipe or a device lies in the session's folder, where none belongs",
        next: "put the file itself there if it is needed, and export again")
    case .rawOnly(let session, let stream, let reason):
      MessageWording(
        "\(session): \(stream): only raw values are exported: \(reason)",
        cause: "unit, scale or times of the stream are not known, so its numbers cannot be converted",
        next: "use the raw columns with the sensor's data sheet")
    case .notInDataSet(let session, let stream, let reason):
      MessageWording(
        "\(session): \(stream) is not in the data set: \(reason)",
        cause: "BIDS needs units, times and a rate, and the stream lacks one of them",
        next: "export the session as csv too, which has every row")
    case .nothingInDataSet(let session):
      MessageWording(
        "\(session): nothing of it is in the data set",
        cause: "none of its streams can be in a BIDS data set",
        next: "export the session as csv or tar")
    case .stageLeft(let folder):
      MessageWording(
        "\(folder) could not be removed; it is not needed",
        cause: "the folder in which the export was made could not be cleared away",
        next: "remove it by hand")
    }
  }
}
