#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a bundle holds from its first moment on.
public struct BundlePlan: Sendable {
  /// Everything already known. State, stream files, counts and hashes are set by the writer.
  public var manifest: Manifest
  /// The exact bytes of the drill file, for `protocol.yaml`.
  public var protocolText: [UInt8]
  /// `timeline.json`.
  public var timeline: JSONValue

  public init(manifest: Manifest, protocolText: [UInt8], timeline: JSONValue) {
    self.manifest = manifest
    self.protocolText = protocolText
    self.timeline = timeline
  }

  /// The bundle's folder name: `20261130T101502Z-garage-1f3a9c2e`.
  public var folderName: String {
    let wall = manifest.anchors.first { $0.at == .start }?.wall ?? ""
    return "\(FolderName.utcStamp(wall))-\(FolderName.slug(manifest.drill.title))-\(manifest.uuid.prefix(8))"
      .replacing("/", with: "-")
  }
}

/// The parts of a bundle's folder name.
enum FolderName {
  /// Lower-case ASCII letters and digits, everything else as single hyphens; "session" where nothing is left.
  static func slug(_ title: String) -> String {
    let parts = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let slug = String(parts.joined(separator: "-").prefix(40))
    return slug.isEmpty ? "session" : slug
  }

  /// "20261130T101502Z" for the RFC 3339 time "2026-11-30T12:15:02.5+02:00"; "unknown" where it is not one.
  static func utcStamp(_ wall: String) -> String {
    let bytes = Array(wall.utf8)
    func number(_ start: Int, _ count: Int) -> Int32? {
      guard bytes.count >= start + count else { return nil }
      return Int32(String(decoding: bytes[start..<start + count], as: UTF8.self))
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2)
    else { return "unknown" }
    var offset: Int32 = 0
    if let sign = bytes.last(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }),
      let at = bytes.lastIndex(of: sign), at > 18, let hours = number(at + 1, 2),
      let minutes = number(at + 4, 2)
    {
      offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute - offset, second)
    var time = timegm(&parts)
    gmtime_r(&time, &parts)
    func digits(_ value: Int32, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2) + digits(parts.tm_mday, 2) + "T"
      + digits(parts.tm_hour, 2) + digits(parts.tm_min, 2) + digits(parts.tm_sec, 2) + "Z"
  }
}

extension BundleWriter {
  /// Creates a bundle in the sessions folder `folder`: all its files under a temporary name, everything synced,
  /// then renamed. The folder's lock is held before it has its name, so that no one ever sees it unheld.
  /// Throws a `FileError`; what was made of the bundle is then removed again.
  public static func create(
    in folder: String, plan: BundlePlan, fileSystem: any FileSystem = PosixFileSystem()
  ) throws(FileError) -> BundleWriter {
    let name = plan.folderName
    let temporary = "\(folder)/.creating-\(name)"
    let path = "\(folder)/\(name)"
    try fileSystem.makeFolders(folder)
    try fileSystem.check("mkdir", temporary) { fileSystem.makeFolder(temporary, mode: 0o755) }
    var descriptors: [Int32] = []
    var hasItsName = false
    do throws(FileError) {
      let writer = try prepare(in: temporary, path, plan, fileSystem, &descriptors)
      // A bundle always holds files, so rename(2) cannot replace one.
      try fileSystem.check("rename", path) { fileSystem.rename(temporary, to: path) }
      hasItsName = true
      descriptors = []
      try fileSystem.syncFolder(folder)
      return writer
    } catch {
      for descriptor in descriptors { _ = fileSystem.close(descriptor) }
      // Back under the name that no list shows, before the first file goes: a crash in between leaves no ruin.
      // Where the name was not given yet, whatever has it is another's.
      if hasItsName { _ = fileSystem.rename(path, to: temporary) }
      removeUnused(temporary, fileSystem)
      throw error
    }
  }

  /// Removes a folder that a failed creation has left. Nothing has been recorded into it.
  private static func removeUnused(_ folder: String, _ fileSystem: any FileSystem) {
    guard let names = try? fileSystem.names(in: folder) else { return }
    for name in names {
      if name == "derived" { _ = fileSystem.removeFolder("\(folder)/\(name)") }
      _ = fileSystem.unlink("\(folder)/\(name)")
    }
    _ = fileSystem.removeFolder(folder)
  }

  private static func prepare(
    in temporary: String, _ path: String, _ plan: BundlePlan, _ fileSystem: any FileSystem,
    _ descriptors: inout [Int32]
  ) throws(FileError) -> BundleWriter {
    func create(_ name: String) throws(FileError) -> Int32 {
      try fileSystem.openFile("\(temporary)/\(name)", flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
    }
    func sync(_ descriptor: Int32, _ name: String) throws(FileError) {
      try fileSystem.check("fsync", "\(temporary)/\(name)") { fileSystem.fsync(descriptor) }
    }
    let lock = try create(".lock")
    descriptors.append(lock)
    try fileSystem.check("flock", "\(temporary)/.lock") {
      fileSystem.lock(lock, operation: LOCK_EX | LOCK_NB)
    }
    try fileSystem.check("posix_fallocate", "\(temporary)/.lock") {
      fileSystem.allocate(lock, bytes: reserveBytes)
    }
    try sync(lock, ".lock")

    var manifest = plan.manifest
    manifest.state = .recording
    var files: [BundleFile] = []
    var fileOfStream: [Int?] = []
    let events = try create(manifest.eventsFile)
    descriptors.append(events)
    files.append(BundleFile(baseName: manifest.eventsFile, descriptor: events))
    for index in manifest.streams.indices {
      guard case .available = manifest.streams[index].description.capability else {
        manifest.streams[index].file = nil
        fileOfStream.append(nil)
        continue
      }
      let name = manifest.streams[index].description.name.replacing("/", with: "_") + ".jsonl"
      manifest.streams[index].file = name
      let descriptor = try create(name)
      descriptors.append(descriptor)
      fileOfStream.append(files.count)
      files.append(BundleFile(baseName: name, descriptor: descriptor))
    }
    for file in files { try sync(file.descriptor, file.name) }

    var timeline: [UInt8] = []
    plan.timeline.write(to: &timeline, layout: .indented)
    timeline.append(UInt8(ascii: "\n"))
    let fixed = [("protocol.yaml", plan.protocolText), ("timeline.json", timeline)]
    for (name, bytes) in fixed { try fileSystem.createFile("\(temporary)/\(name)", bytes) }
    try fileSystem.check("mkdir", "\(temporary)/derived") {
      fileSystem.makeFolder("\(temporary)/derived", mode: 0o755)
    }
    try fileSystem.createFile("\(temporary)/manifest.json", manifest.fileBytes)
    try fileSystem.syncFolder(temporary)
    return BundleWriter(
      path: path, fileSystem: fileSystem, manifest: manifest, files: files, fileOfStream: fileOfStream,
      fixedFiles: fixed.map {
        Manifest.FileEntry(name: $0.0, bytes: Int64($0.1.count), sha256: SHA256Hash.hex($0.1))
      }, lockDescriptor: lock)
  }
}
