import MotionCore

/// What is not good about a clip that can be used.
public enum ClipWarning: Hashable, Sendable {
  case longCue
  case lateOnset(milliseconds: Int)
  case soft
  case softSource
  case lowRate(hertz: Int)
}

extension ClipWarning: CatalogueMessage {
  public static let section = MessageSection("clip-warning", "Clips that could be better", .result)
  public static let examples: [ClipWarning] = [
    .longCue, .lateOnset(milliseconds: 80), .soft, .softSource, .lowRate(hertz: 8000),
  ]

  public var wording: MessageWording {
    switch self {
    case .longCue:
      MessageWording(
        "it lasts more than a second; a cue should be one short word",
        cause: "a long word is understood at some unknown place in it", next: "say one short word")
    case .lateOnset(let milliseconds):
      MessageWording(
        "its onset comes \(milliseconds) ms after its beginning; a tick makes it sharp",
        cause: "the word begins softly, so that its onset is not well defined", next: "tick: yes in the drill"
      )
    case .soft:
      MessageWording(
        "it is soft, since a single peak is loud; record it again",
        cause: "the loudest peak sets the level of all",
        next: "record it without clicks and knocks")
    case .softSource:
      MessageWording(
        "it was recorded softly; its noise is raised with it", cause: "clips are made equally loud",
        next: "record it louder")
    case .lowRate(let hertz):
      MessageWording(
        "its sample rate of \(hertz) Hz dulls it; record at 44100 Hz or more",
        cause: "high frequencies are missing",
        next: "record it at 44100 Hz or more")
    }
  }
}
