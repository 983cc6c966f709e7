import MotionCore

/// The readings of a whole run, 16 to a point: from them the times of past frames are refined, and the drift is
/// told. A segment ends where the output was started again or its time jumped; frames are never related across
/// that.
struct FrameHistory: Sendable {
  /// A frame's time comes from the points within so many before and after it (1.3 s each at 10 ms periods).
  static let reach = 8
  static let fewest = 4

  /// Sixteen readings in one.
  struct Point: Hashable, Sendable {
    var segment: Int
    /// The frame in the middle of the readings.
    var frame: Int64
    /// When it left: the median of what the readings say.
    var ns: Int64
    /// Median of the absolute errors with which the running fit had predicted the readings, ns.
    var medianErrorNs: Double
  }

  let nanosecondsPerFrame: Double
  private(set) var points: [Point] = []

  init(rateHz: Int) {
    nanosecondsPerFrame = 1e9 / Double(rateHz)
    points.reserveCapacity(4096)
  }

  mutating func append(_ point: Point) {
    points.append(point)
  }

  /// When `frame` of `segment` left, from the readings on both sides of it, and the spread of the points about
  /// the local line, ns; nil with fewer than four points nearby.
  func time(ofFrame frame: Int64, segment: Int) -> (time: HostTime, spreadNs: Double)? {
    let own = points.filter { $0.segment == segment }
    let after = own.firstIndex { $0.frame >= frame } ?? own.count
    let near = own[max(0, after - FrameHistory.reach)..<min(own.count, after + FrameHistory.reach)]
    guard near.count >= FrameHistory.fewest, let origin = near.first else { return nil }
    let line = line(through: near, from: origin)
    let x = Double(frame - origin.frame)
    let elapsed = x * nanosecondsPerFrame + line(x)
    return (HostTime(nanoseconds: origin.ns + Int64(elapsed.rounded())), line.spread)
  }

  /// How much longer a frame lasts than at the nominal rate, parts per million, over the longest segment; nil
  /// under five seconds of readings.
  var driftPPM: Double? {
    let segments = Dictionary(grouping: points, by: \.segment).values
    guard let longest = segments.max(by: { $0.count < $1.count }), let first = longest.first,
      let last = longest.last, Double(last.frame - first.frame) * nanosecondsPerFrame >= 5e9
    else { return nil }
    return line(through: longest[...], from: first).slope / nanosecondsPerFrame * 1e6
  }

  /// Robust standard deviation with which the running fit predicted single readings, ns; nil before the first
  /// point.
  var residualNs: Double? {
    guard !points.isEmpty else { return nil }
    var errors = points.map(\.medianErrorNs)
    return 1.4826 * FrameLine.median(&errors)
  }

  /// The deviation from the nominal rate, ns, over frames since `origin`.
  private func line(through points: ArraySlice<Point>, from origin: Point) -> FrameLine {
    let xs = points.map { Double($0.frame - origin.frame) }
    let ys = zip(points, xs).map { Double($0.ns - origin.ns) - $1 * nanosecondsPerFrame }
    var scratch: [Double] = []
    return FrameLine.fit(xs, ys, scratch: &scratch)
  }
}

/// Gathers readings into one point of the history.
struct FramePointBuilder {
  static let readings = 16

  private let nanosecondsPerFrame: Double
  private var origin: (frame: Int64, ns: Int64)?
  private var lastFrame: Int64 = 0
  private var deviations: [Double] = []
  private var errors: [Double] = []

  init(nanosecondsPerFrame: Double) {
    self.nanosecondsPerFrame = nanosecondsPerFrame
    deviations.reserveCapacity(FramePointBuilder.readings)
    errors.reserveCapacity(FramePointBuilder.readings)
  }

  mutating func clear() {
    origin = nil
    deviations.removeAll(keepingCapacity: true)
    errors.removeAll(keepingCapacity: true)
  }

  /// Adds a reading and the error with which it had been predicted; the point, when it is complete.
  mutating func add(frame: Int64, ns: Int64, error: Double, segment: Int) -> FrameHistory.Point? {
    let origin = origin ?? (frame, ns)
    self.origin = origin
    lastFrame = frame
    deviations.append(Double(ns - origin.ns) - Double(frame - origin.frame) * nanosecondsPerFrame)
    errors.append(abs(error))
    guard errors.count == FramePointBuilder.readings else { return nil }
    let middle = (lastFrame - origin.frame) / 2
    let elapsed = Double(middle) * nanosecondsPerFrame + FrameLine.median(&deviations)
    defer { clear() }
    return FrameHistory.Point(
      segment: segment, frame: origin.frame + middle, ns: origin.ns + Int64(elapsed.rounded()),
      medianErrorNs: FrameLine.median(&errors))
  }
}
