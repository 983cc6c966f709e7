/// Collects what the reader of an analysis must know, each thing once, in a fixed order.
struct Limitations {
  private(set) var list: [String] = []

  init(_ session: MotionSession) {
    if session.manifest.synthetic {
      list.append("synthetic: the input was simulated; no person was measured")
    }
    if session.state != .complete {
      list.append("the session is \(session.state.rawValue); what it holds was analysed")
    }
    list.append(
      "a constant delay of transport and sensor filter cannot be seen from the data; it is in no number here")
    if session.streams.contains(where: { $0.description.timestampSource == .receipt }) {
      list.append(
        "streams without a device clock have the times that the arrivals of all their rows show, where these follow a "
          + "line; else the arrivals")
    }
  }

  /// What the calibration is worth; what stands for it where there is none.
  mutating func add(calibration: Measured<Analysis.CalibrationUse>, _ parameters: CalibrationParameters) {
    guard let use = calibration.value else {
      list.append(
        "no calibration: \(calibration.reason ?? "it was not used"); the lateral axis is the main axis of the "
          + "movement after the cues")
      return
    }
    func degrees(_ value: Double) -> String { "\((value * 10).rounded() / 10)°" }
    list.append(
      use.method == .gestures
        ? "the rider's axes come from the leans of the calibration; that both went the opposite way would not show"
        : "the rider's axes are those of the standard mounting, checked by one lean")
    if use.heading == .drifting {
      list.append(
        "axial angles drift: no magnetometer holds the heading; lateral and forward do not depend on it")
    }
    if let reason = use.fusedReason { list.append("the device's own attitude is not used: \(reason)") }
    let limit = parameters.disagreementDegrees
    if use.neutralDisagreementDegrees > limit || use.axesDisagreementDegrees > limit {
      list.append(
        "the rows of the calibration give another one than the run used: neutral is \(degrees(use.neutralDisagreementDegrees)) "
          + "and the axes are \(degrees(use.axesDisagreementDegrees)) off; the analysis uses its own")
    }
    for doubt in use.doubts { list.append("the calibration's rows do not pass its limits here: \(doubt)") }
    if let off = use.mainAxisOffDegrees.value, off > parameters.mainAxisDegrees {
      list.append(
        off > 90
          ? "the movement after the cues is opposite to the calibration's left: the rider, the leans of the "
            + "calibration or the sensor's place were the wrong way round"
          : "the main axis of the movement after the cues is \(degrees(off)) from the calibrated one: the sensor may "
            + "have turned on the body")
    }
    for block in use.mounting.changed {
      list.append(
        "mounting changed? In block \(block.name) the rider's still posture at centre is "
          + "\(degrees(block.offDegrees)) from neutral: the sensor has moved, or the rider sits otherwise")
    }
  }

  /// What stands in for raw streams that the session does not have.
  mutating func add(_ vectors: SessionVectors) {
    switch vectors.rateSource.value {
    case .rotationRate:
      list.append(
        "no gyroscope: the angular velocity is the rotation rate that the device computes, its bias removed; how it is "
          + "filtered and how late it is are not known")
    case .attitudeDerivative:
      list.append(
        "no gyroscope and no rotation rate: the angular velocity is the derivative of the attitude that the device "
          + "computes, smoothed once more than others are; what is fast in it is weakened")
    case .gyroscope, nil: break
    }
    switch vectors.upSource.value {
    case .gravityAndUserAcceleration:
      list.append("no accelerometer: the acceleration is the device's gravity and user acceleration together")
    case .gravity:
      list.append("no acceleration: up is where the device says that gravity comes from")
    case .accelerometer, nil: break
    }
  }

  mutating func add(_ timeline: SessionTimeline) {
    guard timeline.isCut else { return }
    list.append(
      "the session has more cues, phases, pauses or sentences than a drill can have; the first "
        + "\(SessionTimeline.maximumEntries) of each were analysed")
  }

  mutating func add(_ lateral: LateralAnalysis) {
    let movement = lateral.movement
    if let reason = movement.timeSource.reason {
      list.append("no movement could be analysed: \(reason)")
      return
    }
    if lateral.timeSource == .indexLine {
      list.append("times are derived: the device gives none, and the arrivals of its rows follow a line")
    }
    if lateral.timeSource == .receipt {
      list.append("times are receipt times: the device's clock was not usable, so delivery jitter is in them")
    }
    switch movement.bias {
    case .value(let bias) where bias.source == .stillParts:
      list.append("the gyroscope's bias comes from the quietest parts: there is no still stationary phase")
    case .value: break
    case .unavailable(let reason): list.append("the gyroscope's bias was not removed: \(reason)")
    }
    guard let axis = movement.axis.value else {
      list.append("no lateral movement: \(movement.axis.reason ?? "no lateral axis")")
      return
    }
    switch axis.source {
    case .movement:
      list.append(
        "left and right come from the cues: \(axis.signAgreeing) of \(axis.signCues) movements after left and "
          + "right cues agree")
    case .calibration where axis.signCues > 0:
      list.append(
        "\(axis.signAgreeing) of \(axis.signCues) movements after left and right cues went to the side of the cue"
      )
    case .calibration: break
    }
    if axis.share < 0.6 {
      list.append(
        "the movement has no clear main axis: only \(Int(axis.share * 100)) % of it is about the lateral one")
    }
    switch movement.angleSource {
    case .value(LateralAngle.Source.calibration.rawValue): break
    case .value(let source):
      list.append(
        source == LateralAngle.Source.gravity.rawValue
          ? "lateral angles: integrated rate, anchored to gravity in still periods"
          : "lateral angles: integrated rate, set to zero in still periods where the cues say centre")
      if !lateral.neutralFromPhase {
        list.append(
          "neutral is where the rider sat still at centre by the cues: "
            + (lateral.hasTorsoPhase
              ? "the rider was not still in the stationary phase on the torso"
              : "the session has no stationary phase on the torso"))
      }
    case .unavailable(let reason): list.append("no lateral angles: \(reason)")
    }
    if movement.gaps > 0 {
      list.append("\(movement.gaps) gaps; nothing is computed across them")
    }
    if movement.badValues + movement.badTimes > 0 {
      list.append(
        "\(movement.badValues) rows without a valid value and \(movement.badTimes) with a time out of order "
          + "were left out")
    }
    if lateral.loweredOrder > 0 {
      list.append("\(lateral.loweredOrder) samples had too few neighbours for the full order of the fit")
    }
  }

  mutating func add(trials: [Trial]) {
    if trials.isEmpty {
      list.append("the session has no cue that expects a position")
      return
    }
    if trials.contains(where: { $0.reasons.contains(.audibleUnknown) }) {
      list.append(
        "cues without an audible time have no latency from it; they are searched from their dispatch")
    }
    list.append(
      "onset is fitted to the rise of the rate; its uncertainty includes that the start's shape is not "
        + "known")
  }

  mutating func addUnmatchedStimulus() {
    list.append("stimulus not matched: left and right words differ in how they rise after their onset")
  }
}
