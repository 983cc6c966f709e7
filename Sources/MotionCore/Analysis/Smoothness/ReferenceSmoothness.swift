#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The published smoothness measures, as their authors' own code computes them: uniform differences of a velocity
/// profile, with nothing smoothed. They depend on where the profile begins and ends, and collapse with white noise.
///
/// N samples v at steps dt; j = Δ²v/dt², N − 2 values. Any unit of v: all but the jerk itself are without unit.
public struct ReferenceSmoothness: Hashable, Sendable {
  /// Σ j² · dt.
  public var integratedSquaredJerk: Double
  /// max |j|.
  public var peakJerk: Double
  /// √(mean j²).
  public var rmsJerk: Double
  /// Dimensionless jerk (N·dt)³ / max|v|² · Σ j² · dt: N. Hogan and D. Sternad, "Sensitivity of smoothness measures
  /// to movement duration, amplitude, and arrests", Journal of Motor Behavior 41(6), 2009.
  public var dimensionlessJerk: Double
  /// −ln of it: S. Balasubramanian and others, JNER 12:112, 2015.
  public var logDimensionlessJerk: Double
  /// √(½ · Σ j²·dt · T⁵ / L²) with T = (N − 1)·dt and the path L = ∫|v| dt by trapezoids: H.-L. Teulings and
  /// others, "Parkinsonism reduces coordination of fingers, wrist, and arm in fine motor control", Experimental
  /// Neurology 146, 1997.
  public var normalizedJerk: Double

  /// The measures of `velocity`, sampled uniformly at `hz`. Nil with fewer than three samples, or for a profile that
  /// is zero or has no jerk.
  public init?(velocity: [Double], hz: Double) {
    guard velocity.count >= 3, hz > 0, hz.isFinite else { return nil }
    let dt = 1 / hz
    let jerks = (1..<(velocity.count - 1)).map {
      (velocity[$0 + 1] - 2 * velocity[$0] + velocity[$0 - 1]) / (dt * dt)
    }
    let squares = jerks.reduce(0) { $0 + $1 * $1 }
    let peak = velocity.reduce(0) { max($0, abs($1)) }
    let path = zip(velocity, velocity.dropFirst()).reduce(0) { $0 + 0.5 * (abs($1.0) + abs($1.1)) * dt }
    integratedSquaredJerk = squares * dt
    guard peak > 0, path > 0, squares > 0, integratedSquaredJerk.isFinite else { return nil }
    peakJerk = jerks.reduce(0) { max($0, abs($1)) }
    rmsJerk = (squares / Double(jerks.count)).squareRoot()
    let whole = Double(velocity.count) * dt
    dimensionlessJerk = whole * whole * whole / (peak * peak) * integratedSquaredJerk
    logDimensionlessJerk = -log(dimensionlessJerk)
    let duration = Double(velocity.count - 1) * dt
    normalizedJerk = (0.5 * integratedSquaredJerk * pow(duration, 5)).squareRoot() / path
  }
}
