import Foundation

@testable import MotionCore

/// A body that turns as it is told, seen without noise by a gyroscope and an accelerometer in any mounting. Written from the
/// frame rules of docs/coordinate-systems.md, apart from the code that reads them: left lean is a negative rotation about
/// rider +X, forward lean a positive one about +Y, a turn to the left a positive one about +Z, and a pose is its swing, then
/// its twist.
struct SyntheticRider {
  /// A movement from where the body is, by a minimum-jerk profile.
  struct Move {
    var start: Double
    var duration = 0.8
    /// Degrees: left, forward, turn left.
    var by: (lateral: Double, forward: Double, axial: Double)
  }

  var hz = 100.0
  var seconds = 20.0
  var moves: [Move] = []
  /// Sensor → rider.
  var mounting = Quaternion.identity
  /// Turns the sensor in its place from this time on.
  var slip: (at: Double, rotation: Quaternion)?
  /// rad/s, sensor frame.
  var bias = Vector3.zero
  /// Heading of the rider's front in the reference.
  var heading = 0.7
  var startNs: Int64 = 1_000_000_000_000
  /// Rows within these seconds are not there.
  var gaps: [ClosedRange<Double>] = []
  /// Angles of sway in degrees, to the left, and frequency.
  var sway = (amplitude: 0.0, hz: 0.3)

  static let accelerometer = StreamDescription(
    name: "accelerometer", kind: .accelerometer, sensor: "imu", clock: "host", timestampSource: .kernel,
    unit: .g, scale: [1], convention: .specificForce)
  static let gyroscope = StreamDescription(
    name: "gyroscope", kind: .gyroscope, sensor: "imu", clock: "host", timestampSource: .kernel,
    unit: .radiansPerSecond, scale: [1])

  func host(_ t: Double) -> HostTime { HostTime(nanoseconds: startNs + Int64((t * 1e9).rounded())) }

  /// Degrees.
  func angles(_ t: Double) -> (lateral: Double, forward: Double, axial: Double) {
    var sum = (lateral: sway.amplitude * sin(2 * .pi * sway.hz * t), forward: 0.0, axial: 0.0)
    for move in moves {
      let u = min(max((t - move.start) / move.duration, 0), 1)
      let part = u * u * u * (10 - 15 * u + 6 * u * u)
      sum.lateral += part * move.by.lateral
      sum.forward += part * move.by.forward
      sum.axial += part * move.by.axial
    }
    return sum
  }

  /// Rider → reference at a pose in degrees.
  static func pose(lateral: Double, forward: Double, axial: Double, heading: Double = 0) -> Quaternion {
    let degree = Double.pi / 180
    let twist = Quaternion(axis: Vector3(0, 0, 1), radians: axial * degree + heading)
    return twist * Quaternion(rotationVector: Vector3(-lateral * degree, forward * degree, 0))
  }

  /// Sensor → reference.
  func attitude(_ t: Double) -> Quaternion {
    let a = angles(t)
    let body = Self.pose(lateral: a.lateral, forward: a.forward, axial: a.axial, heading: heading)
    let slipped = slip.map { t >= $0.at ? $0.rotation : .identity } ?? .identity
    return body * mounting * slipped
  }

  /// Times of the rows.
  var times: [Double] {
    (0..<Int(seconds * hz)).map { Double($0) / hz }.filter { t in !gaps.contains { $0.contains(t) } }
  }

  /// Specific force in g and rate in rad/s at `t`, sensor frame. The rate is the mean since the last row.
  func values(_ t: Double) -> (force: Vector3, rate: Vector3) {
    let now = attitude(t)
    let step = attitude(t - 1 / hz).conjugate * now
    return (now.conjugate.rotate(Vector3(0, 0, 1)), hz * step.rotationVector + bias)
  }

  func sample(_ v: Vector3, _ t: Double) -> MotionSample {
    MotionSample(
      deviceTime: .integer(host(t).nanoseconds), receipt: host(t + 0.001),
      values: [.real(v.x), .real(v.y), .real(v.z)])
  }

  /// A lean and the way back: out at `start`, held, back.
  static func lean(_ start: Double, lateral: Double = 0, forward: Double = 0, hold: Double = 0.3) -> [Move] {
    [
      Move(start: start, by: (lateral, forward, 0)),
      Move(start: start + 0.8 + hold, by: (-lateral, -forward, 0)),
    ]
  }

  /// Streams as they would be read from a bundle.
  var streams: [MotionStream] {
    var accelerometer = MotionStreamBuilder(Self.accelerometer)
    var gyroscope = MotionStreamBuilder(Self.gyroscope)
    for t in times {
      let it = values(t)
      accelerometer.append(sample(it.force, t))
      gyroscope.append(sample(it.rate, t))
    }
    return [accelerometer.stream, gyroscope.stream]
  }
}

/// A rider led through the steps of a calibration.
struct LedCalibration {
  var session: CalibrationSession
  var attempts: [CalibrationAttempt] = []
  private var rider: SyntheticRider
  private var next = 0
  private let times: [Double]

  init(_ rider: SyntheticRider, parameters: CalibrationParameters = .default) {
    self.rider = rider
    times = rider.times
    session = CalibrationSession(
      streams: [SyntheticRider.accelerometer, SyntheticRider.gyroscope], clocks: [.host()],
      parameters: parameters)
  }

  /// Feeds rows until `time`.
  mutating func run(to time: Double) {
    while next < times.count, times[next] < time {
      let it = rider.values(times[next])
      session.add(rider.sample(it.force, times[next]), stream: 0)
      session.add(rider.sample(it.rate, times[next]), stream: 1)
      next += 1
    }
  }

  /// Begins a step at `time` and feeds rows until it is decided, or until `end`.
  @discardableResult
  mutating func step(_ step: CalibrationStep, at time: Double, end: Double = .infinity) -> CalibrationAttempt?
  {
    run(to: time)
    session.begin(step, at: rider.host(time))
    var now = time
    while now < min(end, times.last! + 30) {
      now += 0.1
      run(to: now)
      if let attempt = session.outcome(at: rider.host(now)) {
        attempts.append(attempt)
        return attempt
      }
    }
    return nil
  }

  /// Whether a step that begins at `time` passes.
  mutating func passes(_ step: CalibrationStep, at time: Double) -> Bool {
    self.step(step, at: time)?.passed == true
  }

  /// Neutral at 1.5 s, the left lean from 4.2 s, the forward lean from 7.2 s: those of `SyntheticRider.calibrating`.
  mutating func all() {
    step(.neutral, at: 1.5)
    step(.leanLeft, at: 4.1)
    step(.leanForward, at: 7.1)
  }
}

extension SyntheticRider {
  /// Sits still for four seconds, leans 15° to the left at 4.5 s, and 12° forward at 7.5 s.
  static var calibrating: SyntheticRider {
    var rider = SyntheticRider()
    rider.seconds = 12
    rider.moves = lean(4.5, lateral: 15) + lean(7.5, forward: 12)
    return rider
  }

  /// A rotation of any axis and angle.
  static func randomRotation(_ random: inout SeededRandom) -> Quaternion {
    // Four normals have no preferred direction.
    Quaternion(x: random.normal(), y: random.normal(), z: random.normal(), w: random.normal()).normalized!
  }
}
