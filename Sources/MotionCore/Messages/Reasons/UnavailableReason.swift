/// Why a value is not there, or a stream or device cannot be used: the text of a message of the catalogue, or what a
/// file, the system or a library gives as the reason. Nothing else makes one, so that no sentence is written where a
/// value is missing.
public struct UnavailableReason: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  public init(_ message: some CatalogueMessage) { text = message.text }

  /// What stands in a file, or what the system or a library said.
  public init(recorded text: String) { self.text = text }

  /// Of a value that is not there for no reason that was told.
  public static let notKnown = UnavailableReason(ValueReason.notKnown)

  public var description: String { text }
}

/// Why any value may be unavailable.
public enum ValueReason: Hashable, Sendable {
  case notKnown
  case notFinite
  case ofA(UnavailableReason)
  case ofB(UnavailableReason)
  case ofBoth(UnavailableReason)
  case ofEach(a: UnavailableReason, b: UnavailableReason)
}

extension ValueReason: CatalogueMessage {
  public static let section = MessageSection("value", "Values that are unavailable", .result, .file)
  public static let examples: [ValueReason] = {
    let reason = UnavailableReason(SourceReason.noStream(kind: "gyroscope"))
    return [
      .notKnown, .notFinite, .ofA(reason), .ofB(reason), .ofBoth(reason),
      .ofEach(a: reason, b: UnavailableReason(StillnessReason.noPhaseOn(place: "table"))),
    ]
  }()

  public var wording: MessageWording {
    let side = "a difference needs the number of both sides"
    let see = "see the analysis of that side for the reason"
    return switch self {
    case .notKnown:
      MessageWording(
        "not known", cause: "nothing in the session tells it",
        next: "`drillrunner verify` tells whether the session's files are whole")
    case .notFinite:
      MessageWording(
        "the computation gave no finite number", cause: "it divided by nearly nothing, or overflowed",
        next: "see the rows that it comes from: `drillrunner export --to csv` writes them")
    case .ofA(let reason): MessageWording("A: \(reason)", cause: side, next: see)
    case .ofB(let reason): MessageWording("B: \(reason)", cause: side, next: see)
    case .ofBoth(let reason): MessageWording("A and B: \(reason)", cause: side, next: see)
    case .ofEach(let a, let b): MessageWording("A: \(a); B: \(b)", cause: side, next: see)
    }
  }
}
