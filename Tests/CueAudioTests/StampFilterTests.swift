import MotionCore
import Testing

@testable import CueAudio

/// The readings here are such as Linux 6.1 gave in a virtual machine (docs/timing.md, "On a kernel card").
@Suite struct StampFilterTests {
  /// What becomes of readings in turn: frames that the driver adds to the queued ones, and the stamp's age in µs.
  private func accepted(_ readings: [(added: Int, ageMicroseconds: Int)]) -> [Bool] {
    var filter = StampFilter()
    return readings.map { reading in
      filter.accepts(
        queued: 4320, delay: 4320 + reading.added, age: .microseconds(reading.ageMicroseconds))
    }
  }

  @Test("A card whose delay is what is queued: every reading counts, however old its stamp")
  func plainCard() {
    #expect(accepted([(0, -1), (0, 100), (0, 3_900), (0, 9_000)]) == [true, true, true, true])
  }

  @Test("A USB card counts down its delay after the stamp: only fresh readings count")
  func usbCard() {
    // 15 ms on the bus when the pointer moved; 1 ms less for each millisecond that the call comes later.
    #expect(accepted([(720, 20), (672, 1_140), (576, 3_187), (720, -3)]) == [true, false, false, true])
  }

  @Test("Where every reading is stale, it is taken after a while, until a fresh one comes")
  func neverStarves() {
    let stale = Array(repeating: (added: 480, ageMicroseconds: 2_000), count: StampFilter.patience)
    let answers = accepted(stale + [(480, 2_000), (480, 2_000), (720, 0), (480, 2_000)])
    #expect(answers == stale.map { _ in false } + [true, true, true, false])
  }
}
