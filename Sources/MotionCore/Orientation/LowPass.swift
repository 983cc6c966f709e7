#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One step of a second-order Butterworth low-pass of a given duration.
///
/// A filter with the time constant τ has its corner at f = √2/(2πτ) (Laidig and Seel 2023, section 3.3). The bilinear
/// transform with the corner kept in place turns it into a recursion with g = tan(πf·Δt). With the step's own Δt it is
/// the trapezoidal rule on the filter's differential equation, so uneven steps cost nothing in accuracy.
struct LowPassStep {
  /// Larger arguments of the tangent, from steps longer than about 2τ, have no meaning.
  private static let largestArgument = 1.5
  static let damping = 2.0.squareRoot()

  let seconds: Double
  let timeConstant: Double
  let g: Double
  /// 1/(1 + g·(g + √2)), which solves the implicit step.
  let solve: Double

  @inline(__always)
  init(seconds: Double, timeConstant: Double) {
    self.seconds = seconds
    self.timeConstant = timeConstant
    let x = seconds / (LowPassStep.damping * timeConstant)
    if x < 0.02 {
      // The tangent's series; the next term, 62x⁹/2835, is below the last bit.
      let s = x * x
      g = x * (1 + s * (1.0 / 3 + s * (2.0 / 15 + s * (17.0 / 315))))
    } else {
      g = tan(min(x, LowPassStep.largestArgument))
    }
    solve = 1 / (1 + g * (g + LowPassStep.damping))
  }
}

/// Second-order Butterworth low-pass of four values at once.
///
/// Until the first time constant has passed it gives the mean of the values so far, weighted by their steps, so that it
/// has no transient to wait for (Laidig and Seel 2023, section 3.3).
struct LowPass {
  /// Time that the mean at the start covers; nil afterwards.
  private var elapsed: Double? = 0
  private var sum = SIMD4<Double>.zero
  /// The output.
  private(set) var value = SIMD4<Double>.zero
  /// The output's derivative, and the derivative's own, in units of the corner frequency.
  private var slope = SIMD4<Double>.zero
  private var bend = SIMD4<Double>.zero

  init() {}

  /// A filter that has had the input `value` for ever.
  init(settledAt value: SIMD4<Double>) {
    elapsed = nil
    self.value = value
  }

  @inline(__always)
  mutating func step(_ input: SIMD4<Double>, _ step: LowPassStep) -> SIMD4<Double> {
    if elapsed != nil { return start(input, step) }
    let s = slope + step.g * bend
    let v = value + step.g * slope
    let newSlope = step.solve * (s + step.g * (input - v))
    let newValue = v + step.g * newSlope
    bend = input - LowPassStep.damping * newSlope - newValue
    slope = newSlope
    value = newValue
    return newValue
  }

  private mutating func start(_ input: SIMD4<Double>, _ step: LowPassStep) -> SIMD4<Double> {
    let total = (elapsed ?? 0) + step.seconds
    sum += step.seconds * input
    value = sum / total
    elapsed = total >= step.timeConstant ? nil : total
    return value
  }
}
