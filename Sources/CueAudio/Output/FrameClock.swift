import MotionCore

/// When each frame leaves the output: a robust line through (frame position, CLOCK_MONOTONIC) pairs, one pair a
/// period, over the last 128 periods.
///
/// A pair is the time stamp of a PCM status and frames written minus the delay of the *same* status. The line
/// is y = a + b·x, where x is the frame's distance from a reference frame and y the time's distance, in ns, from where
/// the nominal rate would have it: b is the clock's deviation. b is the median of the slopes between
/// points half a window apart, a the median of what remains (a Theil–Sen estimate with a subset of pairs;
/// Sen 1968, doi:10.1080/01621459.1968.10480934), so single wild readings do not move it.
struct FrameClock {
  /// What a reading was taken for.
  enum Reading: Hashable {
    /// It came too soon after a start, when positions of sound servers are still wrong, and was left out.
    case settling
    case taken
    /// The readings no longer lie on the line: the output's time has jumped, and the fit began anew.
    case jumped
  }

  static let window = 128
  /// Readings so soon after the first one are left out.
  static let settling = Duration.milliseconds(300)
  /// Readings for a slope and a spread of their own.
  static let enoughForSlope = 32
  /// A jump is a median deviation of so much over the last `jumpReadings` readings.
  static let jumpNs = 3e6
  static let jumpReadings = 16

  let nanosecondsPerFrame: Double
  /// Counts the fits: frames of different segments are not related.
  private(set) var segment = 0
  /// The last complete point of the history; who keeps the history takes it.
  private var point: FrameHistory.Point?
  private var builder: FramePointBuilder

  /// When the readings count; nil before the first one after a start.
  private var settledAt: HostTime?
  private var reference: (frame: Int64, ns: Int64)?
  private var xs: [Double] = []
  private var ys: [Double] = []
  private var next = 0
  private var recentErrors: [Double] = []
  private var scratch: [Double] = []
  private var intercept = 0.0
  private var slope = 0.0
  /// Robust standard deviation of the readings about the line, ns; nil with few readings.
  private(set) var spreadNs: Double?

  init(rateHz: Int) {
    nanosecondsPerFrame = 1e9 / Double(rateHz)
    builder = FramePointBuilder(nanosecondsPerFrame: nanosecondsPerFrame)
    xs.reserveCapacity(FrameClock.window)
    ys.reserveCapacity(FrameClock.window)
    scratch.reserveCapacity(FrameClock.window)
    recentErrors.reserveCapacity(FrameClock.jumpReadings)
  }

  /// True once there is a whole window of readings.
  var isWarm: Bool { xs.count == FrameClock.window }
  /// True once a time can be told at all.
  var isUsable: Bool { !xs.isEmpty }

  /// Begins a new fit: the output was started again, and its time line with it.
  mutating func restart() {
    settledAt = nil
    clear()
  }

  private mutating func clear() {
    reference = nil
    xs.removeAll(keepingCapacity: true)
    ys.removeAll(keepingCapacity: true)
    recentErrors.removeAll(keepingCapacity: true)
    next = 0
    intercept = 0
    slope = 0
    spreadNs = nil
    builder.clear()
    segment += 1
  }

  /// Takes the pair (`frame` was leaving at `time`).
  mutating func observe(frame: Int64, at time: HostTime) -> Reading {
    let settled = settledAt ?? time + FrameClock.settling
    settledAt = settled
    guard time >= settled else { return .settling }
    let origin = reference ?? (frame, time.nanoseconds)
    reference = origin
    let x = Double(frame - origin.frame)
    let y = Double(time.nanoseconds - origin.ns) - x * nanosecondsPerFrame
    if isUsable {
      let error = y - (intercept + slope * x)
      if hasJumped(error) {
        clear()
        return .jumped
      }
      if let complete = builder.add(
        frame: frame, ns: time.nanoseconds, error: error, segment: segment)
      {
        point = complete
      }
    }
    if xs.count < FrameClock.window {
      xs.append(x)
      ys.append(y)
    } else {
      xs[next] = x
      ys[next] = y
    }
    next = (next + 1) % FrameClock.window
    fit()
    return .taken
  }

  /// The point that the last reading completed, once.
  mutating func takePoint() -> FrameHistory.Point? {
    defer { point = nil }
    return point
  }

  private mutating func hasJumped(_ error: Double) -> Bool {
    if recentErrors.count == FrameClock.jumpReadings { recentErrors.removeFirst() }
    recentErrors.append(error)
    guard recentErrors.count == FrameClock.jumpReadings, xs.count >= FrameClock.enoughForSlope else {
      return false
    }
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: recentErrors)
    return abs(FrameLine.median(&scratch)) > FrameClock.jumpNs
  }

  private mutating func fit() {
    let line = FrameLine.fit(
      xs, ys, oldest: xs.count < FrameClock.window ? 0 : next,
      withSlope: xs.count >= FrameClock.enoughForSlope,
      scratch: &scratch)
    intercept = line.intercept
    slope = line.slope
    spreadNs = xs.count >= FrameClock.enoughForSlope ? line.spread : nil
  }

  /// When `frame` leaves the output; nil before the first reading.
  func time(ofFrame frame: Int64) -> HostTime? {
    guard let reference, isUsable else { return nil }
    let x = Double(frame - reference.frame)
    let deviation = intercept + slope * x
    return HostTime(
      nanoseconds: reference.ns + Int64((x * nanosecondsPerFrame + deviation).rounded()))
  }

  /// The frame that leaves the output nearest to `time`; nil before the first reading.
  func frame(at time: HostTime) -> Int64? {
    guard let reference, isUsable else { return nil }
    let elapsed = Double(time.nanoseconds - reference.ns) - intercept
    return reference.frame + Int64((elapsed / (nanosecondsPerFrame + slope)).rounded())
  }

  /// Standard uncertainty of a predicted time, ns: the spread of single readings (their errors are correlated, so no
  /// gain from their number is claimed) and the rounding to a frame. With few readings the spread
  /// is taken to be that of a position known to one period.
  func uncertaintyNs(periodFrames: Int) -> Double {
    let spread = spreadNs ?? Double(periodFrames) * nanosecondsPerFrame / 12.0.squareRoot()
    return (spread * spread + nanosecondsPerFrame * nanosecondsPerFrame / 12).squareRoot()
  }
}
