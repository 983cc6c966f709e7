/// How the analysis came to the result of one trial, as lines of text: what was asked, every decision of the
/// detector in and around the search window against its threshold, and what follows.
extension Analysis {
  /// Nil where no trial has the number.
  public func explanation(ofTrial number: Int) -> [String]? {
    guard let trial = trials.first(where: { $0.cue.trial == number }) else { return nil }
    let lines = explanation(of: trial, number)
    return lines.prefix(1).map(\.text) + lines.dropFirst().map { "  " + $0.text }
  }

  private func explanation(of trial: Trial, _ number: Int) -> [ExplanationLine] {
    let start = session.start
    func seconds(_ time: HostTime) -> String {
      start.map { FixedNumber.text((time - $0).inSeconds, digits: 3) + " s" } ?? "\(time.nanoseconds) ns"
    }
    func value(_ measured: Measured<Double>, _ unit: String) -> String {
      switch measured {
      case .value(let number): FixedNumber.text(number, digits: 1) + unit
      case .unavailable(let reason): "unavailable: \(reason)"
      }
    }
    let cue = trial.cue
    let verdict = ExplanationLine.verdict(
      trial.verdict.rawValue, reasons: trial.reasons.map { "\($0.rawValue) (\($0.verdict.rawValue))" })
    var lines: [ExplanationLine] = [
      .trial(number, cue: cue.cue, expect: cue.expect, status: cue.status),
      .audible(at: cue.times.audible.map(seconds), timing: cue.times.timing.rawValue),
    ]
    switch trial.asked {
    case .value(let group): lines.append(.askedFor(group.rawValue))
    case .unavailable(let reason): lines.append(.notAsked(reason))
    }
    guard let window = trial.window else { return lines + [.notSearched, verdict] }
    lines.append(.searched(from: seconds(window.lowerBound), to: seconds(window.upperBound)))
    lines.append(
      .onsetSpeed(
        value(movement.onsetSpeedDegPerSecond, " °/s"), restSD: value(movement.restSDDegPerSecond, " °/s")))
    let answer = trial.transition.map { transitions[$0] }
    let last = [answer?.hold.value, answer?.settle.value, window.upperBound].compactMap { $0 }.max()!
    // The axis that was searched; a cue to the centre may be answered on either.
    let axis = answer?.axis ?? ([.forward, .back].contains(cue.expect) ? .forward : .lateral)
    let seen = (decisions[axis] ?? []).filter { window.lowerBound <= $0.time && $0.time <= last }
    lines.append(.axis(axis))
    let isWhole = trial.reasons.allSatisfy { $0 != .gapInWindow && $0 != .windowNotCovered }
    if seen.isEmpty { lines.append(isWhole ? .atRest : .rowsMissing) }
    lines += seen.map { .step(at: seconds($0.time), state: $0.state.rawValue, $0.observation) }
    if let answer {
      let flags = answer.flags.map(\.rawValue)
      switch answer.direction {
      case .value(let group): lines.append(.answer(group.rawValue, flags: flags))
      case .unavailable(let reason): lines.append(.answerUnknown(reason, flags: flags))
      }
      lines.append(
        .latency(
          value(trial.latencyMilliseconds, " ms"),
          uncertainty: value(trial.latencyUncertaintyMilliseconds, " ms")))
    } else {
      lines.append(.noAnswer(trial.onset.reason ?? .notKnown))
    }
    return lines + [verdict]
  }
}
