import CSimdjson

/// Reads the rows of one stream, in one or several segments, straight into columns. The text is never held
/// whole: memory goes with the columns.
struct RowFileReader: Sendable {
  /// A line longer than this is damage; a row is a few hundred bytes.
  static let maximumLine = 1 << 20
  /// A file that has nothing but one line for so long is not read on: it may be a hole of any size.
  static let maximumSkipped = 1 << 26

  /// What was read.
  struct Result: Sendable {
    var stream: MotionStream
    var files: [Manifest.FileEntry]
    var problems: [MotionSession.Problem]
  }

  let folder: String
  let fileSystem: any FileSystem

  /// Reads the segments `names` in order. A file that cannot be read is a problem, not an error: the rest is
  /// usable.
  func read(_ names: [String], _ description: StreamDescription) -> Result {
    var description = description
    // What a motion stream without `fields` may have (session format, "Rows").
    let guessed = description.valueKeys.isEmpty
    if guessed { description.valueKeys = RowFileReader.motionKeys }
    let keys = description.valueKeys.map { strdup($0) }
    defer { for key in keys { free(key) } }
    guard let rows = csimdjson_rows_new(keys.map { $0.map { UnsafePointer($0) } }, keys.count) else {
      return Result(
        stream: MotionStream(
          description: description, sequence: [], deviceTime: .integers([]), receiptNs: [], values: []),
        files: [],
        problems: [
          MotionSession.Problem(names.first ?? description.name, .tooManyValues)
        ])
    }
    defer { csimdjson_rows_free(rows) }

    var files: [Manifest.FileEntry] = []
    var problems: [MotionSession.Problem] = []
    var starts: [Int] = []
    for name in names {
      let before = (
        lines: csimdjson_rows_lines(rows), rows: csimdjson_rows_count(rows),
        damaged: csimdjson_rows_damaged(rows)
      )
      starts.append(before.rows)
      do throws(FileError) {
        switch try readFile(name, into: rows) {
        case .whole(let entry, let cutBytes):
          files.append(entry)
          if cutBytes > 0 {
            problems.append(
              MotionSession.Problem(name, .cutLine(bytes: Int(cutBytes))))
          }
        case .abandoned:
          problems.append(
            MotionSession.Problem(name, .endlessLine(megabytes: Int(RowFileReader.maximumSkipped >> 20))))
        }
      } catch {
        problems.append(MotionSession.Problem(name, .unreadable(reason: error.cause)))
      }
      problems += damage(rows, name, since: before.damaged, firstLine: before.lines)
    }
    var stream = columns(rows, description)
    var disordered = stream.removeDisorder(segmentStarts: &starts)
    if names.count > 1 {
      stream.removeOverlap(segmentStarts: starts)
      var whole = [0]
      disordered += stream.removeDisorder(segmentStarts: &whole)
    }
    if disordered > 0 {
      problems.append(
        MotionSession.Problem(names.first ?? description.name, .rowsOutOfOrder(disordered)))
    }
    if guessed {
      stream.removeEmptyColumns(present: keys.indices.map { csimdjson_rows_present(rows, Int32($0)) })
    }
    problems += gaps(rows, names.first ?? description.name, stream)
    return Result(stream: stream, files: files, problems: problems)
  }

  private enum Reading {
    /// The file's size and hash, and the length of a cut-off last line.
    case whole(Manifest.FileEntry, cutBytes: Int)
    case abandoned
  }

  /// Reads one file through a buffer, as far as it reached when it was opened: what is appended meanwhile belongs
  /// to a later reading.
  private func readFile(_ name: String, into rows: OpaquePointer) throws(FileError) -> Reading {
    let path = "\(folder)/\(name)"
    let (descriptor, status) = try fileSystem.openForReading(path)
    defer { _ = fileSystem.close(descriptor) }
    let capacity = Int(min(Int64(RowFileReader.maximumLine), max(0, status.bytes)))
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: capacity + csimdjson_padding(), alignment: 64)
    defer { buffer.deallocate() }
    if let base = buffer.baseAddress { memset(base, 0, buffer.count) }
    let hash = SHA256Hash()
    var bytes: Int64 = 0
    var kept = 0
    /// Bytes of a line that is too long, so far; nil outside of one.
    var skipped: Int?
    let rowsBefore = csimdjson_rows_count(rows)
    var isRoomMade = false
    while true {
      let wanted = Int(min(Int64(capacity - kept), max(0, status.bytes - bytes)))
      let space = UnsafeMutableRawBufferPointer(rebasing: buffer[kept..<kept + wanted])
      let count = try fileSystem.fill(space, from: descriptor, path)
      hash.update(UnsafeRawBufferPointer(rebasing: space[..<count]))
      bytes += Int64(count)
      let filled = kept + count
      var start = 0
      if let before = skipped {
        guard let base = buffer.baseAddress, let found = memchr(base, Int32(UInt8(ascii: "\n")), filled)
        else {
          if count == 0 { break }
          if before + count > RowFileReader.maximumSkipped { return .abandoned }
          skipped = before + count
          kept = 0
          continue
        }
        start = base.distance(to: found) + 1
        skipped = nil
      }
      let end = buffer[start..<filled].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start
      if end > start, let base = buffer.baseAddress {
        csimdjson_rows_parse(
          rows, base.advanced(by: start).assumingMemoryBound(to: UInt8.self), end - start,
          buffer.count - start)
        if !isRoomMade {
          isRoomMade = true
          csimdjson_rows_reserve(
            rows, rowsBefore, UInt64(bytes) - UInt64(filled - end), UInt64(max(0, status.bytes)))
        }
      }
      kept = filled - end
      if kept > 0, end > 0, let base = buffer.baseAddress { memmove(base, base.advanced(by: end), kept) }
      if count < wanted || bytes >= status.bytes { break }
      if kept == capacity {
        csimdjson_rows_skip_line(rows)
        skipped = kept
        kept = 0
      }
    }
    return .whole(Manifest.FileEntry(name: name, bytes: bytes, sha256: hash.hex), cutBytes: kept)
  }

  private func damage(
    _ rows: OpaquePointer, _ name: String, since: Int, firstLine: Int
  ) -> [MotionSession.Problem] {
    let total = csimdjson_rows_damaged(rows) - since
    guard total > 0 else { return [] }
    var listed = 0
    let entries = UnsafeBufferPointer(start: csimdjson_rows_damage(rows, &listed), count: listed)
    var problems = entries.dropFirst(since).prefix(20).map {
      MotionSession.Problem(
        name, .noRow(line: Int($0.line) - firstLine, reason: RowLineReason($0).text))
    }
    if problems.count < total {
      problems.append(
        MotionSession.Problem(name, .moreLines(total - problems.count)))
    }
    return problems
  }

  private func gaps(
    _ rows: OpaquePointer, _ name: String, _ stream: MotionStream
  ) -> [MotionSession.Problem] {
    var found: [SessionFinding] = []
    let lacking = csimdjson_rows_lacking(rows)
    if lacking > 0, stream.description.kind != .motion {
      found.append(.rowsLackValues(Int(lacking)))
    }
    var absent = 0
    if csimdjson_rows_kernel(rows, &absent) != nil, absent > 0 {
      found.append(.rowsLackKernelTime(absent))
    }
    if csimdjson_rows_counter(rows, &absent) != nil, absent > 0 {
      found.append(.rowsLackCounter(absent))
    }
    var holes = 0
    var expected: Int64 = 0
    for number in stream.sequence {
      if number != expected { holes += 1 }
      expected = number &+ 1
    }
    if holes > 0 { found.append(.holes(holes)) }
    return found.map { MotionSession.Problem(name, $0) }
  }

  private func columns(_ rows: OpaquePointer, _ description: StreamDescription) -> MotionStream {
    let count = csimdjson_rows_count(rows)
    func integers(_ start: UnsafePointer<Int64>?) -> [Int64]? {
      start.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }
    func column(_ number: Int) -> MotionStream.Column {
      if let reals = csimdjson_rows_reals(rows, Int32(number)) {
        return .reals(Array(UnsafeBufferPointer(start: reals, count: count)))
      }
      return .integers(integers(csimdjson_rows_integers(rows, Int32(number))) ?? [])
    }
    var absent = 0
    var badCount = 0
    let bad = UnsafeBufferPointer(start: csimdjson_rows_bad(rows, &badCount), count: badCount)
    var invalid: [Int: [String]] = [:]
    for index in 0..<csimdjson_rows_invalid_count(rows) {
      let entry = csimdjson_rows_invalid_entry(rows, index)
      let key = entry.key.withMemoryRebound(to: UInt8.self, capacity: entry.length) {
        String(decoding: UnsafeBufferPointer(start: $0, count: entry.length), as: UTF8.self)
      }
      invalid[entry.row, default: []].append(key)
    }
    return MotionStream(
      description: description, sequence: integers(csimdjson_rows_sequence(rows)) ?? [],
      deviceTime: column(-1), receiptNs: integers(csimdjson_rows_receipt(rows)) ?? [],
      kernelNs: integers(csimdjson_rows_kernel(rows, &absent)),
      counter: integers(csimdjson_rows_counter(rows, &absent)),
      temperature: csimdjson_rows_temperature(rows).map {
        Array(UnsafeBufferPointer(start: $0, count: count))
      },
      values: description.valueKeys.indices.map(column), badRows: Array(bad), invalid: invalid)
  }

  /// Every value key of a motion row, in the order of the schema.
  static let motionKeys: [String] = [
    "qx", "qy", "qz", "qw", "roll", "pitch", "yaw", "r00", "r01", "r02", "r10", "r11", "r12", "r20", "r21",
    "r22", "gx", "gy", "gz", "ux", "uy", "uz", "rx", "ry", "rz", "mx", "my", "mz", "acc", "hd", "hda",
  ]
}

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
