import Foundation

/// The folder in which sessions live.
public struct SessionStore: Sendable {
  /// One session of the folder, as a list shows it.
  public struct Listing: Sendable {
    public var path: String
    public var name: String
    /// Its contents; the reason where it cannot be read.
    public var summary: Result<Summary, UnreadableSession>
  }

  /// Why a session cannot be read.
  public struct UnreadableSession: Error, Hashable, CustomStringConvertible {
    public var reason: String

    public var description: String { reason }
  }

  public struct Summary: Sendable {
    public var uuid: String
    /// The state as found: `incomplete` where it says `recording` and nobody holds it.
    public var state: SessionState
    public var title: String
    public var synthetic: Bool
    /// RFC 3339, from the start anchor; nil where there is none.
    public var startedWall: String?
    /// From the start to the end anchor, or to the last row where there is no end; nil where neither is known.
    public var duration: Duration?
    /// Rows by stream, in the order of the manifest.
    public var rowCounts: [(stream: String, rows: Int)]
    /// nil while it is being recorded.
    public var eventCount: Int?
  }

  public let folder: String
  private let fileSystem: any FileSystem

  public init(folder: String, fileSystem: any FileSystem = PosixFileSystem()) {
    self.folder = folder
    self.fileSystem = fileSystem
  }

  /// $XDG_DATA_HOME/drillrunner/sessions; without that variable ~/.local/share/drillrunner/sessions (XDG Base
  /// Directory Specification, which has relative paths ignored).
  public static func defaultFolder(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/share"
    return "\(data)/drillrunner/sessions"
  }

  // MARK: Listing

  /// Every session of the folder, the oldest first. A folder that does not exist holds none. Throws a
  /// `SessionsFolderError` where it cannot be read.
  public func list() throws(SessionsFolderError) -> [Listing] {
    try bundleNames().map { name in
      let path = "\(folder)/\(name)"
      do {
        return Listing(path: path, name: name, summary: .success(try summary(of: path)))
      } catch let error as any DiagnosedError {
        return Listing(path: path, name: name, summary: .failure(UnreadableSession(reason: error.cause)))
      } catch {
        return Listing(path: path, name: name, summary: .failure(UnreadableSession(reason: "\(error)")))
      }
    }
  }

  /// Folder names, sorted: they begin with the time in UTC. Hidden ones are bundles in the making.
  private func bundleNames() throws(SessionsFolderError) -> [String] {
    do throws(FileError) {
      return try fileSystem.names(in: folder).filter { name in
        guard !name.hasPrefix(".") else { return false }
        var names: [String] = []
        return fileSystem.list("\(folder)/\(name)", &names) != -Int(ENOTDIR)
      }
    } catch {
      if error.code == ENOENT { return [] }
      throw SessionsFolderError(folder: folder, cause: error.cause)
    }
  }

  private func summary(of path: String) throws -> Summary {
    let (manifest, state) = try SessionReader.readManifest(path, fileSystem: fileSystem)
    let start = manifest.anchors.first { $0.at == .start }
    var end = manifest.anchors.last { $0.at == .end }?.host
    var rows = manifest.streams.compactMap { entry in
      entry.count.map { (stream: entry.description.name, rows: $0) }
    }
    var events = manifest.eventsCount
    if state == .incomplete {
      // Its manifest says nothing of what came of it: the files do.
      let session = try SessionReader.read(path, fileSystem: fileSystem)
      rows = session.streams.map { (stream: $0.description.name, rows: $0.count) }
      events = session.events.count
      end =
        end
        ?? session.streams.compactMap { $0.receiptNs.last }.max().map(HostTime.init(nanoseconds:))
        ?? session.events.last?.host
    }
    var duration: Duration?
    if let start, let end { duration = end - start.host }
    return Summary(
      uuid: manifest.uuid, state: state, title: manifest.drill.title, synthetic: manifest.synthetic,
      startedWall: start?.wall, duration: duration, rowCounts: rows, eventCount: events)
  }

  // MARK: Finding

  /// The folder of the session that `text` means: `last`, a path, a folder name, or the beginning of a uuid.
  /// Throws a `SessionLookupError`, or a `SessionsFolderError` where the sessions folder cannot be read.
  public func resolve(_ text: String) throws -> String {
    if text.contains("/") {
      let path = text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
      return try existing(path, asked: text)
    }
    let names = try bundleNames()
    if names.contains(text) { return "\(folder)/\(text)" }
    let found = names.compactMap { name -> (name: String, uuid: String, wall: String)? in
      guard let (manifest, _) = try? SessionReader.readManifest("\(folder)/\(name)", fileSystem: fileSystem)
      else { return nil }
      return (name, manifest.uuid, manifest.anchors.first { $0.at == .start }?.wall ?? "")
    }
    if text == "last" {
      func key(_ entry: (name: String, uuid: String, wall: String)) -> (String, String) {
        (String(entry.name.prefix { $0 != "-" }), entry.wall)
      }
      guard let last = found.max(by: { key($0) < key($1) }) else {
        throw SessionLookupError.noneAtAll(asked: text, folder: folder)
      }
      return "\(folder)/\(last.name)"
    }
    let matches = found.filter { !text.isEmpty && $0.uuid.lowercased().hasPrefix(text.lowercased()) }
    if matches.count == 1 { return "\(folder)/\(matches[0].name)" }
    if matches.count > 1 {
      throw SessionLookupError.several(asked: text, matches: matches.map { "\($0.uuid)  \($0.name)" })
    }
    if fileSystem.isFolder(text) { return text }
    throw SessionLookupError.unknown(asked: text, folder: folder)
  }

  private func existing(_ path: String, asked: String) throws -> String {
    guard fileSystem.isFolder(path) else {
      throw SessionLookupError.noFolder(asked: asked)
    }
    return path
  }

  // MARK: Derived files

  /// Writes `derived/<first 16 of configurationHash>/<name>` in the bundle at `path`, whole or not at all, and
  /// returns its path. The evidence beside `derived/` is not touched. Throws a `FileError` where `derived/`
  /// cannot be written: the caller then prints.
  public static func writeDerived(
    _ bytes: [UInt8], name: String, configurationHash: String, in path: String,
    fileSystem: any FileSystem = PosixFileSystem()
  ) throws(FileError) -> String {
    let target = "\(path)/derived/\(configurationHash.prefix(16))"
    for folder in ["\(path)/derived", target] {
      try fileSystem.makeFolders(folder)
      // A link in its place would lead out of the bundle.
      try fileSystem.requireFolder(folder)
    }
    try fileSystem.replaceFile(name, in: target, bytes, isShared: true)
    return "\(target)/\(name)"
  }

  /// Appends what was said after the seal to `derived/after.jsonl` of the bundle at `path`.
  public static func appendAfterSeal(
    _ event: EventMarker, in path: String, fileSystem: any FileSystem = PosixFileSystem()
  ) throws(FileError) {
    let target = "\(path)/derived/after.jsonl"
    let descriptor = try fileSystem.openFile(target, flags: O_WRONLY | O_CREAT | O_NOFOLLOW)
    defer { _ = fileSystem.close(descriptor) }
    let end = try fileSystem.status(of: descriptor, target).bytes
    try fileSystem.writeAll(Array((event.json.text() + "\n").utf8), to: descriptor, at: end, target)
  }
}

extension FileSystem {
  /// Whether a folder can be listed at `path`.
  func isFolder(_ path: String) -> Bool {
    var names: [String] = []
    return list(path, &names) == 0
  }
}
