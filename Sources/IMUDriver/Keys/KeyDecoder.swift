import CLinux

/// Tells presses from the events of a key device. Pure: it knows no device.
///
/// A press is a key that goes down. What the kernel repeats while a key is held (value 2) is none. After SYN_DROPPED
/// everything up to the next SYN_REPORT is thrown away: presses in the hole are lost, and none is made up from the
/// state that the device has then.
struct KeyDecoder: Hashable, Sendable {
  enum Output: Hashable, Sendable {
    case press(KeyCode, timeNs: Int64)
    /// The kernel's queue was full; presses may be missing.
    case dropped
  }

  private var isDiscarding = false

  mutating func accept(_ event: EvdevEvent) -> Output? {
    switch (Int32(event.type), Int32(event.code)) {
    case (EV_SYN, SYN_DROPPED):
      isDiscarding = true
      return nil
    case (EV_SYN, SYN_REPORT) where isDiscarding:
      isDiscarding = false
      return .dropped
    case (EV_KEY, let code) where !isDiscarding && event.value == 1:
      return .press(KeyCode(code), timeNs: event.timeNs)
    default: return nil
    }
  }
}
