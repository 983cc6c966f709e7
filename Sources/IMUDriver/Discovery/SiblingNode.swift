/// Another part of a controller whose motion sensor was found.
public struct SiblingNode: Hashable, Sendable {
  public enum Kind: String, Sendable {
    case buttons, touchpad, motion, battery, other
  }

  public var kind: Kind
  public var name: String
  /// The device node; for a battery its folder in /sys.
  public var path: String
}
