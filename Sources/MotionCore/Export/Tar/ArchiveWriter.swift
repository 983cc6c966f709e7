import CArchive

/// Writes a pax archive (POSIX.1-2001) into a file.
final class ArchiveWriter {
  private let calls: ArchiveCalls
  private let output: OutputFile
  private let target: String
  private let archive: OpaquePointer
  private var isClosed = false
  /// What the file said when libarchive wrote to it.
  private var outputError: ExportError?

  init(_ output: OutputFile, target: String, calls: ArchiveCalls) throws(ExportError) {
    guard let archive = calls.writeNew() else {
      throw .noMemory(target: target)
    }
    self.calls = calls
    self.output = output
    self.target = target
    self.archive = archive
    try check(calls.setFormatPax(archive))
    // The writer lives as long as the archive, which its deinit frees.
    let opened = calls.open(archive, Unmanaged.passUnretained(self).toOpaque()) { _, context, bytes, count in
      guard let context else { return -1 }
      return Unmanaged<ArchiveWriter>.fromOpaque(context).takeUnretainedValue()
        .take(UnsafeRawBufferPointer(start: bytes, count: count))
    }
    try check(opened)
  }

  deinit { calls.free(archive, isClosed: isClosed) }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    do throws(ExportError) {
      output.buffer.append(contentsOf: bytes)
      try output.flushWhenFull()
      return bytes.count
    } catch {
      outputError = error
      return -1
    }
  }

  /// Begins a member. Its bytes follow through `write`, as many as its status says.
  func begin(_ path: String, isFolder: Bool, status: FileStatus) throws(ExportError) {
    guard let entry = calls.entryNew() else {
      throw .noMemory(target: target)
    }
    defer { calls.entryFree(entry) }
    calls.entrySet(entry, path: path, isFolder: isFolder, status: status)
    try check(calls.writeHeader(archive, entry))
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(ExportError) {
    let count = calls.writeData(archive, bytes)
    try check(count)
    guard count == bytes.count else {
      throw .archiveShort(target: target, taken: count, bytes: bytes.count)
    }
  }

  func end() throws(ExportError) { try check(calls.finishEntry(archive)) }

  /// Ends the archive; the file is still to be finished.
  func close() throws(ExportError) {
    try check(calls.close(archive))
    isClosed = true
  }

  private func check(_ result: Int) throws(ExportError) {
    guard result < 0 else { return }
    if let outputError { throw outputError }
    throw .archiveFailed(target: target, reason: calls.errorText(archive))
  }
}
