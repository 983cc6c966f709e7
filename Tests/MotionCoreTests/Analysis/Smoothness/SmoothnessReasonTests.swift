import Testing

@testable import MotionCore

/// Movements that are too short, too slowly sampled or too plain for a metric.
@Suite struct SmoothnessReasonTests {
  /// The metrics of a movement from `start` to `end` (s) whose rate about X is `rate`, rad/s, of rows from −0.5 s to 1.5 s.
  private static func metrics(
    hz: Double, from start: Double = 0, to end: Double = 1, halfWidth: Double = 0.052,
    rate: (Double) -> Double
  ) throws -> SmoothnessMetrics {
    var configuration = AnalysisConfiguration.default
    configuration.localPolynomialHalfWidthSeconds = halfWidth
    let rows = (0...Int(2 * hz)).map { Double($0) / hz - 0.5 }
    let gyro = try LateralMotion.measured(
      rows.map { ($0 + 1, rate($0)) }, configuration: configuration
    ).gyro
    func host(_ t: Double) -> HostTime { HostTime(nanoseconds: Int64(((t + 1) * 1e9).rounded())) }
    return SmoothnessAnalysis(
      gyro: gyro, bias: .zero, axis: Vector3(1, 0, 0), configuration: configuration
    ).metrics(
      of: .fixture(
        onset: host(start), threshold: host(start), peak: host((start + end) / 2), settle: host(end)))
  }

  /// Nothing is left of a constant rate when its line is taken off.
  @Test func aConstantRateHasNoEnergy() throws {
    let found = try Self.metrics(hz: 200) { _ in 0.5 }
    #expect(found[.highFrequencyShare] == .unavailable(SmoothnessReason.noEnergy))
    #expect(found[.rmsJerk].value != nil)
  }

  /// Who becomes faster throughout has the highest speed at the end.
  @Test func aRateThatOnlyRisesHasNoPeak() throws {
    let found = try Self.metrics(hz: 200) { 0.5 + $0 }
    #expect(found[.peakTimingFraction] == .unavailable(SmoothnessReason.noPeak))
    #expect(found[.symmetry] == .unavailable(SmoothnessReason.noPeak))
    #expect(found[.sparc].value != nil)
  }

  /// 0.1 s at 25 Hz are three values; a transform takes four. 2 rad/s make 11° of it.
  @Test func aShortMovementHasNoSpectrum() throws {
    let found = try Self.metrics(hz: 25, from: 0.3, to: 0.4) { _ in 2 }
    #expect(found[.sparc] == .unavailable(SmoothnessReason.fewForSpectrum))
    #expect(found[.vectorSPARC] == .unavailable(SmoothnessReason.fewForSpectrum))
  }

  /// Half of 15 Hz is below the 10 Hz of SPARC. Within 0.3 s lie four rows on each side, within 52 ms none.
  @Test func aSlowSensorHasNoSpectrumAndMayHaveNothing() throws {
    let wide = try Self.metrics(hz: 15, halfWidth: 0.3) { _ in 0.5 }
    #expect(wide[.sparc] == .unavailable(SmoothnessReason.sampledTooSlowly(hz: 10)))
    #expect(wide[.rmsJerk].value != nil)
    // A line through three rows has no second derivative.
    let narrow = try Self.metrics(hz: 15) { _ in 0.5 }
    #expect(narrow[.rmsJerk] == .unavailable(SmoothnessReason.fewForSecondDerivative))
    let nothing = try Self.metrics(hz: 5) { _ in 0.5 }
    for metric in [SmoothnessMetrics.Metric.rmsJerk, .sparc, .speedPeaks] {
      #expect(nothing[metric] == .unavailable(SmoothnessReason.fewForPolynomial))
    }
  }
}
