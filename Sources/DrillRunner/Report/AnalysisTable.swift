import MotionCore

/// An analysis as text: a header, a line for each cue, distributions for each direction, sampling, limits.
struct AnalysisTable {
  private let analysis: Analysis

  init(_ analysis: Analysis) {
    self.analysis = analysis
  }

  var text: String {
    [header, trials, catches, summary, sampling, limitations].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  // MARK: Parts

  private var header: String {
    let session = analysis.session
    var lines: [String] = []
    if session.synthetic { lines.append("SYNTHETIC: simulated input, not a measurement of a person") }
    lines.append(
      "\(Printable.text(session.title)), \(session.state.rawValue), \(session.started ?? "date unknown")")
    lines.append("Sensor: \(Printable.text(session.sensor ?? "unknown"))")
    if session.state != .complete {
      lines.append("This session is \(session.state.rawValue): what is missing is not counted.")
    }
    return lines.joined(separator: "\n")
  }

  private var trials: String {
    guard !analysis.trials.isEmpty else { return "No cue asked for a position." }
    let rows = analysis.trials.map(row)
    let heading = [
      "trial", "cue", "scheduled", "dispatched", "audible", "onset", "latency", "direction", "verdict",
    ]
    let note =
      "scheduled, dispatched, audible and onset in seconds since the start; latency from audible, in ms; "
      + "± is one standard uncertainty"
    return AnalysisTable.aligned([heading] + rows, right: [0, 2, 3, 4, 5, 6]) + "\n" + note
  }

  private func row(_ trial: Trial) -> [String] {
    let cue = trial.cue
    let audible = cue.times.audible.map { time in
      seconds(time)
        + (cue.times.audibleUncertaintyNs.map { " ± \(AnalysisTable.fixed($0 / 1e6, 1)) ms" } ?? "")
    }
    let reasons = trial.reasons.map { $0.rawValue.replacing("_", with: " ") }.joined(separator: ", ")
    let verdict = trial.verdict.rawValue.replacing("_", with: " ")
    return [
      cue.trial.map(String.init) ?? "–", Printable.text(cue.cue), cue.scheduled.map(seconds) ?? "–",
      cue.times.dispatched.map(seconds) ?? "–", audible ?? "unknown",
      trial.onset.value.map(seconds) ?? "–",
      trial.latencyMilliseconds.value.map { latency in
        AnalysisTable.fixed(latency, 0)
          + (trial.latencyUncertaintyMilliseconds.value.map { " ± \(AnalysisTable.fixed($0, 0))" } ?? "")
      } ?? "–",
      trial.direction.value.map { $0.rawValue.replacing("_", with: " ") } ?? "–",
      reasons.isEmpty ? verdict : "\(verdict): \(reasons)",
    ]
  }

  private var catches: String {
    guard !analysis.catchTrials.isEmpty else { return "" }
    let known = analysis.catchTrials.compactMap(\.falseStart.value)
    return "Catch trials: \(analysis.catchTrials.count), false starts: \(known.count { $0 })"
      + (known.count < analysis.catchTrials.count
        ? ", not known: \(analysis.catchTrials.count - known.count)" : "")
  }

  private var summary: String {
    guard !analysis.trials.isEmpty else { return "" }
    let heading = [
      "latency in ms", "n", "median", "IQR", "mean", "SD", "min", "max", "valid only", "excluded",
    ]
    let rows = analysis.summary.map { entry -> [String] in
      let all = entry.counted
      var excluded = entry.excluded.map { "\($0.count) \($0.reason.rawValue.replacing("_", with: " "))" }
      if entry.notRequired > 0 { excluded.append("\(entry.notRequired) not required") }
      let valid = entry.validOnly
      return [
        entry.group?.rawValue.replacing("_", with: " ") ?? "all", String(all.count),
        AnalysisTable.number(all.median), AnalysisTable.range(all.lowerQuartile, all.upperQuartile),
        AnalysisTable.number(all.mean), AnalysisTable.number(all.sd), AnalysisTable.number(all.minimum),
        AnalysisTable.number(all.maximum),
        valid.median.value.map { "\(AnalysisTable.fixed($0, 0)) (n \(valid.count))" } ?? "– (n 0)",
        excluded.isEmpty ? "none" : excluded.joined(separator: ", "),
      ]
    }
    return AnalysisTable.aligned([heading] + rows, right: [1, 2, 3, 4, 5, 6, 7, 8])
  }

  private var sampling: String {
    guard !analysis.sampling.isEmpty else { return "No stream was recorded." }
    let heading = ["stream", "rows", "asked Hz", "median Hz", "mean Hz", "p99 interval", "gaps", "losses"]
    let rows = analysis.sampling.map { stream -> [String] in
      let statistics = stream.statistics.json
      func value(_ key: String, _ digits: Int, _ factor: Double = 1) -> String {
        statistics[key]?.double.map { AnalysisTable.fixed($0 * factor, digits) } ?? "–"
      }
      let losses = stream.losses.members.map { "\($0.key) \($0.value.integer ?? 0)" }
      return [
        Printable.text(stream.name), value("count", 0),
        stream.requestedHz.map { AnalysisTable.fixed($0, 0) } ?? "–", value("median_hz", 1),
        value("mean_hz", 1), value("interval_p99_s", 1, 1000) + " ms", value("gap_count", 0),
        losses.isEmpty ? "none seen" : Printable.text(losses.joined(separator: ", ")),
      ]
    }
    return AnalysisTable.aligned([heading] + rows, right: [1, 2, 3, 4, 5, 6])
  }

  private var limitations: String {
    guard !analysis.limitations.isEmpty else { return "" }
    return "Limits\n"
      + analysis.limitations.map { AnalysisTable.wrapped($0, width: 106) }.joined(separator: "\n")
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

  /// Columns of equal width, two spaces apart; the columns in `right` to the right.
  static func aligned(_ rows: [[String]], right: Set<Int>) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        if column > 0 { line += "  " }
        let fill = String(repeating: " ", count: widths[column] - cell.count)
        line += right.contains(column) ? fill + cell : cell + (column == row.count - 1 ? "" : fill)
      }
      return line
    }.joined(separator: "\n")
  }

  private static func wrapped(_ text: String, width: Int) -> String {
    var lines: [String] = []
    var line = "- "
    for word in Printable.text(text).split(separator: " ") {
      if line.count > 2, line.count + word.count >= width {
        lines.append(line)
        line = "  "
      }
      line += (line.count > 2 ? " " : "") + word
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
