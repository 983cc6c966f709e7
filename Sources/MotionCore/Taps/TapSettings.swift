/// What counts as a double tap. The standard settings were chosen on the recordings that docs/double-tap.md names
/// for it, and measured on the others.
public struct TapSettings: Hashable, Sendable {
  /// A deviation from the slow mean that is a knock, g.
  public var knockG = 0.5
  /// Below this deviation there is quiet, g.
  public var quietG = 0.35
  /// A body that turns faster does not sit still, rad/s.
  public var stillRateRadPerSecond = 2.0
  /// Time constant of the slow mean.
  public var meanTime: Duration = .milliseconds(100)
  /// A knock, with all its ringing, is over after this time.
  public var knockLength: Duration = .milliseconds(100)
  /// From the beginning of the first knock to that of the second.
  public var shortestDistance: Duration = .milliseconds(120)
  public var longestDistance: Duration = .milliseconds(500)
  /// Quiet before the first knock.
  public var quietBefore: Duration = .milliseconds(300)
  /// Quiet after the beginning of the second, so that three knocks are none.
  public var quietAfter: Duration = .milliseconds(300)
  /// The stronger knock over the weaker, as the rows show them.
  public var largestRatio = 4.0
  /// After a longer gap between rows everything begins anew.
  public var longestGap: Duration = .milliseconds(250)

  public init() {}

  public static let standard = TapSettings()
}
