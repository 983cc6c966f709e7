import Foundation
import MotionCore

/// A rider that hears the cues and leans as a person might, with a game controller's sensor on its torso.
///
/// It is for rehearsals and tests: everything that it does is a function of its seed, of its parameters and of
/// the words it hears, and it knows the truth about every movement. What it records is always marked synthetic,
/// and is no evidence about people.
///
/// Lean left is a positive lateral angle and a negative rotation about rider +X; lean forward is a positive
/// rotation about rider +Y. `hear` may be called from any thread; `advance` from one at a time.
public final class SimulatedRider: VirtualTimeSource, CueHearing {
  /// A rotation about (0.36, −0.48, 0.8) by 77°: no axis of the sensor lies near an axis of the rider.
  public static let obliqueMounting = Quaternion(
    axis: Vector3(0.36, -0.48, 0.8), radians: 77 * .pi / 180)

  public let sensor: SensorDescription
  public let clocks: [ClockDescription]
  public let streams: [StreamDescription]
  public let isSynthetic = true
  public let seed: UInt64
  public let rateHz: Double
  public let swayClass: SwayClass
  public let parameters: RiderParameters
  /// Sensor → rider.
  public let mounting: Quaternion

  /// What changes while the rider is played.
  private struct State {
    var start: HostTime?
    var sensor: SimulatedSensor
    var mind: RiderMind
    var trajectory = LeanTrajectory()
    var lateralSway: BodySway
    var forwardSway: BodySway
    /// No body sways it.
    var isOnTable = false
    /// The next row, not delivered yet.
    var pending: SimulatedSensor.Slot?

    mutating func hear(_ cue: HeardCue) {
      let earliest = pending?.taken ?? HostTime(nanoseconds: .min)
      mind.hear(cue, trajectory: &trajectory, earliest: earliest)
    }

    mutating func hear(_ guidance: HeardGuidance) {
      let earliest = pending?.taken ?? HostTime(nanoseconds: .min)
      mind.hear(guidance, trajectory: &trajectory, earliest: earliest)
    }
  }

  private let lock = NSLock()
  private nonisolated(unsafe) var state: State
  private let reader = PacedReader()
  private let clock: any HostClock

  /// Rates that it can have, Hz.
  public static let rates = 0.1...8000.0

  /// `rateHz` must be one of `rates`; `mounting` (sensor → rider) of length one.
  public init(
    seed: UInt64, rateHz: Double = 200, swayClass: SwayClass = .typical, clock: any HostClock,
    mounting: Quaternion = SimulatedRider.obliqueMounting, parameters: RiderParameters = RiderParameters()
  ) {
    precondition(SimulatedRider.rates.contains(rateHz), "a rate of \(rateHz) Hz")
    self.seed = seed
    self.rateHz = rateHz
    self.swayClass = swayClass
    self.parameters = parameters
    self.mounting = mounting
    self.clock = clock
    // A generator of its own for each part, so that a word heard does not change the noise.
    var setup = SeededRandom(seed: seed)
    let mind = SeededRandom(seed: setup.next())
    let noise = SeededRandom(seed: setup.next())
    let delivery = SeededRandom(seed: setup.next())
    var sway = SeededRandom(seed: setup.next())
    let device = SimulatedSensor(
      parameters: parameters, rateHz: rateHz, mounting: mounting, setup: &setup, noise: noise,
      delivery: delivery)
    func ownMotion() -> BodySway {
      BodySway(swayClass, first: device.firstDelay, interval: device.interval, random: &sway)
    }
    let lateral = ownMotion()
    let forward = ownMotion()
    state = State(
      sensor: device, mind: RiderMind(parameters: parameters, random: mind), lateralSway: lateral,
      forwardSway: forward)

    sensor = SensorDescription(
      name: "Simulated rider (\(swayClass.name), seed \(seed))", driver: "simulated", bus: "virtual",
      path: "simulated:seed=\(seed)", stableID: "simulated:\(seed)",
      settings: [
        "seed": .string(String(seed)), "rate_hz": .real(rateHz), "sway": .string(swayClass.name),
      ])
    clocks = [
      ClockDescription(
        name: "device", unit: .microseconds, epoch: "device", wrapsAt: SimulatedSensor.clockWrapsAt)
    ]
    let name = sensor.name
    func stream(_ kind: StreamKind, _ unit: MeasurementUnit, countsPerUnit: Double) -> StreamDescription {
      StreamDescription(
        name: kind.rawValue, kind: kind, sensor: name, clock: "device", timestampSource: .device,
        unit: unit, scale: [1 / countsPerUnit],
        convention: kind == .accelerometer ? .specificForce : nil, requestedHz: rateHz)
    }
    streams = [
      stream(.accelerometer, .g, countsPerUnit: SimulatedSensor.countsPerG),
      stream(.gyroscope, .degreesPerSecond, countsPerUnit: SimulatedSensor.countsPerDegreePerSecond),
    ]
  }

  /// Fixes the start; a second call changes nothing.
  public func begin(at start: HostTime) {
    lock.withLock { beginLocked(at: start) }
  }

  private func beginLocked(at start: HostTime) {
    guard state.start == nil else { return }
    state.start = start
    state.pending = state.sensor.nextSlot(start: start)
  }

  /// Delivers all rows with a receipt up to `instant`: of each instant the accelerometer's first. Begins at
  /// `instant` where nothing has begun it.
  public func advance(to instant: HostTime, deliver: (SensorEvent) -> Void) {
    // One row a lock, so that a word heard while a row is delivered meets everything that is still open.
    while let rows = lock.withLock({ nextRows(upTo: instant) }) {
      guard let (accelerometer, gyroscope) = rows.samples else { continue }
      deliver(.sample(stream: 0, accelerometer))
      deliver(.sample(stream: 1, gyroscope))
    }
  }

  /// The next instant's rows, none where they were lost on the way; nil where the next is not due.
  private func nextRows(
    upTo instant: HostTime
  ) -> (samples: (accelerometer: MotionSample, gyroscope: MotionSample)?, Void)? {
    beginLocked(at: instant)
    guard let start = state.start, let slot = state.pending, slot.receipt <= instant else { return nil }
    let pose = state.trajectory.advance(to: slot.taken)
    // The sway of every slot is drawn, so that what comes after a table is the same as without one.
    let sway = (lateral: state.lateralSway.next(), forward: state.forwardSway.next())
    let still = AngleMotion()
    let motion = TorsoMotion(
      lateral: pose.lateral + (state.isOnTable ? still : sway.lateral),
      forward: pose.forward + (state.isOnTable ? still : sway.forward), heightMetres: parameters.heightMetres)
    let counts = state.sensor.counts(motion)
    state.pending = state.sensor.nextSlot(start: start)
    guard !slot.lost else { return (nil, ()) }
    func sample(_ values: [RawNumber]) -> MotionSample {
      MotionSample(deviceTime: .integer(slot.deviceTime), receipt: slot.receipt, values: values)
    }
    return ((sample(counts.accelerometer), sample(counts.gyroscope)), ())
  }

  /// Hears a word. Its movement begins at its audible instant plus the reaction time, or with the next row
  /// where that has passed already: what was delivered is never rewritten.
  public func hear(_ cue: HeardCue) {
    lock.withLock { state.hear(cue) }
  }

  /// Hears what a calibration asks for, and does it after the reaction time.
  public func hear(_ guidance: HeardGuidance) {
    lock.withLock { state.hear(guidance) }
  }

  /// On a table the sensor keeps the attitude that it has on the torso, without the sway.
  public func lie(onTable: Bool) {
    lock.withLock { state.isOnTable = onTable }
  }

  /// The lateral and forward angle in radians that the torso has, or will have, at `instant`; sway included
  /// once the start is known.
  func angles(at instant: HostTime) -> (lateral: Double, forward: Double) {
    lock.withLock {
      let pose = state.trajectory.pose(at: instant)
      guard let start = state.start else { return (pose.lateral.angle, pose.forward.angle) }
      let seconds = Double(instant.nanoseconds - start.nanoseconds) * 1e-9
      return (
        pose.lateral.angle + state.lateralSway.motion(at: seconds).angle,
        pose.forward.angle + state.forwardSway.motion(at: seconds).angle
      )
    }
  }

  public var truth: JSONValue? {
    lock.withLock {
      RiderTruth(
        seed: seed, rateHz: rateHz, swayClass: swayClass, parameters: parameters, mounting: mounting,
        sensor: state.sensor, start: state.start, answers: state.mind.answers,
        gestures: state.mind.gestures
      ).json
    }
  }

  public func start(priority: ReaderPriority, deliver: @escaping @Sendable (SensorEvent) -> Void) throws {
    begin(at: clock.now())
    reader.start(name: "simulated rider", clock: clock, deliver: deliver) { [self] instant, deliver in
      advance(to: instant, deliver: deliver)
      return true
    }
  }

  public func stop() {
    reader.stop()
  }
}
