import Foundation
import MotionCore

/// Builds sessions with a known truth: a body that leans by minimum-jerk (or other) profiles, seen by a gyroscope
/// and an accelerometer in any mounting, with cues. Written apart from the analysis, from the frame rules of the
/// project: lean left is a negative rotation about rider +X.
struct LeanSession {
  enum Shape {
    case minimumJerk, linearStart, cubicStart, sineSquared, halfSine
    /// Minimum jerk that rises in 40 % of its time.
    case earlyPeak

    /// Part of the way and speed (per unit time) at u of the duration.
    func callAsFunction(_ u: Double) -> (position: Double, speed: Double) {
      let v = 1 - u
      switch self {
      case .minimumJerk: return (u * u * u * (10 - 15 * u + 6 * u * u), 30 * u * u * v * v)
      case .linearStart: return (u * u * (3 - 2 * u), 6 * u * v)
      case .cubicStart:
        return (u * u * u * u * (35 - 84 * u + 70 * u * u - 20 * u * u * u), 140 * u * u * u * v * v * v)
      case .sineSquared: return (u - sin(2 * .pi * u) / (2 * .pi), 2 * sin(.pi * u) * sin(.pi * u))
      case .halfSine: return ((1 - cos(.pi * u)) / 2, .pi / 2 * sin(.pi * u))
      case .earlyPeak:
        // Two halves of a minimum-jerk movement, the first 0.8, the second 1.2 times as long, of equal peak speed.
        let w = u < 0.4 ? u / 0.8 : 0.5 + (u - 0.4) / 1.2
        let half = Shape.minimumJerk(w)
        return (u < 0.4 ? 0.8 * half.position : 0.4 + 1.2 * (half.position - 0.5), half.speed)
      }
    }
  }

  struct Lean {
    var start: Double
    var duration = 1.0
    /// Degrees, left positive.
    var by: Double
    var shape = Shape.minimumJerk
  }

  struct Cue {
    var at: Double
    var expect: ExpectedPosition
    var timing = CueTiming.measured
    var status = CueStatus.played
    var reason: String?
    var block = "main"
  }

  var seconds = 30.0
  var hz = 200.0
  var leans: [Lean] = []
  var cues: [Cue] = []
  /// Sway about the lateral axis: amplitude in degrees, frequency in Hz, phase.
  var sway: [(amplitude: Double, hz: Double, phase: Double)] = []
  /// Rotation vectors: sensor axes in the rider frame are turned by this, radians.
  var mounting = (axis: Vector3(0, 0, 1), angle: 0.0)
  var biasDegPerSecond = Vector3(0.3, -0.2, 0.1)
  var noiseDegPerSecond = 0.0
  /// Rows of a real sensor at rest, °/s, one after the other and again from the first.
  var sensorRows: [Vector3] = []
  /// Random part of the intervals, as a share of the period.
  var jitter = 0.0
  /// Rows within these seconds are not there.
  var gaps: [ClosedRange<Double>] = []
  var accelerometer = true
  var stationary: ClosedRange<Double>? = 0.5...4.5
  var startNs: Int64 = 1_000_000_000_000
  var extraEvents: [EventMarker] = []
  /// A device clock in µs with this offset and drift; nil uses kernel times on the host clock.
  var deviceDriftPPM: Double?
  var synthetic = false
  var state = SessionState.complete
  var seed: UInt64 = 1

  func angle(at t: Double) -> Double {
    var sum = 0.0
    for lean in leans {
      sum += lean.by * lean.shape(min(max((t - lean.start) / lean.duration, 0), 1)).position
    }
    return sway.reduce(sum) { $0 + $1.amplitude * sin(2 * .pi * $1.hz * t + $1.phase) }
  }

  func rate(at t: Double) -> Double {
    var sum = 0.0
    for lean in leans {
      let u = (t - lean.start) / lean.duration
      if u > 0, u < 1 { sum += lean.by * lean.shape(u).speed / lean.duration }
    }
    return sway.reduce(sum) { $0 + $1.amplitude * 2 * .pi * $1.hz * cos(2 * .pi * $1.hz * t + $1.phase) }
  }

  /// Rodrigues' formula, from the rider to the sensor frame.
  private func toSensor(_ v: Vector3) -> Vector3 {
    let k = mounting.axis.normalized!
    let a = -mounting.angle
    return cos(a) * v + sin(a) * k.cross(v) + ((1 - cos(a)) * k.dot(v)) * k
  }

  func host(_ t: Double) -> HostTime { HostTime(nanoseconds: startNs + Int64((t * 1e9).rounded())) }

  func build() -> MotionSession {
    var random = SplitMix(state: seed)
    var times: [Double] = []
    var t = 0.0
    while t < seconds {
      if !gaps.contains(where: { $0.contains(t) }) { times.append(t) }
      t += (1 + jitter * (2 * random.uniform() - 1)) / hz
    }
    let receipts = times.map { host($0).nanoseconds + 200_000 + Int64(random.uniform() * 100_000) }
    let device = times.map { host($0).nanoseconds }
    let clockName = deviceDriftPPM == nil ? "host" : "device"
    let column: MotionStream.Column =
      deviceDriftPPM.map { ppm in
        .integers(times.map { Int64((($0 + 17) * 1e6 * (1 + ppm * 1e-6)).rounded()) })
      } ?? .integers(device)
    func stream(_ kind: StreamKind, unit: MeasurementUnit, _ rows: [Vector3]) -> MotionStream {
      MotionStream(
        description: StreamDescription(
          name: kind.rawValue, kind: kind, sensor: "imu", clock: clockName,
          timestampSource: deviceDriftPPM == nil ? .kernel : .device, unit: unit, scale: [1],
          convention: kind == .accelerometer ? .specificForce : nil),
        sequence: times.indices.map(Int64.init), deviceTime: column, receiptNs: receipts,
        values: [.reals(rows.map(\.x)), .reals(rows.map(\.y)), .reals(rows.map(\.z))])
    }
    let gyro = times.indices.map { i in
      toSensor(Vector3(-rate(at: times[i]), 0, 0)) + biasDegPerSecond
        + noiseDegPerSecond * Vector3(random.normal(), random.normal(), random.normal())
        + (sensorRows.isEmpty ? .zero : sensorRows[i % sensorRows.count])
    }
    let up = times.map { t in
      let lean = angle(at: t) * .pi / 180
      return toSensor(Vector3(0, -sin(lean), cos(lean)))
    }
    var streams = [stream(.gyroscope, unit: .degreesPerSecond, gyro)]
    if accelerometer { streams.append(stream(.accelerometer, unit: .g, up)) }
    return session(streams: streams)
  }

  func session(streams: [MotionStream]) -> MotionSession {
    var clocks = [ClockDescription.host()]
    if deviceDriftPPM != nil {
      clocks.append(ClockDescription(name: "device", unit: .microseconds, epoch: "device", wrapsAt: 1 << 32))
    }
    let manifest = Manifest(
      uuid: "00000000-0000-4000-8000-000000000001", state: state, synthetic: synthetic,
      app: Manifest.App(name: "drillrunner", version: "0", revision: "test"),
      host: Manifest.Host(os: "Linux", kernel: "6", machine: "x86_64"),
      sensors: [
        (
          "imu",
          SensorDescription(
            name: "Test sensor", driver: "test", bus: "virtual", path: "none", stableID: "test")
        )
      ],
      drill: Manifest.Drill(title: "Test drill", file: "protocol.yaml", sha256: "", seed: 1),
      anchors: [
        Manifest.Anchor(
          at: .start, host: host(0), wall: "2026-11-30T10:15:02.000000000Z", utcOffset: "+00:00",
          clockSynchronised: true)
      ],
      clocks: clocks, streams: streams.map { Manifest.StreamEntry(description: $0.description, file: nil) })
    return MotionSession(
      name: "test", manifest: manifest, state: state, streams: streams, events: events,
      inputHashes: ["b.jsonl": "22", "a.jsonl": "11"])
  }

  private var events: [EventMarker] {
    var events: [EventMarker] = []
    if let stationary {
      for (edge, t) in [("begin", stationary.lowerBound), ("end", stationary.upperBound)] {
        events.append(
          EventMarker(
            kind: .phase, label: "stationary", host: host(t),
            fields: ["name": "stationary", "edge": .string(edge), "where": "torso"]))
      }
    }
    var trial = 0
    for cue in cues {
      if cue.expect != .none { trial += 1 }
      let gone = cue.status == .cancelled || cue.status == .failed
      let silent = cue.timing == .unknown || cue.status == .silent
      events.append(
        CueEvent(
          cue: cue.expect.rawValue.uppercased(), trial: cue.expect == .none ? nil : trial, block: cue.block,
          intent: "plain", expect: cue.expect, scheduled: host(cue.at),
          clip: cue.status == .silent
            ? nil : ClipReference(name: "clip", sha256: "00", onsetNs: 5_000_000, peakNs: 90_000_000),
          times: gone
            ? .none
            : SoundTimes(
              dispatched: host(cue.at - 0.05), frame0: silent ? nil : host(cue.at - 0.005),
              audible: silent ? nil : host(cue.at), audibleUncertaintyNs: silent ? nil : 200_000,
              timing: cue.timing),
          status: cue.status, reason: cue.reason
        ).event(now: host(cue.at)))
    }
    events += extraEvents
    for i in events.indices { events[i].sequence = Int64(i) }
    return events
  }
}

/// SplitMix64 (S. Vigna's public-domain generator), for reproducible noise.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func uniform() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// Box and Muller.
  mutating func normal() -> Double {
    (-2 * log(1 - uniform())).squareRoot() * cos(2 * .pi * uniform())
  }
}

extension LeanSession {
  /// CENTER, LEFT, CENTER, RIGHT, CENTER: cues at 6, 10, 14, 18, 22 s; leans of 20° in 1 s that begin 0.3 s after.
  static var standard: LeanSession {
    var session = LeanSession()
    session.cues = [
      Cue(at: 6, expect: .center), Cue(at: 10, expect: .left), Cue(at: 14, expect: .center),
      Cue(at: 18, expect: .right), Cue(at: 22, expect: .center),
    ]
    session.leans = [
      Lean(start: 10.3, by: 20), Lean(start: 14.3, by: -20), Lean(start: 18.3, by: -20),
      Lean(start: 22.3, by: 20),
    ]
    return session
  }
}

extension LeanSession {
  /// The rows of a still phase with the sensor at `place`, from and to these seconds.
  static func stationary(_ range: ClosedRange<Double>, _ place: String) -> [EventMarker] {
    let session = LeanSession()
    return [("begin", range.lowerBound), ("end", range.upperBound)].map { edge, t in
      EventMarker(
        kind: .phase, label: "stationary", host: session.host(t),
        fields: ["name": "stationary", "edge": .string(edge), "where": .string(place)])
    }
  }
}
