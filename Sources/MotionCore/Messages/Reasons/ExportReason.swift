/// Why the values of a stream, or the stream, are not in an export.
public enum ExportReason: Hashable, Sendable {
  case noScale
  case fieldUnknown(String)
  case noRows
  case noTimes
  case rateUnknown
  case wrongUnit(key: String, unit: String)
  case noUnits
  case several([UnavailableReason])
}

extension ExportReason: CatalogueMessage {
  public static let section = MessageSection("no-export", "Why a stream is not in an export", .notice, .file)
  public static let examples: [ExportReason] = [
    .noScale, .fieldUnknown("heading"), .noRows, .noTimes, .rateUnknown, .wrongUnit(key: "gx", unit: "uT"),
    .noUnits,
    .several([
      UnavailableReason(ExportReason.fieldUnknown("heading")),
      UnavailableReason(ExportReason.fieldUnknown("gravity")),
    ]),
  ]

  public var wording: MessageWording {
    let format = "docs/session-schema.md says what a stream's entry holds"
    return switch self {
    case .noScale:
      MessageWording(
        "scale, offset or gain is not one number or three", cause: "raw numbers are no values without them",
        next: format)
    case .fieldUnknown(let field):
      MessageWording(
        "the field \(field) has no unit that is known, or no usable scale and offset",
        cause: "raw numbers are no values without them", next: format)
    case .noRows:
      MessageWording(
        "it has no rows", cause: "the sensor delivered none", next: "nothing: there is nothing to export")
    case .noTimes:
      MessageWording(
        "none of its rows has a possible time",
        cause: "its clock could not be mapped, or its times are not finite",
        next: "export it to CSV, which keeps the raw times")
    case .rateUnknown:
      MessageWording(
        "its rate is not known", cause: "a data set must state a rate, and there are too few times",
        next: "export it to CSV, which needs none")
    case .wrongUnit(let key, let unit):
      MessageWording(
        "\(key) is in \(unit), which is no unit of its quantity", cause: "the manifest says so", next: format)
    case .noUnits:
      MessageWording(
        "it has no values in a unit that is known", cause: "a data set has values with units alone",
        next: "export it to CSV, which keeps the raw numbers")
    case .several(let reasons):
      MessageWording(
        reasons.map(\.text).joined(separator: "; "), cause: "for each of these fields", next: format)
    }
  }
}
