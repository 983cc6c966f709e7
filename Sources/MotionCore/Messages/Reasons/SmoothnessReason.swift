/// Why a smoothness metric of a movement is unavailable.
public enum SmoothnessReason: Error, Hashable, Sendable {
  case noOnset(UnavailableReason)
  case noSettle(UnavailableReason)
  case tooLong(seconds: Double)
  // The cut of the movement.
  case noDuration
  case notWhollyRecorded
  case gapInside
  case fewForPolynomial
  // Jerk.
  case noSecondDerivative
  case fewForSecondDerivative
  case smallExcursion(degrees: Double)
  // Spectra.
  case sampledTooSlowly(hz: Double)
  case fewForSpectrum
  case fewSamples
  case tooShort(seconds: Double)
  case bandEndsTooLow(hz: Int)
  case noEnergy
  // Speed profile.
  case noPeak
}

extension SmoothnessReason: CatalogueMessage {
  public static let section = MessageSection("no-smoothness", "Smoothness metrics", .result, .file)
  public static let examples: [SmoothnessReason] = [
    .noOnset(UnavailableReason(MovementReason.riseNotWhole)),
    .noSettle(UnavailableReason(MovementReason.fallNotWhole)),
    .tooLong(seconds: 30), .noDuration, .notWhollyRecorded, .gapInside, .fewForPolynomial,
    .noSecondDerivative,
    .fewForSecondDerivative, .smallExcursion(degrees: 1), .sampledTooSlowly(hz: 20), .fewForSpectrum,
    .fewSamples,
    .tooShort(seconds: 0.4), .bandEndsTooLow(hz: 8), .noEnergy, .noPeak,
  ]

  public var wording: MessageWording {
    let known = "nothing: docs/metrics.md says what each metric needs"
    let rate = "use a faster sensor, or ask a serial one for a higher rate (docs/sensors.md)"
    let gap = "use a cable, or move the sensor closer"
    return switch self {
    case .noOnset(let reason):
      MessageWording(
        "no onset: \(reason)", cause: "smoothness is of the movement from onset to settle", next: known)
    case .noSettle(let reason):
      MessageWording(
        "no settle: \(reason)", cause: "smoothness is of the movement from onset to settle", next: known)
    case .tooLong(let seconds):
      MessageWording(
        "longer than \(seconds) s", cause: "such a movement is no single one (smoothness_maximum_s)",
        next: known)
    case .noDuration:
      MessageWording(
        "the movement has no duration", cause: "its estimated end lies at or before its estimated onset",
        next: known)
    case .notWhollyRecorded:
      MessageWording(
        "the movement is not wholly recorded", cause: "its onset or its end lies outside of the rows",
        next: gap)
    case .gapInside:
      MessageWording("a gap lies in the movement", cause: "nothing is computed across a gap", next: gap)
    case .fewForPolynomial:
      MessageWording(
        "too few samples for the local polynomial", cause: "within its half-width lie too few rows",
        next: rate)
    case .noSecondDerivative:
      MessageWording(
        "the local polynomial has no second derivative", cause: "local_polynomial_order is below 2",
        next: "set local_polynomial_order to 3")
    case .fewForSecondDerivative:
      MessageWording(
        "too few samples within the half-width for a second derivative",
        cause: "jerk is the second derivative of the rate", next: rate)
    case .smallExcursion(let degrees):
      MessageWording(
        "the excursion is below \(degrees)°", cause: "it would be divided by nearly nothing", next: known)
    case .sampledTooSlowly(let hz):
      MessageWording("sampled too slowly for \(hz) Hz", cause: "a spectrum ends at half the rate", next: rate)
    case .fewForSpectrum:
      MessageWording(
        "too few samples for a spectrum", cause: "the movement is too short for its rate", next: rate)
    case .fewSamples:
      MessageWording("too few samples", cause: "the movement is too short for its rate", next: rate)
    case .tooShort(let seconds):
      MessageWording(
        "shorter than \(seconds) s", cause: "so short a movement has no band below the one looked at",
        next: known)
    case .bandEndsTooLow(let hz):
      MessageWording(
        "sampled too slowly: the band would end at \(hz) Hz", cause: "the share is that above 5 Hz",
        next: rate)
    case .noEnergy:
      MessageWording("there is no energy in the band", cause: "the rate is the same throughout", next: known)
    case .noPeak:
      MessageWording(
        "the speed has no peak between onset and settle", cause: "the profile rises or falls throughout",
        next: known)
    }
  }
}
