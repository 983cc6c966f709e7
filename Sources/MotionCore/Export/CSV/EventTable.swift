/// `events.csv`: the rows of `events.jsonl` as they stand there, one column for each member that the session format
/// knows; what else a row has is in `other`, as JSON.
struct EventTable: CSVTable {
  let fileName = "events.csv"
  let timed: TimedSession

  static let fields = [
    "cue", "trial", "repeat_of", "block", "intent", "expect", "scheduled_ns", "dispatched_ns", "frame0_ns",
    "clip", "clip_sha256", "clip_onset_ns", "clip_peak_ns", "audible_ns", "audible_uncertainty_ns", "timing",
    "status", "reason", "cue_n", "text", "source", "name", "edge", "where", "step", "outcome",
  ]

  var header: [String] { ["n", "kind", "label", "host_ns", "t_s"] + EventTable.fields + ["other"] }

  func writeRows(to file: OutputFile) throws(ExportError) -> Int {
    for event in timed.session.events {
      file.write(event.sequence)
      file.write(",")
      file.writeCell(event.kind)
      file.write(",")
      file.writeCell(event.label)
      file.write(",")
      file.write(event.host.nanoseconds)
      file.write(",")
      file.write(timed.seconds(event.host))
      for field in EventTable.fields {
        file.write(",")
        if let value = event.fields[field] { file.writeCell(value) }
      }
      file.write(",")
      let rest = event.fields.members.filter { !EventTable.fields.contains($0.key) }
      if !rest.isEmpty {
        file.writeCell(.object(JSONObject(rest.map { ($0.key, $0.value) })))
      }
      file.write("\n")
      try file.flushWhenFull()
    }
    return timed.session.events.count
  }
}
