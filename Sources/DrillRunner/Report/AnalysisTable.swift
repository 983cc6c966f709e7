import MotionCore

/// An analysis as text: a header, a line for each cue, distributions for each direction, sampling, limits.
struct AnalysisTable {
  private let analysis: Analysis

  init(_ analysis: Analysis) {
    self.analysis = analysis
  }

  /// No line is wider than this, so that the table can be read and printed anywhere.
  static let width = 110

  var text: String {
    [header, trials, catches, summary, sampling, limitations].filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  // MARK: Parts

  private var header: [String] {
    let session = analysis.session
    var lines: [String] = []
    if session.synthetic { lines.append("SYNTHETIC: simulated input, not a measurement of a person") }
    lines.append("\(session.title), \(session.state.rawValue), \(session.started ?? "date unknown")")
    lines.append("Sensor: \(session.sensor ?? "unknown")")
    if session.state != .complete {
      lines.append("This session is \(session.state.rawValue): what is missing is not counted.")
    }
    return lines.flatMap { TextColumns.wrapped(Printable.text($0), width: AnalysisTable.width, rest: "  ") }
  }

  private var trials: [String] {
    guard !analysis.trials.isEmpty else { return ["No cue asked for a position."] }
    let heading = [
      "#", "cue", "scheduled", "dispatched", "audible", "onset", "latency", "direction", "verdict",
    ]
    var rows = [heading] + analysis.trials.map(row)
    // The cue's label takes what the numbers leave.
    let others = heading.indices.dropFirst(2).reduce(rows.map { $0[0].count }.max() ?? 0) { sum, column in
      sum + 2 + (rows.map { $0[column].count }.max() ?? 0)
    }
    let room = max(6, AnalysisTable.width - others - 2)
    for i in rows.indices { rows[i][1] = DisplayWidth.cut(rows[i][1], to: room) }
    let lines = TextColumns.aligned(rows, right: [0, 2, 3, 4, 5, 6], width: AnalysisTable.width)
    let indent = String(repeating: " ", count: 6)
    let explained = zip(analysis.trials, lines.dropFirst()).flatMap { trial, line -> [String] in
      guard !trial.reasons.isEmpty else { return [line] }
      let reasons = trial.reasons.map { AnalysisTable.words($0.rawValue) }.joined(separator: ", ")
      return [line]
        + TextColumns.wrapped(
          reasons, width: AnalysisTable.width, first: indent + "reasons: ", rest: indent + "  ")
    }
    let note =
      "scheduled, dispatched, audible and onset in seconds since the start; ± beside audible and latency (from "
      + "audible) in ms: one standard uncertainty; – is not available"
    return [lines[0]] + explained + TextColumns.wrapped(note, width: AnalysisTable.width)
  }

  private func row(_ trial: Trial) -> [String] {
    let cue = trial.cue
    func uncertain(_ value: String, _ uncertainty: Double?, _ digits: Int) -> String {
      value + (uncertainty.map { " ±\(AnalysisTable.fixed($0, digits))" } ?? "")
    }
    return [
      cue.trial.map(String.init) ?? "–", Printable.text(cue.cue), cue.scheduled.map(seconds) ?? "–",
      cue.times.dispatched.map(seconds) ?? "–",
      cue.times.audible.map { time in
        uncertain(seconds(time), cue.times.audibleUncertaintyNs.map { $0 / 1e6 }, 1)
      } ?? "–",
      trial.onset.value.map(seconds) ?? "–",
      trial.latencyMilliseconds.value.map { latency in
        uncertain(AnalysisTable.fixed(latency, 0), trial.latencyUncertaintyMilliseconds.value, 0)
      } ?? "–",
      trial.direction.value.map { AnalysisTable.words($0.rawValue) } ?? "–",
      AnalysisTable.words(trial.verdict.rawValue),
    ]
  }

  private var catches: [String] {
    guard !analysis.catchTrials.isEmpty else { return [] }
    let known = analysis.catchTrials.compactMap(\.falseStart.value)
    return [
      "Catch trials: \(analysis.catchTrials.count), false starts: "
        + (known.isEmpty ? "–" : String(known.count { $0 }))
        + (known.count < analysis.catchTrials.count
          ? ", not known: \(analysis.catchTrials.count - known.count)" : "")
    ]
  }

  private var summary: [String] {
    guard !analysis.trials.isEmpty else { return [] }
    let heading = [
      "latency in ms", "n", "median", "IQR", "mean", "SD", "min", "max", "valid only", "excluded",
    ]
    let rows = analysis.summary.map { entry -> [String] in
      let all = entry.counted
      var excluded = entry.excluded.map { "\($0.count) \(AnalysisTable.words($0.reason.rawValue))" }
      if entry.notRequired > 0 { excluded.append("\(entry.notRequired) not required") }
      let valid = entry.validOnly
      return [
        entry.group.map { AnalysisTable.words($0.rawValue) } ?? "all", String(all.count),
        AnalysisTable.number(all.median), AnalysisTable.range(all.lowerQuartile, all.upperQuartile),
        AnalysisTable.number(all.mean), AnalysisTable.number(all.sd), AnalysisTable.number(all.minimum),
        AnalysisTable.number(all.maximum),
        valid.median.value.map { "\(AnalysisTable.fixed($0, 0)) (n \(valid.count))" } ?? "– (n 0)",
        excluded.isEmpty ? "none" : excluded.joined(separator: ", "),
      ]
    }
    return TextColumns.aligned(
      [heading] + rows, right: [1, 2, 3, 4, 5, 6, 7, 8], width: AnalysisTable.width)
  }

  private var sampling: [String] {
    guard !analysis.sampling.isEmpty else { return ["No stream was recorded."] }
    let heading = ["stream", "rows", "asked Hz", "median Hz", "mean Hz", "p99 ms", "gaps", "losses"]
    let rows = analysis.sampling.map { stream -> [String] in
      let statistics = stream.statistics.json
      func value(_ key: String, _ digits: Int, _ factor: Double = 1) -> String {
        statistics[key]?.double.map { AnalysisTable.fixed($0 * factor, digits) } ?? "–"
      }
      let losses = stream.losses.members.map { "\($0.key) \($0.value.integer ?? 0)" }
      return [
        DisplayWidth.cut(Printable.text(stream.name), to: 24), value("count", 0),
        stream.requestedHz.map { AnalysisTable.fixed($0, 0) } ?? "–", value("median_hz", 1),
        value("mean_hz", 1), value("interval_p99_s", 1, 1000), value("gap_count", 0),
        losses.isEmpty ? "none seen" : Printable.text(losses.joined(separator: ", ")),
      ]
    }
    return TextColumns.aligned([heading] + rows, right: [1, 2, 3, 4, 5, 6], width: AnalysisTable.width)
  }

  private var limitations: [String] {
    guard !analysis.limitations.isEmpty else { return [] }
    return ["Limits"]
      + analysis.limitations.flatMap {
        TextColumns.wrapped(Printable.text($0), width: AnalysisTable.width, first: "- ", rest: "  ")
      }
  }

  // MARK: Text

  private func seconds(_ time: HostTime) -> String {
    guard let start = analysis.session.start else { return "–" }
    return AnalysisTable.fixed((time - start).inSeconds, 3)
  }

  private static func number(_ value: Measured<Double>) -> String {
    value.value.map { fixed($0, 0) } ?? "–"
  }

  private static func range(_ low: Measured<Double>, _ high: Measured<Double>) -> String {
    guard let low = low.value, let high = high.value else { return "–" }
    return "\(fixed(low, 0))–\(fixed(high, 0))"
  }

  /// A number with `digits` decimals, rounded half away from zero.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { result, _ in result * 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 1e15 else { return "\(value)" }
    let whole = Int64(scaled)
    let unit = Int64(scale)
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard digits > 0 else { return sign + String(whole) }
    let fraction = String(whole % unit)
    return sign + String(whole / unit) + "." + String(repeating: "0", count: digits - fraction.count)
      + fraction
  }

  static func words(_ key: String) -> String { key.replacing("_", with: " ") }
}
