import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a session bundle: manifest, rows, events, calibration. What is damaged is named in the session's
/// problems; the rest is there.
public enum SessionReader {
  /// A manifest is a few kilobytes; a document of this size still takes a few hundred megabytes of memory.
  static let maximumManifest = 1 << 23

  /// Reads the bundle in the folder `path`. Throws a `SchemaError` for another schema or version, and a
  /// `SessionReadError` where the folder cannot be read or holds no session. Nothing outside of the folder is
  /// read: a name with a slash, a link, a pipe or a device is refused.
  public static func read(
    _ path: String, fileSystem: any FileSystem = PosixFileSystem()
  ) throws -> MotionSession {
    let names = try listing(path, fileSystem)
    var found = try manifest(path, names, fileSystem)
    var problems = found.problems
    var hashes = found.hashes
    addUndescribedStreams(names, &found.manifest, &problems)

    var streams: [MotionStream] = []
    let rows = RowFileReader(folder: path, fileSystem: fileSystem)
    let knownHashes = Dictionary(
      found.manifest.files.map { ($0.name, $0.sha256) }, uniquingKeysWith: { first, _ in first })
    func take(_ files: [Manifest.FileEntry]) {
      for file in files {
        hashes[file.name] = file.sha256
        if let known = knownHashes[file.name], known != file.sha256 {
          problems.append(
            MotionSession.Problem(file.name, .otherHash))
        }
      }
    }
    var wanted: [(entry: Manifest.StreamEntry, files: [String])] = []
    // Each file is read once, however many entries name it.
    var opened: Set<String> = []
    let present = Set(names)
    for entry in found.manifest.streams {
      guard let file = entry.file else { continue }
      if case .unavailable = entry.description.capability { continue }
      let files = segments(file, entry.segments, present, &opened, &problems)
      if !files.isEmpty { wanted.append((entry, files)) }
    }
    let results = inParallel(wanted.count) { [wanted] in
      rows.read(wanted[$0].files, wanted[$0].entry.description)
    }
    for ((entry, files), result) in zip(wanted, results) {
      problems += result.problems
      take(result.files)
      if let count = entry.count, count != result.stream.count {
        problems.append(
          MotionSession.Problem(files[0], .otherRowCount(found: result.stream.count, told: count)))
      }
      streams.append(result.stream)
    }

    let eventFiles = segments(
      found.manifest.eventsFile, found.manifest.eventsSegments, present, &opened, &problems)
    let events = EventFileReader(folder: path, fileSystem: fileSystem).read(eventFiles)
    problems += events.problems
    take(events.files)
    if let count = found.manifest.eventsCount, count != events.events.count {
      problems.append(
        MotionSession.Problem(
          found.manifest.eventsFile, .otherEventCount(found: events.events.count, told: count)))
    }
    let (calibration, calibrationFile) = calibration(path, found.manifest, fileSystem, &problems)
    if let calibrationFile { take([calibrationFile]) }
    return MotionSession(
      name: folderName(path), manifest: found.manifest, state: found.state, streams: streams,
      events: events.events, calibration: calibration, problems: bounded(problems), inputHashes: hashes)
  }

  /// Reads the manifest and the true state alone; rows are not looked at.
  public static func readManifest(
    _ path: String, fileSystem: any FileSystem = PosixFileSystem()
  ) throws -> (manifest: Manifest, state: SessionState) {
    let found = try manifest(path, listing(path, fileSystem), fileSystem)
    return (found.manifest, found.state)
  }

  /// Reads the events alone; rows are not looked at. What is damaged is left out.
  public static func readEvents(
    _ path: String, fileSystem: any FileSystem = PosixFileSystem()
  ) throws -> [EventMarker] {
    let names = try listing(path, fileSystem)
    let found = try manifest(path, names, fileSystem)
    var opened: Set<String> = []
    var problems: [MotionSession.Problem] = []
    let files = segments(
      found.manifest.eventsFile, found.manifest.eventsSegments, Set(names), &opened, &problems)
    return EventFileReader(folder: path, fileSystem: fileSystem).read(files).events
  }

  /// Whether a process holds the bundle's lock: it is being recorded. Looked at for a tenth of a second, since a child that
  /// another thread starts holds the locks of its parent until it runs its own program.
  public static func isHeld(_ path: String, fileSystem: any FileSystem = PosixFileSystem()) -> Bool {
    guard let (descriptor, _) = try? fileSystem.openForReading("\(path)/.lock") else { return false }
    defer { _ = fileSystem.close(descriptor) }
    for attempt in 0..<6 {
      if attempt > 0 { usleep(20_000) }
      do throws(FileError) {
        try fileSystem.check("flock", path) { fileSystem.lock(descriptor, operation: LOCK_SH | LOCK_NB) }
        return false
      } catch {
        guard error.code == EWOULDBLOCK else { return false }
      }
    }
    return true
  }

  /// True for a name that can only mean a file of the bundle itself.
  static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }
  }

  // MARK: Parts

  /// The first of many problems, and how many they were.
  private static func bounded(_ problems: [MotionSession.Problem]) -> [MotionSession.Problem] {
    let more = problems.count - MotionSession.maximumProblems
    guard more > 0 else { return problems }
    return problems.prefix(MotionSession.maximumProblems)
      + [MotionSession.Problem("the bundle", .moreProblems(more))]
  }

  /// The results of `body` for 0..<count, in order, computed on all cores.
  private static func inParallel<Value: Sendable>(
    _ count: Int, _ body: @Sendable (Int) -> Value
  ) -> [Value] {
    let lock = NSLock()
    nonisolated(unsafe) var values = [Value?](repeating: nil, count: count)
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let value = body(index)
      lock.withLock { values[index] = value }
    }
    return values.compactMap { $0 }
  }

  private static func folderName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Whether a file of this name makes a folder a session: the manifest, the events, or the rows of a stream.
  private static func isOfSession(_ name: String) -> Bool {
    name == "manifest.json" || name == "events.jsonl"
      || name.hasSuffix(".jsonl") && StreamKind(rawValue: ManifestDecoder.kindPart(of: name)) != nil
  }

  static func listing(_ path: String, _ fileSystem: any FileSystem) throws -> [String] {
    let names: [String]
    do throws(FileError) {
      names = try fileSystem.names(in: path)
    } catch {
      throw SessionReadError.unreadable(path: path, reason: error.cause)
    }
    guard names.contains(where: isOfSession) else {
      throw SessionReadError.noSession(path: path)
    }
    return names
  }

  static func manifest(
    _ path: String, _ names: [String], _ fileSystem: any FileSystem
  ) throws -> (
    manifest: Manifest, state: SessionState, problems: [MotionSession.Problem], hashes: [String: String]
  ) {
    func problem(_ finding: SessionFinding) -> MotionSession.Problem {
      MotionSession.Problem("manifest.json", finding)
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try fileSystem.readFile("\(path)/manifest.json", limit: maximumManifest)
    } catch {
      return (.unreadable, .incomplete, [problem(.unreadable(reason: error.cause))], [:])
    }
    let hashes = ["manifest.json": SHA256Hash.hex(bytes)]
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue.parse(bytes)
    } catch {
      return (.unreadable, .incomplete, [problem(.notJSON(error))], hashes)
    }
    var decoder = ManifestDecoder(path: path)
    let manifest = try decoder.decode(json)
    var state = manifest.state
    if state == .recording, !isHeld(path, fileSystem: fileSystem) { state = .incomplete }
    if !decoder.problems.isEmpty, state != .recording { state = .incomplete }
    return (manifest, state, decoder.problems.map(problem), hashes)
  }

  /// Streams whose rows are in the folder while the manifest does not name them.
  static func addUndescribedStreams(
    _ names: [String], _ manifest: inout Manifest, _ problems: inout [MotionSession.Problem]
  ) {
    let described = Set(manifest.streams.flatMap { [$0.file].compactMap { $0 } + $0.segments })
    let places = Dictionary(
      manifest.streams.enumerated().map { ($1.description.name, $0) }, uniquingKeysWith: { first, _ in first }
    )
    for name in names where name.hasSuffix(".jsonl") && name != manifest.eventsFile {
      guard isPlainName(name), !described.contains(name), !name.dropLast(6).contains("."),
        let kind = StreamKind(rawValue: ManifestDecoder.kindPart(of: name))
      else { continue }
      let stream = String(name.dropLast(6))
      if let index = places[stream] {
        if manifest.streams[index].file == nil { manifest.streams[index].file = name }
        continue
      }
      problems.append(
        MotionSession.Problem(name, .unnamedFile))
      manifest.streams.append(Manifest.undescribed(stream, kind, file: name))
    }
  }

  /// A file's segments: those that the manifest lists, and those in the folder that it does not list yet.
  static func segments(
    _ file: String, _ listed: [String], _ names: Set<String>, _ opened: inout Set<String>,
    _ problems: inout [MotionSession.Problem]
  ) -> [String] {
    var wanted = [file] + listed
    let known = Set(wanted)
    for number in 1...BundleWriter.maximumSegments {
      let name = BundleFile.segmentName(file, number)
      if names.contains(name), !known.contains(name) { wanted.append(name) }
    }
    return wanted.filter { name in
      guard isPlainName(name) else {
        problems.append(
          MotionSession.Problem("manifest.json", .namesOutside))
        return false
      }
      guard names.contains(name) else {
        problems.append(MotionSession.Problem(Printable.excerpt(name), .missing))
        return false
      }
      guard opened.insert(name).inserted else {
        problems.append(
          MotionSession.Problem(name, .namedTwice))
        return false
      }
      return true
    }
  }

  private static func calibration(
    _ path: String, _ manifest: Manifest, _ fileSystem: any FileSystem,
    _ problems: inout [MotionSession.Problem]
  ) -> (Calibration?, Manifest.FileEntry?) {
    guard let name = manifest.calibrationFile else { return (nil, nil) }
    func problem(_ finding: SessionFinding) {
      problems.append(MotionSession.Problem("calibration.json", finding))
    }
    guard isPlainName(name) else {
      problem(.namesOutsideItself)
      return (nil, nil)
    }
    do {
      let bytes = try fileSystem.readFile("\(path)/\(name)", limit: maximumManifest)
      let entry = Manifest.FileEntry(name: name, bytes: Int64(bytes.count), sha256: SHA256Hash.hex(bytes))
      let calibration = Calibration(json: try JSONValue.parse(bytes))
      if calibration == nil { problem(.noCalibrationVersion) }
      return (calibration, entry)
    } catch let error as JSONError {
      problem(.notJSON(error))
    } catch {
      problem(.unreadable(reason: (error as? FileError)?.cause ?? "\(error)"))
    }
    return (nil, nil)
  }
}
