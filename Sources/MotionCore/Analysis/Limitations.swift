/// Collects what the reader of an analysis must know, each thing once, in a fixed order.
struct Limitations {
  private(set) var list: [Limitation] = []

  init(_ session: MotionSession) {
    if session.manifest.synthetic {
      list.append(.synthetic)
    }
    if session.state != .complete {
      list.append(.notComplete(state: session.state))
    }
    list.append(.constantDelay)
    if session.streams.contains(where: { $0.description.timestampSource == .receipt }) {
      list.append(.receiptTimes)
    }
  }

  /// What the calibration is worth; what stands for it where there is none.
  mutating func add(calibration: Measured<Analysis.CalibrationUse>, _ parameters: CalibrationParameters) {
    guard let use = calibration.value else {
      list.append(.noCalibration(reason: (calibration.reason ?? .notKnown).text))
      return
    }
    list.append(use.method == .gestures ? .gestureAxes : .standardAxes)
    if use.heading == .drifting {
      list.append(.headingDrifts)
    }
    if let reason = use.fusedReason { list.append(.ownAttitudeUnused(reason: reason.text)) }
    let limit = parameters.disagreementDegrees
    if let neutral = use.neutralDisagreementDegrees.value, let axes = use.axesDisagreementDegrees.value,
      max(neutral, axes) > limit
    {
      list.append(
        .otherCalibration(neutralDegrees: neutral, axesDegrees: axes))
    }
    for doubt in use.doubts { list.append(.calibrationDoubtful(doubt)) }
    if let off = use.mainAxisOffDegrees.value, off > parameters.mainAxisDegrees {
      list.append(off > 90 ? .movementOpposite : .mainAxisOff(degrees: off))
    }
    for block in use.mounting.changed {
      list.append(.mountingChanged(block: block.name, degrees: block.offDegrees))
    }
  }

  /// What stands in for raw streams that the session does not have.
  mutating func add(_ vectors: SessionVectors) {
    switch vectors.rateSource.value {
    case .rotationRate:
      list.append(.rotationRate)
    case .attitudeDerivative:
      list.append(.attitudeDerivative)
    case .gyroscope, nil: break
    }
    switch vectors.upSource.value {
    case .gravityAndUserAcceleration:
      list.append(.fusedAcceleration)
    case .gravity:
      list.append(.fusedGravity)
    case .accelerometer, nil: break
    }
  }

  mutating func add(_ timeline: SessionTimeline) {
    guard timeline.isCut else { return }
    list.append(.cut(entries: SessionTimeline.maximumEntries))
  }

  mutating func add(_ lateral: LateralAnalysis) {
    let movement = lateral.movement
    if let reason = movement.timeSource.reason {
      list.append(.noMovement(reason: reason.text))
      return
    }
    if lateral.timeSource == .indexLine {
      list.append(.derivedTimes)
    }
    if lateral.timeSource == .receipt {
      list.append(.usesReceipt)
    }
    switch movement.bias {
    case .value(let bias) where bias.source == .stillParts:
      list.append(.biasFromStillParts)
    case .value: break
    case .unavailable(let reason): list.append(.biasNotRemoved(reason: reason.text))
    }
    guard let axis = movement.axis.value else {
      list.append(.noLateralMovement(reason: (movement.axis.reason ?? .notKnown).text))
      return
    }
    switch axis.source {
    case .movement:
      list.append(.signFromCues(agreeing: axis.signAgreeing, of: axis.signCues))
    case .calibration where axis.signCues > 0:
      list.append(.signAgainstCues(agreeing: axis.signAgreeing, of: axis.signCues))
    case .calibration: break
    }
    if axis.share < 0.6 {
      list.append(.noClearAxis(percent: Int(axis.share * 100)))
    }
    switch movement.angleSource {
    case .value(LateralAngle.Source.calibration.rawValue): break
    case .value(let source):
      list.append(source == LateralAngle.Source.gravity.rawValue ? .anglesFromGravity : .anglesFromCues)
      if !lateral.neutralFromPhase {
        list.append(.neutralByCues(hasTorsoPhase: lateral.hasTorsoPhase))
      }
    case .unavailable(let reason): list.append(.noLateralAngles(reason: reason.text))
    }
    if movement.gaps > 0 {
      list.append(.gaps(movement.gaps))
    }
    if movement.badValues + movement.badTimes > 0 {
      list.append(.rowsLeftOut(badValues: movement.badValues, badTimes: movement.badTimes))
    }
    if lateral.loweredOrder > 0 {
      list.append(.loweredOrder(lateral.loweredOrder))
    }
  }

  /// A stretch in which the sensor says the same for longer than an answer is waited for.
  mutating func add(frozen rate: SampledVectors?, _ configuration: AnalysisConfiguration) {
    guard let seconds = rate?.longestConstantSeconds, seconds > configuration.searchAfterSeconds else {
      return
    }
    list.append(.frozen(seconds: seconds))
  }

  mutating func add(trials: [Trial]) {
    if trials.isEmpty {
      list.append(.noCues)
      return
    }
    if trials.contains(where: { $0.reasons.contains(.audibleUnknown) }) {
      list.append(.noAudibleTime)
    }
    if trials.contains(where: { $0.onset.value != nil }) { list.append(.startShape) }
  }

  mutating func addTiltOnly() {
    list.append(.tiltOnly)
  }

  mutating func addUnmatchedStimulus() {
    list.append(.stimulusNotMatched)
  }
}
