import Foundation

/// The sink of a live run. The caller's threads only put rows into a bounded queue; a writer thread owns the
/// bundle, and a checkpoint thread syncs it, so that a slow disk never blocks capture.
///
/// Rows wait in the queue for about 0.1 s, so that a stop that is told at once finds no later row written; with
/// the checkpoint interval this keeps what a power cut can take below one second, the sync in flight apart.
public final class SessionRecorder: SessionSink {
  public struct Configuration: Sendable {
    /// Rows that the queue holds; nil for a minute of every stream, at the rate asked for and at least 1 kHz.
    public var queueCapacity: Int?
    public var checkpointInterval: Duration = .milliseconds(700)
    public var holdBack: Duration = .milliseconds(100)
    /// A sync that takes longer is an incident.
    public var slowSync: Duration = .seconds(2)
    /// How long the run is expected to take, for the watch on the disk's space; nil where it is not known.
    public var expectedDuration: Duration?
    /// How often the free space is looked at.
    public var spaceInterval: Duration = .seconds(5)
    /// The creation waits so long for a call on the disk to come back, then fails.
    public var creationPatience: Duration = .seconds(20)
    /// The seal waits so long for a call on the disk to come back, then fails. As long as the disk answers it
    /// takes the time that it needs.
    public var sealPatience: Duration = .seconds(60)

    public init() {}
  }

  private static let writeInterval: Duration = .milliseconds(50)
  /// Beyond this many unsynced bytes the writer leaves rows in the queue: memory stays bounded on a dead disk.
  private static let maximumUnsynced = 1 << 26

  /// Guards `state`, `samples`, `events` and the flags. Held for moments only.
  private let queue = WaitLock()
  /// Guards `writer`. Never taken while `queue` is held.
  private let ownership = WaitLock()
  private let clock: any HostClock
  /// The file system as it was given, for what is tried after `disk` was given up.
  private let fileSystem: any FileSystem
  private let disk: WatchedFileSystem
  private let summarize: StreamSummarizer?
  private let report: @Sendable (StoreReport) -> Void
  private let configuration: Configuration
  private let capacity: Int
  private nonisolated(unsafe) let writer: BundleWriter
  private nonisolated(unsafe) var state: SinkState
  private nonisolated(unsafe) var samples: [(sample: MotionSample, stream: Int)] = []
  private nonisolated(unsafe) var events: [EventMarker] = []
  private nonisolated(unsafe) var isClosing = false
  /// A seal is under way, or was given up: no other may begin.
  private nonisolated(unsafe) var isSealing = false
  private nonisolated(unsafe) var isDone = false
  /// Of the checkpoint thread alone.
  private nonisolated(unsafe) var spaceWatch: SpaceWatch
  private nonisolated(unsafe) var syncWanted = false
  private nonisolated(unsafe) var syncBegan: HostTime?
  private nonisolated(unsafe) var slowSyncSaid = false
  private nonisolated(unsafe) var queueFullSaid = false
  /// The writer leaves rows in the queue, because too many are not synced yet.
  private nonisolated(unsafe) var holdsRows = false
  private nonisolated(unsafe) var running = 2

  public let path: String

  /// Creates the bundle in `folder` and starts the threads. Throws a `FileError`. `report` is called from the
  /// store's threads. `clock` is the host clock of the rows' receipts.
  public init(
    in folder: String, plan: BundlePlan, clock: any HostClock = MonotonicClock(),
    fileSystem: any FileSystem = PosixFileSystem(), configuration: Configuration = Configuration(),
    summarize: StreamSummarizer? = nil, report: @escaping @Sendable (StoreReport) -> Void = { _ in }
  ) throws(FileError) {
    let disk = WatchedFileSystem(fileSystem)
    let created = disk.run(patience: configuration.creationPatience) {
      () -> sending Result<BundleWriter, FileError> in
      do throws(FileError) {
        return .success(try BundleWriter.create(in: folder, plan: plan, fileSystem: disk))
      } catch {
        return .failure(error)
      }
    }
    guard let created else { throw FileError(call: "open", path: folder, code: ETIMEDOUT) }
    writer = try created.get()
    self.disk = disk
    path = writer.path
    self.clock = clock
    self.fileSystem = fileSystem
    self.summarize = summarize
    self.report = report
    self.configuration = configuration
    capacity =
      configuration.queueCapacity
      ?? plan.manifest.streams.reduce(0) {
        $0 + Int(60 * min(max($1.description.requestedHz ?? 0, 1000), 1e5))
      }
    state = SinkState(streams: plan.manifest.streams.count)
    spaceWatch = SpaceWatch(
      folder: writer.path, streams: plan.manifest.streams.map(\.description),
      expectedDuration: configuration.expectedDuration, interval: configuration.spaceInterval,
      start: MonotonicClock().now())
    Thread.detachNewThread { [self] in writeRows() }
    Thread.detachNewThread { [self] in syncRows() }
  }

  // MARK: The caller's side

  public func record(_ sample: MotionSample, stream: Int) {
    let full = queue.withLock { () -> StoreReport? in
      guard !state.isSealed, state.accepts(sample, stream: stream) else { return nil }
      guard samples.count < capacity else {
        if state.queueFull.indices.contains(stream) { state.queueFull[stream] += 1 }
        guard !queueFullSaid else { return nil }
        queueFullSaid = true
        return enqueue(
          BundleWriter.Trouble(
            kind: .queueFull, fields: ["rows_waiting": .integer(Int64(samples.count))],
            told: .rowsLost))
      }
      samples.append((sample, stream))
      return nil
    }
    if let full { report(full) }
  }

  @discardableResult
  public func record(_ event: EventMarker) -> Int64 {
    queue.withLock {
      let numbered = state.number(event)
      if !state.isSealed {
        events.append(numbered)
        queue.signal()
      }
      return numbered.sequence
    }
  }

  public func keep(calibration: JSONValue) {
    queue.withLock { state.calibration = calibration }
  }

  public func stop(at boundary: HostTime) {
    queue.withLock { state.boundary = state.boundary ?? boundary }
  }

  public func seal(state final: SessionState, update: (inout Manifest) -> Void) throws -> SealedBundle {
    let (repeated, ended) = queue.withLock { () -> (Bool, Bool) in
      guard !isSealing, !isDone else { return (true, false) }
      isSealing = true
      state.isSealed = true
      isClosing = true
      queue.signal()
      while running > 0, !disk.isStuck(longerThan: configuration.sealPatience) {
        queue.wait(atMost: .milliseconds(50))
      }
      return (false, running == 0)
    }
    if repeated {
      throw SealError.begunAlready(path: path)
    }
    guard ended else { throw giveUp() }
    // The caller's part of the manifest, on the caller's thread; the disk's part on one that can be left behind.
    var known = ownership.withLock { writer.manifest }
    update(&known)
    let done = disk.run(patience: configuration.sealPatience) { [self, known] in sealNow(final, known) }
    guard let done else { throw giveUp() }
    done.reports.forEach(report)
    queue.withLock {
      isSealing = false
      if case .success = done.result { isDone = true }
    }
    return try done.result.get()
  }

  private struct Sealing: Sendable {
    var result: Result<SealedBundle, SealError>
    var reports: [StoreReport]
  }

  private func sealNow(_ final: SessionState, _ known: Manifest) -> Sealing {
    var reports: [StoreReport] = []
    let result = ownership.withLock { () -> Result<SealedBundle, SealError> in
      do throws(SealError) {
        return .success(
          try writer.sealSession(
            state: final, summarize: summarize, now: clock.now(), counts: { queue.withLock { state } },
            record: { trouble in
              let made = StoreReport(trouble, at: clock.now())
              reports.append(made)
              return queue.withLock { state.number(made.incident.event) }
            }, update: { $0 = known }))
      } catch {
        return .failure(error)
      }
    }
    return Sealing(result: result, reports: reports)
  }

  /// The disk does not answer: nothing more is asked of it, and that is said.
  private func giveUp() -> SealError {
    disk.giveUp()
    let error = SealError.noAnswer(path: path, patience: configuration.sealPatience)
    // On a thread of its own: the disk may not answer this either.
    Thread.detachNewThread { [self] in error.note(at: clock.now(), fileSystem: fileSystem) }
    return error
  }

  /// Numbers a trouble's event and puts it into the queue. With the queue locked.
  private func enqueue(_ trouble: BundleWriter.Trouble) -> StoreReport {
    let made = StoreReport(trouble, at: clock.now())
    events.append(state.number(made.incident.event))
    queue.signal()
    return made
  }

  // MARK: The writer thread

  private func writeRows() {
    var isClosing = false
    while !isClosing {
      let batch = queue.withLock {
        () -> (samples: [(sample: MotionSample, stream: Int)], events: [EventMarker]) in
        if !self.isClosing, events.isEmpty { queue.wait(atMost: SessionRecorder.writeInterval) }
        isClosing = self.isClosing
        defer { events = [] }
        return (takeSamples(all: isClosing), events)
      }
      let (troubles, isDisturbed) = ownership.withLock { () -> ([BundleWriter.Trouble], Bool) in
        for (sample, stream) in batch.samples { writer.append(sample, stream: stream) }
        for event in batch.events { writer.append(event) }
        writer.flush()
        return (writer.takeTroubles(), writer.unsyncedBytes > SessionRecorder.maximumUnsynced)
      }
      let reports = queue.withLock { () -> [StoreReport] in
        holdsRows = isDisturbed
        if !batch.events.isEmpty {
          syncWanted = true
          queue.signal()
        }
        var made = troubles.map(enqueue)
        if let slow = slowSync() { made.append(slow) }
        return made
      }
      reports.forEach(report)
    }
    // What was raised on the last round.
    let last = queue.withLock { () -> [EventMarker] in
      defer { events = [] }
      return events
    }
    ownership.withLock { for event in last { writer.append(event) } }
    queue.withLock {
      running -= 1
      queue.signal()
    }
  }

  /// The rows that may be written: all but the newest moments. With the queue locked.
  private func takeSamples(all: Bool) -> [(sample: MotionSample, stream: Int)] {
    var taken: [(sample: MotionSample, stream: Int)] = []
    if all {
      swap(&taken, &samples)
      return taken.filter { state.accepts($0.sample, stream: $0.stream) }
    }
    guard !holdsRows else { return [] }
    let limit = clock.now() - configuration.holdBack
    // Several devices deliver in turn: the order is kept, and the first row that is too new ends the batch.
    let end = samples.firstIndex { $0.sample.receipt > limit } ?? samples.count
    taken = Array(samples[..<end])
    samples.removeFirst(end)
    if samples.count < capacity / 2 { queueFullSaid = false }
    return taken.filter { state.accepts($0.sample, stream: $0.stream) }
  }

  /// Says once that a sync takes too long, while it does. With the queue locked.
  private func slowSync() -> StoreReport? {
    guard let syncBegan, !slowSyncSaid else { return nil }
    let taken = MonotonicClock().now() - syncBegan
    guard taken > configuration.slowSync else { return nil }
    slowSyncSaid = true
    return enqueue(
      BundleWriter.Trouble(
        kind: .syncSlow, fields: ["duration_s": .real(taken.inSeconds)],
        told: .slowSync(seconds: configuration.slowSync.inSeconds)))
  }

  // MARK: The checkpoint thread

  private func syncRows() {
    while true {
      let isClosing = queue.withLock { () -> Bool in
        let end = MonotonicClock().now() + configuration.checkpointInterval
        while !self.isClosing, !syncWanted {
          let left = end - MonotonicClock().now()
          guard left > .zero else { break }
          queue.wait(atMost: left)
        }
        syncWanted = false
        syncBegan = MonotonicClock().now()
        slowSyncSaid = false
        return self.isClosing
      }
      // The seal syncs everything itself.
      if isClosing { break }
      for task in ownership.withLock({ writer.beginCheckpoint() }) {
        let result = writer.retrying { disk.fdatasync(task.descriptor) }
        ownership.withLock { writer.endCheckpoint(task, result: result) }
      }
      let slow = queue.withLock { () -> StoreReport? in
        defer { syncBegan = nil }
        return slowSync()
      }
      if let slow { report(slow) }
      if let low = spaceWatch.look(at: MonotonicClock().now(), disk) {
        report(queue.withLock { enqueue(low) })
      }
    }
    queue.withLock {
      syncBegan = nil
      running -= 1
      queue.signal()
    }
  }
}
