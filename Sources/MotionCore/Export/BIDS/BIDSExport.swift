/// One or several sessions as a Motion-BIDS data set (BIDS 1.11.1; Jeung et al., Scientific Data 2024).
struct BIDSExport {
  static let bidsVersion = "1.11.1"
  /// What stands as generator in `dataset_description.json`.
  static let programName = "DrillRunner"

  private struct Member {
    var session: HeldSession
    var subject: String
    var label: String
    var synthetic: Bool
    var title: String
    var started: String?
    var uuid: String
  }

  private let members: [Member]
  private let programVersion: String

  /// Checks the labels. Throws where one is not legal, or where two sessions have the same.
  init(
    _ sessions: [HeldSession], _ sources: [ExportSource], programVersion: String
  ) throws(ExportError) {
    self.programVersion = programVersion
    var members: [Member] = []
    var taken: [String: String] = [:]
    for (session, source) in zip(sessions, sources) {
      let manifest = try session.readManifest()
      let subject = source.subject ?? BIDSLabels.defaultSubject
      var label = source.label ?? BIDSLabels.sessionLabel(manifest, folder: session.name)
      try BIDSLabels.check(subject, "subject")
      try BIDSLabels.check(label, "session")
      if source.label == nil {
        var number = 2
        let first = label
        while taken["\(subject)/\(label)".lowercased()] != nil {
          label = "\(first)n\(number)"
          number += 1
        }
      }
      // Two names that differ in case only are one file on some file systems.
      if let other = taken.updateValue(session.name, forKey: "\(subject)/\(label)".lowercased()) {
        throw .sameLabel(first: other, second: session.name, subject: subject, label: label)
      }
      members.append(
        Member(
          session: session, subject: subject, label: label, synthetic: manifest.synthetic,
          title: manifest.drill.title, started: manifest.anchors.first { $0.at == .start }?.wall,
          uuid: manifest.uuid))
    }
    self.members = members
  }

  /// Writes the data set into `folder`, which is there.
  func write(to folder: ExportFolder, _ report: inout ExportReport) throws(ExportError) {
    var written: [Member] = []
    for member in members where try write(member, to: folder, &report) > 0 {
      written.append(member)
    }
    guard !written.isEmpty else {
      throw .noStreamForBIDS(paths: members.map(\.session.path))
    }
    try writeSubjects(of: written, folder)
    let synthetic = written.contains(where: \.synthetic)
    try folder.write(
      [
        "Name": .string(
          (synthetic ? "SYNTHETIC (simulated input, not a measurement of a person): " : "")
            + "Spoken-cue movement drills"),
        "BIDSVersion": .string(BIDSExport.bidsVersion), "DatasetType": "raw",
        "GeneratedBy": [
          [
            "Name": .string(BIDSExport.programName), "Version": .string(programVersion),
            "Description": "Exported from session bundles",
          ]
        ],
        "Synthetic": .bool(synthetic),
      ], to: "dataset_description.json")
    try folder.write(readme(report, synthetic: synthetic), to: "README")
  }

  // MARK: A session

  /// Writes a session's files, and returns the number of tracking systems.
  private func write(
    _ member: Member, to folder: ExportFolder, _ report: inout ExportReport
  ) throws(ExportError) -> Int {
    let session = try member.session.read()
    report.add(session)
    let timed = TimedSession(session)
    let events = BIDSEvents(timed)
    let (taskName, task) = BIDSExport.task(session.manifest.drill.title)
    var labels: Set<String> = []
    var count = 0
    var place: ExportFolder?
    var parents: [ExportFolder] = []
    for stream in session.streams {
      let name = stream.description.name
      var label = BIDSLabels.label(name, otherwise: stream.description.kind.rawValue)
      while !labels.insert(label.lowercased()).inserted { label += "n" }
      let made = BIDSTracksys.make(stream, label: label, in: timed)
      guard case .value(let tracksys) = made else {
        report.warnings.append(
          .notInDataSet(session: session.name, stream: name, reason: (made.reason ?? .notKnown).text))
        continue
      }
      if place == nil {
        let subject = try folder.folder("sub-\(member.subject)")
        let inner = try subject.folder("ses-\(member.label)")
        place = try inner.folder("motion")
        parents = [inner, subject]
      }
      guard let place else { continue }
      let stem = "sub-\(member.subject)_ses-\(member.label)_task-\(task)_tracksys-\(label)"
      let sensor = session.manifest.sensors.first { $0.name == stream.description.sensor }?.sensor
      try tracksys.writeMotion(to: try place.file("\(stem)_motion.tsv"))
      try place.write(tracksys.motionJSON(session, taskName: taskName), to: "\(stem)_motion.json")
      try place.write(tracksys.channelsText(location: sensor?.location ?? ""), to: "\(stem)_channels.tsv")
      try place.write(tracksys.channelsJSON, to: "\(stem)_channels.json")
      try events.write(to: try place.file("\(stem)_events.tsv"), firstSeconds: tracksys.firstSeconds)
      try place.write(events.json(synthetic: member.synthetic), to: "\(stem)_events.json")
      count += 1
    }
    for entry in session.manifest.streams
    where !session.streams.contains(where: { $0.description.name == entry.description.name }) {
      report.warnings.append(
        .notInDataSet(
          session: session.name, stream: entry.description.name, reason: CSVExport.reason(entry).text))
    }
    guard let place else {
      report.warnings.append(.nothingInDataSet(session: session.name))
      return 0
    }
    try place.sync()
    for parent in parents { try parent.sync() }
    return count
  }

  /// The task's name and its label.
  static func task(_ title: String) -> (name: String, label: String) {
    let label = BIDSLabels.label(title, otherwise: "drill")
    return (BIDSText.cell(title) == "n/a" ? label : BIDSText.cell(title), label)
  }

  // MARK: The data set

  private func writeSubjects(of members: [Member], _ folder: ExportFolder) throws(ExportError) {
    let subjects = Dictionary(grouping: members, by: \.subject).sorted { $0.key < $1.key }
    var participants = "participant_id\n"
    for (subject, sessions) in subjects {
      participants += "sub-\(subject)\n"
      let inner = try folder.folder("sub-\(subject)")
      var lines = ["session_id\tstarted\tdrill\tsynthetic\tsource_uuid"]
      for member in sessions {
        lines.append(
          [
            "ses-\(member.label)", BIDSText.cell(member.started ?? ""), BIDSText.cell(member.title),
            member.synthetic ? "true" : "false", BIDSText.cell(member.uuid),
          ].joined(separator: "\t"))
      }
      try inner.write(lines.joined(separator: "\n") + "\n", to: "sub-\(subject)_sessions.tsv")
      try inner.write(BIDSExport.sessionsJSON, to: "sub-\(subject)_sessions.json")
      try inner.sync()
    }
    try folder.write(participants, to: "participants.tsv")
    try folder.write(
      [
        "participant_id": [
          "Description": "The label that was given at the export; \"sub-unnamed\" where none was given."
        ]
      ], to: "participants.json")
  }

  private static let sessionsJSON: JSONValue = [
    "session_id": [
      "Description": "The label that was given at the export, or the start in UTC and part of the uuid."
    ],
    "started": ["Description": "Wall-clock time of the start, RFC 3339."],
    "drill": ["Description": "Title of the drill."],
    "synthetic": ["Description": "true: the input was simulated; no person was measured."],
    "source_uuid": ["Description": "The uuid of the recorded session."],
  ]

  private func readme(_ report: ExportReport, synthetic: Bool) -> String {
    var text = """
      Spoken-cue movement drills, recorded by DrillRunner and exported as Motion-BIDS.

      """
    if synthetic {
      text += """

        SYNTHETIC: sessions of this data set that say so in motion.json and sessions.tsv have simulated input. They are
        not measurements of a person.

        """
    }
    text += """

      Every stream of a sensor is a tracking system (tracksys) of its own, because every stream has its own times. The
      LATENCY channel is the time of each sample since the first sample of its tracking system; sampling is not even.
      FirstSampleAfterSessionStart in motion.json puts the tracking systems of a session on one time line. Each has its
      own events.tsv, whose onsets count from its first sample.

      Values are the sensor's, in its own frame, converted to m/s^2, rad/s and uT: not filtered, not resampled, not
      joined. n/a stands where a sample has no value. The recording itself, with raw numbers, device times and hashes, is
      the session bundle, of which this is a copy.

      """
    if !report.warnings.isEmpty {
      text += "\nWhat is not here, or not as it should be\n"
      for warning in report.warnings { text += "- \(BIDSText.cell(warning.text))\n" }
    }
    return text
  }
}
