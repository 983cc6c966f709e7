/// Compares a sealed bundle with what its manifest says was sealed, and with the schema.
public struct BundleVerification: Sendable {
  private let path: String
  private let fileSystem: any FileSystem
  private var differences: [VerificationReport.Difference] = []
  private var notes: [BundleNote] = []

  public init(path: String, fileSystem: any FileSystem = PosixFileSystem()) {
    self.path = path
    self.fileSystem = fileSystem
  }

  /// Checks everything and returns what was found; nothing is changed. Throws a `SchemaError` for another
  /// schema, and a `SessionReadError` where there is no session, or it is being recorded.
  public static func verify(
    _ path: String, fileSystem: any FileSystem = PosixFileSystem()
  ) throws -> VerificationReport {
    var verification = BundleVerification(path: path, fileSystem: fileSystem)
    return try verification.run()
  }

  private mutating func run() throws -> VerificationReport {
    let names = try SessionReader.listing(path, fileSystem)
    let session = try SessionReader.read(path, fileSystem: fileSystem)
    let manifest = session.manifest
    if session.state == .recording {
      throw SessionReadError.recording(path: path)
    }
    if manifest.state == .recording {
      add(.seal, "manifest.json", .neverSealed)
    }
    let files = compareFiles(manifest, names, session)
    // The comparison above says the same with sizes.
    for problem in session.problems where problem.finding != .otherHash {
      add(check(problem), problem.file, .problem(problem.finding))
    }
    for stream in session.streams { checkTimes(stream, manifest) }
    checkIncidents(session)
    checkPermissions(names)
    return VerificationReport(
      path: path, state: session.state, files: files, differences: differences, notes: notes)
  }

  private mutating func add(
    _ check: VerificationReport.Check, _ file: String, _ what: SessionDifference
  ) {
    differences.append(VerificationReport.Difference(check: check, file: file, what: what))
  }

  private func check(_ problem: MotionSession.Problem) -> VerificationReport.Check {
    switch problem.finding {
    case .holes: .sequence
    case .otherRowCount, .otherEventCount: .count
    default: .schema
    }
  }

  // MARK: Files

  private mutating func compareFiles(
    _ manifest: Manifest, _ names: [String], _ session: MotionSession
  ) -> [VerificationReport.File] {
    var rows: [String: Int] = [manifest.eventsFile: session.events.count]
    for stream in session.streams {
      let entry = manifest.streams.first { $0.description.name == stream.description.name }
      if let file = entry?.file { rows[file] = stream.count }
    }
    var files: [VerificationReport.File] = []
    for entry in manifest.files {
      var file = VerificationReport.File(
        name: entry.name, bytes: nil, rows: rows[entry.name], isAsSealed: false)
      defer { files.append(file) }
      guard SessionReader.isPlainName(entry.name) else {
        add(.schema, "manifest.json", .namesOutside)
        continue
      }
      guard names.contains(entry.name) else {
        add(.hash, entry.name, .missing(bytes: entry.bytes))
        continue
      }
      do throws(FileError) {
        let found = try fileSystem.digest(of: entry.name, in: path)
        file.bytes = found.bytes
        file.isAsSealed = found == entry
        if found.bytes != entry.bytes {
          add(.hash, entry.name, .otherSize(bytes: found.bytes, sealed: entry.bytes))
        } else if found.sha256 != entry.sha256 {
          add(.hash, entry.name, .otherBytes(bytes: found.bytes))
        }
      } catch {
        add(.hash, entry.name, .unreadable(reason: error.cause))
      }
    }
    guard manifest.state != .recording else { return files }
    let listed = Set(manifest.files.map(\.name)).union(["manifest.json", ".lock", "derived"])
    for name in names where !listed.contains(name) {
      add(.hash, name, .added)
    }
    return files
  }

  // MARK: Rows

  /// Receipts come from one clock in one thread: they never go backwards. Device times are kept as delivered,
  /// so what they do is a note.
  private mutating func checkTimes(_ stream: MotionStream, _ manifest: Manifest) {
    let entry = manifest.streams.first { $0.description.name == stream.description.name }
    let file = entry?.file ?? stream.description.name
    func backwards(_ times: [Int64]) -> (first: Int, count: Int)? {
      var first: Int?
      var count = 0
      for index in times.indices.dropFirst()
      where times[index] < times[index - 1] && times[index] != MotionStream.absent
        && times[index - 1] != MotionStream.absent
      {
        first = first ?? index
        count += 1
      }
      return first.map { ($0, count) }
    }
    if let found = backwards(stream.receiptNs) {
      add(.time, file, .timeBackwards(times: found.count, row: stream.sequence[found.first]))
    }
    if let kernel = stream.kernelNs, let found = backwards(kernel) {
      notes.append(
        .kernelTimeBackwards(file: file, times: found.count, row: stream.sequence[found.first]))
    }
    guard case .integers(let device) = stream.deviceTime, let found = backwards(device) else { return }
    let wraps = manifest.clocks.first { $0.name == stream.description.clock }?.wrapsAt != nil
    notes.append(
      .deviceTimeBackwards(
        file: file, times: found.count, row: stream.sequence[found.first], wraps: wraps))
  }

  /// Incident events against the manifest's counts.
  private mutating func checkIncidents(_ session: MotionSession) {
    guard session.manifest.state != .recording else { return }
    var found: [String: Int64] = [:]
    for event in session.events where event.knownKind == .incident { found[event.label, default: 0] += 1 }
    let told = session.manifest.incidents
    for label in Set(found.keys).union(told.keys).sorted()
    where found[label, default: 0] != (told[label]?.integer ?? 0) {
      add(
        .count, session.manifest.eventsFile,
        .otherIncidents(
          found: found[label, default: 0], label: label, told: told[label]?.integer ?? 0))
    }
  }

  private mutating func checkPermissions(_ names: [String]) {
    var writable: [String] = []
    for name in names where SessionReader.isPlainName(name) && name != "derived" {
      guard let (descriptor, status) = try? fileSystem.openForReading("\(path)/\(name)") else { continue }
      _ = fileSystem.close(descriptor)
      if status.mode & 0o222 != 0 { writable.append(name) }
    }
    guard !writable.isEmpty else { return }
    notes.append(.writable(files: writable))
  }
}
