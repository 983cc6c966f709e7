/// A session as a folder of CSV files, and `export.json`, which says what they are.
struct CSVExport {
  static let descriptionName = "export.json"
  static let programName = "drillrunner"

  let session: MotionSession
  let programVersion: String

  /// Writes every table, and the description last.
  func write(to folder: ExportFolder, _ report: inout ExportReport) throws(ExportError) {
    report.add(session)
    let timed = TimedSession(session)
    var streams: JSONObject = [:]
    var fileNames: Set<String> = []
    for stream in session.streams {
      let name = stream.description.name
      var stem = CSVName.file(name)
      while !fileNames.insert(stem).inserted { stem += "_" }
      let table = StreamTable(stream, timed, fileName: "\(stem).csv")
      let count = try table.write(in: folder)
      streams.append(name, CSVExport.description(of: stream, table, rows: count))
      for reason in table.values.reasons {
        report.warnings.append(.rawOnly(session: session.name, stream: name, reason: reason.text))
      }
    }
    for entry in session.manifest.streams where streams[entry.description.name] == nil {
      streams.append(entry.description.name, .unavailable(CSVExport.reason(entry)))
    }
    let orientation = timed.analyzed.orientation ?? timed.analyzed.vectors.orientation(.default)
    let traces = DerivedTraces.of(timed.analyzed)
    var tables: [any CSVTable] = [
      EventTable(timed: timed), AnalysisTable.trials(timed.analysis),
      AnalysisTable.transitions(timed.analysis),
    ]
    if let orientation = orientation.value { tables.append(OrientationTable(orientation, timed)) }
    if let traces = traces.value { tables.append(TraceTable(traces, timed)) }
    var counts: JSONObject = [:]
    for table in tables {
      counts.append(table.fileName, ["rows": .integer(Int64(try table.write(in: folder)))])
    }
    try folder.write(
      description(
        timed, streams: streams, tables: counts,
        orientation: orientation.json { $0.json(rider: timed.analyzed.rider) },
        traces: traces.json { $0.json(timed.analysis) }),
      to: CSVExport.descriptionName)
  }

  private func description(
    _ timed: TimedSession, streams: JSONObject, tables: JSONObject, orientation: JSONValue,
    traces: JSONValue
  ) -> JSONValue {
    let identity = timed.analysis.session
    return [
      "export": CSVExport.header(programVersion),
      "synthetic": .bool(identity.synthetic),
      "session": [
        "uuid": .string(identity.uuid), "name": .string(identity.name),
        "state": .string(identity.state.rawValue),
        "platform": .string(identity.platform.rawValue), "title": .string(identity.title),
        "started": identity.started.map { .string($0) } ?? .unavailable(ManifestReason.noStartAnchor),
      ],
      "second_zero": [
        "host_ns": .integer(timed.origin.nanoseconds), "is": .string(timed.originSource),
      ],
      "streams": .object(streams), "tables": .object(tables),
      "orientation": orientation, "traces": traces,
      "analysis": [
        "version": .string(Analysis.version),
        "configuration_sha256": .string(timed.analysis.configuration.sha256),
        "inputs": .object(JSONObject(identity.inputs.map { ($0.name, .string($0.sha256)) })),
        "limitations": .array(timed.analysis.limitations.map { .string($0.text) }),
      ],
      "problems": .array(
        session.problems.map { ["file": .string($0.file), "text": .string($0.text)] }),
    ]
  }

  private static func header(_ programVersion: String) -> JSONValue {
    ["program": .string(programName), "version": .string(programVersion), "format": "csv"]
  }

  /// What stands above several sessions.
  static func description(ofSessions names: [String], programVersion: String) -> JSONValue {
    ["export": header(programVersion), "sessions": .array(names.map { .string(CSVName.file($0)) })]
  }

  private static func description(of stream: MotionStream, _ table: StreamTable, rows: Int) -> JSONValue {
    let it = stream.description
    var object: JSONObject = [
      "file": .string(table.fileName), "rows": .integer(Int64(rows)), "kind": .string(it.kind.rawValue),
      "sensor": .string(it.sensor), "clock": .string(it.clock), "unit": .string(it.unit.rawValue),
      "frame": .string(it.frame),
    ]
    if let convention = it.convention { object.append("convention", .string(convention.rawValue)) }
    object.append("time", table.times.json)
    if !table.values.reasons.isEmpty {
      object.append("values", .unavailable(ExportReason.several(table.values.reasons)))
    }
    var absent: JSONObject = [:]
    for field in it.fields?.object?.members ?? [] where field.value["capability"]?.string != "available" {
      absent.append(
        field.key, .unavailable(ManifestReason.recorded(field.value["reason"]?.string)))
    }
    if !absent.members.isEmpty { object.append("fields", .object(absent)) }
    return .object(object)
  }

  /// Why a stream of the manifest has no rows here.
  static func reason(_ entry: Manifest.StreamEntry) -> UnavailableReason {
    switch entry.description.capability {
    case .unavailable(let reason), .invalid(let reason): reason
    case .available: UnavailableReason(ManifestReason.fileMissing)
    }
  }
}
