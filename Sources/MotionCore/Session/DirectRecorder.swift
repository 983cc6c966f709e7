import Foundation

/// The sink of a rehearsal in virtual time: no threads, no checkpoints; rows are written as they come and
/// synced at the seal.
public final class DirectRecorder: SessionSink {
  /// Rows in memory, waiting for a sync, are kept below this by syncing early.
  private static let maximumUnsynced = 1 << 24
  private static let writeAt = 1 << 16

  private let lock = NSLock()
  private let clock: any HostClock
  private let summarize: StreamSummarizer?
  private let report: @Sendable (StoreReport) -> Void
  private nonisolated(unsafe) let writer: BundleWriter
  private nonisolated(unsafe) var state: SinkState
  private nonisolated(unsafe) var waiting = 0

  public let path: String

  /// Creates the bundle in `folder`. Throws a `FileError`.
  public convenience init(
    in folder: String, plan: BundlePlan, clock: any HostClock, fileSystem: any FileSystem = PosixFileSystem(),
    summarize: StreamSummarizer? = nil, report: @escaping @Sendable (StoreReport) -> Void = { _ in }
  ) throws(FileError) {
    let writer = try BundleWriter.create(in: folder, plan: plan, fileSystem: fileSystem)
    self.init(writer: writer, clock: clock, summarize: summarize, report: report)
  }

  init(
    writer: BundleWriter, clock: any HostClock, summarize: StreamSummarizer? = nil,
    report: @escaping @Sendable (StoreReport) -> Void = { _ in }
  ) {
    self.writer = writer
    path = writer.path
    self.clock = clock
    self.summarize = summarize
    self.report = report
    state = SinkState(streams: writer.manifest.streams.count)
  }

  /// Writes and syncs what waits.
  func checkpoint() {
    let reports = lock.withLock { () -> [StoreReport] in
      writer.checkpoint()
      return recordTroubles()
    }
    for made in reports { report(made) }
  }

  public func record(_ sample: MotionSample, stream: Int) {
    let reports = lock.withLock { () -> [StoreReport] in
      guard !state.isSealed, state.accepts(sample, stream: stream) else { return [] }
      writer.append(sample, stream: stream)
      waiting += 1
      // About a hundred bytes a row: looked at now and then.
      guard waiting % 64 == 0, writer.unwrittenBytes > DirectRecorder.writeAt else { return [] }
      if writer.unsyncedBytes > DirectRecorder.maximumUnsynced {
        writer.checkpoint()
      } else {
        writer.flush()
      }
      return recordTroubles()
    }
    for made in reports { report(made) }
  }

  @discardableResult
  public func record(_ event: EventMarker) -> Int64 {
    lock.withLock {
      let numbered = state.number(event)
      if !state.isSealed { writer.append(numbered) }
      return numbered.sequence
    }
  }

  public func keep(calibration: JSONValue) {
    lock.withLock { state.calibration = calibration }
  }

  public func stop(at boundary: HostTime) {
    lock.withLock { state.boundary = state.boundary ?? boundary }
  }

  public func seal(state final: SessionState, update: (inout Manifest) -> Void) throws -> SealedBundle {
    var reports: [StoreReport] = []
    let result = Result {
      try lock.withLock {
        state.isSealed = true
        return try writer.sealSession(
          state: final, summarize: summarize, now: clock.now(), counts: { state },
          record: { trouble in
            let made = StoreReport(trouble, at: clock.now())
            reports.append(made)
            return state.number(made.incident.event)
          }, update: update)
      }
    }
    for made in reports { report(made) }
    return try result.get()
  }

  private func recordTroubles() -> [StoreReport] {
    writer.takeTroubles().map { trouble in
      let made = StoreReport(trouble, at: clock.now())
      writer.append(state.number(made.incident.event))
      return made
    }
  }
}

extension StoreReport {
  init(_ trouble: BundleWriter.Trouble, at host: HostTime) {
    self.init(
      incident: Incident(trouble.kind, at: host, fields: trouble.fields),
      mustStop: trouble.kind == .writeFailed, told: trouble.told)
  }
}
