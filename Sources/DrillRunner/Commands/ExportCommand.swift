import MotionCore

/// `drillrunner export`: sessions in the formats of other programs.
enum ExportCommand {
  private static let to = Flag(
    name: "to", argument: "FORMAT", values: .words(ExportFormat.allCases.map(\.rawValue)),
    help: "csv, bids or tar")
  private static let output = Flag(
    name: "output", short: "o", argument: "DIR", values: .folders,
    help: "csv, bids: the folder to make; tar: the folder to put it in, or a name that ends in .tar")
  private static let force = Flag(name: "force", help: "replace an earlier export")
  private static let subject = Flag(
    name: "subject", argument: "LABEL", help: "bids: the subject of all sessions (default: unnamed)")
  private static let label = Flag(
    name: "label", argument: "SESSION=SUBJECT[/LABEL]", repeats: true,
    help: "bids: the subject, and the session label, of one session")

  static let spec = CommandSpec(
    name: "export", arguments: "SESSION…", argumentCount: 1...10_000,
    summary: "copy sessions into another format: csv, bids, tar",
    details: """
      csv   a folder of tables: every stream, the events, the trials and transitions of the analysis
      bids  a Motion-BIDS data set of one or several sessions
      tar   the whole session as one archive

      A session is a path, the beginning of a uuid, or "last". Sessions are only read. The result has its name
      only when it is whole; what stands there already is kept, and with --force an earlier export is replaced.
      """,
    flags: [to, output, force, subject, label, .sessions],
    run: run)

  @Sendable private static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
    guard let text = invocation.value(to) else {
      throw UsageError("export", .formatMissing)
    }
    guard let format = ExportFormat(rawValue: text) else {
      let near = Suggestion.nearest(to: text, among: ExportFormat.allCases.map(\.rawValue))
      throw UsageError("export", .unknownFormat(text: text, meant: near))
    }
    if format != .bids, invocation.has(subject) || invocation.has(label) {
      throw UsageError("export", .labelsOfBIDS)
    }
    let sources = try sources(invocation)
    for (sources, target) in try targets(format, sources, invocation.value(output)) {
      let result = try SessionExport(
        format: format, sources: sources, target: target, force: invocation.has(force),
        programVersion: Version.number
      ).run()
      if result.synthetic {
        console.result(.synthetic)
      }
      console.result(.exported(target: result.target))
      for warning in result.warnings { console.notice(.export(warning)) }
    }
    return .done
  }

  /// The sessions that were asked for, with their labels.
  private static func sources(_ invocation: Invocation) throws -> [ExportSource] {
    var labels: [String: (subject: String, label: String?)] = [:]
    for text in invocation.all(label) {
      // A session's path may hold "=" and "/", a label neither.
      guard let equals = text.lastIndex(of: "="), equals > text.startIndex else {
        throw UsageError("export", .labelWithoutEquals(text: text))
      }
      let asked = String(text[..<equals])
      let parts = text[text.index(after: equals)...].split(separator: "/", omittingEmptySubsequences: false)
      guard invocation.arguments.contains(asked) else {
        throw UsageError("export", .labelOfOther(asked: asked))
      }
      guard parts.count <= 2, labels[asked] == nil else {
        throw UsageError("export", .labelOfTooMuch(text: text))
      }
      labels[asked] = (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    }
    let store = invocation.store
    return try invocation.arguments.map { asked in
      ExportSource(
        path: try store.resolve(asked), subject: labels[asked]?.subject ?? invocation.value(subject),
        label: labels[asked]?.label)
    }
  }

  /// What is made where: one result, or with tar one for each session.
  private static func targets(
    _ format: ExportFormat, _ sources: [ExportSource], _ output: String?
  ) throws -> [([ExportSource], String)] {
    func name(_ source: ExportSource) -> String {
      ExportTarget.name(ofSession: source.path)
    }
    if output == "" {
      throw UsageError("export", .emptyOutput)
    }
    guard format == .tar else {
      let stem = sources.count == 1 ? name(sources[0]) : "drillrunner"
      return [(sources, output ?? "./\(stem)-\(format.rawValue)")]
    }
    if let output, output.hasSuffix(".tar") {
      guard sources.count == 1 else {
        throw UsageError("export", .oneArchive(sessions: sources.count))
      }
      return [(sources, output)]
    }
    return sources.map { ([$0], "\(output ?? ".")/\(name($0)).tar") }
  }
}
