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
      measured.value.map { FixedNumber.text($0, digits: 1) + unit }
        ?? ExplanationLine.unavailable(reason: measured.reason ?? "").text
    }
    let cue = trial.cue
    let head = ExplanationLine.trial(
      number, cue: cue.cue, expects: cue.expect.rawValue, status: cue.status.rawValue)
    var lines: [ExplanationLine] = [
      .audible(at: cue.times.audible.map(seconds), timing: cue.times.timing.rawValue),
      .asked(trial.asked.value?.rawValue, reason: trial.asked.reason),
    ]
    func all() -> [String] {
      [head.text] + (lines + [Analysis.verdict(of: trial)]).map { "  " + $0.text }
    }
    guard let window = trial.window else {
      lines.append(.notSearched)
      return all()
    }
    lines.append(.searched(from: seconds(window.lowerBound), to: seconds(window.upperBound)))
    lines.append(
      .speeds(
        onset: value(movement.onsetSpeedDegPerSecond, " °/s"),
        rest: value(movement.restSDDegPerSecond, " °/s")))
    let answer = trial.transition.map { transitions[$0] }
    let last = [answer?.hold.value, answer?.settle.value, window.upperBound].compactMap { $0 }.max()!
    // The axis that was searched; a cue to the centre may be answered on either.
    let axis = answer?.axis ?? ([.forward, .back].contains(cue.expect) ? .forward : .lateral)
    let seen = (decisions[axis] ?? []).filter { window.lowerBound <= $0.time && $0.time <= last }
    lines.append(.axis(axis.rawValue))
    if seen.isEmpty { lines.append(.atRest) }
    lines += seen.map { .decision(at: seconds($0.time), state: $0.state, $0.observation) }
    if let answer {
      lines.append(
        .answer(
          direction: answer.direction.value?.rawValue, reason: answer.direction.reason,
          flags: answer.flags.map(\.rawValue)))
      lines.append(
        .latency(
          value(trial.latencyMilliseconds, " ms"),
          uncertainty: value(trial.latencyUncertaintyMilliseconds, " ms")))
    } else {
      lines.append(.noAnswer(reason: trial.onset.reason ?? ""))
    }
    return all()
  }

  private static func verdict(of trial: Trial) -> ExplanationLine {
    .verdict(
      trial.verdict.rawValue, reasons: trial.reasons.map { "\($0.rawValue) (\($0.verdict.rawValue))" })
  }
}
