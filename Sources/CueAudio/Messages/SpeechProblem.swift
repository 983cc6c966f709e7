import MotionCore

/// Why a speech program spoke nothing; `said` is what it wrote itself.
public enum SpeechProblem: Hashable, Sendable {
  /// `alike` are voices that begin with the same letter.
  case noVoice(String, alike: [String])
  case noVoiceAmong(String, voices: [String])
  case noSound(said: String)
  case endedWith(code: Int32, said: String)
  case endedBySignal(Int32, said: String)
  case cannotStart(cause: String)
}

extension SpeechProblem: CatalogueMessage {
  public static let section = MessageSection("speech", "Speech programs that speak nothing", .error)
  public static let examples: [SpeechProblem] = [
    .noVoice("dee", alike: ["da", "de"]), .noVoiceAmong("xx", voices: ["kal", "slt"]), .noSound(said: ""),
    .endedWith(code: 1, said: "cannot open the voice"), .endedBySignal(11, said: ""),
    .cannotStart(cause: "Permission denied"),
  ]

  public var wording: MessageWording {
    let listed = "correct voice: or language: of the drill, or --voice, to one that there is"
    let reinstall = "install the program anew, or give a folder of recorded clips as the voice"
    func with(_ said: String, _ text: String) -> String { said.isEmpty ? text : "\(text): \(said)" }
    return switch self {
    case .noVoice(let voice, let alike):
      MessageWording(
        "it has no voice “\(voice)”; "
          + (alike.isEmpty ? "" : "there is \(alike.joined(separator: ", ")); ")
          + "espeak-ng --voices lists all that it has",
        cause: "the name may be misspelt, or its language is not installed", next: listed)
    case .noVoiceAmong(let voice, let voices):
      MessageWording(
        "it has no voice “\(voice)”, only \(voices.joined(separator: ", "))",
        cause: "it would speak with another voice, and say nothing of it", next: listed)
    case .noSound(let said):
      MessageWording(with(said, "it wrote no sound"), cause: "it ended without a failure", next: reinstall)
    case .endedWith(let code, let said):
      MessageWording(with(said, "it ended with code \(code)"), cause: "the program failed", next: reinstall)
    case .endedBySignal(let signal, let said):
      MessageWording(
        with(said, "it was ended by signal \(signal)"), cause: "the program crashed, or was killed",
        next: reinstall)
    case .cannotStart(let cause):
      MessageWording("it cannot be started: \(cause)", cause: "the system refused to run it", next: reinstall)
    }
  }
}
