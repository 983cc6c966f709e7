import Foundation

@testable import MotionCore

/// A recording on a simulated disk, with what it has promised at every instant.
final class CrashRecording: @unchecked Sendable {
  static let folder = "/home/sessions"

  /// What a crash at one instant must leave. Files are numbered as in `BundleWriter`: 0 the events, 1 the
  /// accelerometer, 2 the gyroscope.
  struct Promise: Sendable {
    /// The creation has returned: the bundle is there for good.
    var exists = false
    /// The creation may fail. A crash while its remains are removed may then leave a folder that holds nothing.
    var mayLeaveRemains = false
    /// Rows that were given to the recorder.
    var given = [0, 0, 0]
    /// Rows of which the recorder says that a sync has confirmed them: it has let go of them.
    var safe = [0, 0, 0]
    /// The seal was begun; before that nothing may call itself complete.
    var sealing = false
    /// The seal has returned: the files are what they are, for good.
    var sealed: [String: [UInt8]]?
  }

  /// One instant: the disk, and what was promised.
  struct Moment: Sendable {
    var number: Int
    var call: String
    var disk: DiskState
    var promise: Promise
  }

  let disk = SimulatedDisk()
  private(set) var promise = Promise()
  private(set) var moments: [Moment] = []
  private(set) var writer: BundleWriter?
  private(set) var sink: DirectRecorder?
  private(set) var creationError: FileError?
  private(set) var sealed: SealedBundle?
  private(set) var sealError: SealError?
  let reports = Reports()
  private let keepsMoments: Bool

  init(keepsMoments: Bool = true, mayLeaveRemains: Bool = false) {
    self.keepsMoments = keepsMoments
    promise.mayLeaveRemains = mayLeaveRemains
    if keepsMoments { disk.observe { [unowned self] state, call in note(state, call) } }
  }

  /// The row number `index` of stream `stream`: a function of both, so that every row is known from its number.
  static func sample(_ index: Int, stream: Int) -> MotionSample {
    MotionSample(
      deviceTime: .integer(Int64(index) * 10_000 + 4_294_000_000),
      receipt: HostTime(nanoseconds: 1_000_000_000_000 + Int64(index) * 10_000_000 + Int64(stream)),
      kernelTime: HostTime(nanoseconds: 1_000_000_000_000 + Int64(index) * 10_000_000 - 500),
      values: [
        .integer(Int64(index * 7 + stream)), .real(Double(index) / 7 + Double(stream)), .integer(-8192),
      ])
  }

  static func event(_ index: Int) -> EventMarker {
    EventMarker(
      kind: .marker, label: "LEFT", host: HostTime(nanoseconds: 1_000_000_000_000 + Int64(index)),
      fields: ["source": "key", "mark": .integer(Int64(index) * 3)])
  }

  private func note(_ state: DiskState, _ call: String) {
    updatePromise()
    guard keepsMoments else { return }
    moments.append(Moment(number: moments.count, call: call, disk: state, promise: promise))
  }

  /// Newlines, by memchr(3): byte by byte, an unoptimised build spends most of its time here.
  private static func lines(in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { buffer in
      guard var at = buffer.baseAddress else { return 0 }
      let end = at + buffer.count
      var count = 0
      while at < end, let found = memchr(at, 10, end - at) {
        count += 1
        at = UnsafeRawPointer(found) + 1
      }
      return count
    }
  }

  private func updatePromise() {
    if let writer {
      for number in 0..<3 {
        let file = writer.files[number]
        let waiting = CrashRecording.lines(in: file.tail)
        promise.safe[number] = max(promise.safe[number], file.rows - file.notWritten - waiting)
        promise.given[number] = max(promise.given[number], file.rows)
      }
    }
  }

  // MARK: What a scenario does

  func create() {
    do throws(FileError) {
      let made = try BundleWriter.create(
        in: CrashRecording.folder, plan: SessionFixture.plan(), fileSystem: disk)
      writer = made
      promise.exists = true
      sink = DirectRecorder(writer: made, clock: VirtualClock(), report: { [reports] in reports.add($0) })
    } catch {
      creationError = error
    }
  }

  /// Gives `count` more rows to each stream, and two events.
  func record(_ count: Int) {
    guard let writer, let sink else { return }
    sink.record(CrashRecording.event(writer.files[0].rows))
    for _ in 0..<count {
      for stream in 0..<2 {
        sink.record(CrashRecording.sample(writer.files[stream + 1].rows, stream: stream), stream: stream)
      }
    }
    sink.record(CrashRecording.event(writer.files[0].rows))
  }

  func flush() { writer?.flush() }

  func checkpoint() {
    sink?.checkpoint()
    updatePromise()
  }

  /// A checkpoint as the live recorder makes it: rows go on while its syncs are under way.
  func checkpointWhileRecording(_ count: Int) {
    guard let writer else { return }
    for task in writer.beginCheckpoint() {
      record(count)
      flush()
      writer.endCheckpoint(task, result: writer.retrying { disk.fdatasync(task.descriptor) })
    }
  }

  func seal(_ state: SessionState = .complete) {
    guard let sink else { return }
    promise.sealing = true
    updatePromise()
    defer { updatePromise() }
    do {
      sealed = try sink.seal(state: state) { $0.audio = ["pcm": "none"] }
      promise.sealed = evidence(in: disk.state)
      note(disk.state, "sealed")
    } catch {
      sealError = error as? SealError
    }
  }

  func derive(_ text: String) {
    guard let sink else { return }
    _ = try? SessionStore.writeDerived(
      Array(text.utf8), name: "analysis.json", configurationHash: "0123456789abcdef0123", in: sink.path,
      fileSystem: disk)
  }

  /// What a bundle holds that must not change after its seal.
  func evidence(in state: DiskState) -> [String: [UInt8]] {
    guard let sink, let bundle = state.find(sink.path) else { return [:] }
    var files: [String: [UInt8]] = [:]
    for (name, node) in state.nodes[bundle].entries where !CrashCheck.changing.contains(name) {
      files[name] = state.nodes[node].data
    }
    return files
  }

  /// Lets go of the writer, as a process that ends does.
  func end() {
    sink = nil
    writer = nil
    disk.observe { _, _ in }
  }
}

/// Lives of a bundle whose every instant is crashed.
enum CrashScenario: String, CaseIterable, Sendable {
  case ordinary
  case syncInFlight
  case failedSync
  case failedSyncOfEvents
  case failedSyncAtTheSeal
  case failedWrite
  case shortWrites
  case fullDisk
  case failedSyncOfTheFolder
  case everySyncFails

  func play(_ recording: CrashRecording) {
    let disk = recording.disk
    if let fault { disk.setFault(fault) }
    recording.create()
    recording.record(14)
    recording.flush()
    recording.record(9)
    recording.checkpoint()
    switch self {
    case .syncInFlight:
      recording.record(6)
      recording.checkpointWhileRecording(5)
    case .fullDisk: disk.setRoom(700)
    default: break
    }
    for _ in 0..<3 {
      recording.record(8)
      recording.flush()
      recording.record(5)
      recording.checkpoint()
    }
    recording.record(3)
    recording.seal()
    recording.derive(#"{"first": 1}"#)
    recording.derive(#"{"second": 2}"#)
  }

  /// Makes chosen calls fail.
  private var fault: (@Sendable (String, Int) -> Int32?)? {
    switch self {
    case .ordinary, .syncInFlight, .fullDisk: nil
    case .failedSync: Self.failing("fdatasync", [5, 6])
    case .failedSyncOfEvents: Self.failing("fdatasync", [4])
    // Syncs of the creation: lock, events, two streams, protocol, timeline, manifest, its folder, the sessions
    // folder, and the folders above, made new.
    case .failedSyncAtTheSeal: Self.failing("fsync", [12, 13, 15])
    case .failedWrite: Self.failing("pwrite", [8, 13])
    case .shortWrites: Self.failing("pwrite", Array(5...40), code: 300)
    case .failedSyncOfTheFolder: Self.failing("fdatasync", [5], and: ("fsync", [12]))
    case .everySyncFails: Self.failing("fdatasync", Array(4...200), and: ("fsync", Array(12...200)))
    }
  }

  /// Fails those calls of a name whose numbers, among the calls of that name, are given.
  private static func failing(
    _ name: String, _ numbers: [Int], code: Int32 = -EIO, and other: (String, [Int])? = nil
  ) -> @Sendable (String, Int) -> Int32? {
    let counts = CallCounts()
    return { call, _ in
      let number = counts.next(call)
      if call == name, numbers.contains(number) { return code }
      if let other, call == other.0, other.1.contains(number) { return code }
      return nil
    }
  }
}

/// How often each call was made.
private final class CallCounts: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var counts: [String: Int] = [:]

  func next(_ call: String) -> Int {
    lock.withLock {
      counts[call, default: 0] += 1
      return counts[call, default: 0]
    }
  }
}
