import Foundation
import Testing

@testable import MotionCore

/// The in-session metrics on motions whose values are known.
@Suite struct SmoothnessMetricsTests {
  private static let origin = HostTime(nanoseconds: 1_000_000_000_000)

  /// A gyroscope at `times` (s) whose rate is `lateral` (rad/s) about −X, and `other` about Z.
  private func gyro(
    _ times: [Double], other: (Double) -> Double = { _ in 0 }, lateral: (Double) -> Double
  ) throws -> SampledVectors {
    let ns = times.map { SmoothnessMetricsTests.origin.nanoseconds + Int64(($0 * 1e9).rounded()) }
    let exact = ns.map { Double($0 - SmoothnessMetricsTests.origin.nanoseconds) / 1e9 }
    let stream = MotionStream(
      description: StreamDescription(
        name: "gyroscope", kind: .gyroscope, sensor: "imu", clock: "host", timestampSource: .kernel,
        unit: .radiansPerSecond, scale: [1]),
      sequence: ns.indices.map(Int64.init), deviceTime: .integers(ns), receiptNs: ns.map { $0 + 1000 },
      values: [
        .reals(exact.map { -lateral($0) }), .reals(exact.map { _ in 0 }), .reals(exact.map(other)),
      ])
    return try SampledVectors(
      stream: stream, clock: .host(), mapping: nil, deviceTimes: DeviceTime(stream: stream, clock: .host()),
      units: [.radiansPerSecond], origin: SmoothnessMetricsTests.origin)
  }

  private func uniform(_ hz: Double, from: Double, to: Double) -> [Double] {
    (0...Int(((to - from) * hz).rounded())).map { from + Double($0) / hz }
  }

  private func transition(
    _ start: Double, _ settle: Double, hold: Double? = nil, sign: Int = 1
  ) -> Transition {
    func host(_ t: Double) -> HostTime {
      HostTime(nanoseconds: SmoothnessMetricsTests.origin.nanoseconds + Int64((t * 1e9).rounded()))
    }
    return .fixture(
      onset: host(start), threshold: host(start), peak: host((start + settle) / 2), settle: host(settle),
      hold: hold.map(host), sign: sign, durationSeconds: .value(settle - start))
  }

  private func metrics(
    _ gyro: SampledVectors, _ transition: Transition,
    _ change: (inout AnalysisConfiguration) -> Void = { _ in }
  ) -> SmoothnessMetrics {
    var configuration = AnalysisConfiguration.default
    change(&configuration)
    return SmoothnessAnalysis(
      gyro: gyro, bias: .zero, axis: Vector3(-1, 0, 0), configuration: configuration
    ).metrics(of: transition)
  }

  private func close(
    _ metrics: SmoothnessMetrics, _ metric: SmoothnessMetrics.Metric, _ expected: Double,
    _ tolerance: Double = 1e-4
  ) -> Bool {
    guard let value = metrics[metric].value else { return false }
    return abs(value / expected - 1) < tolerance
  }

  /// The rate a·t·(T − t) with a constant second derivative −2a, which a local cubic passes unchanged at whatever times.
  /// By hand, with T = 1: ∫j² = 4a², A = a/6, peak rate a/4; normalised squared jerk 144, NJ √72, DLJ 64, mean/peak 2/3.
  @Test func aPolynomialOnIrregularTimesGivesTheAnalyticValues() throws {
    var random = SplitMix(state: 4)
    var times: [Double] = []
    var t = -0.3
    while t < 1.3 {
      times.append(t)
      t += 0.005 * (0.7 + 0.6 * random.uniform())
    }
    let a = 2.4
    let found = metrics(try gyro(times) { a * $0 * (1 - $0) }, transition(0, 1))
    #expect(close(found, .integratedSquaredJerk, 4 * a * a))
    #expect(close(found, .peakJerk, 2 * a))
    #expect(close(found, .rmsJerk, 2 * a))
    #expect(close(found, .normalizedSquaredJerk, 144, 2e-4))
    #expect(close(found, .normalizedJerk, 72.0.squareRoot(), 2e-4))
    #expect(close(found, .dimensionlessJerk, 64, 2e-4))
    #expect(close(found, .ldlj, -log(64), 2e-4))
    #expect(close(found, .meanToPeakSpeed, 2.0 / 3, 2e-4))
    #expect(close(found, .peakTimingFraction, 0.5, 0.01))
    #expect(close(found, .symmetry, 1, 0.02))
    #expect(found[.speedPeaks] == .value(1))
    // All of the rotation is lateral: the norm is the magnitude.
    #expect(close(found, .vectorIntegratedSquaredJerk, 4 * a * a))
    #expect(close(found, .vectorLDLJ, -log(64), 2e-4))
  }

  /// Constant velocity has no jerk, whatever the times.
  @Test func constantVelocityHasNoJerk() throws {
    let found = metrics(try gyro(uniform(150, from: -0.2, to: 1.2)) { _ in 0.5 }, transition(0, 1))
    #expect(abs(try #require(found[.integratedSquaredJerk].value)) < 1e-12)
    #expect(abs(try #require(found[.peakJerk].value)) < 1e-6)
  }

  /// A lateral rate f and a rate 0.75·f about another axis: the vector is 1.25 times the lateral part, its squared jerk
  /// 1.5625 times, and what has no unit is the same.
  @Test func vectorVariantsSeeTheWholeRotation() throws {
    let a = 2.4
    let f = { (t: Double) in a * t * (1 - t) }
    let found = metrics(
      try gyro(uniform(200, from: -0.3, to: 1.3), other: { 0.75 * f($0) }, lateral: f), transition(0, 1))
    #expect(close(found, .integratedSquaredJerk, 4 * a * a))
    #expect(close(found, .vectorIntegratedSquaredJerk, 1.5625 * 4 * a * a))
    #expect(close(found, .vectorPeakJerk, 1.25 * 2 * a))
    #expect(close(found, .vectorRMSJerk, 1.25 * 2 * a))
    #expect(close(found, .vectorNormalizedSquaredJerk, 144, 2e-4))
    #expect(close(found, .vectorNormalizedJerk, 72.0.squareRoot(), 2e-4))
    #expect(
      abs(try #require(found[.vectorSPARC].value) - (try #require(found[.sparc].value))) < 1e-9)
  }

  /// A minimum-jerk lean of 20° in 1 s, 200 Hz. What the local polynomial makes of its jerk was computed with NumPy
  /// (`polyfit` of order 3 over ±52 ms around every sample): 0.86560 of ∫j² = 720A²/T⁵, 0.76422 of the peak 60A/T³,
  /// 0.93037 of the RMS 26.833A/T³, NJ 17.6527, LDLJ −5.17773, mean/peak 0.53338.
  @Test func minimumJerkAsTheLocalPolynomialSeesIt() throws {
    let degree = Double.pi / 180
    let amplitude = 20 * degree
    let lean = { (t: Double) in SmoothnessProfile.oneSecond.velocity(t) * degree }
    let found = metrics(try gyro(uniform(200, from: -0.3, to: 1.4), lateral: lean), transition(0, 1))
    #expect(close(found, .integratedSquaredJerk, 0.8656039 * 720 * amplitude * amplitude))
    #expect(close(found, .peakJerk, 0.7642172 * 60 * amplitude))
    #expect(close(found, .rmsJerk, 0.9303720 * 26.833 * amplitude))
    #expect(close(found, .normalizedJerk, 17.652689))
    #expect(close(found, .ldlj, -5.1777265))
    #expect(close(found, .meanToPeakSpeed, 0.5333806))
    // The rate itself is hardly changed, so that SPARC is the reference's within a part in 200.
    #expect(close(found, .sparc, -1.40582928, 5e-3))
    #expect(close(found, .sparcReference, -1.40582928416, 1e-6))
    #expect(close(found, .ldljReference, -5.31193381113, 1e-6))
    #expect(close(found, .normalizedJerkReference, 18.7373838211, 1e-6))
    #expect(found[.gridHz].value.map { abs($0 - 200) < 1e-6 } == true)
  }

  @Test func amplitudeScalesWhatHasAUnitAndDurationWhatHasTime() throws {
    let degree = Double.pi / 180
    func lean(_ factor: Double, _ duration: Double) throws -> SmoothnessMetrics {
      metrics(
        try gyro(uniform(200 / duration, from: -0.5, to: duration + 0.5)) {
          factor / duration * SmoothnessProfile.oneSecond.velocity($0 / duration) * degree
        }, transition(0, duration)
      ) { $0.localPolynomialHalfWidthSeconds = 0.052 * duration }
    }
    let one = try lean(1, 1)
    let larger = try lean(2, 1)
    let slower = try lean(1, 2)
    for metric in [
      SmoothnessMetrics.Metric.normalizedSquaredJerk, .normalizedJerk, .dimensionlessJerk, .ldlj,
    ] {
      let value = try #require(one[metric].value)
      #expect(close(larger, metric, value, 1e-6), "\(metric)")
      #expect(close(slower, metric, value, 1e-6), "\(metric)")
    }
    let squared = try #require(one[.integratedSquaredJerk].value)
    #expect(close(larger, .integratedSquaredJerk, 4 * squared, 1e-6))
    #expect(close(slower, .integratedSquaredJerk, squared / 32, 1e-6))
    let peak = try #require(one[.peakJerk].value)
    #expect(close(larger, .peakJerk, 2 * peak, 1e-6))
    #expect(close(slower, .peakJerk, peak / 8, 1e-6))
  }

  /// Shares computed with NumPy by the definition: 2.24332e-05 for the plain lean, 0.0331421 with 3 °/s at 9 Hz.
  @Test func tremorShowsInTheHighFrequencyShare() throws {
    let degree = Double.pi / 180
    for (profile, share) in [
      (SmoothnessProfile.oneSecond, 2.243321327325277e-05), (.tremor, 0.03314211301029484),
    ] {
      let found = metrics(
        try gyro(uniform(200, from: -0.5, to: 1.5)) { profile.velocity($0) * degree }, transition(0, 1))
      #expect(close(found, .highFrequencyShare, share, 1e-4), "\(profile)")
    }
  }

  /// Of the plain lean it is the reference's; a strong tremor moves it up to its own.
  @Test func theLastFrequencyOfSPARCIsReported() throws {
    let degree = Double.pi / 180
    let plain = metrics(
      try gyro(uniform(200, from: -0.5, to: 1.5)) { SmoothnessProfile.oneSecond.velocity($0) * degree },
      transition(0, 1))
    #expect(close(plain, .sparcLastHz, 1.66015625, 1e-9))
    // 9 °/s at 9 Hz is far above 5 % of the largest magnitude: the band reaches up to it.
    let shaking = metrics(
      try gyro(uniform(200, from: -0.5, to: 1.5)) {
        (SmoothnessProfile.oneSecond.velocity($0) + 9 * sin(2 * .pi * 9 * $0)) * degree
      }, transition(0, 1))
    #expect(try #require(shaking[.sparcLastHz].value) > 8.5)
    #expect(try #require(shaking[.sparc].value) < (try #require(plain[.sparc].value)) - 0.1)
  }

  @Test func peaksAndTheirTimesAreThoseOfTheProfile() throws {
    let degree = Double.pi / 180
    let found = metrics(
      try gyro(uniform(200, from: -0.5, to: 2.1)) { SmoothnessProfile.separated.velocity($0) * degree },
      transition(0, 1.6))
    #expect(found[.speedPeaks] == .value(2))
    // The larger movement has its peak at 0.4 s.
    #expect(abs(try #require(found[.accelerationSeconds].value) - 0.4) < 0.006)
    #expect(abs(try #require(found[.decelerationSeconds].value) - 1.2) < 0.006)
    #expect(abs(try #require(found[.peakTimingFraction].value) - 0.25) < 0.004)
  }

  /// The reversals are the corrections of the transition, and no other rule: here 3° and 1°.
  @Test func reversalsAreTheCorrections() throws {
    let degree = Double.pi / 180
    let motion = try gyro(uniform(200, from: -0.5, to: 2.5)) {
      SmoothnessProfile.overshoot.velocity($0) * degree
    }
    var lean = transition(0, 0.8, hold: 1.3)
    lean.corrections = .value(
      [3.0, 1].map {
        Transition.Correction(begin: SmoothnessMetricsTests.origin, seconds: 0.4, magnitudeDegrees: $0)
      })
    let found = metrics(motion, lean)
    #expect(found[.reversals] == .value(2))
    #expect(found[.reversalDegrees] == .value(4))
    #expect(found[.largestReversalDegrees] == .value(3))
    lean.corrections = .value([])
    #expect(metrics(motion, lean)[.reversals] == .value(0))
    #expect(metrics(motion, lean)[.largestReversalDegrees] == .value(0))
    lean.corrections = .unavailable("no hold: no dwell")
    #expect(metrics(motion, lean)[.reversals] == .unavailable("no hold: no dwell"))
  }

  /// The overshoot profile, 22° out and 2° back, detected and measured: one correction of 2°, one reversal of 2°.
  @Test func detectedCorrectionsAndReversalsAgree() throws {
    var lean = LeanSession.standard
    lean.leans = [
      LeanSession.Lean(start: 10.3, duration: 0.8, by: 22),
      LeanSession.Lean(start: 11.05, duration: 0.5, by: -2),
      LeanSession.Lean(start: 14.3, by: -20), LeanSession.Lean(start: 18.3, by: -20),
      LeanSession.Lean(start: 22.3, by: 20),
    ]
    let analysis = MotionAnalyzer().analyze(lean.build())
    #expect(analysis.transitions.count == 4)
    for (transition, metrics) in zip(analysis.transitions, analysis.smoothness) {
      let sizes = try #require(transition.corrections.value).map(\.magnitudeDegrees)
      #expect(metrics[.reversals] == .value(Double(sizes.count)))
      #expect(metrics[.reversalDegrees] == .value(sizes.reduce(0, +)))
    }
    #expect(analysis.smoothness[0][.reversals] == .value(1))
    #expect(abs(try #require(analysis.smoothness[0][.largestReversalDegrees].value) - 2) < 0.1)
    // And its overshoot of 2° is among the distributions, with the three that have none.
    let outbound = try #require(analysis.summary.groups.first { $0.group == .outboundLeft }?.summary)
    let overshoot = try #require(outbound.movements.first { $0.metric == .overshoot }?.distribution)
    #expect(overshoot.count == 1)
    #expect(abs(try #require(overshoot.median.value) - 2) < 0.1)
    let summary = try #require(analysis.document["summary"]?["all"])
    #expect(summary["movements"]?["overshoot_deg"]?["n"] == 4)
    #expect(summary["repeatability"]?["overshoot_deg"]?["n"] == 4)
  }

  /// At 25 Hz three samples are within the half-width, through which only a line goes: no jerk, and not a jerk of zero.
  @Test func aSlowStreamHasNoJerk() throws {
    let degree = Double.pi / 180
    let found = metrics(
      try gyro(uniform(25, from: -0.5, to: 1.5)) { SmoothnessProfile.oneSecond.velocity($0) * degree },
      transition(0, 1))
    for metric in SmoothnessMetrics.Metric.jerks {
      #expect(
        found[metric] == .unavailable("too few samples within the half-width for a second derivative"),
        "\(metric)")
    }
    #expect(found[.meanToPeakSpeed].value != nil)
  }

  @Test func peaksNeedProminence() throws {
    func peaks(_ speed: [Double]) -> Int? {
      VelocityProfile(times: speed.indices.map(Double.init), speed: speed, prominence: 0.05)?.peaks
    }
    #expect(peaks([0, 10, 9.8, 10, 0]) == 1)
    #expect(peaks([0, 10, 9, 10, 0]) == 2)
    #expect(peaks([0, 100, 0, 4, 0]) == 1)
    #expect(peaks([0, 100, 0, 6, 0]) == 2)
    #expect(peaks([0, 0, 0]) == nil)
  }

  @Test func whatCannotBeHadSaysWhy() throws {
    let degree = Double.pi / 180
    func lean(_ factor: Double = 1) -> (Double) -> Double {
      { factor * SmoothnessProfile.oneSecond.velocity($0) * degree }
    }
    let times = uniform(200, from: -0.5, to: 1.5)
    // Nearly no excursion: 0.9°.
    let small = metrics(try gyro(times, lateral: lean(0.045)), transition(0, 1))
    #expect(small[.integratedSquaredJerk].value != nil)
    for metric in [
      SmoothnessMetrics.Metric.normalizedSquaredJerk, .normalizedJerk, .ldlj, .sparc, .ldljReference,
    ] { #expect(small[metric] == .unavailable("the excursion is below 1.0°"), "\(metric)") }
    // A gap of 50 ms.
    let gap = metrics(try gyro(times.filter { $0 < 0.5 || $0 > 0.55 }, lateral: lean()), transition(0, 1))
    #expect(gap[.sparc] == .unavailable("a gap lies in the movement"))
    #expect(gap[.highFrequencyShare] == .unavailable("a gap lies in the movement"))
    // It began before the recording.
    let cut = metrics(try gyro(times.filter { $0 > 0.1 }, lateral: lean()), transition(0, 1))
    #expect(cut[.rmsJerk] == .unavailable("the movement is not wholly recorded"))
    // Short, slowly sampled, and a fit without a second derivative.
    let short = metrics(try gyro(times, lateral: lean()), transition(0.3, 0.6))
    #expect(short[.highFrequencyShare] == .unavailable("shorter than 0.4 s"))
    #expect(short[.rmsJerk].value != nil)
    let slow = metrics(try gyro(uniform(20, from: -0.5, to: 1.5), lateral: lean()), transition(0, 1)) {
      $0.localPolynomialHalfWidthSeconds = 0.2
    }
    #expect(slow[.highFrequencyShare] == .unavailable("sampled too slowly: the band would end at 8 Hz"))
    let line = metrics(try gyro(times, lateral: lean()), transition(0, 1)) { $0.localPolynomialOrder = 1 }
    #expect(line[.ldlj] == .unavailable("the local polynomial has no second derivative"))
    #expect(line[.sparc].value != nil)
    // Without an end.
    var open = transition(0, 1)
    open.settle = .unavailable("the data end")
    #expect(metrics(try gyro(times, lateral: lean()), open)[.ldlj] == .unavailable("no settle: the data end"))
    var long = transition(0, 1)
    long.settle = .value(SmoothnessMetricsTests.origin + .seconds(31))
    #expect(metrics(try gyro(times, lateral: lean()), long)[.ldlj] == .unavailable("longer than 30.0 s"))
  }

  /// In a whole analysis every transition has its metrics, and without a gyroscope the reason.
  @Test func everyTransitionOfASessionHasItsMetrics() throws {
    let analysis = MotionAnalyzer().analyze(LeanSession.standard.build())
    #expect(analysis.smoothness.count == analysis.transitions.count && analysis.smoothness.count == 4)
    for metrics in analysis.smoothness {
      // NJ of a minimum-jerk lean as the local polynomial sees it; onset and settle are estimates.
      #expect(abs(try #require(metrics[.normalizedJerk].value) - 17.65) < 1)
      #expect(abs(try #require(metrics[.sparc].value) - -1.406) < 0.03)
      #expect(metrics[.speedPeaks] == .value(1))
    }
  }
}
