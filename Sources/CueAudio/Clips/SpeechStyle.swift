/// How a text is spoken.
public enum SpeechStyle: Hashable, Sendable {
  /// A word that asks for a movement: at the voice's own, brisk pace.
  case cue
  /// A sentence that guides: calmer.
  case guidance
}
