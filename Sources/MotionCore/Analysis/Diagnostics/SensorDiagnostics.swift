/// What the still phases, and the deliberately slow and rapid movements, say about the sensor.
public struct SensorDiagnostics: Sendable {
  /// How movements of one intent were seen.
  public struct Response: Sendable {
    public var trials: Int
    /// Trials that a movement answered.
    public var answered: Int
    /// Of the movements that answered.
    public var peakSpeedDegPerSecond: Distribution
    public var rangeDegrees: Distribution
    public var durationSeconds: Distribution
    public var rmsJerk: Distribution
  }

  public var phases: [StationaryPhase]
  public var slow: Measured<Response>
  public var rapid: Measured<Response>

  /// A drill has a few still phases; of more than this only the first are looked at.
  static let maximumPhases = 100

  init(
    session: MotionSession, vectors: SessionVectors, trials: [Trial], transitions: [Transition],
    smoothness: [SmoothnessMetrics],
    configuration: AnalysisConfiguration
  ) {
    phases = SensorDiagnostics.stationary(session.events).prefix(SensorDiagnostics.maximumPhases).map {
      StationaryPhase(
        place: $0.place, start: $0.start, end: $0.end, gyro: vectors.rate, accelerometer: vectors.force,
        configuration: configuration)
    }
    if vectors.rateSource.value == .attitudeDerivative {
      // Its noise is that of a fit through attitudes, and of no sensor.
      for i in phases.indices {
        phases[i].gyroscope = .unavailable(StillnessReason.noRate)
        phases[i].allan = .unavailable(StillnessReason.noRate)
      }
    }
    func response(_ intent: String) -> Measured<Response> {
      let asked = trials.filter { $0.cue.intent == intent }
      guard !asked.isEmpty else { return .unavailable(SummaryReason.noBlock(intent: intent)) }
      let places = asked.compactMap(\.transition)
      func distribution(_ value: (Int) -> Double?) -> Distribution {
        Distribution(places.compactMap(value), none: .noMovementHasIt)
      }
      return .value(
        Response(
          trials: asked.count, answered: places.count,
          peakSpeedDegPerSecond: distribution { transitions[$0].peakSpeedDegPerSecond },
          rangeDegrees: distribution { transitions[$0].rangeDegrees.value },
          durationSeconds: distribution { transitions[$0].durationSeconds.value },
          rmsJerk: distribution { smoothness[$0][.rmsJerk].value }))
    }
    slow = response("slow")
    rapid = response("rapid")
  }

  /// The still phases of a session, from their begin and end rows. An end row need not repeat where the sensor lay. A
  /// phase without an end is none.
  private static func stationary(
    _ events: [EventMarker]
  ) -> [(place: StationaryPhase.Place, start: HostTime, end: HostTime)] {
    var found: [(place: StationaryPhase.Place, start: HostTime, end: HostTime)] = []
    var open: (place: StationaryPhase.Place, start: HostTime)?
    for event in events where event.knownKind == .phase {
      guard event.fields["name"]?.string == "stationary" || event.label == "stationary" else { continue }
      let place = event.fields["where"]?.string.flatMap(StationaryPhase.Place.init)
      if event.fields["edge"]?.string == "begin" {
        open = (place ?? .unknown, event.host)
      } else if let phase = open, phase.start < event.host {
        found.append((place ?? phase.place, phase.start, event.host))
        open = nil
      }
    }
    return found
  }

  var json: JSONValue {
    [
      "stationary": .array(phases.map(\.json)),
      "response": ["slow": slow.json(\.json), "rapid": rapid.json(\.json)],
    ]
  }
}

extension SensorDiagnostics.Response {
  var json: JSONValue {
    [
      "trials": .integer(Int64(trials)), "answered": .integer(Int64(answered)),
      "peak_speed_deg_s": .object(peakSpeedDegPerSecond.json), "range_deg": .object(rangeDegrees.json),
      "duration_s": .object(durationSeconds.json), "lateral_rms_jerk_rad_s3": .object(rmsJerk.json),
    ]
  }
}

extension StationaryPhase {
  var json: JSONValue {
    [
      "where": .string(place.rawValue), "describes": .string(place.meaning),
      "start_ns": .integer(start.nanoseconds), "end_ns": .integer(end.nanoseconds),
      "still_s": Measured.value(stillSeconds).json,
      "gyroscope_deg_s": gyroscope.json(\.json), "allan": allan.json(\.json),
      "accelerometer_g": accelerometer.json(\.json), "gravity_norm_g": gravityNorm.json,
      "gravity_norm_sd_g": gravityNormSD.json,
      "orientation_dispersion_deg": orientationDispersionDegrees.json,
    ]
  }
}

extension StationaryPhase.Axes {
  var json: JSONValue {
    [
      "rows": .integer(Int64(rows)), "mean": mean.json, "sd": sd.json, "rms": rms.json,
      "slope_per_minute": .array(
        slopePerMinute.map { trend in
          trend.json { ["slope": .real($0.slope), "low": .real($0.low), "high": .real($0.high)] }
        }),
      "change": change.json(\.json),
    ]
  }
}

extension StationaryPhase.Allan {
  var json: JSONValue {
    [
      "seconds": .real(seconds), "interval_s": .real(intervalSeconds),
      "tau_s": .array((deviations.first?.points ?? []).map { .real($0.tau) }),
      "deviation_deg_s": .object(
        JSONObject(
          zip(StreamKind.axes, deviations).map { axis, deviation in
            (axis, .array(deviation.points.map { .real($0.deviation) }))
          })),
      "angle_random_walk_deg_sqrt_s": .array(angleRandomWalk.map(\.json)),
      "angle_random_walk_relative_error": angleRandomWalkError.json,
      "bias_instability_deg_s": .array(biasInstability.map(\.json)),
    ]
  }
}

extension Vector3 {
  /// x, y, z.
  var json: JSONValue { .array([x, y, z].map { Measured.value($0).json }) }
}
