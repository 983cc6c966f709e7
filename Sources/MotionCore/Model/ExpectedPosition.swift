/// Where a cue asks the body to go.
public enum ExpectedPosition: String, Sendable, CaseIterable {
  case left, center, right, forward, back, none
}
