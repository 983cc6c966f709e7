import CueAudio
import MotionCore

/// What `voice` says of the words of a drill, beside its table.
enum VoiceLine: Hashable, Sendable {
  case voice(String)
  case note(word: String, ClipWarning)
}

extension VoiceLine: CatalogueMessage {
  static let section = MessageSection("voice", "What voice says", .result)
  static let examples: [VoiceLine] = [.voice("flite slt"), .note(word: "LEFT", ClipWarning.examples[0])]

  var wording: MessageWording {
    switch self {
    case .voice(let description):
      MessageWording(
        "voice: \(description)", cause: "voice: or language: of the drill, or --voice, chooses it",
        next: "--voice tries another")
    case .note(let word, let warning):
      MessageWording(
        "note: \(word): \(warning.text)", cause: warning.wording.cause, next: warning.wording.nextStep)
    }
  }
}
