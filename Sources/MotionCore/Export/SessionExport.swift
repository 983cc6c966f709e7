/// The formats of an export.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// A folder of tables for pandas and the like.
  case csv
  /// A Motion-BIDS data set.
  case bids
  /// The whole bundle as one archive.
  case tar
}

/// What an export has made.
public struct ExportResult: Sendable {
  /// The file or folder that was made.
  public var target: String
  /// Whether any session in it is simulated.
  public var synthetic: Bool
  /// What is not in it, or not as it should be.
  public var warnings: [ExportWarning]
}

/// Copies sessions into another format. Sessions are only read. The result is made beside the target under a temporary
/// name, synced, and renamed when it is whole.
public struct SessionExport: Sendable {
  public var format: ExportFormat
  /// One or more; one for `tar`.
  public var sources: [ExportSource]
  /// The file or folder to make.
  public var target: String
  /// Whether an earlier export at the target is replaced.
  public var force: Bool
  /// The version of the program, for the result's own description.
  public var programVersion: String
  private let fileSystem: any FileSystem
  private let archive: ArchiveCalls

  public init(
    format: ExportFormat, sources: [ExportSource], target: String, force: Bool = false,
    programVersion: String,
    fileSystem: any FileSystem = PosixFileSystem(), archiveFaults: FaultPlan? = nil
  ) {
    self.format = format
    self.sources = sources
    self.target = target
    self.force = force
    self.programVersion = programVersion
    self.fileSystem = fileSystem
    archive = ArchiveCalls(faults: archiveFaults)
  }

  /// Makes the export. Throws an `ExportError`; sessions and target are then as they were.
  public func run() throws(ExportError) -> ExportResult {
    let target = ExportPath.resolved(target)
    var sessions: [HeldSession] = []
    for source in sources {
      let session = try HeldSession(source.path, fileSystem: fileSystem)
      try check(session, target)
      guard !sessions.contains(where: { $0.path == session.path }) else {
        throw .namedTwice(session: session.name)
      }
      _ = format == .tar ? nil : try session.readManifest()
      sessions.append(session)
    }
    guard let first = sessions.first, format != .tar || sessions.count == 1 else {
      throw .severalInOneArchive
    }
    let bids = format == .bids ? try BIDSExport(sessions, sources, programVersion: programVersion) : nil

    let stage = try ExportStage(
      target: target, isFolder: format != .tar, force: force, fileSystem: fileSystem
    ) { (existing) throws(ExportError) in
      try mayReplace(existing, target)
    }
    var report = ExportReport()
    do throws(ExportError) {
      let folder = ExportFolder(path: stage.result, target: target, fileSystem: fileSystem)
      switch format {
      case .tar:
        try TarExport(session: first, fileSystem: fileSystem, calls: archive)
          .write(to: stage.result, target: target, &report)
      case .csv:
        try folder.make()
        for session in sessions {
          let inner = sessions.count == 1 ? folder : try folder.folder(CSVName.file(session.name))
          try CSVExport(session: try session.read(), programVersion: programVersion).write(to: inner, &report)
          try inner.sync()
        }
        if sessions.count > 1 {
          try folder.write(
            CSVExport.description(ofSessions: sessions.map(\.name), programVersion: programVersion),
            to: CSVExport.descriptionName)
        }
        try folder.sync()
      case .bids:
        try folder.make()
        try bids?.write(to: folder, &report)
        try folder.sync()
      }
    } catch {
      stage.abandon()
      throw error
    }
    report.warnings += try stage.commit()
    return ExportResult(target: target, synthetic: report.synthetic, warnings: report.warnings)
  }

  private func check(_ session: HeldSession, _ target: String) throws(ExportError) {
    guard !ExportPath.lies(target, in: session.path) else {
      throw .insideSession(target: target, session: session.name)
    }
    guard !ExportPath.lies(session.path, in: target) else {
      throw .wouldReplaceSession(target: target, session: session.name)
    }
  }

  /// Only an export is replaced: a folder that holds anything else would be lost by a slip of the hand.
  private func mayReplace(_ existing: ExportStage.Existing, _ target: String) throws(ExportError) {
    let fits =
      switch existing {
      case .file: format == .tar
      case .emptyFolder: format != .tar
      case .folder: format != .tar && isExport(target)
      case .nothing, .other: false
      }
    guard fits else {
      throw .notAnExport(target: target)
    }
  }

  private func isExport(_ folder: String) -> Bool {
    func json(_ name: String) -> JSONValue? {
      guard let bytes = try? fileSystem.readFile("\(folder)/\(name)", limit: 1 << 24) else { return nil }
      return try? JSONValue.parse(bytes)
    }
    if json(CSVExport.descriptionName)?["export"]?["program"]?.string == CSVExport.programName { return true }
    return json("dataset_description.json")?["GeneratedBy"]?.array?.first?["Name"]?.string
      == BIDSExport.programName
  }
}

/// What an export has to say beside its result.
struct ExportReport {
  var synthetic = false
  var warnings: [ExportWarning] = []

  /// Notes what is not as it should be in a session.
  mutating func add(_ session: MotionSession) {
    if session.manifest.synthetic { synthetic = true }
    if session.state == .incomplete {
      warnings.append(.incomplete(session: session.name))
    }
    warnings += session.problems.map { .problem(session: session.name, "\($0)") }
  }
}
