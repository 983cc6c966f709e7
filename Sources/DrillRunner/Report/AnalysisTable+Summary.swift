import MotionCore

/// The distributions of an analysis as text.
extension AnalysisTable {
  private static func name(_ group: Transition.Group?) -> String { group.map(short) ?? "all" }

  /// Latencies of all trials and of each direction, with what was left out below.
  var latencies: [String] {
    guard !analysis.trials.isEmpty else { return [] }
    let heading = ["latency ms", "n", "median", "95 %", "IQR", "mean", "SD", "min", "max"]
    let groups = analysis.summary.groups
    let rows = groups.map { entry -> [String] in
      let all = entry.summary.counted.distribution
      let interval = entry.summary.counted.medianInterval.value
      return [
        AnalysisTable.name(entry.group), String(all.count), AnalysisTable.number(all.median),
        AnalysisTable.range(interval?.low, interval?.high),
        AnalysisTable.range(all.lowerQuartile.value, all.upperQuartile.value), AnalysisTable.number(all.mean),
        AnalysisTable.number(all.sd), AnalysisTable.number(all.minimum), AnalysisTable.number(all.maximum),
      ]
    }
    let lines = TextColumns.aligned([heading] + rows, right: Set(1..<heading.count), width: width)
    let explained = zip(groups, lines.dropFirst()).flatMap { entry, line in
      [line] + excluded(entry.summary)
    }
    return [lines[0]] + explained
      + wrapped(
        .intervalsExplained(
          resamples: analysis.configuration.summary.bootstrapResamples,
          seed: analysis.configuration.summary.bootstrapSeed)) + exGaussians + histogram
  }

  private func excluded(_ summary: GroupSummary) -> [String] {
    var parts = summary.excluded.map { "\($0.count) \(AnalysisTable.words($0.reason.rawValue))" }
    if summary.notRequired > 0 { parts.append(ReportLine.notRequired(summary.notRequired).text) }
    var lines: [ReportLine] = []
    if !parts.isEmpty { lines.append(.leftOut(parts)) }
    let valid = summary.validOnly.distribution
    if valid.count < summary.counted.distribution.count {
      lines.append(.validOnly(median: AnalysisTable.number(valid.median), count: valid.count))
    }
    guard !lines.isEmpty else { return [] }
    return TextColumns.wrapped(
      lines.map(\.text).joined(separator: "; "), width: width, first: "      ", rest: "        ")
  }

  private var exGaussians: [String] {
    let fits = analysis.summary.groups.compactMap { entry -> String? in
      entry.summary.counted.exGaussian.value.map { fit in
        "\(AnalysisTable.name(entry.group)) µ \(FixedNumber.text(fit.mu, digits: 0)) "
          + "σ \(FixedNumber.text(fit.sigma, digits: 0)) τ \(FixedNumber.text(fit.tau, digits: 0))"
      }
    }
    return fits.isEmpty ? [] : wrapped(.exGaussian(fits))
  }

  /// The counted latencies of each direction on one scale, as bars of eight heights.
  private var histogram: [String] {
    let columns = 40
    let groups = analysis.summary.groups.compactMap { entry -> (name: String, values: [Double])? in
      guard let group = entry.group else { return nil }
      let values = analysis.trials.filter {
        $0.counts && ($0.asked.value ?? $0.direction.value) == group
      }.compactMap(\.latencyMilliseconds.value)
      return values.isEmpty ? nil : (AnalysisTable.short(group), values)
    }
    let all = groups.flatMap(\.values)
    guard all.count >= 10, let low = all.min(), let high = all.max(), high > low else { return [] }
    let bars = Array(" ▁▂▃▄▅▆▇█")
    let counts = groups.map { group in
      group.values.reduce(into: [Int](repeating: 0, count: columns)) { counts, value in
        counts[min(Int((value - low) / (high - low) * Double(columns)), columns - 1)] += 1
      }
    }
    let most = counts.joined().max() ?? 1
    let rows = zip(groups, counts).map { group, counts in
      // A single value is seen, however many stand elsewhere.
      [group.name, "|" + String(counts.map { bars[$0 == 0 ? 0 : max(1, $0 * 8 / most)] }) + "|"]
    }
    return TextColumns.aligned(rows, right: [], width: width)
      + wrapped(
        .histogramScale(
          low: FixedNumber.text(low, digits: 0), high: FixedNumber.text(high, digits: 0), most: most))
  }

  /// What the counted movements were like, direction by direction.
  var movements: [String] {
    let columns: [(heading: String, metric: MovementMetric, digits: Int)] = [
      ("range °", .range, 1), ("duration s", .duration, 2), ("peak °/s", .peakSpeed, 1),
      ("SPARC", .smoothness(.sparc), 2), ("LDLJ", .smoothness(.ldlj), 2),
    ]
    let rows = analysis.summary.groups.compactMap { entry -> [String]? in
      guard let group = entry.group else { return nil }
      let movements = entry.summary.movements
      guard let count = movements.first(where: { $0.metric == .duration })?.distribution.count, count > 0
      else {
        return nil
      }
      return [AnalysisTable.short(group), String(count)]
        + columns.map { column in
          guard let found = movements.first(where: { $0.metric == column.metric })?.distribution,
            let median = found.median.value
          else { return "–" }
          return AnalysisTable.uncertain(
            FixedNumber.text(median, digits: column.digits), found.sd.value, column.digits)
        }
    }
    guard !rows.isEmpty else { return [] }
    return TextColumns.aligned(
      [["movement", "n"] + columns.map(\.heading)] + rows, right: Set(1..<columns.count + 2), width: width)
      + wrapped(.movementsExplained)
  }

  /// Left against right.
  var sides: [String] {
    let shown: [(name: String, metric: MovementMetric?, digits: Int)] = [
      ("latency ms", nil, 0), ("range °", .range, 1), ("duration s", .duration, 2),
      ("peak °/s", .peakSpeed, 1),
    ]
    let rows = analysis.summary.comparisons.flatMap { comparison in
      shown.compactMap { entry -> [String]? in
        let found =
          entry.metric == nil
          ? comparison.latency : comparison.movements.first { $0.metric == entry.metric }?.asymmetry
        guard let found, found.difference.value != nil else { return nil }
        let interval = found.differenceInterval.value
        return [
          comparison.pair.rawValue, entry.name, AnalysisTable.number(found.left, entry.digits),
          AnalysisTable.number(found.right, entry.digits),
          AnalysisTable.number(found.difference, entry.digits),
          AnalysisTable.range(interval?.low, interval?.high, entry.digits),
          AnalysisTable.number(found.normalized, 3),
        ]
      }
    }
    guard !rows.isEmpty else { return [] }
    return TextColumns.aligned(
      [["left–right", "mean of", "left", "right", "L–R", "95 %", "normalized"]] + rows, right: Set(2..<7),
      width: width)
      + (analysis.summary.isStimulusMatched
        ? [] : wrapped(.notMatched))
  }
}
