/// One side of a comparison: a sensor of a session, and what the analysis finds in it.
public struct ComparedSensor: Sendable {
  /// Where the cues come from that its movements are held against.
  public enum Cues: String, Sendable {
    case own
    /// The other side's, taken over by the alignment.
    case moved = "of the other recording, by the alignment"
    case none
  }

  /// The session with this sensor alone.
  public var session: MotionSession
  public var analysis: Analysis
  public var cues: Cues
  /// The sensor's name in the manifest; nil where that names none.
  public var sensorName: String? { session.manifest.sensors.first?.name }

  init(_ session: MotionSession, configuration: AnalysisConfiguration, cues: Cues? = nil) {
    self.session = session
    analysis = MotionAnalyzer(configuration: configuration).analyze(session)
    self.cues = cues ?? (session.hasTrials ? .own : .none)
  }

  /// Its angular speed, with the bias that the analysis found taken off.
  var angularSpeed: Measured<AngularSpeed> {
    AngularSpeed.of(session, bias: analysis.movement.bias.value?.radiansPerSecond)
  }

  /// A movement that answered a trial that counts.
  struct Counted {
    var trial: Trial
    var group: Transition.Group?
    /// Its place in the analysis's transitions.
    var place: Int?
  }

  /// The trials that count, as the summary of the analysis has them.
  var counted: [Counted] {
    analysis.trials.filter(\.counts).map {
      Counted(trial: $0, group: $0.asked.value ?? $0.direction.value, place: $0.transition)
    }
  }

  /// Why it has no value of a number of its movements.
  var noMovement: UnavailableReason {
    if analysis.trials.isEmpty { return UnavailableReason(SummaryReason.noCues) }
    return analysis.movement.axis.reason ?? UnavailableReason(SummaryReason.noCountedTrialHasIt)
  }

  /// `metric` of the movement of a counted trial.
  func value(_ metric: MovementMetric, _ counted: Counted) -> Double? {
    counted.place.flatMap { metric.value(analysis.transitions[$0], analysis.smoothness[$0]) }
  }
}
