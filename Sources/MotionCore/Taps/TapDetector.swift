/// Finds a double tap on the sensor in its rows, one at a time.
///
/// A tap is a *knock*: the specific force leaves its own slow mean for less than a tenth of a second, far, and comes
/// back. A double tap is two knocks of about the same strength, a tenth to half a second apart, with quiet before,
/// between and after. The quiet is what keeps movements, bumps and three knocks in a row from being taken for one: a
/// rider taps while sitting still. docs/double-tap.md has the rates of false alarms and of misses, and how they are
/// measured.
///
/// Pure: it knows no device and no clock. The instants of rows must be of one clock; rows of a wireless sensor may come
/// in bunches.
public struct TapDetector: Sendable {
  /// What was found.
  public struct DoubleTap: Hashable, Sendable {
    /// When the first knock began, and the second.
    public var first: HostTime
    public var second: HostTime
    /// The row at which it was certain: no third knock came.
    public var certainAt: HostTime
    /// The largest deviation of each knock in the rows, g. A short knock is weaker in slow rows than it was.
    public var firstPeakG: Double
    public var secondPeakG: Double
  }

  private let settings: TapSettings
  private var rate = RowRate()
  private var mean: Vector3?
  private var lastRow: HostTime?
  /// Since when nothing but knocks of a possible double tap has disturbed the quiet.
  private var quietSince: HostTime?
  private var knock: Knock?
  private var first: Knock?
  private var second: Knock?

  private struct Knock {
    var began: HostTime
    var peakG: Double
  }

  public init(_ settings: TapSettings = .standard) {
    self.settings = settings
  }

  /// Whether double taps can be told from the rows that have come in the last second or two.
  public var ability: TapAbility { TapAbility(rowsPerSecond: rate.perSecond) }

  /// A row of the gyroscope, rad/s. Without a gyroscope the quiet is judged by the acceleration alone.
  public mutating func gyroscope(_ rate: Vector3, at time: HostTime) {
    if rate.norm > settings.stillRateRadPerSecond { disturb(at: time) }
  }

  /// A row of the accelerometer, specific force in g. Returns the double tap that it makes certain. A row that is not
  /// finite is passed over.
  public mutating func accelerometer(_ force: Vector3, at time: HostTime) -> DoubleTap? {
    guard force.norm.isFinite else { return nil }
    guard let lastRow, let slow = mean, time - lastRow <= settings.longestGap else {
      begin(with: force, at: time)
      return nil
    }
    self.lastRow = max(time, lastRow)
    rate.add(time)
    let deviation = (force - slow).norm
    if var open = knock {
      if time - open.began < settings.knockLength {
        open.peakG = max(open.peakG, deviation)
        knock = open
        // The mean stays as it was before the knock.
        return nil
      }
      knock = nil
      guard deviation < settings.quietG else {
        // What lasts is no knock: the sensor lies another way now, or moves.
        disturb(at: time)
        mean = force
        return nil
      }
      end(open, at: time)
    }
    if deviation >= settings.quietG {
      knock = Knock(began: time, peakG: deviation)
      return nil
    }
    let step = max(0, (time - lastRow).inSeconds)
    mean = slow + (step / (settings.meanTime.inSeconds + step)) * (force - slow)
    return settle(at: time)
  }

  private mutating func begin(with force: Vector3, at time: HostTime) {
    mean = force
    lastRow = time
    rate = RowRate()
    rate.add(time)
    disturb(at: time)
  }

  /// Takes a deviation that is over for what it was.
  private mutating func end(_ knock: Knock, at time: HostTime) {
    guard knock.peakG >= settings.knockG else { return disturb(at: time) }
    if let first {
      let distance = knock.began - first.began
      let weaker = min(first.peakG, knock.peakG)
      let isPair =
        second == nil && distance >= settings.shortestDistance && distance <= settings.longestDistance
        && max(first.peakG, knock.peakG) <= settings.largestRatio * weaker
      if isPair { second = knock } else { disturb(at: time) }
    } else if let quietSince, knock.began - quietSince >= settings.quietBefore {
      first = knock
    } else {
      disturb(at: time)
    }
  }

  /// Quiet at `time`: is a pair certain, or a single knock over?
  private mutating func settle(at time: HostTime) -> DoubleTap? {
    guard let begun = first else { return nil }
    if let second {
      guard time - second.began >= settings.quietAfter else { return nil }
      disturb(at: second.began + settings.knockLength)
      guard ability.isPossible else { return nil }
      return DoubleTap(
        first: begun.began, second: second.began, certainAt: time, firstPeakG: begun.peakG,
        secondPeakG: second.peakG)
    }
    if time - begun.began > settings.longestDistance { disturb(at: begun.began + settings.knockLength) }
    return nil
  }

  private mutating func disturb(at time: HostTime) {
    quietSince = time
    first = nil
    second = nil
  }
}
