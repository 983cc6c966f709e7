#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes one session bundle: the single owner of its files. Not thread-safe; the sinks serialise it.
///
/// Rows are appended as whole lines. What a checkpoint has not confirmed is kept in memory, so that a failed
/// sync loses nothing: the rows since the last good one are written again, to a new segment.
public final class BundleWriter {
  /// Held back in the file `.lock`, and given free for the seal.
  public static let reserveBytes: Int64 = 1 << 20
  /// Of the reserve, at most this much is used for rows; the rest is for the manifest.
  static let reserveForRows = 1 << 19
  /// A file is given up after so many segments.
  static let maximumSegments = 8

  /// A file whose rows are to be synced, as far as they were written when the checkpoint began.
  struct SyncTask: Sendable {
    var file: Int
    var segment: Int
    var descriptor: Int32
    var upTo: Int64
  }

  /// Something that went wrong and was handled, to be recorded as an incident.
  struct Trouble {
    var kind: IncidentKind
    var fields: JSONObject
    var told: StoreTrouble
  }

  public let path: String
  let fileSystem: any FileSystem
  var manifest: Manifest
  /// Number 0 is the events; the others are the streams that have files.
  var files: [BundleFile]
  /// Files by stream number; nil for a stream that is not there.
  let fileOfStream: [Int?]
  private let encoders: [RowEncoder]
  /// Files that are written whole, with the hash of what they hold.
  var fixedFiles: [Manifest.FileEntry]
  var lockDescriptor: Int32
  /// Set by a full disk, until the next checkpoint tries again.
  var isDiskFull = false
  private var diskFullReported = false
  /// A write or a sync has failed: the session cannot be `complete`.
  var isDamaged = false
  var reserveReleased = false
  var isSealed = false
  private var troubles: [Trouble] = []
  /// Descriptors of ended segments; one may be in a sync on another thread, so they stay open until the end.
  private var retired: [Int32] = []

  init(
    path: String, fileSystem: any FileSystem, manifest: Manifest, files: [BundleFile], fileOfStream: [Int?],
    fixedFiles: [Manifest.FileEntry], lockDescriptor: Int32
  ) {
    self.path = path
    self.fileSystem = fileSystem
    self.manifest = manifest
    self.files = files
    self.fileOfStream = fileOfStream
    self.fixedFiles = fixedFiles
    self.lockDescriptor = lockDescriptor
    encoders = manifest.streams.map { RowEncoder($0.description) }
  }

  deinit {
    closeFiles()
  }

  /// Closes everything and releases the lock. Unsealed, the bundle is `incomplete` from then on.
  func closeFiles() {
    for file in files where file.descriptor >= 0 {
      _ = fileSystem.close(file.descriptor)
      file.descriptor = -1
    }
    for descriptor in retired { _ = fileSystem.close(descriptor) }
    retired = []
    if lockDescriptor >= 0 { _ = fileSystem.close(lockDescriptor) }
    lockDescriptor = -1
  }

  /// Bytes kept in memory because no sync has confirmed them.
  var unsyncedBytes: Int { files.reduce(0) { $0 + $1.tail.count } }

  /// Bytes that wait to be written.
  var unwrittenBytes: Int { files.reduce(0) { $0 + $1.unwrittenBytes } }

  /// What went wrong since the last call.
  func takeTroubles() -> [Trouble] {
    defer { troubles = [] }
    return troubles
  }

  // MARK: Rows

  /// Takes a row of a stream; returns false where the stream has no file. Nothing is written before `flush`.
  @discardableResult
  func append(_ sample: MotionSample, stream: Int) -> Bool {
    guard fileOfStream.indices.contains(stream), let number = fileOfStream[stream] else { return false }
    let file = files[number]
    guard !file.isDead else {
      file.rows += 1
      file.notWritten += 1
      return true
    }
    encoders[stream].write(sample, sequence: Int64(file.rows), to: &file.tail)
    file.rows += 1
    return true
  }

  /// Takes an event that has its sequence number.
  func append(_ event: EventMarker) {
    files[0].rows += 1
    guard !files[0].isDead else {
      files[0].notWritten += 1
      return
    }
    event.json.withoutNonFinite.write(to: &files[0].tail)
    files[0].tail.append(UInt8(ascii: "\n"))
  }

  /// Writes what waits. What a full disk refuses goes on waiting.
  func flush() {
    for file in files { flush(file) }
  }

  func flush(_ file: BundleFile) {
    var standstills = 0
    while file.unwrittenBytes > 0, !file.isDead, !isDiskFull {
      let offset = file.writtenBytes
      let result = file.tail.withUnsafeBytes {
        fileSystem.pwrite(
          file.descriptor, UnsafeRawBufferPointer(rebasing: $0[file.written...]), at: offset)
      }
      if result == -Int(EINTR) { continue }
      guard result >= 0 else {
        failedWrite(file, "pwrite", code: Int32(-result), truncateTo: offset)
        continue
      }
      let whole = file.wholeRows(in: file.written + result)
      file.hash.update(file.tail[file.written..<whole])
      let isShort = result < file.unwrittenBytes
      standstills = whole > file.written ? 0 : standstills + 1
      file.written = whole
      if isShort {
        // Cut back to the last whole row, so that a crash at this instant leaves whole rows only.
        let cut = retrying { fileSystem.ftruncate(file.descriptor, to: file.writtenBytes) }
        if cut < 0 {
          startSegment(file, "ftruncate", code: Int32(-cut))
        } else if standstills == 3 {
          failedWrite(file, "pwrite", code: ENOSPC, truncateTo: nil)
          return
        }
      }
    }
  }

  private func failedWrite(_ file: BundleFile, _ call: String, code: Int32, truncateTo length: Int64?) {
    // Nothing was written, but some file systems leave a partial page behind a failed write.
    if let length {
      let cut = retrying { fileSystem.ftruncate(file.descriptor, to: length) }
      if cut < 0 { return startSegment(file, call, code: code) }
    }
    guard FileError(call: call, path: file.name, code: code).isDiskFull else {
      return startSegment(file, call, code: code)
    }
    isDiskFull = true
    isDamaged = true
    guard !diskFullReported else { return }
    diskFullReported = true
    troubles.append(
      Trouble(
        kind: .writeFailed,
        fields: [
          "file": .string(file.name), "call": .string(call), "reason": .string(systemErrorText(code)),
        ],
        told: .diskFull(file: file.name)))
  }

  // MARK: Checkpoints

  /// Writes what waits, and says what is to be synced. The syncs may be made by another thread.
  func beginCheckpoint() -> [SyncTask] {
    isDiskFull = false
    flush()
    return files.indices.compactMap { number in
      let file = files[number]
      guard file.written > 0, !file.isDead else { return nil }
      return SyncTask(
        file: number, segment: file.segment, descriptor: file.descriptor, upTo: file.writtenBytes)
    }
  }

  /// Takes the result of a sync (0, or a negative errno).
  func endCheckpoint(_ task: SyncTask, result: Int) {
    let file = files[task.file]
    // A write failed meanwhile and has ended the segment: its rows are in the new one already.
    guard file.segment == task.segment else { return }
    guard result >= 0 else { return startSegment(file, "fdatasync", code: Int32(-result)) }
    let confirmed = Int(task.upTo - file.syncedBytes)
    guard confirmed > 0 else { return }
    file.tail.removeFirst(confirmed)
    file.written -= confirmed
    file.syncedBytes = task.upTo
  }

  /// A whole checkpoint on the caller's thread.
  func checkpoint() {
    for task in beginCheckpoint() {
      endCheckpoint(task, result: retrying { fileSystem.fdatasync(task.descriptor) })
    }
  }

  // MARK: Segments

  /// Ends a file's segment because a call on it failed, and starts the next with every row that no sync has
  /// confirmed. The old segment is left as it is until the seal cuts it back to what was confirmed; a reader takes
  /// a row that stands in both from the new one.
  func startSegment(_ file: BundleFile, _ call: String, code: Int32) {
    isDamaged = true
    var next = file.segment
    var cause = FileError(call: call, path: file.name, code: code)
    var opened: Int32?
    while opened == nil, next < BundleWriter.maximumSegments {
      next += 1
      let name = BundleFile.segmentName(file.baseName, next)
      do throws(FileError) {
        let descriptor = try fileSystem.openFile(
          "\(path)/\(name)", flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
        do throws(FileError) {
          try fileSystem.syncFolder(path)
          opened = descriptor
        } catch {
          _ = fileSystem.close(descriptor)
          _ = fileSystem.unlink("\(path)/\(name)")
          throw error
        }
      } catch {
        cause = error
      }
    }
    var fields: JSONObject = [
      "file": .string(file.name), "call": .string(call), "reason": .string(systemErrorText(code)),
      "synced_bytes": .integer(file.syncedBytes),
    ]
    let (name, reason) = (file.name, systemErrorText(code))
    if let opened {
      file.suspects.append(BundleFile.Suspect(name: file.name, syncedBytes: file.syncedBytes))
      retired.append(file.descriptor)
      file.descriptor = opened
      file.segment = next
      file.name = BundleFile.segmentName(file.baseName, next)
      file.syncedBytes = 0
      file.written = 0
      file.hash = SHA256Hash()
      fields.append("segment", .string(file.name))
      troubles.append(
        Trouble(
          kind: .writeFailed, fields: fields,
          told: .movedOn(call: call, file: name, reason: reason, next: file.name)))
      flush(file)
    } else {
      file.isDead = true
      fields.append("gave_up", .string(cause.summary))
      troubles.append(
        Trouble(
          kind: .writeFailed, fields: fields,
          told: .gaveUp(call: call, file: name, reason: reason, why: cause.cause)))
    }
  }

  /// Makes a call again while it is interrupted.
  func retrying(_ body: () -> Int) -> Int {
    while true {
      let result = body()
      if result != -Int(EINTR) { return result }
    }
  }
}
