import Foundation

/// How the speed of a movement may grow from rest and fall again, as a function of the part u = 0…1 of its
/// duration. Which of them a rider's start has cannot be known; each is a candidate of the onset's estimate.
public enum StartShape: String, Sendable, CaseIterable {
  /// 30u²(1 − u)²: T. Flash and N. Hogan, J. Neurosci. 5(7), 1985. The one the estimate itself takes.
  case minimumJerk = "minimum_jerk"
  /// 6u(1 − u): the speed begins with a slope.
  case linear
  /// 140u³(1 − u)³: the speed begins as a cube.
  case cubic
  /// 2 sin²(πu).
  case sineSquared = "sine_squared"

  /// The part of the way that is done at `u`; 0 before the start and 1 after the end.
  func position(_ u: Double) -> Double {
    guard u > 0 else { return 0 }
    guard u < 1 else { return 1 }
    switch self {
    case .minimumJerk: return u * u * u * (10 - u * (15 - 6 * u))
    case .linear: return u * u * (3 - 2 * u)
    case .cubic: return u * u * u * u * (35 - u * (84 - u * (70 - 20 * u)))
    case .sineSquared: return u - sin(2 * .pi * u) / (2 * .pi)
    }
  }

  /// The slope of `position`: the speed of a movement of length and duration 1.
  func speed(_ u: Double) -> Double {
    guard u > 0, u < 1 else { return 0 }
    let product = u * (1 - u)
    switch self {
    case .minimumJerk: return 30 * product * product
    case .linear: return 6 * product
    case .cubic: return 140 * product * product * product
    case .sineSquared: return 2 * sin(.pi * u) * sin(.pi * u)
    }
  }

  /// Where its fit begins to search, from the start and duration of the minimum-jerk movement through the same
  /// two points of the rise: the shift of the start in parts of that duration, and the factor of the duration.
  /// From where the shapes reach 20 % and 80 % of their peak.
  var firstGuess: (shift: Double, stretch: Double) {
    switch self {
    case .minimumJerk: (0, 1)
    case .linear: (0.08, 0.84)
    case .cubic: (-0.07, 1.14)
    case .sineSquared: (-0.02, 1.04)
    }
  }
}
