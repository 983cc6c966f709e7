/// What a manifest, or another file of a session, does not say.
public enum ManifestReason: Hashable, Sendable {
  case noReason
  case notSaid(members: String)
  case notDescribed
  case noSensorName
  case noStartAnchor
  case fileMissing
}

extension ManifestReason {
  /// The reason that a manifest gives, or that it gives none.
  static func recorded(_ text: String?) -> UnavailableReason {
    text.map { UnavailableReason(recorded: $0) } ?? UnavailableReason(ManifestReason.noReason)
  }
}

extension ManifestReason: CatalogueMessage {
  public static let section = MessageSection("manifest", "What a manifest does not say", .result, .file)
  public static let examples: [ManifestReason] = [
    .noReason, .notSaid(members: "scale, unit"), .notDescribed, .noSensorName, .noStartAnchor, .fileMissing,
  ]

  public var wording: MessageWording {
    let verify = "`drillrunner verify` tells whether the files are as they were sealed"
    let format = "docs/session-schema.md says what a manifest holds"
    return switch self {
    case .noReason:
      MessageWording(
        "the manifest gives no reason", cause: "a stream or field is said to be missing, and not why",
        next: format)
    case .notSaid(let members):
      MessageWording(
        "the manifest does not say how to read it: \(members) missing or damaged",
        cause: "raw numbers are no values without them; they are kept as they are", next: verify)
    case .notDescribed:
      MessageWording(
        "the manifest does not say how to read it", cause: "the file of rows has no entry in the manifest",
        next: verify)
    case .noSensorName:
      MessageWording("the manifest names no sensor", cause: "it has no entry under sensors", next: format)
    case .noStartAnchor:
      MessageWording(
        "the manifest has no start anchor",
        cause: "the wall time of the start was never written, or is damaged",
        next: verify)
    case .fileMissing:
      MessageWording("its file is missing", cause: "the manifest names rows that are not there", next: verify)
    }
  }
}
