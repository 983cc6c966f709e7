/// One growing `.jsonl` file of a bundle while it is recorded: its present segment, and the rows that are not
/// known to be on the disk, kept in memory until a sync has succeeded.
final class BundleFile {
  /// A segment that a failed write or sync has ended. Its bytes are kept, but it is never synced again: the
  /// system reports a lost page once, and a later success would say nothing.
  struct Suspect {
    var name: String
    var syncedBytes: Int64
  }

  /// "gyroscope.jsonl".
  let baseName: String
  /// The present segment.
  var name: String
  var descriptor: Int32
  var segment = 0
  /// Bytes of the present segment that a sync has confirmed.
  var syncedBytes: Int64 = 0
  /// The rows behind them, as text.
  var tail: [UInt8] = []
  /// How much of `tail` has been written. Always a whole number of rows.
  var written = 0
  /// Rows given to this file, and rows that could not be written.
  var rows = 0
  var notWritten = 0
  /// Hash of the bytes written to the present segment.
  var hash = SHA256Hash()
  var suspects: [Suspect] = []
  /// No further segment can be opened; nothing more is written.
  var isDead = false

  init(baseName: String, descriptor: Int32) {
    self.baseName = baseName
    name = baseName
    self.descriptor = descriptor
  }

  var writtenBytes: Int64 { syncedBytes + Int64(written) }
  var unwrittenBytes: Int { tail.count - written }

  /// The names of all segments but the first.
  var furtherSegments: [String] {
    (suspects.map(\.name) + [name]).filter { $0 != baseName }
  }

  /// "gyroscope.1.jsonl" for segment 1 of "gyroscope.jsonl".
  static func segmentName(_ baseName: String, _ segment: Int) -> String {
    let suffix = ".jsonl"
    let stem = baseName.hasSuffix(suffix) ? String(baseName.dropLast(suffix.count)) : baseName
    return "\(stem).\(segment)\(suffix)"
  }

  /// Keeps no more than `limit` bytes of unwritten rows, whole ones; the others count as not written.
  func limitUnwritten(to limit: Int) {
    guard unwrittenBytes > limit else { return }
    let end = wholeRows(in: written + limit)
    notWritten += tail[end...].count { $0 == UInt8(ascii: "\n") }
    tail.removeLast(tail.count - end)
  }

  /// The end of the last whole row in the first `count` bytes of the tail, not before what is written.
  func wholeRows(in count: Int) -> Int {
    var end = count
    while end > written, tail[end - 1] != UInt8(ascii: "\n") { end -= 1 }
    return end
  }
}
