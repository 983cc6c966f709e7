#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Seals a bundle whose recording process died, as `incomplete`: every whole row is kept, bytes that belong to
/// no row are moved to a file of their own, and the manifest says what was done.
///
/// Each step is whole or not at all, and may be repeated: a recovery that is itself killed is simply run again.
public struct BundleRecovery: Sendable {
  private let path: String
  private let fileSystem: any FileSystem
  private let summarize: StreamSummarizer?

  public init(
    path: String, fileSystem: any FileSystem = PosixFileSystem(), summarize: StreamSummarizer? = nil
  ) {
    self.path = path
    self.fileSystem = fileSystem
    self.summarize = summarize
  }

  /// Recovers the bundle. `wall` (RFC 3339) and `app` say in the manifest when and by what.
  ///
  /// Throws a `RecoveryError` for a bundle that is being recorded or was sealed, which is never touched; a
  /// `SchemaError` for one of another schema; a `SessionReadError` where there is no session; a `FileError`
  /// where a file cannot be read or written: the bundle then still opens as before.
  public func recover(wall: String, app: Manifest.App) throws -> RecoveryReport {
    _ = try SessionReader.listing(path, fileSystem)
    let lock = try takeLock()
    defer { _ = fileSystem.close(lock) }
    try refuseSealed()
    // The room that was held back for sealing.
    freeReserve()
    let names = try SessionReader.listing(path, fileSystem)
    for name in names where name.hasPrefix(".") && name.hasSuffix(".new") {
      _ = fileSystem.unlink("\(path)/\(name)")
    }
    let found = try SessionReader.manifest(path, names, fileSystem)
    if names.contains("manifest.json"), found.hashes["manifest.json"] == nil {
      throw FileError(call: "read", path: "\(path)/manifest.json", code: EIO)
    }
    var problems = found.problems
    if !problems.isEmpty { try keepDamagedManifest(names) }
    var manifest = found.manifest
    SessionReader.addUndescribedStreams(names, &manifest, &problems)
    let files = try salvage(&manifest, names, &problems)

    // Read as any reader does: what it finds is what is sealed.
    let session = try SessionReader.read(path, fileSystem: fileSystem)
    // A reader goes on without a file that it cannot read; to seal without it would lose it.
    for file in files where session.inputHashes[file.name] == nil {
      throw FileError(call: "read", path: "\(path)/\(file.name)", code: EIO)
    }
    problems += holes(session)
    try describe(session, &manifest, &problems)
    manifest.state = .incomplete
    manifest.unknown["recovery"] = RecoveryReport.json(files, problems: problems, wall: wall, app: app)
    try fileSystem.syncFolder(path)
    try fileSystem.replaceFile("manifest.json", in: path, manifest.fileBytes)
    try readBack(manifest)
    let notes = BundleProtection.protect(manifest.files.map(\.name), in: path, fileSystem)
    return RecoveryReport(
      path: path, files: files, problems: problems, manifest: manifest, notes: notes)
  }

  // MARK: Whether it may be touched

  private func takeLock() throws -> Int32 {
    let target = "\(path)/.lock"
    let descriptor: Int32
    do throws(FileError) {
      descriptor = try fileSystem.openForReading(target).descriptor
    } catch {
      guard error.code == ENOENT else { throw error }
      // A copy without its hidden files: nobody can hold what is not there.
      descriptor = try fileSystem.openFile(target, flags: O_RDONLY | O_CREAT | O_EXCL, mode: 0o644)
    }
    do throws(FileError) {
      try fileSystem.check("flock", target) { fileSystem.lock(descriptor, operation: LOCK_EX | LOCK_NB) }
    } catch {
      _ = fileSystem.close(descriptor)
      guard error.code == EWOULDBLOCK else { throw error }
      throw RecoveryError.recording(path: path)
    }
    return descriptor
  }

  private func refuseSealed() throws {
    let target = "\(path)/manifest.json"
    let bytes: [UInt8]
    let status: FileStatus
    do throws(FileError) {
      let (descriptor, found) = try fileSystem.openForReading(target)
      _ = fileSystem.close(descriptor)
      status = found
      bytes = try fileSystem.readFile(target, limit: SessionReader.maximumManifest)
    } catch {
      guard error.code == ENOENT else { throw error }
      return
    }
    if let text = (try? JSONValue.parse(bytes))?["state"]?.string, let state = SessionState(rawValue: text) {
      if state != .recording { throw RecoveryError.sealed(path: path, state: state) }
    } else if status.mode & 0o222 == 0 {
      throw RecoveryError.damagedManifest(path: path)
    }
  }

  private func freeReserve() {
    guard let descriptor = try? fileSystem.openFile("\(path)/.lock", flags: O_WRONLY | O_NOFOLLOW) else {
      return
    }
    _ = fileSystem.ftruncate(descriptor, to: 0)
    _ = fileSystem.close(descriptor)
  }

  // MARK: Parts

  /// A manifest that this program could not read whole stays beside the one that takes its place.
  private func keepDamagedManifest(_ names: [String]) throws(FileError) {
    guard names.contains("manifest.json"), !names.contains("manifest.json.dropped") else { return }
    let bytes = try fileSystem.readFile("\(path)/manifest.json", limit: SessionReader.maximumManifest)
    try fileSystem.replaceFile("manifest.json.dropped", in: path, bytes)
  }

  private func salvage(
    _ manifest: inout Manifest, _ names: [String], _ problems: inout [MotionSession.Problem]
  ) throws -> [RecoveryReport.File] {
    let salvage = LineSalvage(folder: path, fileSystem: fileSystem)
    let present = Set(names)
    // Each file is salvaged once, however many entries name it.
    var opened: Set<String> = []
    var files: [RecoveryReport.File] = []
    func take(_ name: String, _ judge: LineSalvage.Judge) throws {
      do throws(FileError) {
        let result = try salvage.salvage(name, judge: judge)
        files.append(
          RecoveryReport.File(
            name: name, rowsKept: result.rowsKept, bytesDropped: result.bytesDropped,
            lastGood: result.lastGood, droppedFile: result.droppedFile))
      } catch {
        // A link, a folder, a device in its place: it is not of the bundle, and is left alone.
        guard error.isNotRegular else { throw error }
        problems.append(
          MotionSession.Problem(name, .notRegular))
      }
    }
    for index in manifest.streams.indices {
      let entry = manifest.streams[index]
      guard let file = entry.file else { continue }
      let wanted = SessionReader.segments(file, entry.segments, present, &opened, &problems)
      manifest.streams[index].segments = wanted.filter { $0 != file }
      guard let (judge, memory) = LineSalvage.rowJudge(entry.description) else { continue }
      for name in wanted { try take(name, judge) }
      withExtendedLifetime(memory) {}
    }
    let events = SessionReader.segments(
      manifest.eventsFile, manifest.eventsSegments, present, &opened, &problems)
    manifest.eventsSegments = events.filter { $0 != manifest.eventsFile }
    for name in events { try take(name, LineSalvage.judgeEvent) }
    return files
  }

  private func holes(_ session: MotionSession) -> [MotionSession.Problem] {
    var problems: [MotionSession.Problem] = []
    func look(_ numbers: some Sequence<Int64>, _ file: String, _ what: String) {
      var expected: Int64 = 0
      for number in numbers {
        if number != expected {
          problems.append(
            MotionSession.Problem(file, .hole(what: what, number: number, after: expected - 1)))
          return
        }
        expected = number &+ 1
      }
    }
    for (stream, entry) in session.streams.map({ stream in
      (stream, session.manifest.streams.first { $0.description.name == stream.description.name })
    }) {
      look(stream.sequence, entry?.file ?? stream.description.name, "row")
    }
    look(session.events.map(\.sequence), session.manifest.eventsFile, "event")
    return problems
  }

  /// Counts, statistics, mappings, incidents and hashes, from what was read.
  private func describe(
    _ session: MotionSession, _ manifest: inout Manifest, _ problems: inout [MotionSession.Problem]
  ) throws {
    for stream in session.streams {
      guard
        let index = manifest.streams.firstIndex(where: { $0.description.name == stream.description.name })
      else { continue }
      manifest.streams[index].count = stream.count
      guard let summarize else { continue }
      let clock = manifest.clocks.firstIndex { $0.name == stream.description.clock }
      let summary = summarize(stream, clock.map { manifest.clocks[$0] })
      manifest.streams[index].statistics = summary.statistics
      if let clock, let mapping = summary.mapping, manifest.clocks[clock].mapping == nil {
        manifest.clocks[clock].mapping = mapping
      }
    }
    manifest.eventsCount = session.events.count
    manifest.incidents = [:]
    for event in session.events where event.knownKind == .incident {
      manifest.incidents[event.label] = .integer((manifest.incidents[event.label]?.integer ?? 0) + 1)
    }
    manifest.files = []
    for name in try fileSystem.names(in: path) {
      guard SessionReader.isPlainName(name), name != "manifest.json", name != "derived" else { continue }
      do throws(FileError) {
        manifest.files.append(try fileSystem.digest(of: name, in: path))
      } catch {
        guard error.isNotRegular else { throw error }
        let problem = MotionSession.Problem(name, .notRegularUnsealed)
        if !problems.contains(where: { $0.file == name }) { problems.append(problem) }
      }
    }
  }

  private func readBack(_ manifest: Manifest) throws {
    let bytes = try fileSystem.readFile("\(path)/manifest.json", limit: SessionReader.maximumManifest)
    guard bytes == manifest.fileBytes else {
      throw FileError(call: "read", path: "\(path)/manifest.json", code: EIO)
    }
    for entry in manifest.files {
      guard try fileSystem.digest(of: entry.name, in: path) == entry else {
        throw FileError(call: "read", path: "\(path)/\(entry.name)", code: EIO)
      }
    }
  }
}
