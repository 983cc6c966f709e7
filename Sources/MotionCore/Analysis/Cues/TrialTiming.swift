/// When a movement answered a cue, and how sure that is.
extension CueScorer {
  /// Onset, latencies and what follows from them.
  func time(
    _ trial: inout Trial, transition: Transition, reference: HostTime, gyro: SampledVectors
  ) {
    trial.onset = transition.onset
    trial.onsetThreshold = transition.onsetThreshold
    trial.onsetUncertaintyNs = transition.onsetUncertaintyNs
    let best = transition.onset.value ?? transition.onsetThreshold.value
    let noOnset = transition.onset.reason ?? .notKnown
    if transition.onset.value == nil { trial.reasons.append(.thresholdOnsetOnly) }
    let audible = trial.cue.times.audible
    let noAudible = TrialReason.audibleUnknown
    func milliseconds(_ from: HostTime?, _ reason: TrialReason) -> Measured<Double> {
      guard let from else { return .unavailable(reason) }
      return Measured(best.map { ($0 - from).inSeconds * 1e3 }, else: noOnset)
    }
    trial.latencyMilliseconds = milliseconds(audible, noAudible)
    trial.latencyFromDispatchMilliseconds = milliseconds(
      trial.cue.times.dispatched, .dispatchUnknown)
    trial.latencyUncertaintyMilliseconds =
      audible == nil
      ? .unavailable(noAudible)
      : Measured(
        trial.cue.times.audibleUncertaintyNs, else: TrialReason.noAudibleUncertainty
      ).flatMap { uncertainty(trial, soundNs: $0, gyro: gyro) }
    // The dispatch is an instant of this program: what the sound system does after it is in the latency itself.
    trial.latencyFromDispatchUncertaintyMilliseconds =
      trial.cue.times.dispatched == nil
      ? .unavailable(TrialReason.dispatchUnknown) : uncertainty(trial, soundNs: 0, gyro: gyro)
    guard let best else { return }
    let after = (best - reference).inSeconds
    if after < 0 {
      trial.reasons.append(.onsetBeforeCue)
    } else if after < configuration.anticipationSeconds {
      trial.reasons.append(.anticipation)
    }
  }

  /// √(interval²/12 + mapping² + sound² + onset²), ms. The mapping's 99th percentile is taken for 2.576 SD.
  private func uncertainty(_ trial: Trial, soundNs: Double, gyro: SampledVectors) -> Measured<Double> {
    trial.onsetUncertaintyNs.map { onset in
      let interval = gyro.medianIntervalSeconds * 1e9 / 12.0.squareRoot()
      let mapping = (gyro.mappingResidualNs ?? 0) / 2.576
      let sum = interval * interval + mapping * mapping + soundNs * soundNs + onset * onset
      return sum.squareRoot() / 1e6
    }
  }
}
