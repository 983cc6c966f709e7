/// How an output's own times can be trusted.
public enum TimingClass: String, Sendable {
  /// A kernel card with monotonic time stamps.
  case hardware
  /// A sound server: positions are the server's word, and what lies behind it is unknown.
  case server
  /// No sound.
  case none
}
