import MotionCore

/// Tells which readings of a kernel card have a position and a time that belong together.
///
/// The time stamp of a PCM status is that of the last move of the card's pointer. On most drivers the delay is
/// counted from the same pointer. snd-usb-audio adds the frames on the bus, and takes off what the bus has carried
/// *until the call* (snd_usb_pcm_delay of sound/usb/pcm.c, Linux 6.1): its stamp may be a packet's 5 ms older than its
/// delay. Such a reading is good only while the stamp is fresh.
struct StampFilter {
  /// A stamp is fresh for half a millisecond: the bus counts whole ones.
  static let freshFor = Duration.microseconds(500)
  /// So many stale readings in a row are left out; then a poor one is better than none.
  static let patience = 16

  private var leftOut = 0

  /// - Parameters:
  ///   - queued: frames between the pointer and the end of what was written (buffer minus room).
  ///   - delay: frames that have not left, as the driver says.
  ///   - age: from the stamp to the call of the status; negative where the call itself moved the pointer.
  mutating func accepts(queued: Int, delay: Int, age: Duration) -> Bool {
    guard delay != queued, age > StampFilter.freshFor else {
      leftOut = 0
      return true
    }
    leftOut += 1
    return leftOut > StampFilter.patience
  }
}
