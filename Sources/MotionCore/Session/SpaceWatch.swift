/// Watches the free space while a run is recorded: it tells when what is left may not do for the rest of the run.
struct SpaceWatch {
  /// What comes after the drill's nominal end, or where no end is known.
  private static let margin: Duration = .seconds(60)

  let folder: String
  let streams: [StreamDescription]
  let expectedDuration: Duration?
  let interval: Duration
  let start: HostTime
  private var looked: HostTime?
  private var isLow = false

  init(
    folder: String, streams: [StreamDescription], expectedDuration: Duration?, interval: Duration,
    start: HostTime
  ) {
    self.folder = folder
    self.streams = streams
    self.expectedDuration = expectedDuration
    self.interval = interval
    self.start = start
  }

  /// Looks at the space, no more often than the interval. Returns what is to be recorded and said when it has
  /// become too little; again only after there was enough in between.
  mutating func look(at now: HostTime, _ fileSystem: any FileSystem) -> BundleWriter.Trouble? {
    if let looked, now - looked < interval { return nil }
    looked = now
    let rest = max(.zero, (expectedDuration ?? .zero) - (now - start)) + SpaceWatch.margin
    let needed = DiskSpace.estimate(streams, duration: rest)
    guard let available = try? DiskSpace.available(in: folder, fileSystem: fileSystem) else { return nil }
    guard available < needed else {
      isLow = false
      return nil
    }
    defer { isLow = true }
    guard !isLow else { return nil }
    return BundleWriter.Trouble(
      kind: .diskLow,
      fields: ["available_bytes": .integer(available), "needed_bytes": .integer(needed)],
      told: .diskNearlyFull(
        availableMB: DiskSpace.megabytes(available), neededMB: DiskSpace.megabytes(needed)))
  }
}
