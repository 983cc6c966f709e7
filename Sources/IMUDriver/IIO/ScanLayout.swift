/// One channel that can be part of a scan.
struct ScanChannel: Hashable, Sendable {
  /// "in_accel_x"; attributes are named after it.
  var name: String
  /// Its place among the channels (`_index`).
  var index: Int
  var type: ScanType

  static let timestamp = "in_timestamp"
  var isTimestamp: Bool { name == ScanChannel.timestamp }
}

/// Where the enabled channels stand in a scan, as iio_compute_scan_bytes (drivers/iio/industrialio-buffer.c)
/// puts them: by index, the timestamp last, each aligned to its own length, the whole padded to the longest.
/// Six s16 and an s64 time make 12 + 4 + 8 = 24 bytes.
struct ScanLayout: Hashable, Sendable {
  struct Element: Hashable, Sendable {
    var channel: ScanChannel
    var offset: Int
  }

  let elements: [Element]
  /// Length of one scan in bytes; 0 where no channel is enabled.
  let size: Int

  init(_ enabled: [ScanChannel]) {
    func aligned(_ offset: Int, to length: Int) -> Int { (offset + length - 1) / length * length }
    var elements: [Element] = []
    var end = 0
    let inOrder = enabled.sorted { ($0.isTimestamp ? 1 : 0, $0.index) < ($1.isTimestamp ? 1 : 0, $1.index) }
    for channel in inOrder {
      let offset = aligned(end, to: channel.type.byteCount)
      elements.append(Element(channel: channel, offset: offset))
      end = offset + channel.type.byteCount
    }
    self.elements = elements
    size = aligned(end, to: enabled.map(\.type.byteCount).max() ?? 1)
  }

  func element(_ name: String) -> Element? {
    elements.first { $0.channel.name == name }
  }
}
