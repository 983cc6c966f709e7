import CLinux

/// One event of an evdev node (struct input_event).
struct EvdevEvent: Hashable, Sendable {
  /// When the kernel made it, in ns of the clock that stamps the descriptor's events.
  var timeNs: Int64
  var type: UInt16
  var code: UInt16
  var value: Int32

  /// Bytes of an event as read(2) delivers it.
  static let size = MemoryLayout<input_event>.stride

  init(timeNs: Int64, type: Int32, code: Int32, value: Int32) {
    self.timeNs = timeNs
    self.type = UInt16(type)
    self.code = UInt16(code)
    self.value = value
  }

  /// nil where the bytes are no event: its time or type cannot be one. That happens where a reader is out of
  /// step with the events, which a kernel node never lets happen and a pseudo-terminal that runs full does.
  init?(_ event: input_event) {
    guard (0..<1_000_000).contains(event.time.tv_usec), (0..<(1 << 31)).contains(event.time.tv_sec),
      event.type <= EV_MAX
    else { return nil }
    timeNs = Int64(event.time.tv_sec) * 1_000_000_000 + Int64(event.time.tv_usec) * 1000
    type = event.type
    code = event.code
    value = event.value
  }
}
