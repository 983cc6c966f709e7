import Foundation
import MotionCore

/// A movement of one lean angle: the quintic that starts with a given angle, rate and acceleration and ends
/// after `duration` at rest. From rest it is the minimum-jerk movement; from mid-movement it is the
/// minimum-jerk way on from there (T. Flash and N. Hogan, J. Neurosci. 5(7), 1985).
struct LeanSegment: Hashable, Sendable {
  private let c0: Double
  private let c1: Double
  private let c2: Double
  private let c3: Double
  private let c4: Double
  private let c5: Double
  let duration: Double
  let target: Double

  /// Angles in radians, times in seconds.
  init(from start: AngleMotion, to target: Double, duration: Double) {
    self.duration = duration
    self.target = target
    let way = target - start.angle
    let v = start.rate * duration
    let a = start.acceleration * duration * duration
    // In τ = t/duration; the six conditions solved by hand.
    c0 = start.angle
    c1 = v
    c2 = a / 2
    c3 = 10 * way - 6 * v - 1.5 * a
    c4 = -15 * way + 8 * v + 1.5 * a
    c5 = 6 * way - 3 * v - a / 2
  }

  /// The motion `seconds` after the start of the movement; at rest on the target after its end.
  func motion(at seconds: Double) -> AngleMotion {
    guard seconds < duration else { return AngleMotion(angle: target) }
    let t = seconds / duration
    return AngleMotion(
      angle: c0 + t * (c1 + t * (c2 + t * (c3 + t * (c4 + t * c5)))),
      rate: (c1 + t * (2 * c2 + t * (3 * c3 + t * (4 * c4 + t * 5 * c5)))) / duration,
      acceleration: (2 * c2 + t * (6 * c3 + t * (12 * c4 + t * 20 * c5))) / (duration * duration))
  }

  /// When, in seconds after the start and not after `end`, the angle changes fastest.
  func fastest(before end: Double) -> Double {
    let end = min(end, duration)
    var best = 0.0
    func consider(_ time: Double) {
      if abs(motion(at: time).rate) > abs(motion(at: best).rate) { best = time }
    }
    // The rate is largest at a zero of the acceleration (a cubic: no two of its zeros share one of these
    // steps in a movement of a person) or at the end.
    consider(end)
    let steps = 400
    for step in 0..<steps {
      var low = end * Double(step) / Double(steps)
      var high = end * Double(step + 1) / Double(steps)
      let sign = motion(at: low).acceleration < 0
      // The last instant itself belongs to the rest after the movement.
      guard high < duration, sign != (motion(at: high).acceleration < 0) else { continue }
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if (motion(at: middle).acceleration < 0) == sign { low = middle } else { high = middle }
      }
      consider((low + high) / 2)
    }
    return best
  }
}

/// Where a torso leans: both angles, as the movements that were begun.
struct LeanTrajectory: Sendable {
  /// Both angles, left and forward positive.
  struct Pose: Hashable, Sendable {
    var lateral: AngleMotion
    var forward: AngleMotion
  }

  /// A movement of both angles that begins at an instant and lasts until the next one begins.
  struct Movement: Sendable {
    var begin: HostTime
    var lateral: LeanSegment
    var forward: LeanSegment

    func pose(at instant: HostTime) -> Pose {
      let seconds = Double(instant.nanoseconds - begin.nanoseconds) * 1e-9
      return Pose(lateral: lateral.motion(at: seconds), forward: forward.motion(at: seconds))
    }
  }

  /// In order of `begin`.
  private(set) var movements: [Movement] = []
  /// Index of the movement at the last instant asked for: instants come in order.
  private var current = -1

  static let neutral = Pose(lateral: AngleMotion(), forward: AngleMotion())

  /// The pose at `instant`, which may be anywhere.
  func pose(at instant: HostTime) -> Pose {
    movements.last { $0.begin <= instant }?.pose(at: instant) ?? LeanTrajectory.neutral
  }

  /// The pose at `instant`, not before the one asked for last.
  mutating func advance(to instant: HostTime) -> Pose {
    while current + 1 < movements.count, movements[current + 1].begin <= instant { current += 1 }
    return current < 0 ? LeanTrajectory.neutral : movements[current].pose(at: instant)
  }

  /// Adds a movement that begins at `begin` from wherever the body is then. What was planned to begin later is
  /// dropped.
  mutating func move(at begin: HostTime, lateral: Double, forward: Double, duration: Double) {
    movements.removeAll { $0.begin >= begin }
    current = min(current, movements.count - 1)
    let start = pose(at: begin)
    movements.append(
      Movement(
        begin: begin, lateral: LeanSegment(from: start.lateral, to: lateral, duration: duration),
        forward: LeanSegment(from: start.forward, to: forward, duration: duration)))
  }
}
