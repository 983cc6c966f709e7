extension Analysis {
  /// The analysis as a document (docs/metrics.md, "The analysis document"). Written with sorted keys, the same
  /// session and configuration give the same bytes.
  public var document: JSONValue {
    [
      "schema": ["name": "drillrunner.analysis", "version": 2],
      "analysis": [
        "version": .string(Analysis.version), "configuration": configuration.json,
        "configuration_sha256": .string(configuration.sha256),
        "inputs": .object(JSONObject(session.inputs.map { ($0.name, .string($0.sha256)) })),
        "labels_sha256": labels.map { .string($0.sha256) } ?? .unavailable(SummaryReason.noLabels),
      ],
      "session": session.json,
      "trials": .array(trials.map(\.json)),
      "catch_trials": [
        "count": .integer(Int64(catchTrials.count)),
        "false_starts": .integer(Int64(catchTrials.count { $0.falseStart.value == true })),
        "slots": .array(catchTrials.map(\.json)),
      ],
      "transitions": .array(zip(transitions, smoothness).map { $0.json(smoothness: $1) }),
      "summary": summary.json, "asymmetry": summary.asymmetryJSON,
      "sampling": .object(JSONObject(sampling.map { ($0.name, $0.json) })),
      "movement": movement.json, "tilt": tilt.json(\.json),
      "diagnostics": diagnostics.json, "labels": labels?.json ?? .unavailable(SummaryReason.noLabels),
      "limitations": .array(limitations.map { .string($0.text) }),
    ]
  }

  /// The document's bytes: sorted keys, indented, one newline at the end.
  public var documentText: String { document.text(.indented, sortedKeys: true) + "\n" }
}

extension MotionSessionIdentity {
  var json: JSONValue {
    [
      "uuid": .string(uuid), "synthetic": .bool(synthetic), "name": .string(name),
      "state": .string(state.rawValue), "platform": .string(platform.rawValue), "title": .string(title),
      "sensor": sensor.map { .string($0) } ?? .unavailable(ManifestReason.noSensorName),
      "started": started.map { .string($0) } ?? .unavailable(ManifestReason.noStartAnchor),
      "problems": .array(problems.map { ["file": .string($0.file), "text": .string($0.text)] }),
    ]
  }
}

extension Trial {
  var json: JSONValue {
    func time(_ value: HostTime?, _ reason: TrialReason) -> JSONValue {
      value.map { .integer($0.nanoseconds) } ?? .unavailable(reason)
    }
    var object: JSONObject = [
      "trial": cue.trial.map { .integer(Int64($0)) } ?? .unavailable(MovementReason.noTrialNumber),
      "label": .string(cue.cue), "expect": .string(cue.expect.rawValue), "block": .string(cue.block),
      "intent": .string(cue.intent), "status": .string(cue.status.rawValue),
      "timing": .string(cue.times.timing.rawValue),
      "scheduled_ns": time(cue.scheduled, .timeNeverKnown),
      "dispatched_ns": time(cue.times.dispatched, .notDispatched),
      "audible_ns": time(cue.times.audible, .audibleUnknown),
      "audible_uncertainty_ns": cue.times.audibleUncertaintyNs.map { .real($0) }
        ?? .unavailable(TrialReason.noAudibleUncertainty),
      "onset_ns": onset.json, "onset_threshold_ns": onsetThreshold.json,
      "onset_uncertainty_ns": onsetUncertaintyNs.json, "latency_ms": latencyMilliseconds.json,
      "latency_dispatch_ms": latencyFromDispatchMilliseconds.json,
      "latency_uncertainty_ms": latencyUncertaintyMilliseconds.json,
      "latency_dispatch_uncertainty_ms": latencyFromDispatchUncertaintyMilliseconds.json,
      "direction": direction.json { .string($0.rawValue) }, "asked": asked.json { .string($0.rawValue) },
      "verdict": .string(verdict.rawValue), "reasons": .array(reasons.map { .string($0.rawValue) }),
      "clip_onset_to_peak_ns": cue.clip.map { .integer($0.peakNs - $0.onsetNs) }
        ?? .unavailable(TrialReason.noClip),
    ]
    if let repeatOf = cue.repeatOf { object.append("repeat_of", .integer(Int64(repeatOf))) }
    if let reason = cue.reason { object.append("cue_reason", .string(reason)) }
    return .object(object)
  }
}

extension CatchTrial {
  var json: JSONValue {
    [
      "label": .string(cue.cue), "block": .string(cue.block),
      "scheduled_ns": cue.scheduled.map { .integer($0.nanoseconds) }
        ?? .unavailable(TrialReason.timeNeverKnown),
      "false_start": falseStart.json { .bool($0) },
    ]
  }
}

extension Transition {
  func json(smoothness: SmoothnessMetrics) -> JSONValue {
    [
      "axis": .string(axis.rawValue), "trial": trial.json, "onset_ns": onset.json,
      "onset_threshold_ns": onsetThreshold.json, "onset_uncertainty_ns": onsetUncertaintyNs.json,
      "onset_noise_ns": onsetNoiseNs.json, "onset_method": onsetMethod.json { .string($0.rawValue) },
      "peak_ns": .integer(peak.nanoseconds), "settle_ns": settle.json, "hold_ns": hold.json,
      "hold_s": holdSeconds.json, "direction": direction.json { .string($0.rawValue) },
      "sign": .integer(Int64(sign)), "return_of": returnOf.json, "start_deg": startDegrees.json,
      "end_deg": endDegrees.json, "peak_deg": peakDegrees.json, "range_deg": rangeDegrees.json,
      "peak_speed_deg_s": Measured.value(peakSpeedDegPerSecond).json,
      "duration_s": durationSeconds.json, "settling_s": settlingSeconds.json,
      "excursion_deg": Measured.value(excursionDegrees).json, "overshoot_deg": overshootDegrees.json,
      "corrections": corrections.json { .array($0.map(\.json)) }, "smoothness": smoothness.json,
      "flags": .array(flags.map { .string($0.rawValue) }),
    ]
  }
}

extension Transition.Correction {
  var json: JSONValue {
    [
      "begin_ns": .integer(begin.nanoseconds), "duration_s": .real(seconds),
      "magnitude_deg": .real(magnitudeDegrees),
    ]
  }
}

extension Analysis.StreamSampling {
  var json: JSONValue {
    var object = statistics.json
    object.append(
      "requested_hz", requestedHz.map { .real($0) } ?? .unavailable(SamplingReason.noRateAskedFor))
    object.append(
      "losses",
      .object(JSONObject(losses.members.filter { $0.value.integer != nil }.map { ($0.key, $0.value) })))
    object.append("bad_rows", .integer(Int64(badRows)))
    object.append("sequence_holes", .integer(Int64(sequenceHoles)))
    if let derivedTimes { object.append("derived_times", derivedTimes.json(\.json)) }
    object.append("clock_mapping", mapping?.analysisJSON ?? .unavailable(noMapping))
    return .object(object)
  }
}

extension ClockMapping {
  fileprivate var analysisJSON: JSONValue {
    var object: JSONObject = [
      "t0": .real(t0), "t0_host_ns": .integer(t0Host.nanoseconds), "drift_ppm": .real(driftPPM),
      "residual_ns": .real(residualNs), "validated": .bool(validated), "checks": .object(checks),
    ]
    if let reason { object.append("reason", .string(reason.text)) }
    return .object(object)
  }
}

extension Analysis.Movement {
  var json: JSONValue {
    func vector(_ v: Vector3) -> JSONValue { [.real(v.x), .real(v.y), .real(v.z)] }
    return [
      "calibration": calibration.json(\.json),
      "lateral_axis": axis.json {
        [
          "source": .string($0.source.rawValue),
          "sensor": vector($0.direction), "share": .real($0.share),
          "sign_cues": .integer(Int64($0.signCues)), "sign_agreeing": .integer(Int64($0.signAgreeing)),
        ]
      },
      "gyro_bias": bias.json {
        [
          "rad_s": vector($0.radiansPerSecond), "source": .string($0.source.rawValue),
          "seconds": .real($0.seconds),
        ]
      },
      "angle_source": angleSource.json, "onset_speed_deg_s": onsetSpeedDegPerSecond.json,
      "rest_sd_deg_s": restSDDegPerSecond.json,
      "rate_source": rateSource.json { .string($0.rawValue) },
      "acceleration_source": accelerationSource.json { .string($0.rawValue) }, "time_source": timeSource.json,
      "gaps": .integer(Int64(gaps)), "rows_without_value": .integer(Int64(badValues)),
      "rows_without_time": .integer(Int64(badTimes)),
    ]
  }
}
