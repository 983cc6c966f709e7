import MotionCore

/// What an analysis says of the sensor, and of its own detections, as text.
extension AnalysisTable {
  /// A paragraph for each still phase.
  var stationary: [String] {
    analysis.diagnostics.phases.flatMap { phase -> [String] in
      let length = FixedNumber.text((phase.end - phase.start).inSeconds, digits: 1)
      var parts: [ReportLine] = []
      switch phase.gyroscope {
      case .value(let axes):
        parts.append(.rate(mean: vector(axes.mean, 3), sd: vector(axes.sd, 3), change: change(axes, 3)))
      case .unavailable(let reason): parts.append(.noRate(reason: reason.text))
      }
      switch phase.gravityNorm {
      case .value(let norm):
        parts.append(
          .gravity(
            mean: FixedNumber.text(norm, digits: 4), sd: AnalysisTable.number(phase.gravityNormSD, 4),
            direction: AnalysisTable.number(phase.orientationDispersionDegrees, 2)))
      case .unavailable(let reason): parts.append(.noGravity(reason: reason.text))
      }
      if phase.place == .table {
        switch phase.allan {
        case .value(let allan):
          switch allan.angleRandomWalkError {
          case .value(let error):
            let walks = allan.angleRandomWalk.map { AnalysisTable.number($0, 4) }.joined(separator: " ")
            parts.append(.randomWalk(walks, percent: FixedNumber.text(100 * error, digits: 0)))
          case .unavailable(let reason): parts.append(.noRandomWalk(reason: reason.text))
          }
        case .unavailable(let reason): parts.append(.noAllan(reason: reason.text))
        }
      }
      return wrapped(
        .still(
          place: phase.place.rawValue, meaning: phase.place.meaning,
          seconds: FixedNumber.text(phase.stillSeconds, digits: 1), of: length, parts: parts.map(\.text)))
    }
  }

  /// What an accelerometer alone shows.
  var tilt: [String] {
    guard let tilt = analysis.tilt.value, !tilt.groups.isEmpty else { return [] }
    return wrapped(
      .tilt(
        tilt.groups.map { group in
          let degrees = AnalysisTable.uncertain(
            AnalysisTable.number(group.tiltDegrees.median, 1), group.tiltDegrees.sd.value, 1)
          return "\(group.expect.rawValue) \(degrees)° (n \(group.tiltDegrees.count))"
        }))
  }

  /// How slow and rapid movements were seen.
  var responses: [String] {
    [(ReportLine.Pace.slow, analysis.diagnostics.slow), (.rapid, analysis.diagnostics.rapid)].flatMap {
      pace, response -> [String] in
      guard let response = response.value else { return [String]() }
      return wrapped(
        .response(
          pace, answered: response.answered, trials: response.trials,
          peak: AnalysisTable.number(response.peakSpeedDegPerSecond.median, 1),
          range: AnalysisTable.number(response.rangeDegrees.median, 1),
          duration: AnalysisTable.number(response.durationSeconds.median, 2)))
    }
  }

  var labels: [String] {
    guard let labels = analysis.labels else { return [] }
    var lines = wrapped(
      .labels(
        labels.labels, hits: labels.hits, misses: labels.missed.count,
        falseDetections: labels.falseDetections.count, wrongDirection: labels.wrongDirection,
        outside: labels.outside))
    if !labels.unrecorded.isEmpty { lines += wrapped(.labelsUnrecorded(labels.unrecorded.count)) }
    let rows = labels.timing.filter { $0.distribution.count > 0 }.map { entry in
      [
        entry.boundary.rawValue, String(entry.distribution.count),
        AnalysisTable.number(entry.distribution.median, 1),
        AnalysisTable.number(entry.distribution.mean, 1), AnalysisTable.number(entry.distribution.sd, 1),
        AnalysisTable.number(entry.largest, 1),
      ]
    }
    if !rows.isEmpty {
      lines += TextColumns.aligned(
        [["detected – labelled, ms", "n", "median", "mean", "SD", "largest"]] + rows, right: Set(1..<6),
        width: width)
    }
    return lines
  }

  var sampling: [String] {
    guard !analysis.sampling.isEmpty else { return [ReportLine.noStream.text] }
    let asked = isWide ? ["asked Hz"] : []
    let heading = ["stream", "rows"] + asked + ["median Hz", "mean Hz", "p99 ms", "gaps", "losses"]
    let rows = analysis.sampling.map { stream -> [String] in
      let statistics = stream.statistics.json
      func value(_ key: String, _ digits: Int, _ factor: Double = 1) -> String {
        statistics[key]?.double.map { FixedNumber.text($0 * factor, digits: digits) } ?? "–"
      }
      let losses = stream.losses.members.map { "\($0.key) \($0.value.integer ?? 0)" }
      let requested = stream.requestedHz.map { FixedNumber.text($0, digits: 0) } ?? "–"
      return [DisplayWidth.cut(Printable.text(stream.name), to: isWide ? 24 : 15), value("count", 0)]
        + (isWide ? [requested] : [])
        + [
          value("median_hz", 1), value("mean_hz", 1), value("interval_p99_s", 1, 1000), value("gap_count", 0),
          losses.isEmpty ? ReportLine.noLossSeen.text : Printable.text(losses.joined(separator: ", ")),
        ]
    }
    return TextColumns.aligned([heading] + rows, right: Set(1..<heading.count - 1), width: width)
  }

  private func vector(_ value: Vector3, _ digits: Int) -> String {
    [value.x, value.y, value.z].map { FixedNumber.text($0, digits: digits) }.joined(separator: " ")
  }

  private func change(_ axes: StationaryPhase.Axes, _ digits: Int) -> String {
    axes.change.value.map { vector($0, digits) } ?? "–"
  }
}
