/// What the rider is told when a step of the calibration failed: what was wrong, and what to do. `way` is "to the left"
/// or "forward"; angles are in degrees.
public enum CalibrationAdvice: Hashable, Sendable {
  // Any step.
  case noSamples
  case gaps
  case noOrientation(reason: String)
  // Neutral.
  case moved(degrees: Double, afterSeconds: Double)
  case notStill
  // Leans.
  case noNeutral
  case wrongOrder
  case neverMoved(way: String)
  case tooSmall(degrees: Double, way: String, needed: Double)
  case tooLarge(way: String)
  case notReturned(degrees: Double, way: String)
  case notStraight(way: String)
  // Both leans together.
  case nearCollinear(side: String)
  case opposite
  case skewed(degrees: Double, side: String)
  // The standard mounting.
  case topNotUp(degrees: Double)
  case wrongSide
  case leanDoesNotFit(degrees: Double)

  /// The key that is recorded.
  public var kind: CalibrationProblem.Reason {
    switch self {
    case .noSamples: .noSamples
    case .gaps: .gaps
    case .noOrientation: .noOrientation
    case .moved: .moved
    case .notStill: .notStill
    case .noNeutral: .noNeutral
    case .wrongOrder: .wrongOrder
    case .neverMoved: .neverMoved
    case .tooSmall: .tooSmall
    case .tooLarge: .tooLarge
    case .notReturned: .notReturned
    case .notStraight: .notStraight
    case .nearCollinear: .nearCollinear
    case .opposite: .opposite
    case .skewed: .skewed
    case .topNotUp, .leanDoesNotFit: .notStandard
    case .wrongSide: .wrongSide
    }
  }
}

extension CalibrationAdvice: CatalogueMessage {
  public static let section = MessageSection(
    "say.calibration", "Why a step of the calibration failed", .spoken, .file)
  public static let examples: [CalibrationAdvice] = [
    .noSamples, .gaps, .noOrientation(reason: "it has no gyroscope"), .moved(degrees: 4, afterSeconds: 1),
    .notStill,
    .noNeutral, .wrongOrder, .neverMoved(way: "to the left"),
    .tooSmall(degrees: 7, way: "to the left", needed: 10), .tooLarge(way: "to the left"),
    .notReturned(degrees: 15, way: "forward"), .notStraight(way: "to the left"), .nearCollinear(side: "left"),
    .opposite, .skewed(degrees: 32, side: "left"), .topNotUp(degrees: 40), .wrongSide,
    .leanDoesNotFit(degrees: 35),
  ]

  /// What its reason says, with the numbers of the moment where there are any.
  public var wording: MessageWording {
    var wording = kind.wording
    if let text = withNumbers { wording.text = text }
    return wording
  }

  private var withNumbers: String? {
    let degrees = SpokenNumber.degrees
    return switch self {
    case .noSamples, .gaps, .notStill, .noNeutral, .wrongOrder, .opposite, .wrongSide: nil
    case .noOrientation(let reason): "This sensor cannot be calibrated: \(reason)."
    case .moved(let angle, let seconds):
      "You moved \(degrees(angle)) \(SpokenNumber.after(seconds: seconds)). Please keep still until you hear me again."
    case .neverMoved(let way): "I saw no lean. When you hear me, lean \(way) and come back."
    case .tooSmall(let angle, let way, let needed):
      "You leaned \(degrees(angle)). Please lean \(way) at least \(degrees(needed))."
    case .tooLarge(let way):
      "That was more than a lean. Check that the sensor is strapped tight, and lean less far \(way)."
    case .notReturned(let angle, let way):
      "You did not come back to where you started: you are \(degrees(angle)) away. Lean \(way), and come back upright."
    case .notStraight(let way): "That lean was not straight. Lean straight \(way) and straight back."
    case .nearCollinear(let side):
      "That lean went to the \(side), or the one before went forward. We begin again: lean left first, then forward."
    case .skewed(let angle, let side):
      "Your forward lean went \(degrees(angle)) to the \(side). Lean straight forward."
    case .topNotUp(let angle):
      "The sensor does not sit as in the standard mounting: its top is \(degrees(angle)) from up. "
        + "Strap it on as described, or calibrate with two leans."
    case .leanDoesNotFit(let angle):
      "The lean does not fit the standard mounting: it is \(degrees(angle)) off. Lean straight to the "
        + "left, strap the sensor on as described, or calibrate with two leans."
    }
  }
}

extension CalibrationProblem.Reason {
  /// What the rider is told where the numbers of the moment cannot be said, why, and what to do.
  public var wording: MessageWording {
    switch self {
    case .noSamples:
      MessageWording(
        "The sensor sends nothing. Check that it is switched on.",
        cause: "no row came while the step was watched", next: "press its button, or connect it again")
    case .gaps:
      MessageWording(
        "The sensor's signal is interrupted again and again. Move it closer to the computer.",
        cause: "gaps in the rows never let the step be judged",
        next: "use a cable, or take away what is between")
    case .noOrientation:
      MessageWording(
        "This sensor cannot be calibrated. The screen says why.", cause: "its attitude cannot be derived",
        next: "use a sensor with an accelerometer and a gyroscope, or a drill with `required: no`")
    case .moved:
      MessageWording(
        "You moved. Please keep still until you hear me again.",
        cause: "the trunk left its place while neutral was taken", next: "keep still until the next words")
    case .notStill:
      MessageWording(
        "You were not still enough, or the sensor shakes. Check that it is strapped tight, and keep still.",
        cause: "the rate of turn was unsteady without one movement",
        next: "strap it tight, switch the engine off")
    case .noNeutral:
      MessageWording(
        "First I need your neutral posture.", cause: "a lean is measured from neutral, which is not known",
        next: "sit upright and keep still")
    case .wrongOrder:
      MessageWording(
        "First lean to the left, then forward.",
        cause: "the lean to the left gives the axis that the other checks", next: "lean to the left")
    case .neverMoved:
      MessageWording(
        "I saw no lean. When you hear me, lean, and come back.",
        cause: "the trunk did not move while the lean was waited for", next: "lean with the word now")
    case .tooSmall:
      MessageWording(
        "That lean was too small. Please lean farther.", cause: "a small lean does not give a sure axis",
        next: "lean further")
    case .tooLarge:
      MessageWording(
        "That was more than a lean. Check that the sensor is strapped tight, and lean less far.",
        cause: "the sensor turned further than a trunk leans", next: "strap it tight, and lean less far")
    case .notReturned:
      MessageWording(
        "You did not come back to where you started. Lean, and come back upright.",
        cause: "the lean did not end near neutral", next: "come back upright after the lean")
    case .notStraight:
      MessageWording(
        "That lean was not straight. Lean straight, and straight back.",
        cause: "the lean went this way and that", next: "lean in one line and back in the same")
    case .nearCollinear:
      MessageWording(
        "The two leans went the same way. We begin again: lean left first, then forward.",
        cause: "both leans turned about nearly the same axis", next: "lean left first, then forward")
    case .opposite:
      MessageWording(
        "The two leans do not fit together: one of them went the opposite way, or they came in the wrong order. "
          + "We begin again: lean left first, then forward.",
        cause: "the forward lean turned the other way about its axis than the left lean lets expect",
        next: "lean left first, then forward")
    case .skewed:
      MessageWording(
        "Your forward lean went to the side. Lean straight forward.",
        cause: "the forward lean is too oblique to check the axes", next: "lean straight forward")
    case .notStandard:
      MessageWording(
        "The sensor does not sit as in the standard mounting. Strap it on as described, or calibrate with two leans.",
        cause: "gravity, or the axis of the lean, is not where the standard mounting has it",
        next: "see the mounting in docs/sensors.md")
    case .wrongSide:
      MessageWording(
        "That lean was to the right, or the sensor sits back to front. Check it, and lean to the left.",
        cause: "the lean turned opposite to a left lean in the standard mounting",
        next: "check which way the sensor faces, and lean to the left")
    }
  }
}
