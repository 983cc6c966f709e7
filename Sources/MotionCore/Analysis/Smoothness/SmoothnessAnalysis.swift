#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Computes the smoothness metrics of transitions. Only the rows of a transition are looked at.
struct SmoothnessAnalysis {
  var gyro: SampledVectors
  var bias: Vector3
  var axis: Vector3
  var configuration: AnalysisConfiguration

  private var parameters: SmoothnessParameters { configuration.smoothness }

  /// The metrics of each of `transitions`, in their order, each about its own axis; `forward` is that of movements
  /// forward and back, in the sensor frame.
  static func metrics(
    of transitions: [Transition], gyro: Measured<SampledVectors>, movement: Analysis.Movement,
    forward: Measured<Vector3>, configuration: AnalysisConfiguration
  ) -> [SmoothnessMetrics] {
    guard let vectors = gyro.value, let axis = movement.axis.value?.direction else {
      let reason = gyro.reason ?? movement.axis.reason ?? .notKnown
      return transitions.map { _ in SmoothnessMetrics(unavailable: reason) }
    }
    func analysis(_ axis: Vector3) -> SmoothnessAnalysis {
      SmoothnessAnalysis(
        gyro: vectors, bias: movement.bias.value?.radiansPerSecond ?? .zero, axis: axis,
        configuration: configuration)
    }
    let lateral = analysis(axis)
    let forward = forward.map(analysis)
    return transitions.map { transition in
      guard transition.axis == .forward else { return lateral.metrics(of: transition) }
      switch forward {
      case .value(let forward): return forward.metrics(of: transition)
      case .unavailable(let reason): return SmoothnessMetrics(unavailable: reason)
      }
    }
  }

  func metrics(of transition: Transition) -> SmoothnessMetrics {
    guard let onset = transition.onset.value else {
      return SmoothnessMetrics(
        unavailable: UnavailableReason(SmoothnessReason.noOnset(transition.onset.reason ?? .notKnown)))
    }
    guard let settle = transition.settle.value else {
      return SmoothnessMetrics(
        unavailable: UnavailableReason(SmoothnessReason.noSettle(transition.settle.reason ?? .notKnown)))
    }
    let start = gyro.seconds(onset)
    let end = gyro.seconds(settle)
    guard end - start <= parameters.maximumSeconds else {
      return SmoothnessMetrics(
        unavailable: UnavailableReason(SmoothnessReason.tooLong(seconds: parameters.maximumSeconds)))
    }
    do throws(SmoothnessReason) {
      let series = try cut(transition, start, end)
      var metrics = SmoothnessMetrics(unavailable: .notKnown)
      addJerk(series, to: &metrics)
      addSpectra(series, to: &metrics)
      addProfile(series, to: &metrics)
      addReversals(of: transition, to: &metrics)
      return metrics
    } catch {
      return SmoothnessMetrics(unavailable: UnavailableReason(error))
    }
  }

  private func cut(
    _ transition: Transition, _ start: Double, _ end: Double
  ) throws(SmoothnessReason) -> MovementSeries {
    try MovementSeries(
      gyro, bias: bias, axis: axis, sign: Double(transition.sign), start: start, end: end,
      polynomial: LocalPolynomial(
        order: configuration.localPolynomialOrder,
        halfWidthSeconds: configuration.localPolynomialHalfWidthSeconds))
  }

  // MARK: Jerk

  private func addJerk(_ series: MovementSeries, to metrics: inout SmoothnessMetrics) {
    let duration = series.duration
    guard series.jerk.allSatisfy(\.isFinite), series.jerkNorm.allSatisfy(\.isFinite) else {
      let reason = UnavailableReason(
        configuration.localPolynomialOrder < 2
          ? SmoothnessReason.noSecondDerivative : .fewForSecondDerivative)
      for metric in SmoothnessMetrics.Metric.jerks { metrics[metric] = .unavailable(reason) }
      return
    }
    let excursion = abs(series.integral(series.rate) { $0 })
    let path = series.integral(series.speed) { $0 }
    addJerk(
      squared: series.integral(series.jerk) { $0 * $0 }, peak: series.jerk.reduce(0) { max($0, abs($1)) },
      duration: duration, length: excursion, topSpeed: series.rate.reduce(0) { max($0, abs($1)) },
      keys: .lateral, to: &metrics)
    addJerk(
      squared: series.integral(series.jerkNorm) { $0 * $0 }, peak: series.jerkNorm.reduce(0, max),
      duration: duration, length: path, topSpeed: series.speed.reduce(0, max), keys: .vector, to: &metrics)
  }

  /// Where the numbers of one variant stand.
  private struct JerkKeys {
    var squared, peak, rms, normalizedSquared, normalized, ldlj: SmoothnessMetrics.Metric
    var dimensionless: SmoothnessMetrics.Metric?

    static let lateral = JerkKeys(
      squared: .integratedSquaredJerk, peak: .peakJerk, rms: .rmsJerk,
      normalizedSquared: .normalizedSquaredJerk,
      normalized: .normalizedJerk, ldlj: .ldlj, dimensionless: .dimensionlessJerk)
    static let vector = JerkKeys(
      squared: .vectorIntegratedSquaredJerk, peak: .vectorPeakJerk, rms: .vectorRMSJerk,
      normalizedSquared: .vectorNormalizedSquaredJerk, normalized: .vectorNormalizedJerk, ldlj: .vectorLDLJ)
  }

  private func addJerk(
    squared: Double, peak: Double, duration: Double, length: Double, topSpeed: Double, keys: JerkKeys,
    to metrics: inout SmoothnessMetrics
  ) {
    metrics[keys.squared] = .value(squared)
    metrics[keys.peak] = .value(peak)
    metrics[keys.rms] = .value((squared / duration).squareRoot())
    let least = parameters.minimumExcursionDegrees * .pi / 180
    guard length >= least, topSpeed > 0, squared > 0 else {
      let reason = UnavailableReason(
        SmoothnessReason.smallExcursion(degrees: parameters.minimumExcursionDegrees))
      for metric in [keys.normalizedSquared, keys.normalized, keys.ldlj, keys.dimensionless].compactMap(
        \.self)
      {
        metrics[metric] = .unavailable(reason)
      }
      return
    }
    let normalized = pow(duration, 5) / (length * length) * squared
    metrics[keys.normalizedSquared] = .value(normalized)
    metrics[keys.normalized] = .value((0.5 * normalized).squareRoot())
    let dimensionless = duration * duration * duration / (topSpeed * topSpeed) * squared
    if let key = keys.dimensionless { metrics[key] = .value(dimensionless) }
    metrics[keys.ldlj] = .value(-log(dimensionless))
  }

  // MARK: Spectra

  private func addSpectra(_ series: MovementSeries, to metrics: inout SmoothnessMetrics) {
    let rate = 1 / gyro.medianIntervalSeconds
    let hz = min(rate, parameters.gridHz)
    metrics[.gridHz] = .value(hz)
    let least = parameters.minimumExcursionDegrees * .pi / 180
    let isSmall = abs(series.integral(series.rate) { $0 }) < least
    let small = SmoothnessReason.smallExcursion(degrees: parameters.minimumExcursionDegrees)
    let isSlow = hz < 2 * parameters.sparcCutoffHz
    let slow = SmoothnessReason.sampledTooSlowly(hz: parameters.sparcCutoffHz)
    let unfiltered = series.resampled(series.unfiltered, hz: hz)
    let found =
      isSmall || isSlow
      ? [nil, nil, nil]
      : SpectralArcLength.ofThree(
        (series.resampled(series.rate, hz: hz), series.resampled(series.speed, hz: hz), unfiltered),
        hz: hz, parameters: parameters.sparc)
    let absent = isSmall ? small : isSlow ? slow : .fewForSpectrum
    metrics[.sparc] = Measured(found[0]?.value, else: absent)
    metrics[.sparcLastHz] = Measured(found[0]?.lastHz, else: absent)
    metrics[.vectorSPARC] = Measured(found[1]?.value, else: absent)
    metrics[.vectorSPARCLastHz] = Measured(found[1]?.lastHz, else: absent)
    metrics[.sparcReference] = Measured(found[2]?.value, else: absent)

    let reference = isSmall ? nil : ReferenceSmoothness(velocity: unfiltered, hz: hz)
    let reason = isSmall ? small : .fewSamples
    metrics[.ldljReference] = Measured(reference?.logDimensionlessJerk, else: reason)
    metrics[.dimensionlessJerkReference] = Measured(reference?.dimensionlessJerk, else: reason)
    metrics[.normalizedJerkReference] = Measured(reference?.normalizedJerk, else: reason)

    let to = min(parameters.bandToHz, 0.4 * hz)
    if series.duration < parameters.highFrequencyMinimumSeconds {
      metrics[.highFrequencyShare] = .unavailable(
        SmoothnessReason.tooShort(seconds: parameters.highFrequencyMinimumSeconds))
    } else if to < 2 * parameters.highFrequencyFromHz {
      metrics[.highFrequencyShare] = .unavailable(SmoothnessReason.bandEndsTooLow(hz: Int(to)))
    } else {
      metrics[.highFrequencyShare] = Measured(
        HighFrequencyShare.share(
          unfiltered, hz: hz, low: parameters.bandFromHz, from: parameters.highFrequencyFromHz, to: to),
        else: SmoothnessReason.noEnergy)
    }
  }

  // MARK: Profile

  private func addProfile(_ series: MovementSeries, to metrics: inout SmoothnessMetrics) {
    let keys: [SmoothnessMetrics.Metric] = [
      .speedPeaks, .peakTimingFraction, .accelerationSeconds, .decelerationSeconds, .symmetry,
      .meanToPeakSpeed,
    ]
    guard
      let profile = VelocityProfile(
        times: series.times, speed: series.rate, prominence: parameters.peakProminence),
      profile.acceleration > 0, profile.deceleration > 0
    else {
      for key in keys { metrics[key] = .unavailable(SmoothnessReason.noPeak) }
      return
    }
    metrics[.speedPeaks] = .value(Double(profile.peaks))
    metrics[.peakTimingFraction] = .value(profile.acceleration / series.duration)
    metrics[.accelerationSeconds] = .value(profile.acceleration)
    metrics[.decelerationSeconds] = .value(profile.deceleration)
    metrics[.symmetry] = .value(profile.acceleration / profile.deceleration)
    metrics[.meanToPeakSpeed] = .value(
      series.integral(series.rate) { abs($0) } / series.duration / (series.rate.max() ?? .nan))
  }

  /// The turns of the angle that are the transition's `corrections`, as numbers.
  private func addReversals(of transition: Transition, to metrics: inout SmoothnessMetrics) {
    let sizes = transition.corrections.map { $0.map(\.magnitudeDegrees) }
    metrics[.reversals] = sizes.map { Double($0.count) }
    metrics[.reversalDegrees] = sizes.map { $0.reduce(0, +) }
    metrics[.largestReversalDegrees] = sizes.map { $0.max() ?? 0 }
  }
}

extension SmoothnessMetrics.Metric {
  /// The metrics that need the second derivative of the local polynomial.
  static let jerks: [SmoothnessMetrics.Metric] = [
    .integratedSquaredJerk, .peakJerk, .rmsJerk, .normalizedSquaredJerk, .normalizedJerk, .dimensionlessJerk,
    .ldlj,
    .vectorIntegratedSquaredJerk, .vectorPeakJerk, .vectorRMSJerk, .vectorNormalizedSquaredJerk,
    .vectorNormalizedJerk, .vectorLDLJ,
  ]
}
