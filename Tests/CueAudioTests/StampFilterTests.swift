import MotionCore
import Testing

@testable import CueAudio

/// The readings here are such as Linux 6.1 gave in a virtual machine (docs/timing.md, "On a kernel card").
@Suite struct StampFilterTests {
  @Test("A card whose delay is what is queued: every reading counts, however old its stamp")
  func plainCard() {
    var filter = StampFilter()
    for age in [-1, 100, 3_900, 9_000] {
      let (queued, age) = (4320, Duration.microseconds(age))
      #expect(filter.accepts(queued: queued, delay: queued, age: age))
    }
  }

  @Test("A USB card counts down its delay after the stamp: only fresh readings count")
  func usbCard() {
    var filter = StampFilter()
    // 15 ms on the bus when the pointer moved; 1 ms less for each millisecond that the call comes later.
    #expect(filter.accepts(queued: 4320, delay: 4320 + 720, age: .microseconds(20)))
    #expect(!filter.accepts(queued: 4320, delay: 4320 + 672, age: .microseconds(1_140)))
    #expect(!filter.accepts(queued: 4320, delay: 4320 + 576, age: .microseconds(3_187)))
    #expect(filter.accepts(queued: 4320, delay: 4320 + 720, age: .microseconds(-3)))
  }

  @Test("Where every reading is stale, it is taken after a while, until a fresh one comes")
  func neverStarves() {
    var filter = StampFilter()
    func stale() -> Bool { filter.accepts(queued: 4320, delay: 4800, age: .milliseconds(2)) }
    for _ in 0..<StampFilter.patience { #expect(!stale()) }
    #expect(stale())
    #expect(stale())
    #expect(filter.accepts(queued: 4320, delay: 5040, age: .zero))
    #expect(!stale())
  }
}
