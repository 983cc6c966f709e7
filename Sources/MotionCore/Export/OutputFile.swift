#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A new file of an export, written through a buffer. Numbers go straight into the buffer: integers exactly, doubles in
/// the shortest form that reads back to the same bits.
final class OutputFile {
  /// The buffer is written out when it holds more than this.
  static let bufferBytes = 1 << 18

  /// What waits to be written.
  var buffer: [UInt8] = []
  let path: String
  private let target: String
  private let fileSystem: any FileSystem
  private var descriptor: Int32
  private var offset: Int64 = 0

  /// Creates the file `path`, which must not exist. `target` names the export in errors.
  init(_ path: String, target: String, fileSystem: any FileSystem) throws(ExportError) {
    self.path = path
    self.target = target
    self.fileSystem = fileSystem
    do throws(FileError) {
      descriptor = try fileSystem.openFile(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    } catch {
      throw .notWritten(target: target, error)
    }
    buffer.reserveCapacity(OutputFile.bufferBytes + 4096)
  }

  deinit {
    if descriptor >= 0 { _ = fileSystem.close(descriptor) }
  }

  /// Writes the buffer out where it is full. To be called after each row.
  func flushWhenFull() throws(ExportError) {
    if buffer.count >= OutputFile.bufferBytes { try flush() }
  }

  private func flush() throws(ExportError) {
    do throws(FileError) {
      try fileSystem.writeAll(buffer, to: descriptor, at: offset, path)
    } catch {
      throw .notWritten(target: target, error)
    }
    offset += Int64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the rest, syncs and closes. Without it the file is not whole.
  func finish() throws(ExportError) {
    try flush()
    let open = descriptor
    descriptor = -1
    do throws(FileError) {
      do throws(FileError) {
        try fileSystem.check("fsync", path) { fileSystem.fsync(open) }
      } catch {
        _ = fileSystem.close(open)
        throw error
      }
      // Some file systems report a failed write only here.
      let closed = fileSystem.close(open)
      if closed < 0, closed != -Int(EINTR) {
        throw FileError(call: "close", path: path, code: Int32(-closed))
      }
    } catch {
      throw .notWritten(target: target, error)
    }
  }

  // MARK: Text

  func write(_ byte: Unicode.Scalar) { buffer.append(UInt8(ascii: byte)) }

  func write(_ text: String) { buffer.append(contentsOf: text.utf8) }

  func write(_ value: Double) { buffer.append(shortest: value) }

  func write(_ value: Int64) { buffer.append(decimal: value) }
}
