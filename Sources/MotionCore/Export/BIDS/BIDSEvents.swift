/// The events of a session for one tracking system: onsets in seconds since its first sample.
struct BIDSEvents {
  private struct Row {
    var host: HostTime
    var duration = "n/a"
    var type: String
    var label: String
    var response: Double?
    var source: String
    var uncertainty: Double?
    var status = "n/a"
    var timing = "n/a"
    var trial: Int?
  }

  private let timed: TimedSession
  private let rows: [Row]

  init(_ timed: TimedSession) {
    self.timed = timed
    let session = timed.session
    let latencies = Dictionary(
      timed.analysis.trials.map { ($0.cue.sequence, $0.latencyMilliseconds.value) },
      uniquingKeysWith: { first, _ in first })
    let hosts = Dictionary(session.events.map { ($0.sequence, $0.host) }, uniquingKeysWith: { $1 })
    // The last row of a cue, with its refined times, as the analysis takes it.
    var rows = SessionTimeline(session).cues.map { cue -> Row in
      let (host, source): (HostTime, String) =
        if let time = cue.times.audible {
          (time, "audible")
        } else if let time = cue.times.dispatched {
          (time, "dispatched")
        } else {
          (hosts[cue.sequence] ?? cue.scheduled ?? timed.origin, "logged")
        }
      return Row(
        host: host, type: cue.status == .silent ? "catch" : "cue_\(cue.expect.rawValue)", label: cue.cue,
        response: cue.times.audible == nil ? nil : latencies[cue.sequence].flatMap { $0.map { $0 / 1000 } },
        source: source,
        uncertainty: cue.times.audible == nil ? nil : cue.times.audibleUncertaintyNs.map { $0 / 1e9 },
        status: cue.status.rawValue, timing: cue.times.timing.rawValue, trial: cue.trial)
    }
    for event in session.events where event.knownKind != .cue && event.knownKind != .cueTiming {
      let audible = event.fields["audible_ns"]?.integer.map(HostTime.init(nanoseconds:))
      let edge = event.fields["edge"]?.string
      rows.append(
        Row(
          host: audible ?? event.host, duration: event.knownKind == .say ? "n/a" : "0",
          type: [event.kind, edge].compactMap { $0 }.joined(separator: "_"),
          label: event.fields["text"]?.string ?? event.label, source: audible == nil ? "logged" : "audible",
          uncertainty: event.fields["audible_uncertainty_ns"]?.double.map { $0 / 1e9 },
          status: event.fields["status"]?.string ?? "n/a", timing: event.fields["timing"]?.string ?? "n/a"))
    }
    self.rows = rows.enumerated().sorted { ($0.element.host, $0.offset) < ($1.element.host, $1.offset) }
      .map(\.element)
  }

  /// Writes `events.tsv`; `firstSeconds` is the first sample's time since the session's start.
  func write(to file: OutputFile, firstSeconds: Double) throws(ExportError) {
    file.write(
      "onset\tduration\ttrial_type\tresponse_time\tlabel\ttrial\tonset_source\tonset_uncertainty\tstatus\ttiming\n"
    )
    func number(_ value: Double?) -> String { value.map(\.description) ?? "n/a" }
    for row in rows {
      let cells = [
        (timed.seconds(row.host) - firstSeconds).description, row.duration, BIDSText.cell(row.type),
        number(row.response), BIDSText.cell(row.label), row.trial.map { String($0) } ?? "n/a", row.source,
        number(row.uncertainty), BIDSText.cell(row.status), BIDSText.cell(row.timing),
      ]
      file.write(cells.joined(separator: "\t"))
      file.write("\n")
      try file.flushWhenFull()
    }
    try file.finish()
  }

  /// `events.json`: what the columns mean.
  func json(synthetic: Bool) -> JSONValue {
    func column(_ text: String, unit: String? = nil) -> JSONValue {
      var object: JSONObject = ["Description": .string(text)]
      if let unit { object.append("Units", .string(unit)) }
      return .object(object)
    }
    let types = Set(rows.map { BIDSText.cell($0.type) }).sorted()
    return [
      "onset": column("Time since the first sample of this tracking system.", unit: "s"),
      "duration": column("0 for an instant; n/a where it is not known.", unit: "s"),
      "trial_type": [
        "Description":
          "cue_POSITION: a spoken cue and the position that it asks for. catch: a silent slot. Others: the kind of event.",
        "Levels": .object(JSONObject(types.map { ($0, .string(BIDSEvents.meaning($0))) })),
      ],
      "response_time": column(
        "From the audible onset of the word to the onset of the movement, computed by the analysis "
          + "(version \(Analysis.version)); n/a without an audible time or a movement.", unit: "s"),
      "label": column("The cue's name, the words spoken, or the event's label."),
      "trial": column("Number of the cue among those that ask for a position."),
      "onset_source": [
        "Description": "What the onset is.",
        "Levels": [
          "audible": "when the word began to sound", "dispatched": "when the word was handed to the output",
          "logged": "when the event was written down",
        ],
      ],
      "onset_uncertainty": column("Standard uncertainty (k = 1) of an audible onset.", unit: "s"),
      "status": column("What became of a cue: played, late, silent, cancelled, failed."),
      "timing": column("How an audible onset is known: measured, estimated, unknown, simulated."),
      "StimulusPresentation": [
        "SoftwareName": "DrillRunner",
        "SoftwareVersion": .string(timed.session.manifest.app.version),
      ],
      "Synthetic": .bool(synthetic),
    ]
  }

  private static func meaning(_ type: String) -> String {
    if type == "catch" { return "a silent slot in which no movement is asked for" }
    if type == "cue_none" { return "a spoken word that asks for no position" }
    if type.hasPrefix("cue_") { return "a spoken cue that asks for \(type.dropFirst(4))" }
    if type == "say" { return "spoken guidance" }
    return "event of the session: \(type.replacing("_", with: " "))"
  }
}
