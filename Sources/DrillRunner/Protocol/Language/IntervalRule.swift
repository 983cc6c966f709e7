import MotionCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How the time from one word's onset to the next is found. Bounds are whole milliseconds, and so is every
/// drawn interval.
enum IntervalRule: Hashable, Sendable {
  case fixed(Duration)
  case uniform(from: Duration, to: Duration)
  /// Exponential, cut off at `to`: its scale is a third of the range.
  case exponential(from: Duration, to: Duration)

  var shortest: Duration {
    switch self {
    case .fixed(let value): value
    case .uniform(let from, _), .exponential(let from, _): from
    }
  }

  var longest: Duration {
    switch self {
    case .fixed(let value): value
    case .uniform(_, let to), .exponential(_, let to): to
    }
  }

  /// The expected interval. For the exponential with scale θ = w/3 over a range of width w it is
  /// a + θ − w/(e³ − 1).
  var mean: Duration {
    switch self {
    case .fixed(let value): return value
    case .uniform(let from, let to): return from + (to - from) / 2
    case .exponential(let from, let to):
      let width = (to - from).inSeconds
      return from + Duration(fromSeconds: width / 3 - width / (exp(3) - 1))
    }
  }

  /// One interval. A fixed one draws nothing; the others draw one uniform u, 0 ≤ u < 1, and are
  ///
  /// - uniform: x = u · w
  /// - exponential: x = −θ · ln(1 − u · (1 − e⁻³)), θ = w/3 (the inverse of the distribution function of an
  ///   exponential truncated at w)
  ///
  /// with w = b − a in milliseconds; the interval is a + ⌊x + ½⌋ ms.
  func draw(from random: inout SeededRandom) -> Duration {
    switch self {
    case .fixed(let value): return value
    case .uniform(let from, let to):
      let width = IntervalRule.milliseconds(to - from)
      return from + .milliseconds(Int64((random.uniform() * width + 0.5).rounded(.down)))
    case .exponential(let from, let to):
      let width = IntervalRule.milliseconds(to - from)
      let x = -(width / 3) * log(1 - random.uniform() * (1 - exp(-3.0)))
      return from + .milliseconds(Int64((x + 0.5).rounded(.down)))
    }
  }

  private static func milliseconds(_ value: Duration) -> Double {
    Double(value.wholeNanoseconds / 1_000_000)
  }
}
