import Foundation

/// The velocity profiles of the golden values, °/s.
enum SmoothnessProfile: String, CaseIterable {
  /// Minimum-jerk movements of 20° in 1 s, 0.6 s and 1.5 s.
  case oneSecond, quick, slow
  /// 14° in 0.8 s, and 6° in 0.6 s from 0.5 s or 1 s.
  case overlapping, separated
  /// `oneSecond` + 3 °/s at 9 Hz.
  case tremor
  /// 22° in 0.8 s, and 2° back in 0.5 s from 0.75 s.
  case overshoot
  /// exp(−5t²) from −1 s on.
  case gauss
  /// `oneSecond` with a second of rest on each side.
  case rest

  func velocity(_ t: Double) -> Double {
    func minimumJerk(_ amplitude: Double, _ duration: Double, _ start: Double = 0) -> Double {
      let u = min(max((t - start) / duration, 0), 1)
      return amplitude / duration * 30 * u * u * (1 - u) * (1 - u)
    }
    switch self {
    case .oneSecond: return minimumJerk(20, 1)
    case .quick: return minimumJerk(20, 0.6)
    case .slow: return minimumJerk(20, 1.5)
    case .overlapping: return minimumJerk(14, 0.8) + minimumJerk(6, 0.6, 0.5)
    case .separated: return minimumJerk(14, 0.8) + minimumJerk(6, 0.6, 1)
    case .tremor: return minimumJerk(20, 1) + 3 * sin(2 * .pi * 9 * t)
    case .overshoot: return minimumJerk(22, 0.8) - minimumJerk(2, 0.5, 0.75)
    case .gauss: return exp(-5 * t * t)
    case .rest: return minimumJerk(20, 1, 1)
    }
  }

  func samples(_ count: Int, hz: Double) -> [Double] {
    (0..<count).map { velocity((self == .gauss ? -1 : 0) + Double($0) / hz) }
  }
}
