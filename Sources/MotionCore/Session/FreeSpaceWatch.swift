/// Looks at the free space of a recording's disk now and then, and says once when it becomes little.
struct FreeSpaceWatch {
  private static let interval: Duration = .seconds(5)

  private let path: String
  private let fileSystem: any FileSystem
  /// Less than this is little: an upper estimate of what the next minutes of the recording need.
  private let littleBytes: Int64
  private var looked: HostTime?
  private var said = false

  init(path: String, streams: [StreamDescription], margin: Duration, fileSystem: any FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
    littleBytes = DiskSpace.estimate(streams, duration: margin)
  }

  /// Looks, where it is time to. Returns what is to be recorded and told. A disk that does not tell its space is
  /// not one without space: nothing is said then.
  mutating func look(at now: HostTime) -> BundleWriter.Trouble? {
    if let looked, now - looked < FreeSpaceWatch.interval { return nil }
    looked = now
    guard let free = try? DiskSpace.available(in: path, fileSystem: fileSystem) else { return nil }
    // Said again only after there has been plenty in between.
    if free > 2 * littleBytes { said = false }
    guard free < littleBytes, !said else { return nil }
    said = true
    return BundleWriter.Trouble(
      kind: .diskLow, fields: ["available_bytes": .integer(free), "wanted_bytes": .integer(littleBytes)],
      text: "the disk is nearly full: \(free / 1_000_000) MB are left")
  }
}
