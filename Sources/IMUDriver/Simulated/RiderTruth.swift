import MotionCore

/// What a simulated rider knows about itself, for `<bundle>.truth.json`.
struct RiderTruth {
  var seed: UInt64
  var rateHz: Double
  var swayClass: SwayClass
  var parameters: RiderParameters
  var mounting: Quaternion
  var sensor: SimulatedSensor
  var start: HostTime?
  var answers: [RiderMind.Answer]
  var gestures: [RiderGesture]

  var json: JSONValue {
    [
      "version": 1,
      "synthetic": true,
      // As text: a JSON number of 64 bits does not survive every reader.
      "seed": .string(String(seed)),
      "rate_hz": .real(rateHz),
      "start_ns": start.map { .integer($0.nanoseconds) } ?? .null,
      "sway": [
        "class": .string(swayClass.name), "sway_deg": .real(swayClass.swayDegrees),
        "breath_deg": .real(swayClass.breathDegrees), "tremor_deg": .real(swayClass.tremorDegrees),
      ],
      "parameters": parameters.json,
      "sensor_to_rider": .array(mounting.components.map { .real($0) }),
      "gyro_bias_deg_s": RiderTruth.json(sensor.gyroBias),
      "accelerometer_offset_g": RiderTruth.json(sensor.accelerometerOffset),
      "gestures": .array(gestures.map(\.json)),
      "cues": .array(answers.map(RiderTruth.json)),
    ]
  }

  private static func json(_ vector: Vector3) -> JSONValue {
    [.real(vector.x), .real(vector.y), .real(vector.z)]
  }

  private static func json(_ answer: RiderMind.Answer) -> JSONValue {
    let cue = answer.cue
    var object: JSONObject = [
      "trial": cue.trial.map { .integer(Int64($0)) } ?? .null, "label": .string(cue.label),
      "expect": .string(cue.expect.rawValue), "audible_ns": .integer(cue.audible.nanoseconds),
    ]
    guard let onset = answer.onset, let movement = answer.movement else {
      object.append("onset_ns", .null)
      object.append("reason", .string((answer.reason ?? .noneAskedFor).text))
      return .object(object)
    }
    object.append("onset_ns", .integer(onset.nanoseconds))
    if let wanted = answer.wanted {
      object.append("reason", .string(RiderReason.heardTooLate.text))
      object.append("wanted_onset_ns", .integer(wanted.nanoseconds))
    }

    let start = (lateral: answer.start.lateral.angle, forward: answer.start.forward.angle)
    let way = (lateral: answer.lateral - start.lateral, forward: answer.forward - start.forward)
    let isLateral = abs(way.lateral) >= abs(way.forward)
    let segment = isLateral ? movement.lateral : movement.forward
    let end = answer.interrupted.map { ($0 - onset).inSeconds } ?? answer.duration
    let peak = onset + Duration(fromSeconds: segment.fastest(before: end))
    let degrees = 180 / Double.pi
    let main = isLateral ? (start.lateral, answer.lateral) : (start.forward, answer.forward)
    let cross = isLateral ? (start.forward, answer.forward) : (start.lateral, answer.lateral)
    let direction =
      isLateral ? (way.lateral > 0 ? "left" : "right") : (way.forward > 0 ? "forward" : "back")
    object.append("peak_ns", .integer(peak.nanoseconds))
    object.append("axis", isLateral ? "lateral" : "forward")
    object.append("direction", .string(direction))
    object.append("start_deg", .real(main.0 * degrees))
    object.append("target_deg", .real(main.1 * degrees))
    object.append("cross_start_deg", .real(cross.0 * degrees))
    object.append("cross_target_deg", .real(cross.1 * degrees))
    object.append("duration_s", .real(answer.duration))
    object.append("overshoot_deg", .real(abs(answer.overshoot * (main.1 - main.0)) * degrees))
    if let correction = answer.correction {
      object.append("correction_ns", .integer(correction.nanoseconds))
      object.append("correction_duration_s", .real(answer.correctionDuration))
    }
    object.append("interrupted_ns", answer.interrupted.map { .integer($0.nanoseconds) } ?? .null)
    return .object(object)
  }
}

extension RiderParameters {
  /// All of them, named as in the source, with their units.
  var json: JSONValue {
    func bounds(_ range: ClosedRange<Double>) -> JSONValue {
      [.real(range.lowerBound), .real(range.upperBound)]
    }
    return [
      "reaction_mean_s": .real(reactionMeanSeconds), "reaction_sd_s": .real(reactionSDSeconds),
      "reaction_tail_s": .real(reactionTailSeconds), "reaction_minimum_s": .real(reactionMinimumSeconds),
      "lean_deg": .real(leanDegrees), "lean_sd_deg": .real(leanSDDegrees),
      "duration_s": .real(durationSeconds), "duration_sd_s": .real(durationSDSeconds),
      "cross_fraction_sd": .real(crossFractionSD), "center_sd_deg": .real(centerSDDegrees),
      "overshoot_probability": .real(overshootProbability),
      "overshoot_fraction": bounds(overshootFraction),
      "correction_pause_s": bounds(correctionPauseSeconds),
      "correction_duration_s": bounds(correctionDurationSeconds),
      "gesture_hold_s": .real(gestureHoldSeconds),
      "height_m": .real(heightMetres),
      "gyro_noise_deg_s_rthz": .real(gyroNoiseDegreesPerSecondPerRootHz),
      "accelerometer_noise_ug_rthz": .real(accelerometerNoiseMicroGPerRootHz),
      "gyro_bias_deg_s": bounds(gyroBiasDegreesPerSecond),
      "accelerometer_offset_mg": .real(accelerometerOffsetMilliG),
      "clock_ppm": .real(clockPPM), "delivery_s": bounds(deliverySeconds),
      "burst_probability": .real(burstProbability), "burst_s": bounds(burstSeconds),
      "loss_probability": .real(lossProbability),
    ]
  }
}
