import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Notes on a session, written after it was sealed: beside the bundle, in `<bundle>.notes.jsonl`, never in the evidence.
/// One object a line; a note is only ever added.
public enum SessionNotes {
  public struct Note: Hashable, Sendable {
    /// RFC 3339, when it was written; nil where the line does not say.
    public var written: String?
    public var text: String

    public init(written: String?, text: String) {
      self.written = written
      self.text = text
    }

    var json: JSONValue {
      ["written": written.map { .string($0) } ?? .null, "text": .string(text)]
    }
  }

  /// What the file holds, and how many of its lines are no note.
  public struct Contents: Hashable, Sendable {
    public var notes: [Note]
    public var damagedLines: Int

    public init(notes: [Note] = [], damagedLines: Int = 0) {
      self.notes = notes
      self.damagedLines = damagedLines
    }
  }

  /// Longer notes belong into a file of their own, characters.
  public static let longestText = 4000
  private static let limitBytes = 8 << 20

  /// The file that the notes of the bundle at `path` stand in.
  public static func file(of path: String) -> String { path + ".notes.jsonl" }

  /// The notes of the bundle at `path`, in the order in which they were written; none where there is no file.
  public static func read(
    _ path: String, fileSystem: any FileSystem = PosixFileSystem()
  ) throws(FileError) -> Contents {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try fileSystem.readFile(file(of: path), limit: limitBytes)
    } catch {
      if error.code == ENOENT { return Contents() }
      throw error
    }
    var contents = Contents()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if let object = (try? JSONValue.parse(Array(line)))?.object, let text = object["text"]?.string {
        contents.notes.append(Note(written: object["written"]?.string, text: text))
      } else {
        contents.damagedLines += 1
      }
    }
    return contents
  }

  /// Adds a note, synced before it returns. A line that an earlier crash cut is left as it is; the new one begins anew.
  public static func add(
    _ note: Note, to path: String, fileSystem: any FileSystem = PosixFileSystem()
  ) throws(FileError) {
    let target = file(of: path)
    let descriptor = try fileSystem.openFile(target, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
    defer { _ = fileSystem.close(descriptor) }
    // Two programs that add a note at once each add a whole line; one that hangs holds up nobody for long.
    for attempt in 1...20 {
      let code = fileSystem.lock(descriptor, operation: LOCK_EX | LOCK_NB)
      if code >= 0 { break }
      guard code == -Int(EWOULDBLOCK) || code == -Int(EINTR), attempt < 20 else {
        throw FileError(call: "flock", path: target, code: Int32(-code))
      }
      usleep(100_000)
    }
    let end = try fileSystem.status(of: descriptor, target).bytes
    var line = Array((note.json.text() + "\n").utf8)
    if end > 0, try fileSystem.readFile(target, limit: limitBytes).last != UInt8(ascii: "\n") {
      line.insert(UInt8(ascii: "\n"), at: 0)
    }
    try fileSystem.writeAll(line, to: descriptor, at: end, target)
    try fileSystem.check("fsync", target) { fileSystem.fsync(descriptor) }
    let folder = (target as NSString).deletingLastPathComponent
    try fileSystem.syncFolder(folder.isEmpty ? "." : folder)
  }
}
