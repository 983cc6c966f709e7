import MotionCore

/// `drillrunner verify`: is a session still what was sealed.
enum VerifyCommand {
  static let spec = CommandSpec(
    name: "verify", arguments: "SESSION", argumentCount: 1...1,
    summary: "check that a session is exactly what was sealed",
    details: """
      Checks every file's size and SHA-256, the counts, holes in sequence numbers, the order of receipt times,
      and the schema; says where the session differs from what was sealed. Changes nothing.
      Exit code 0: no difference; 7: a difference, or the session was never sealed.
      """,
    flags: [.sessions, .json],
    run: { invocation, console in
      let path = try invocation.store.resolve(invocation.arguments[0])
      let report = try BundleVerification.verify(path)
      if invocation.has(.json) {
        console.json(json(report))
      } else {
        console.document(table(report))
        console.result(
          report.isVerified
            ? .verified(report.state) : .notVerified(differences: report.differences.count))
      }
      for note in report.notes { console.notice(.bundleNote(note)) }
      return report.isVerified ? .done : .badInput
    })

  private static func table(_ report: VerificationReport) -> String {
    var lines = TextColumns.aligned(
      [["file", "bytes", "rows", "SHA-256"]]
        + report.files.map { file in
          [
            Printable.text(file.name), file.bytes.map { "\($0)" } ?? FileWord.notThere.text,
            file.rows.map { "\($0)" } ?? "", (file.isAsSealed ? FileWord.asSealed : .differs).text,
          ]
        }, right: [1, 2], width: 100)
    for difference in report.differences {
      lines.append("\(difference.check.rawValue): \(Printable.text(difference.description))")
    }
    return lines.joined(separator: "\n")
  }

  private static func json(_ report: VerificationReport) -> JSONValue {
    [
      "path": .string(report.path), "state": .string(report.state.rawValue),
      "verified": .bool(report.isVerified),
      "files": .array(
        report.files.map { file in
          [
            "name": .string(file.name),
            "bytes": file.bytes.map { .integer($0) } ?? .unavailable(ReportReason.unreadable),
            "rows": file.rows.map { .integer(Int64($0)) } ?? .unavailable(ReportReason.noRows),
            "as_sealed": .bool(file.isAsSealed),
          ]
        }),
      "differences": .array(
        report.differences.map {
          ["check": .string($0.check.rawValue), "file": .string($0.file), "text": .string($0.text)]
        }),
      "notes": .array(report.notes.map { .string($0.text) }),
    ]
  }
}
