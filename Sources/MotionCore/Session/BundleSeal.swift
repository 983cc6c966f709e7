#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension BundleWriter {
  /// Writes what waits for the last time. On a full disk the reserve is released; rows that find no room even
  /// then are dropped and counted. Further events may follow until `seal`.
  func drain() {
    isDiskFull = false
    flush()
    guard isDiskFull else { return }
    releaseReserve()
    isDiskFull = false
    // Events first: they say what happened.
    flush(files[0])
    let share = BundleWriter.reserveForRows / max(1, files.count - 1)
    for file in files.dropFirst() {
      file.limitUnwritten(to: share)
      flush(file)
    }
    guard isDiskFull else { return }
    for file in files.dropFirst() { file.limitUnwritten(to: 0) }
    isDiskFull = false
    flush(files[0])
  }

  private func releaseReserve() {
    guard !reserveReleased else { return }
    reserveReleased = true
    _ = retrying { fileSystem.ftruncate(lockDescriptor, to: 0) }
  }

  /// Syncs everything written. A failed sync moves the rows in doubt to a new segment, which is synced in its
  /// place; returns the names of files whose rows are not safe in the end.
  func syncAll() -> [String] {
    var unsafe: [String] = []
    for (number, file) in files.enumerated() {
      var isSafe = false
      while !file.isDead, !isSafe {
        let segment = file.segment
        let task = SyncTask(
          file: number, segment: segment, descriptor: file.descriptor, upTo: file.writtenBytes)
        let result = retrying { fileSystem.fsync(file.descriptor) }
        endCheckpoint(task, result: result)
        isSafe = result >= 0 && file.segment == segment
      }
      if !isSafe || file.unwrittenBytes > 0 { unsafe.append(file.name) }
    }
    return unsafe
  }

  /// The seal, after everything accepted was drained and synced: read back, verify, replace the manifest, read
  /// it back, set the permissions, release the lock.
  func seal(
    state: SessionState, incidents: JSONObject, calibration: JSONValue?, summarize: StreamSummarizer?,
    update: (inout Manifest) -> Void
  ) throws(SealError) -> (manifest: Manifest, notes: [BundleNote]) {
    releaseReserve()
    do throws(FileError) {
      if let calibration { try write(calibration) }
      try fileSystem.syncFolder(path)
    } catch {
      throw SealError.file(path: path, error)
    }
    var sealed = manifest
    update(&sealed)
    let notes = cutSuspects()
    sealed.uuid = manifest.uuid
    sealed.state = isDamaged && state == .complete ? .interrupted : state
    sealed.incidents = incidents
    sealed.calibrationFile = calibration == nil ? nil : Calibration.fileName
    sealed.eventsFile = manifest.eventsFile
    sealed.files = try verifyFixedFiles()
    try verifyEvents(&sealed)
    for index in manifest.streams.indices {
      try verifyStream(index, &sealed, summarize)
    }
    do throws(FileError) {
      try fileSystem.replaceFile("manifest.json", in: path, sealed.fileBytes)
      let bytes = try fileSystem.readFile("\(path)/manifest.json", limit: 1 << 26)
      guard bytes == sealed.fileBytes else {
        throw FileError(call: "read", path: "\(path)/manifest.json", code: EIO)
      }
    } catch {
      throw SealError.file(path: path, error)
    }
    manifest = sealed
    isSealed = true
    defer { closeFiles() }
    return (sealed, notes + BundleProtection.protect(manifest.files.map(\.name), in: path, fileSystem))
  }

  /// Writes `calibration.json`, whole or not at all; a seal that is repeated writes it again.
  private func write(_ calibration: JSONValue) throws(FileError) {
    var bytes: [UInt8] = []
    calibration.withoutNonFinite.write(to: &bytes, layout: .indented)
    bytes.append(UInt8(ascii: "\n"))
    try fileSystem.replaceFile(Calibration.fileName, in: path, bytes)
    fixedFiles.removeAll { $0.name == Calibration.fileName }
    fixedFiles.append(
      Manifest.FileEntry(
        name: Calibration.fileName, bytes: Int64(bytes.count), sha256: SHA256Hash.hex(bytes)))
  }

  /// Cuts ended segments back to what a sync has confirmed. Everything after that is safe in a later segment by
  /// now; here it may be on the disk or not, and would change the sealed file at the next power cut. Returns
  /// what could not be cut.
  private func cutSuspects() -> [BundleNote] {
    var notes: [BundleNote] = []
    for suspect in files.flatMap(\.suspects) {
      let target = "\(path)/\(suspect.name)"
      do throws(FileError) {
        let descriptor = try fileSystem.openFile(target, flags: O_WRONLY | O_NOFOLLOW)
        defer { _ = fileSystem.close(descriptor) }
        try fileSystem.check("ftruncate", target) {
          fileSystem.ftruncate(descriptor, to: suspect.syncedBytes)
        }
        try fileSystem.check("fsync", target) { fileSystem.fsync(descriptor) }
      } catch {
        notes.append(.doubtfulTail(error))
      }
    }
    return notes
  }

  private func verifyFixedFiles() throws(SealError) -> [Manifest.FileEntry] {
    for entry in fixedFiles {
      do throws(FileError) {
        let bytes = try fileSystem.readFile("\(path)/\(entry.name)", limit: Int(entry.bytes))
        guard SHA256Hash.hex(bytes) == entry.sha256 else { throw differs(entry.name) }
      } catch {
        throw SealError.file(path: path, error)
      }
    }
    return fixedFiles
  }

  /// A file that reads back otherwise than it was written.
  private func differs(_ name: String) -> FileError {
    FileError(call: "read", path: "\(path)/\(name)", code: EIO)
  }

  private func check(_ file: BundleFile, _ entries: [Manifest.FileEntry]) throws(SealError) {
    for entry in entries where entry.name == file.name {
      guard entry.bytes == file.writtenBytes, entry.sha256 == file.hash.hex else {
        throw SealError.differs(path: path, file: entry.name, bytes: entry.bytes, written: file.writtenBytes)
      }
    }
    guard entries.contains(where: { $0.name == file.name }) else {
      throw SealError.notReadBack(path: path, file: file.name)
    }
  }

  private func verifyEvents(_ sealed: inout Manifest) throws(SealError) {
    let file = files[0]
    dropCaches(file)
    let found = EventFileReader(folder: path, fileSystem: fileSystem)
      .read([file.baseName] + file.furtherSegments)
    try check(file, found.files)
    let expected = file.rows - file.notWritten
    guard found.events.count == expected else {
      throw SealError.fewerEvents(
        path: path, file: file.name, found: found.events.count, written: expected)
    }
    sealed.eventsSegments = file.furtherSegments
    sealed.eventsCount = expected
    sealed.files += found.files
  }

  private func verifyStream(
    _ index: Int, _ sealed: inout Manifest, _ summarize: StreamSummarizer?
  ) throws(SealError) {
    guard let number = fileOfStream[index], sealed.streams.indices.contains(index) else { return }
    let file = files[number]
    dropCaches(file)
    let found = RowFileReader(folder: path, fileSystem: fileSystem)
      .read([file.baseName] + file.furtherSegments, manifest.streams[index].description)
    try check(file, found.files)
    let expected = file.rows - file.notWritten
    guard found.stream.count == expected else {
      throw SealError.fewerRows(
        path: path, file: file.name, found: found.stream.count, written: expected,
        problem: found.problems.first.map { "\($0)" })
    }
    sealed.streams[index].file = file.baseName
    sealed.streams[index].segments = file.furtherSegments
    sealed.streams[index].count = expected
    if file.notWritten > 0 {
      sealed.streams[index].losses["not_written"] = .integer(Int64(file.notWritten))
    }
    sealed.files += found.files
    guard let summarize else { return }
    let name = found.stream.description.clock
    let clock = sealed.clocks.firstIndex { $0.name == name }
    let summary = summarize(found.stream, clock.map { sealed.clocks[$0] })
    sealed.streams[index].statistics = summary.statistics
    if let clock, let mapping = summary.mapping, sealed.clocks[clock].mapping == nil {
      sealed.clocks[clock].mapping = mapping
    }
  }

  /// Has the next read come from the disk, where the system can do so; where not, the read still finds what the
  /// system holds.
  private func dropCaches(_ file: BundleFile) {
    _ = fileSystem.dropCache(file.descriptor)
  }

}

extension SealError {
  /// Says beside the bundle that it could not be sealed, in `<bundle>.incident.jsonl`. Best effort: the caller
  /// reports the failure anyway.
  func note(at host: HostTime, fileSystem: any FileSystem) {
    let target = "\(path).incident.jsonl"
    let row: JSONValue = [
      "kind": "incident", "label": "seal_failed", "host_ns": .integer(host.nanoseconds),
      "reason": .string(cause),
    ]
    do throws(FileError) {
      let descriptor = try fileSystem.openFile(target, flags: O_WRONLY | O_CREAT, mode: 0o644)
      defer { _ = fileSystem.close(descriptor) }
      let end = try fileSystem.status(of: descriptor, target).bytes
      try fileSystem.writeAll(Array((row.text() + "\n").utf8), to: descriptor, at: end, target)
      try fileSystem.check("fsync", target) { fileSystem.fsync(descriptor) }
      if let slash = path.lastIndex(of: "/") { try fileSystem.syncFolder(String(path[..<slash])) }
    } catch {}
  }
}
