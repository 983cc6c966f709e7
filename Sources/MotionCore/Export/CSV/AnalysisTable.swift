/// A list of the analysis document as a table. A value that is unavailable is an empty cell, and its reason stands in
/// the column `NAME_reason`. Members that are not known here follow at the end, those of an object as `NAME_MEMBER`.
struct AnalysisTable: CSVTable {
  /// A column; with a column for the reason beside it where the value can be unavailable.
  struct Column: Hashable {
    var name: String
    var hasReason: Bool
  }

  let fileName: String
  private let columns: [Column]
  private let rows: [[String: JSONValue]]

  init(fileName: String, columns known: [Column], rows: [JSONValue]) {
    self.fileName = fileName
    var columns = known
    var names = Set(known.map(\.name))
    self.rows = rows.map { row in
      var cells: [String: JSONValue] = [:]
      for (name, value) in AnalysisTable.flattened(row) {
        cells[name] = value
        if names.insert(name).inserted { columns.append(Column(name: name, hasReason: true)) }
      }
      return cells
    }
    self.columns = columns
  }

  var header: [String] { columns.flatMap { $0.hasReason ? [$0.name, "\($0.name)_reason"] : [$0.name] } }

  func writeRows(to file: OutputFile) throws(ExportError) -> Int {
    for row in rows {
      for (index, column) in columns.enumerated() {
        if index > 0 { file.write(",") }
        let value = row[column.name]
        let reason = value.flatMap(AnalysisTable.reason)
        if column.hasReason, value?.array?.isEmpty == true {
          // None, which is not the same as not known.
          file.write("[]")
        } else if reason == nil, let value {
          file.writeCell(value)
        }
        if column.hasReason {
          file.write(",")
          if let reason { file.writeCell(reason) }
        }
      }
      file.write("\n")
      try file.flushWhenFull()
    }
    return rows.count
  }

  private static func reason(_ value: JSONValue) -> String? {
    guard let object = value.object, object.members.count == 1 else { return nil }
    return object["unavailable"]?.string
  }

  private static func flattened(_ row: JSONValue) -> [(String, JSONValue)] {
    (row.object?.members ?? []).flatMap { member -> [(String, JSONValue)] in
      guard let inner = member.value.object, reason(member.value) == nil else {
        return [(member.key, member.value)]
      }
      return inner.members.map { ("\(member.key)_\($0.key)", $0.value) }
    }
  }

  private static func columns(_ names: String, measured: String) -> [Column] {
    let measured = Set(measured.split(separator: " "))
    return names.split(separator: " ").map { Column(name: String($0), hasReason: measured.contains($0)) }
  }

  /// `trials.csv`: every cue that expects a position.
  static func trials(_ analysis: Analysis) -> AnalysisTable {
    AnalysisTable(
      fileName: "trials.csv",
      columns: columns(
        """
        trial label expect block intent status timing repeat_of cue_reason scheduled_ns dispatched_ns audible_ns \
        audible_uncertainty_ns onset_ns onset_threshold_ns onset_uncertainty_ns latency_ms latency_dispatch_ms \
        latency_uncertainty_ms latency_dispatch_uncertainty_ms direction asked verdict reasons clip_onset_to_peak_ns
        """,
        measured: """
          trial scheduled_ns dispatched_ns audible_ns audible_uncertainty_ns onset_ns onset_threshold_ns \
          onset_uncertainty_ns latency_ms latency_dispatch_ms latency_uncertainty_ms \
          latency_dispatch_uncertainty_ms direction asked clip_onset_to_peak_ns
          """),
      rows: analysis.trials.map(\.json))
  }

  /// `transitions.csv`: every movement from one position to another, each smoothness metric in a column of its own.
  static func transitions(_ analysis: Analysis) -> AnalysisTable {
    AnalysisTable(
      fileName: "transitions.csv",
      columns: columns(
        """
        trial axis direction sign onset_ns onset_threshold_ns onset_uncertainty_ns onset_noise_ns onset_method peak_ns \
        settle_ns hold_ns hold_s return_of start_deg end_deg peak_deg range_deg peak_speed_deg_s duration_s settling_s \
        excursion_deg overshoot_deg corrections flags
        """,
        measured: """
          trial direction onset_ns onset_threshold_ns onset_uncertainty_ns onset_noise_ns onset_method settle_ns \
          hold_ns hold_s return_of start_deg \
          end_deg peak_deg range_deg peak_speed_deg_s duration_s settling_s excursion_deg overshoot_deg \
          corrections
          """)
        + SmoothnessMetrics.Metric.allCases.map { Column(name: "smoothness_\($0.rawValue)", hasReason: true) },
      rows: zip(analysis.transitions, analysis.smoothness).map { $0.json(smoothness: $1) })
  }
}
