#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The axis of a deliberate lean, from the tilts that it went through.
public struct GestureCalibration: Hashable, Sendable {
  /// The axis of the lean outward, of length one, horizontal in neutral, sensor frame: the lean is a positive rotation
  /// about it.
  public var axis: Vector3
  /// Largest tilt from neutral.
  public var angleDegrees: Double
  /// Spread across the lean's direction, as a share of that along it.
  public var crossShare: Double

  /// The tilt of an attitude from neutral as a rotation vector, radians: in the sensor frame of the neutral posture,
  /// perpendicular to up. A change of heading does not show in it. Nil upside down.
  static func tilt(_ attitude: Quaternion, neutral: Quaternion, up: Vector3) -> Vector3? {
    SwingTwist(neutral.conjugate * attitude, axis: up)?.swing.rotationVector
  }

  /// Tilts that depart from the line by much more than this count less and less, radians.
  private static let smallestScale = 0.5 * Double.pi / 180

  /// Fits a straight line to the tilts, which need not go through neutral: a rider who sits a little off neutral before
  /// the lean still leans along a line. Tilts that leave the line are given less weight by Cauchy's function of their
  /// distance in units of its median absolute deviation (P. J. Huber, "Robust Statistics", chapter 7). `up` is neutral
  /// up in the sensor frame. Nil for fewer than three tilts, or tilts all the same.
  init?(tilts: [Vector3], up: Vector3) {
    // Two horizontal axes of any heading.
    let aside = abs(up.x) < 0.6 ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
    guard tilts.count >= 3, let e1 = up.cross(aside).normalized else { return nil }
    let e2 = up.cross(e1)
    let points = tilts.map { (x: $0.dot(e1), y: $0.dot(e2)) }
    var weights = [Double](repeating: 1, count: points.count)
    var direction = (x: 0.0, y: 0.0)
    var centre = (x: 0.0, y: 0.0)
    var along = 0.0
    var across = 0.0
    for _ in 0..<8 {
      let total = weights.reduce(0, +)
      centre = (0, 0)
      for (point, weight) in zip(points, weights) {
        centre.x += weight / total * point.x
        centre.y += weight / total * point.y
      }
      var (xx, xy, yy) = (0.0, 0.0, 0.0)
      for (point, weight) in zip(points, weights) {
        let (dx, dy) = (point.x - centre.x, point.y - centre.y)
        xx += weight / total * dx * dx
        xy += weight / total * dx * dy
        yy += weight / total * dy * dy
      }
      let heading = 0.5 * atan2(2 * xy, xx - yy)
      direction = (cos(heading), sin(heading))
      let spread = hypot((xx - yy) / 2, xy)
      along = (xx + yy) / 2 + spread
      across = max((xx + yy) / 2 - spread, 0)
      let distances = points.map { abs((centre.x - $0.x) * direction.y - (centre.y - $0.y) * direction.x) }
      let scale = 2.385 * max(1.4826 * (Statistics.median(distances) ?? 0), Self.smallestScale)
      weights = distances.map { 1 / (1 + ($0 / scale) * ($0 / scale)) }
    }
    guard along > 0, along.isFinite, let peak = tilts.max(by: { $0.norm < $1.norm }) else { return nil }
    let line = direction.x * e1 + direction.y * e2
    // Outward is from the tilt at the start to the largest one.
    let outward = (peak - tilts[0]).dot(line)
    guard outward != 0, let axis = (outward > 0 ? line : -line).normalized else { return nil }
    self.axis = axis
    angleDegrees = peak.norm * 180 / .pi
    crossShare = (across / along).squareRoot()
  }

  var numbers: JSONObject {
    ["angle_deg": .finite(angleDegrees), "cross_share": .finite(crossShare)]
  }
}

/// Follows one lean: out, and back to neutral.
struct GestureJudge {
  enum Decision {
    case done(GestureCalibration)
    case failed(CalibrationProblem)
  }

  let step: CalibrationStep
  let parameters: CalibrationParameters
  let neutral: NeutralCalibration
  private var tilts: [Vector3] = []
  private var start: Double?
  private var peak = 0.0
  private var reached: Double?
  private var returned: Double?

  init(step: CalibrationStep, neutral: NeutralCalibration, parameters: CalibrationParameters) {
    self.step = step
    self.neutral = neutral
    self.parameters = parameters
  }

  /// Which way the lean goes, in words.
  private var way: String { step == .leanForward ? "forward" : "to the left" }

  private var smallest: Double {
    step == .leanForward ? parameters.leanForwardDegrees : parameters.leanLeftDegrees
  }

  mutating func add(_ sample: OrientedSample) -> Decision? {
    let begun = start ?? sample.time
    start = begun
    guard let tilt = GestureCalibration.tilt(sample.attitude, neutral: neutral.attitude, up: neutral.up)
    else {
      return .failed(tooLarge(180))
    }
    tilts.append(tilt)
    let angle = tilt.norm * 180 / .pi
    peak = max(peak, angle)
    if angle > parameters.largestLeanDegrees { return .failed(tooLarge(angle)) }
    guard let reached else {
      if angle >= smallest { self.reached = sample.time }
      return sample.time - begun > parameters.leanSeconds ? .failed(noLean) : nil
    }
    if angle > parameters.returnDegrees {
      returned = nil
      return sample.time - reached > parameters.returnSeconds ? .failed(notReturned(angle)) : nil
    }
    let since = returned ?? sample.time
    returned = since
    guard sample.time - since >= parameters.returnDwellSeconds else { return nil }
    return fitted
  }

  private var fitted: Decision {
    guard let gesture = GestureCalibration(tilts: tilts, up: neutral.up) else { return .failed(noLean) }
    if gesture.crossShare > parameters.largestCrossShare {
      return .failed(
        CalibrationProblem(
          .notStraight(way: way), redo: step, numbers: gesture.numbers))
    }
    return .done(gesture)
  }

  private var noLean: CalibrationProblem {
    let numbers: JSONObject = ["angle_deg": .finite(peak), "needed_deg": .finite(smallest)]
    if peak < parameters.noMovementDegrees {
      return CalibrationProblem(.neverMoved(way: way), redo: step, numbers: numbers)
    }
    return CalibrationProblem(
      .tooSmall(degrees: peak, way: way, needed: smallest), redo: step, numbers: numbers)
  }

  private func tooLarge(_ angle: Double) -> CalibrationProblem {
    CalibrationProblem(
      .tooLarge(way: way), redo: step,
      numbers: ["angle_deg": .finite(angle), "largest_deg": .finite(parameters.largestLeanDegrees)])
  }

  private func notReturned(_ angle: Double) -> CalibrationProblem {
    CalibrationProblem(
      .notReturned(degrees: angle, way: way), redo: step,
      numbers: ["angle_deg": .finite(peak), "left_deg": .finite(angle)])
  }
}
