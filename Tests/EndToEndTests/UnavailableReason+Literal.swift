import MotionCore

/// Tests write the reason that they expect as its text.
extension UnavailableReason: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(recorded: text) }
}
