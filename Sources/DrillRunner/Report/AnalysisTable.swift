import MotionCore

/// An analysis as text: a header, a line for each cue, distributions, sampling, diagnostics, limits, identity.
struct AnalysisTable {
  let analysis: Analysis
  /// With the scheduled and dispatched times of every cue, in up to 110 columns.
  var isWide = false

  init(_ analysis: Analysis, isWide: Bool = false) {
    self.analysis = analysis
    self.isWide = isWide
  }

  /// No line is wider than this, so that the table can be read and printed anywhere.
  var width: Int { isWide ? 110 : TextColumns.page }

  var text: String {
    [
      header, trials, catches, latencies, movements, sides, tilt, stationary, responses, labels, sampling,
      limitations,
      identity,
    ].filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  // MARK: Parts

  private var header: [String] {
    let session = analysis.session
    var lines: [ReportLine] = [
      .session(title: session.title, state: session.state, started: session.started), .sensor(session.sensor),
    ]
    if session.state != .complete { lines.append(.notComplete(session.state)) }
    let synthetic = session.synthetic ? [ResultLine.synthetic.text] : []
    return (synthetic + lines.map(\.text)).flatMap { wrapped(Printable.text($0)) }
  }

  private var trials: [String] {
    guard !analysis.trials.isEmpty else { return [ReportLine.noTrials.text] }
    let times = isWide ? ["scheduled", "dispatched"] : []
    let heading = ["#", "cue"] + times + ["audible", "onset", "latency", "direction", "verdict"]
    var rows = [heading] + analysis.trials.map(row)
    // The cue's label takes what the numbers leave.
    let others = heading.indices.dropFirst(2).reduce(rows.map { $0[0].count }.max() ?? 0) { sum, column in
      sum + 2 + (rows.map { $0[column].count }.max() ?? 0)
    }
    let room = max(6, width - others - 2)
    for i in rows.indices { rows[i][1] = DisplayWidth.cut(rows[i][1], to: room) }
    let right = Set([0] + Array(2..<heading.count - 2))
    let lines = TextColumns.aligned(rows, right: right, width: width)
    let indent = String(repeating: " ", count: 6)
    let explained = zip(analysis.trials, lines.dropFirst()).flatMap { trial, line -> [String] in
      guard !trial.reasons.isEmpty else { return [line] }
      let reasons = ReportLine.reasons(trial.reasons.map { AnalysisTable.words($0.rawValue) })
      return [line] + TextColumns.wrapped(reasons.text, width: width, first: indent, rest: indent + "  ")
    }
    return [lines[0]] + explained + TextColumns.wrapped(ReportLine.timesExplained.text, width: width)
  }

  private func row(_ trial: Trial) -> [String] {
    let cue = trial.cue
    let times = [cue.scheduled, cue.times.dispatched].map { $0.map(seconds) ?? "–" }
    return [cue.trial.map(String.init) ?? "–", Printable.text(cue.cue)] + (isWide ? times : [])
      + [
        cue.times.audible.map { audible(cue, $0) } ?? "–", trial.onset.value.map(seconds) ?? "–",
        trial.latencyMilliseconds.value.map { latency in
          AnalysisTable.uncertain(
            FixedNumber.text(latency, digits: 0), trial.latencyUncertaintyMilliseconds.value, 0)
        } ?? "–",
        trial.direction.value.map(AnalysisTable.short) ?? "–", AnalysisTable.words(trial.verdict.rawValue),
      ]
  }

  /// A time that nobody could hear says so.
  private func audible(_ cue: CueEvent, _ time: HostTime) -> String {
    switch cue.times.timing {
    case .simulated: seconds(time) + " simulated"
    case .estimated, .measured, .unknown:
      AnalysisTable.uncertain(seconds(time), cue.times.audibleUncertaintyNs.map { $0 / 1e6 }, 1)
    }
  }

  private var catches: [String] {
    guard !analysis.catchTrials.isEmpty else { return [] }
    let known = analysis.catchTrials.compactMap(\.falseStart.value)
    let line = ReportLine.catchTrials(
      analysis.catchTrials.count, falseStarts: known.isEmpty ? nil : known.count { $0 },
      unknown: analysis.catchTrials.count - known.count)
    return [line.text]
  }

  private var limitations: [String] {
    guard !analysis.limitations.isEmpty else { return [] }
    return [ReportLine.limits.text]
      + analysis.limitations.flatMap {
        TextColumns.wrapped(Printable.text($0.text), width: width, first: "- ", rest: "  ")
      }
  }

  /// What computed the numbers, from what.
  private var identity: [String] {
    let inputs = analysis.session.inputs.map { "\($0.name) \($0.sha256.prefix(12))" }
    let labels = analysis.labels.map { ["labels \($0.sha256.prefix(12))"] } ?? []
    let line = ReportLine.identity(
      version: Analysis.version, configuration: String(analysis.configuration.sha256.prefix(16)),
      inputs: inputs + labels)
    return wrapped(line)
  }

  // MARK: Text

  func wrapped(_ text: String) -> [String] { TextColumns.wrapped(text, width: width, rest: "  ") }

  func wrapped(_ line: ReportLine) -> [String] { wrapped(Printable.text(line.text)) }

  func seconds(_ time: HostTime) -> String {
    guard let start = analysis.session.start else { return "–" }
    return FixedNumber.text((time - start).inSeconds, digits: 3)
  }

  static func number(_ value: Measured<Double>, _ digits: Int = 0) -> String {
    value.value.map { FixedNumber.text($0, digits: digits) } ?? "–"
  }

  static func range(_ low: Double?, _ high: Double?, _ digits: Int = 0) -> String {
    guard let low, let high else { return "–" }
    let (first, last) = (FixedNumber.text(low, digits: digits), FixedNumber.text(high, digits: digits))
    // A dash between negative numbers cannot be read.
    return first.hasPrefix("-") || last.hasPrefix("-") ? "\(first) to \(last)" : "\(first)–\(last)"
  }

  static func uncertain(_ value: String, _ uncertainty: Double?, _ digits: Int) -> String {
    value + (uncertainty.map { " ±\(FixedNumber.text($0, digits: digits))" } ?? "")
  }

  static func words(_ key: String) -> String { key.replacing("_", with: " ") }

  /// A direction in at most ten columns.
  static func short(_ group: Transition.Group) -> String {
    switch group {
    case .outboundLeft: "out left"
    case .outboundRight: "out right"
    case .returnFromLeft: "from left"
    case .returnFromRight: "from right"
    case .directLeftRight: "left–right"
    case .directRightLeft: "right–left"
    case .forward: "forward"
    case .back: "back"
    }
  }
}
