import MotionCore

/// A comparison as text of 80 columns: both sides, what their clocks have to do with each other, the table, and what limits
/// it.
struct ComparisonTable {
  let comparison: SessionComparison

  init(_ comparison: SessionComparison) {
    self.comparison = comparison
  }

  private let width = TextColumns.page

  var text: String {
    ([header, clocks, alignment, pairs] + ComparisonRow.Section.allCases.map(section) + [
      limitations, identity,
    ]).filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  // MARK: Head

  private var header: [String] {
    [("A", comparison.a), ("B", comparison.b)].flatMap { name, side -> [String] in
      let session = side.analysis.session
      let synthetic = session.synthetic ? "SYNTHETIC " : ""
      let sensor = side.sensorName.map { " @\($0)" } ?? ""
      return [
        synthetic
          + ReportLine.session(title: session.title, state: session.state, started: session.started).text,
        "\(session.sensor ?? ComparisonLine.unknownSensor.text)\(sensor), \(session.platform.rawValue)",
        ComparisonLine.counts(
          session: session.name, trials: side.analysis.trials.count,
          movements: side.analysis.transitions.count
        ).text,
      ].enumerated().flatMap { number, line in
        TextColumns.wrapped(
          Printable.text(line), width: width, first: number == 0 ? "\(name)  " : "   ", rest: "     ")
      }
    }
  }

  private var clocks: [String] { wrapped(comparison.synchronisation) }

  private var alignment: [String] {
    switch comparison.alignment {
    case .unavailable(let reason):
      // Two sensors of one clock need no alignment; one that was asked for is reported all the same.
      guard comparison.relation.isSimultaneous,
        comparison.relation != .oneClock || reason != UnavailableReason(AlignmentReason.notAskedFor)
      else { return [] }
      return wrapped(.notAligned(reason: reason.text))
    case .value(let found):
      func number(_ value: Double, _ digits: Int) -> String { FixedNumber.text(value, digits: digits) }
      let offset = found.wallDifferenceSeconds
      let what: ComparisonLine =
        comparison.relation == .oneClock
        ? .rowsDiffer(milliseconds: number(abs(1e3 * offset), 2), isBefore: offset < 0)
        : .wallClocksDiffer(seconds: number(abs(offset), 4), isBehind: offset < 0)
      let rate = ComparisonLine.clockRate(
        ppm: number(abs(found.ratePPM), 1), isSlower: found.ratePPM < 0,
        halfWidth: number(found.rateHalfWidthPPM, 1))
      let blocks = ComparisonLine.blocks(
        found.blocks, seconds: number(found.blockSeconds, 0), over: number(found.overlapSeconds, 0),
        sd: number(1e3 * found.residualSDSeconds, 1), leftOut: found.blocksLeftOut)
      let quality = ComparisonLine.alignmentQuality(
        correlation: number(found.correlation, 2),
        nextBest: found.secondCorrelation.value.map { number($0, 2) },
        blocks: blocks.text)
      return wrapped(
        .aligned(
          what: what.text, halfWidth: number(1e3 * found.halfWidthSeconds, 2), rate: rate.text,
          quality: quality.text))
    }
  }

  private static let pairNames: [MovementPairs.Quantity: (name: String, digits: Int)] = [
    .onset: ("onset ms", 1), .peak: ("peak ms", 1), .settle: ("settle ms", 1), .hold: ("hold ms", 1),
    .range: ("range °", 2), .peakSpeed: ("peak speed °/s", 2), .duration: ("duration s", 3),
  ]

  private var pairs: [String] {
    guard let pairs = comparison.pairs.value else {
      guard comparison.relation == .oneClock, let reason = comparison.pairs.reason else { return [] }
      return wrapped(.noPairs(reason: reason.text))
    }
    let shown = pairs.differences.filter { $0.distribution.count > 0 }
    func lines(fewer: Int) -> [String] {
      let cells = shown.map { entry -> [String] in
        let (name, most) = ComparisonTable.pairNames[entry.quantity] ?? (entry.quantity.rawValue, 2)
        let digits = max(0, most - fewer)
        let found = entry.distribution
        let interval = entry.medianInterval.value
        return [
          name, String(found.count), AnalysisTable.number(found.median, digits),
          AnalysisTable.range(interval?.low, interval?.high, digits),
          AnalysisTable.number(found.mean, digits),
          AnalysisTable.number(found.sd, digits), AnalysisTable.number(found.minimum, digits),
          AnalysisTable.number(found.maximum, digits),
        ]
      }
      return TextColumns.aligned(
        [["A – B", "n", "median", "95 %", "mean", "SD", "min", "max"]] + cells, right: Set(1..<8),
        width: width)
    }
    return wrapped(.pairs(both: pairs.pairs.count, onlyA: pairs.onlyA, onlyB: pairs.onlyB))
      + (shown.isEmpty ? [] : narrow(lines))
  }

  // MARK: Table

  private static let titles: [ComparisonRow.Section: String] = [
    .sampling: "Sampling", .stationary: "At rest", .response: "Slow and rapid", .timing: "Timing",
    .movement: "Movement", .smoothness: "Smoothness", .repeatability: "Repeatability, SD",
  ]

  private func section(_ section: ComparisonRow.Section) -> [String] {
    // The directions of smoothness stand in the document.
    let rows = comparison.rows.filter {
      $0.section == section && (section != .smoothness || $0.part == "all")
    }
    let shown = rows.filter { $0.a.value.value != nil || $0.b.value.value != nil }
    let title = ComparisonTable.titles[section] ?? section.rawValue
    func lines(fewer: Int) -> [String] {
      let cells = shown.map { row -> [String] in
        let digits = max(0, ComparisonTable.digits(row) - fewer)
        let interval = row.interval.value
        return [
          name(row), String(row.a.count), AnalysisTable.number(row.a.value, digits), String(row.b.count),
          AnalysisTable.number(row.b.value, digits),
          AnalysisTable.number(row.difference, digits) + (row.method == .paired ? "*" : ""),
          AnalysisTable.range(interval?.low, interval?.high, digits),
        ]
      }
      return TextColumns.aligned(
        [[title, "n A", "A", "n B", "B", "A – B", "95 %"]] + cells, right: Set(1..<7), width: width)
    }
    guard !rows.isEmpty else { return [] }
    return (shown.isEmpty ? [title] : narrow(lines))
      + (shown.contains { $0.method == .paired }
        ? wrapped(.pairedExplained) : [])
      + missing(rows)
  }

  /// The lines with as many decimals as fit: numbers far larger than usual lose some.
  private func narrow(_ lines: (_ fewer: Int) -> [String]) -> [String] {
    var found = lines(0)
    for fewer in 1...4 where found.contains(where: { DisplayWidth.of($0) > width }) { found = lines(fewer) }
    return found
  }

  /// What is not there, reason by reason.
  private func missing(_ rows: [ComparisonRow]) -> [String] {
    var reasons: [(reason: String, names: [String])] = []
    for row in rows {
      guard let reason = row.difference.reason ?? row.interval.reason else { continue }
      let text =
        row.difference.reason == nil ? ComparisonLine.noInterval(reason: reason.text).text : reason.text
      if let place = reasons.firstIndex(where: { $0.reason == text }) {
        reasons[place].names.append(name(row))
      } else {
        reasons.append((text, [name(row)]))
      }
    }
    return reasons.flatMap { entry in
      TextColumns.wrapped(
        Printable.text(ComparisonLine.missing(names: entry.names, reason: entry.reason).text), width: width,
        first: "  – ",
        rest: "    ")
    }
  }

  private func name(_ row: ComparisonRow) -> String {
    let name = ComparisonTable.names[row.key] ?? AnalysisTable.words(row.key)
    let part: String
    switch row.section {
    case .sampling: part = ComparisonTable.streams[row.part] ?? row.part
    case .timing, .movement, .smoothness, .repeatability:
      part = Transition.Group(rawValue: row.part).map(AnalysisTable.short) ?? ""
    case .stationary, .response: part = row.part
    }
    return part.isEmpty ? name : "\(name), \(part)"
  }

  private static let streams = [
    "accelerometer": "accel", "gyroscope": "gyro", "magnetometer": "magn", "motion": "motion",
  ]

  private static let names = [
    "mean_hz": "rate Hz", "interval_sd_ms": "jitter ms", "interval_p99_ms": "interval p99 ms",
    "gap_percent": "gaps %",
    "age_median_ms": "age ms", "age_p99_ms": "age p99 ms", "gyroscope_noise_deg_s": "gyro noise °/s",
    "gyroscope_drift_deg_s_min": "drift °/s/min", "rate_stillness_deg_s": "rate SD °/s",
    "rate_trend_deg_s_min": "trend °/s/min", "force_stillness_mg": "accel SD mg",
    "accelerometer_noise_mg": "accel noise mg",
    "angle_random_walk_deg_sqrt_s": "walk °/√s", "answered_percent": "answered %",
    "peak_speed_deg_s": "peak °/s", "range_deg": "range °", "duration_s": "duration s",
    "settling_s": "settling s",
    "latency_ms": "latency ms", "onset_noise_ms": "onset noise ms",
    "lateral_rms_jerk_rad_s3": "RMS jerk rad/s³",
    "lateral_normalized_jerk": "normalized jerk", "lateral_ldlj": "LDLJ", "lateral_sparc": "SPARC",
    "lateral_high_frequency_share": "high-freq. share", "lateral_reversals": "reversals",
    "lateral_symmetry": "symmetry",
  ]

  /// Decimals that let a difference be seen and leave room for seven columns.
  private static func digits(_ row: ComparisonRow) -> Int {
    switch row.key {
    case "gyroscope_noise_deg_s", "rate_stillness_deg_s", "angle_random_walk_deg_sqrt_s",
      "lateral_high_frequency_share":
      4
    case "gyroscope_drift_deg_s_min", "rate_trend_deg_s_min", "interval_sd_ms", "lateral_sparc",
      "age_median_ms":
      3
    case "answered_percent", "latency_ms": 0
    case "range_deg", "peak_speed_deg_s", "onset_noise_ms", "lateral_normalized_jerk": 1
    default: 2
    }
  }

  // MARK: Foot

  private var limitations: [String] {
    [ReportLine.limits.text]
      + comparison.limitations.flatMap {
        TextColumns.wrapped(Printable.text($0.text), width: width, first: "- ", rest: "  ")
      }
  }

  /// What computed the numbers, from what.
  private var identity: [String] {
    let inputs = [("A", comparison.a), ("B", comparison.b)].map { name, side in
      "\(name): "
        + side.analysis.session.inputs.map { "\($0.name) \($0.sha256.prefix(12))" }.joined(separator: ", ")
    }
    return wrapped(
      .identity(
        comparison: SessionComparison.version, analysis: Analysis.version,
        configuration: String(comparison.configuration.sha256.prefix(16)),
        resamples: comparison.configuration.summary.bootstrapResamples,
        seed: comparison.configuration.summary.bootstrapSeed, inputs: inputs))
  }

  private func wrapped(_ line: ComparisonLine) -> [String] { wrapped(line.text) }

  private func wrapped(_ text: String) -> [String] {
    TextColumns.wrapped(Printable.text(text), width: width, rest: "  ")
  }
}
