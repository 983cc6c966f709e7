/// Too little room for the run that is to be recorded.
public struct DiskSpaceError: DiagnosedError, Hashable {
  public var folder: String
  public var neededBytes: Int64
  public var availableBytes: Int64

  public var failure: String { "the run would not fit into \(folder)" }
  public var cause: String {
    "it may need \(DiskSpace.megabytes(neededBytes)) MB, and "
      + "\(DiskSpace.megabytes(availableBytes)) MB are free"
  }
  public var remedy: String? {
    "free some disk space, or choose another sessions folder with --sessions"
  }
}

extension DiskSpaceError: CatalogueMessage {
  public static let section = MessageSection("disk-space", "Room for a run", .error)
  public static let examples = [
    DiskSpaceError(folder: "/home/you/sessions", neededBytes: 84_000_000, availableBytes: 12_000_000)
  ]
}

/// What a run needs on the disk, and what is there.
public enum DiskSpace {
  /// Rows of a stream at a rate that nobody asked for are taken to come this often.
  public static let assumedHz = 1000.0

  /// Whole megabytes (10⁶ bytes), rounded up.
  static func megabytes(_ bytes: Int64) -> Int64 { bytes / 1_000_000 + (bytes % 1_000_000 > 0 ? 1 : 0) }

  /// An upper estimate of the bytes that a run of `duration` writes: the longest rows that the streams can
  /// have, at the rates asked for, with the reserve and one event a second on top.
  public static func estimate(_ streams: [StreamDescription], duration: Duration) -> Int64 {
    let seconds = max(0, duration.inSeconds)
    var bytes = Double(BundleWriter.reserveBytes) + 65536 + 512 * seconds
    for stream in streams {
      guard case .available = stream.capability else { continue }
      // i, t, h, k, c with up to 20 digits each, and a value of up to 24 characters with its key.
      let row = 110.0 + Double(stream.valueKeys.reduce(0) { $0 + $1.utf8.count + 4 + 24 })
      bytes += row * (stream.requestedHz ?? assumedHz) * seconds
    }
    return bytes < 9e18 ? Int64(bytes) : .max
  }

  /// Bytes that can be written in `folder`, or in the nearest folder above it that exists.
  public static func available(
    in folder: String, fileSystem: any FileSystem = PosixFileSystem()
  ) throws(FileError) -> Int64 {
    var path = folder
    while true {
      var space = FileSystemSpace()
      do throws(FileError) {
        try fileSystem.check("statvfs", path) { fileSystem.space(path, &space) }
        return space.availableBytes
      } catch {
        // ENOENT, which is 2 everywhere: the folder is yet to be made.
        guard error.code == 2, path != "/", path != "." else { throw error }
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        path = parent.isEmpty ? "/" : parent
      }
    }
  }

  /// Throws a `DiskSpaceError` where `folder` has not enough room for the run, a `FileError` where it cannot be made
  /// there at all, or its room not be found out.
  public static func check(
    _ streams: [StreamDescription], duration: Duration, folder: String,
    fileSystem: any FileSystem = PosixFileSystem()
  ) throws {
    let needed = estimate(streams, duration: duration)
    let available = try available(in: folder, fileSystem: fileSystem)
    if available < needed {
      // Where it cannot be made, that is the reason, and not the room of what is above it: /proc has none.
      try fileSystem.makeFolders(folder)
      throw DiskSpaceError(folder: folder, neededBytes: needed, availableBytes: available)
    }
  }
}
