import MotionCore

/// Why a simulated rider did not answer a word, or not when it meant to: for the file of the truth.
public enum RiderReason: Hashable, Sendable {
  case noneAskedFor
  case thereAlready
  case laterWordCameFirst
  case heardTooLate
}

extension RiderReason: CatalogueMessage {
  public static let section = MessageSection("rider", "Answers of a simulated rider", .file)
  public static let examples: [RiderReason] = [
    .noneAskedFor, .thereAlready, .laterWordCameFirst, .heardTooLate,
  ]

  public var wording: MessageWording {
    let known = "nothing: docs/simulated-rider.md says how it answers"
    return switch self {
    case .noneAskedFor:
      MessageWording("no movement was asked for", cause: "the word expects no position", next: known)
    case .thereAlready:
      MessageWording(
        "already there, or on the way there", cause: "the word before asked for the same position",
        next: known)
    case .laterWordCameFirst:
      MessageWording(
        "a later word came first", cause: "the next word was heard before the reaction to this one",
        next: known)
    case .heardTooLate:
      MessageWording(
        "heard too late to begin in time; it began with the next row",
        cause: "the word reached the rider after its own reaction time had passed", next: known)
    }
  }
}
