import CSimdjson

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Takes the whole rows of one `.jsonl` file apart from what is no row: a line cut off by a crash, zeros or
/// old bytes that a power cut left, garbage.
///
/// The bytes that are no row are never thrown away: they go to a file of their own (`gyroscope.jsonl.dropped`)
/// before the file is replaced, whole or not at all, by one that has rows only.
struct LineSalvage {
  /// What one file came to.
  struct Result: Hashable, Sendable {
    var rowsKept = 0
    var bytesDropped: Int64 = 0
    /// Time of the last row that is whole: `h` of a row, `host_ns` of an event.
    var lastGood: HostTime?
    /// Where the dropped bytes are now; nil where there are none.
    var droppedFile: String?
  }

  /// Judges one line: `(start, length with the line end, readable bytes from start)` → the row's host time, or
  /// nil where it is no row.
  typealias Judge = (UnsafePointer<UInt8>, Int, Int) -> HostTime?

  let folder: String
  let fileSystem: any FileSystem

  /// Salvages `name`. The result is on the disk when it returns. Throws a `FileError`; the file is then as it
  /// was, or done.
  func salvage(_ name: String, judge: Judge) throws(FileError) -> Result {
    var result = Result()
    var dropped: [Range<Int64>] = []
    let length = try scan(name) { line, capacity, offset in
      let start = line.baseAddress!.assumingMemoryBound(to: UInt8.self)
      if line.last == UInt8(ascii: "\n"), let time = judge(start, line.count, capacity) {
        result.rowsKept += 1
        result.lastGood = time
      } else {
        LineSalvage.add(offset..<offset + Int64(line.count), to: &dropped)
      }
    } skipped: { range in
      LineSalvage.add(range, to: &dropped)
    }
    guard !dropped.isEmpty else {
      // What was read may still be in the system's memory alone.
      try syncFile(name)
      return result
    }
    result.bytesDropped = dropped.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    result.droppedFile = try keep(dropped, of: name)
    try copy(LineSalvage.gaps(of: dropped, upTo: length), of: name, to: ".\(name).new")
    try fileSystem.check("rename", "\(folder)/\(name)") {
      fileSystem.rename("\(folder)/.\(name).new", to: "\(folder)/\(name)")
    }
    try fileSystem.syncFolder(folder)
    return result
  }

  // MARK: Judges

  /// Judges the rows of a stream as the reader does.
  static func rowJudge(_ description: StreamDescription) -> (judge: Judge, rows: RowMemory)? {
    let keys = description.valueKeys.isEmpty ? RowFileReader.motionKeys : description.valueKeys
    guard let memory = RowMemory(keys: keys) else { return nil }
    let judge: Judge = { start, length, capacity in
      let before = csimdjson_rows_count(memory.rows)
      csimdjson_rows_parse(memory.rows, start, length, capacity)
      let count = csimdjson_rows_count(memory.rows)
      guard count > before, let receipts = csimdjson_rows_receipt(memory.rows) else { return nil }
      return HostTime(nanoseconds: receipts[count - 1])
    }
    return (judge, memory)
  }

  /// Judges the lines of an event file as the reader does.
  static func judgeEvent(_ start: UnsafePointer<UInt8>, _ length: Int, _ capacity: Int) -> HostTime? {
    let text = UnsafeBufferPointer(start: start, count: length - 1)
    guard let json = try? JSONValue.parse(text) else { return nil }
    return EventMarker(json: json)?.host
  }

  /// The parser's memory while a stream's files are judged.
  final class RowMemory {
    let rows: OpaquePointer

    init?(keys: [String]) {
      let names = keys.map { strdup($0) }
      defer { for name in names { free(name) } }
      guard let rows = csimdjson_rows_new(names.map { $0.map { UnsafePointer($0) } }, names.count) else {
        return nil
      }
      self.rows = rows
    }

    deinit { csimdjson_rows_free(rows) }
  }

  // MARK: Reading

  /// Goes through a file line by line and returns its length. A last line without its end is given as it is;
  /// a line beyond the reader's limit is only named, in pieces.
  private func scan(
    _ name: String, line: (UnsafeRawBufferPointer, Int, Int64) -> Void, skipped: (Range<Int64>) -> Void
  ) throws(FileError) -> Int64 {
    let path = "\(folder)/\(name)"
    let (descriptor, _) = try fileSystem.openForReading(path)
    defer { _ = fileSystem.close(descriptor) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: RowFileReader.maximumLine + csimdjson_padding(), alignment: 64)
    defer { buffer.deallocate() }
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    /// Offset in the file of the buffer's first byte.
    var base: Int64 = 0
    var kept = 0
    var skipping = false
    while true {
      let space = UnsafeMutableRawBufferPointer(rebasing: buffer[kept..<RowFileReader.maximumLine])
      let count = try fileSystem.fill(space, from: descriptor, path)
      let filled = kept + count
      var start = 0
      while let end = buffer[start..<filled].firstIndex(of: UInt8(ascii: "\n")) {
        let range = start..<end + 1
        if skipping {
          skipped(base + Int64(start)..<base + Int64(end + 1))
          skipping = false
        } else {
          line(UnsafeRawBufferPointer(rebasing: buffer[range]), buffer.count - start, base + Int64(start))
        }
        start = end + 1
      }
      if count < space.count {
        if start < filled {
          line(
            UnsafeRawBufferPointer(rebasing: buffer[start..<filled]), buffer.count - start,
            base + Int64(start))
        }
        return base + Int64(filled)
      }
      kept = filled - start
      if skipping || kept == RowFileReader.maximumLine {
        skipped(base + Int64(start)..<base + Int64(filled))
        skipping = true
        kept = 0
        base += Int64(filled)
      } else {
        memmove(buffer.baseAddress!, buffer.baseAddress! + start, kept)
        base += Int64(start)
      }
    }
  }

  // MARK: Writing

  /// Puts the dropped bytes of `name` into a file of their own, and returns its name. One with the same bytes,
  /// left by a recovery that did not end, is used again; one with others is never replaced.
  private func keep(_ dropped: [Range<Int64>], of name: String) throws(FileError) -> String {
    let temporary = ".\(name).dropped.new"
    try copy(dropped, of: name, to: temporary)
    let made = try fileSystem.digest(of: temporary, in: folder)
    let names = Set(try fileSystem.names(in: folder))
    var number = 0
    while true {
      let target = number == 0 ? "\(name).dropped" : "\(name).dropped.\(number)"
      if !names.contains(target) {
        try fileSystem.check("rename", "\(folder)/\(target)") {
          fileSystem.rename("\(folder)/\(temporary)", to: "\(folder)/\(target)")
        }
        try fileSystem.syncFolder(folder)
        return target
      }
      let there = try fileSystem.digest(of: target, in: folder)
      if there.bytes == made.bytes, there.sha256 == made.sha256 {
        _ = fileSystem.unlink("\(folder)/\(temporary)")
        return target
      }
      number += 1
    }
  }

  /// Writes the bytes of `name` that lie in `ranges` (ascending) to a new file, synced.
  private func copy(
    _ ranges: [Range<Int64>], of name: String, to target: String
  ) throws(FileError) {
    let path = "\(folder)/\(name)"
    let targetPath = "\(folder)/\(target)"
    // One left by a crash.
    let removed = fileSystem.unlink(targetPath)
    guard removed == 0 || removed == -Int(ENOENT) else {
      throw FileError(call: "unlink", path: targetPath, code: Int32(-removed))
    }
    let (source, _) = try fileSystem.openForReading(path)
    defer { _ = fileSystem.close(source) }
    let output = try fileSystem.openFile(targetPath, flags: O_WRONLY | O_CREAT | O_EXCL)
    defer { _ = fileSystem.close(output) }
    do throws(FileError) {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
      defer { buffer.deallocate() }
      var base: Int64 = 0
      var written: Int64 = 0
      var next = 0
      while next < ranges.count {
        let count = try fileSystem.fill(buffer, from: source, path)
        if count == 0 { break }
        let end = base + Int64(count)
        while next < ranges.count, ranges[next].lowerBound < end {
          let part = ranges[next].clamped(to: base..<end)
          if !part.isEmpty {
            let bytes = Array(buffer[Int(part.lowerBound - base)..<Int(part.upperBound - base)])
            try fileSystem.writeAll(bytes, to: output, at: written, targetPath)
            written += Int64(bytes.count)
          }
          guard ranges[next].upperBound <= end else { break }
          next += 1
        }
        base = end
      }
      try fileSystem.check("fsync", targetPath) { fileSystem.fsync(output) }
    } catch {
      _ = fileSystem.unlink(targetPath)
      throw error
    }
  }

  private func syncFile(_ name: String) throws(FileError) {
    let path = "\(folder)/\(name)"
    let (descriptor, _) = try fileSystem.openForReading(path)
    defer { _ = fileSystem.close(descriptor) }
    try fileSystem.check("fsync", path) { fileSystem.fsync(descriptor) }
  }

  // MARK: Ranges

  private static func add(_ range: Range<Int64>, to ranges: inout [Range<Int64>]) {
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }

  /// What lies between `ranges` in 0..<length.
  private static func gaps(of ranges: [Range<Int64>], upTo length: Int64) -> [Range<Int64>] {
    var gaps: [Range<Int64>] = []
    var end: Int64 = 0
    for range in ranges {
      if end < range.lowerBound { gaps.append(end..<range.lowerBound) }
      end = range.upperBound
    }
    if end < length { gaps.append(end..<length) }
    return gaps
  }
}
