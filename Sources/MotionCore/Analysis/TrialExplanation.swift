/// How the analysis came to the result of one trial, as lines of text: what was asked, every decision of the
/// detector in and around the search window against its threshold, and what follows.
extension Analysis {
  /// Nil where no trial has the number.
  public func explanation(ofTrial number: Int) -> [String]? {
    guard let trial = trials.first(where: { $0.cue.trial == number }) else { return nil }
    let start = session.start
    func seconds(_ time: HostTime) -> String {
      start.map { FixedNumber.text((time - $0).inSeconds, digits: 3) + " s" } ?? "\(time.nanoseconds) ns"
    }
    func value(_ measured: Measured<Double>, _ unit: String) -> String {
      measured.value.map { FixedNumber.text($0, digits: 1) + unit } ?? "unavailable: \(measured.reason ?? "")"
    }
    let cue = trial.cue
    var lines = ["Trial \(number): \(cue.cue), expects \(cue.expect.rawValue), \(cue.status.rawValue)"]
    lines.append(
      "  audible at \(cue.times.audible.map(seconds) ?? "an unknown time") (\(cue.times.timing.rawValue))")
    lines.append(
      "  asked for: \(trial.asked.value?.rawValue ?? "unavailable: \(trial.asked.reason ?? "")")")
    guard let window = trial.window else {
      return lines + ["  not searched: the cue did not sound"] + verdict(of: trial)
    }
    lines.append("  searched from \(seconds(window.lowerBound)) to \(seconds(window.upperBound))")
    lines.append(
      "  lateral onset speed \(value(movement.onsetSpeedDegPerSecond, " °/s")), rest SD "
        + value(movement.restSDDegPerSecond, " °/s"))
    let answer = trial.transition.map { transitions[$0] }
    let last = [answer?.hold.value, answer?.settle.value, window.upperBound].compactMap { $0 }.max()!
    // The axis that was searched; a cue to the centre may be answered on either.
    let axis = answer?.axis ?? ([.forward, .back].contains(cue.expect) ? .forward : .lateral)
    let seen = (decisions[axis] ?? []).filter { window.lowerBound <= $0.time && $0.time <= last }
    lines.append("  movement on the \(axis.rawValue) axis:")
    if seen.isEmpty { lines.append("  at rest: the speed never reached the onset speed") }
    for step in seen {
      lines.append("  \(seconds(step.time))  \(step.state.rawValue): \(step.observation.text)")
    }
    if let answer {
      lines.append(
        "  answer: \(answer.direction.value?.rawValue ?? "direction unavailable: \(answer.direction.reason ?? "")")"
          + (answer.flags.isEmpty ? "" : ", \(answer.flags.map(\.rawValue).joined(separator: ", "))"))
      lines.append(
        "  latency \(value(trial.latencyMilliseconds, " ms")), standard uncertainty "
          + value(trial.latencyUncertaintyMilliseconds, " ms"))
    } else {
      lines.append("  no answer: \(trial.onset.reason ?? "")")
    }
    return lines + verdict(of: trial)
  }

  private func verdict(of trial: Trial) -> [String] {
    let reasons = trial.reasons.map { "\($0.rawValue) (\($0.verdict.rawValue))" }
    return [
      "  verdict: \(trial.verdict.rawValue)"
        + (reasons.isEmpty ? "" : ", because of " + reasons.joined(separator: ", "))
    ]
  }
}
