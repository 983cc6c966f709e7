/// What an accelerometer shows without a gyroscope: how far the body was tilted from neutral while it held still after each
/// cue, by the direction of gravity. Right for slow movements only: while the body moves, an accelerometer feels the movement
/// and gravity together, so that nothing is said of when or how it moved.
public struct GravityTilt: Sendable {
  /// How the body was held after a cue.
  public struct Posture: Sendable {
    public var cue: CueEvent
    /// Angle between the mean direction of the specific force and that of neutral, 0° to 180°; without a sign.
    public var tiltDegrees: Measured<Double>
  }

  /// Postures of the cues that ask for one position, in the order of the positions.
  public struct Group: Sendable {
    public var expect: ExpectedPosition
    public var tiltDegrees: Distribution
  }

  public var postures: [Posture]
  public var groups: [Group]

  /// A posture is looked at in the last half second before the next cue, at most ten seconds and not sooner than a second
  /// after its own.
  static let heldSeconds = 0.5
  static let longestSeconds = 10.0
  static let settlingSeconds = 1.0

  /// From `force` (g, sensor frame); neutral is the mean of the still phases on the torso.
  static func measure(
    _ force: Measured<SampledVectors>, timeline: SessionTimeline, configuration: AnalysisConfiguration
  ) -> Measured<GravityTilt> {
    guard let force = force.value else { return .unavailable(force.reason ?? .notKnown) }
    guard !timeline.stationaryTorso.isEmpty else {
      return .unavailable(StillnessReason.noPhaseOn(place: StationaryPhase.Place.torso.rawValue))
    }
    let still = timeline.stationaryTorso.flatMap {
      StationaryPhase.still(
        force, from: $0.lowerBound, to: $0.upperBound, window: configuration.stillWindowSeconds,
        limit: StationaryPhase.stillAcceleration
      ).ranges
    }
    let sum = still.joined().reduce(Vector3.zero) { $0 + force.vectors[$1] }
    guard let neutral = sum.normalized else { return .unavailable(StillnessReason.notStillThere) }
    let after = Duration(fromSeconds: longestSeconds)
    let postures = timeline.cues.indices.compactMap { index -> Posture? in
      let cue = timeline.cues[index]
      guard cue.expect != .none, cue.status != .cancelled, cue.status != .failed else { return nil }
      let end = min(
        force.seconds(timeline.windowEnd(of: index, after: after)), force.times[force.times.count - 1])
      let start = max(force.seconds(timeline.references[index]) + settlingSeconds, end - heldSeconds)
      return Posture(cue: cue, tiltDegrees: tilt(force, from: start, to: end, neutral: neutral))
    }
    let groups = ExpectedPosition.allCases.compactMap { expect -> Group? in
      let values = postures.filter { $0.cue.expect == expect }.compactMap(\.tiltDegrees.value)
      return values.isEmpty ? nil : Group(expect: expect, tiltDegrees: Distribution(values))
    }
    return .value(GravityTilt(postures: postures, groups: groups))
  }

  private static func tilt(
    _ force: SampledVectors, from start: Double, to end: Double, neutral: Vector3
  ) -> Measured<Double> {
    let rows = force.rows(from: start, to: end)
    let slack = SamplingStatistics.gapFactor * force.medianIntervalSeconds
    guard rows.count >= 3, force.times[rows.lowerBound] - start <= slack,
      end - force.times[rows.upperBound - 1] <= slack,
      force.segment(of: rows.lowerBound).contains(rows.upperBound - 1)
    else {
      return .unavailable(StillnessReason.noStillRows)
    }
    let mean = (1 / Double(rows.count)) * rows.reduce(Vector3.zero) { $0 + force.vectors[$1] }
    let squares = rows.reduce(0.0) { sum, row in
      let off = force.vectors[row] - mean
      return sum + off.dot(off)
    }
    let isStill = (squares / Double(rows.count)).squareRoot() < StationaryPhase.stillAcceleration
    guard isStill, abs(mean.norm - 1) < 2 * StationaryPhase.stillAcceleration else {
      return .unavailable(StillnessReason.notStill)
    }
    return .value(mean.angle(to: neutral) * 180 / .pi)
  }

  var json: JSONValue {
    [
      "source": "gravity", "slow_movement_only": true,
      "postures": .array(
        postures.map { posture in
          [
            "trial": posture.cue.trial.map { .integer(Int64($0)) }
              ?? .unavailable(MovementReason.noTrialNumber),
            "label": .string(posture.cue.cue), "expect": .string(posture.cue.expect.rawValue),
            "tilt_deg": posture.tiltDegrees.json,
          ]
        }),
      "by_expect": .object(
        JSONObject(groups.map { ($0.expect.rawValue, .object($0.tiltDegrees.json)) })),
    ]
  }
}
