import CArchive

/// The calls of libarchive (3.6), one thin function each, so that a test can make any of them fail. They return
/// ARCHIVE_OK (0), a number of bytes, or a negative code.
struct ArchiveCalls: Sendable {
  /// Makes chosen calls fail, in tests.
  var faults: FaultPlan?

  init(faults: FaultPlan? = nil) { self.faults = faults }

  /// archive_write_new(3). nil: out of memory.
  func writeNew() -> OpaquePointer? {
    faults?.note("archive_write_new") == nil ? archive_write_new() : nil
  }

  /// archive_write_set_format_pax(3).
  func setFormatPax(_ archive: OpaquePointer) -> Int {
    call("archive_write_set_format_pax") { Int(archive_write_set_format_pax(archive)) }
  }

  /// archive_write_callback: the archive, the context, the bytes and their number; the number taken, or −1.
  typealias WriteFunction =
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?, Int) -> Int

  /// archive_write_open2(3) with a function that takes the bytes.
  func open(
    _ archive: OpaquePointer, _ context: UnsafeMutableRawPointer, _ write: WriteFunction
  ) -> Int {
    call("archive_write_open2") { Int(archive_write_open2(archive, context, nil, write, nil, nil)) }
  }

  /// archive_entry_new(3). nil: out of memory.
  func entryNew() -> OpaquePointer? {
    faults?.note("archive_entry_new") == nil ? archive_entry_new() : nil
  }

  /// archive_entry_free(3).
  func entryFree(_ entry: OpaquePointer) { archive_entry_free(entry) }

  /// archive_entry_set_pathname(3), archive_entry_set_filetype(3), archive_entry_set_perm(3),
  /// archive_entry_set_size(3), archive_entry_set_mtime(3); none of them reports anything.
  func entrySet(_ entry: OpaquePointer, path: String, isFolder: Bool, status: FileStatus) {
    archive_entry_set_pathname(entry, path)
    archive_entry_set_filetype(entry, isFolder ? 0o040000 : 0o100000)
    archive_entry_set_perm(entry, mode_t(status.mode))
    archive_entry_set_size(entry, isFolder ? 0 : status.bytes)
    archive_entry_set_mtime(entry, time_t(status.modified.seconds), Int(status.modified.nanoseconds))
  }

  /// archive_write_header(3), with paths read as UTF-8 whatever the locale of the program: in the locale "C" libarchive
  /// 3.6 could not store a name that is not ASCII.
  func writeHeader(_ archive: OpaquePointer, _ entry: OpaquePointer) -> Int {
    call("archive_write_header") {
      #if canImport(Glibc)
        let utf8 = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
        let before = utf8.map { uselocale($0) }
        defer {
          if let before { uselocale(before) }
          if let utf8 { freelocale(utf8) }
        }
      #endif
      return Int(archive_write_header(archive, entry))
    }
  }

  /// archive_write_data(3).
  func writeData(_ archive: OpaquePointer, _ bytes: UnsafeRawBufferPointer) -> Int {
    call("archive_write_data") { archive_write_data(archive, bytes.baseAddress, bytes.count) }
  }

  /// archive_write_finish_entry(3).
  func finishEntry(_ archive: OpaquePointer) -> Int {
    call("archive_write_finish_entry") { Int(archive_write_finish_entry(archive)) }
  }

  /// archive_write_close(3).
  func close(_ archive: OpaquePointer) -> Int {
    call("archive_write_close") { Int(archive_write_close(archive)) }
  }

  /// archive_write_fail(3) and archive_write_free(3): gives the writer back without finishing the archive, where it was
  /// not closed.
  func free(_ archive: OpaquePointer, isClosed: Bool) {
    if !isClosed { archive_write_fail(archive) }
    archive_write_free(archive)
  }

  /// archive_error_string(3).
  func errorText(_ archive: OpaquePointer) -> String {
    archive_error_string(archive).map { String(cString: $0) } ?? ValueReason.notKnown.text
  }

  private func call(_ name: String, _ body: () -> Int) -> Int {
    if let code = faults?.note(name) { return Int(code) }
    return body()
  }
}

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
