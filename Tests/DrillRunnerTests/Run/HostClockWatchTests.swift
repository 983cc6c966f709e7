import MotionCore
import Testing

@testable import DrillRunner

@Suite struct HostClockWatchTests {
  /// Seconds of the three clocks.
  private func reading(_ monotonic: Double, _ boottime: Double, _ realtime: Double) -> HostClockWatch.Reading
  {
    func ns(_ seconds: Double) -> Int64 { Int64((seconds * 1e9).rounded()) }
    return HostClockWatch.Reading(
      monotonicNs: ns(monotonic), boottimeNs: ns(boottime), realtimeNs: ns(realtime))
  }

  @Test func clocksThatGoTogetherAreNoIncident() {
    var watch = HostClockWatch(reading(100, 130, 1_700_000_000))
    #expect(watch.look(reading(100.1, 130.1, 1_700_000_000.1)).isEmpty)
    // Slewed by 500 ppm, and a thread that waited 90 ms between two of the readings.
    #expect(watch.look(reading(200.1, 230.1, 1_700_000_100.15)).isEmpty)
    #expect(watch.look(reading(200.2, 230.29, 1_700_000_100.34)).isEmpty)
  }

  @Test func aSuspendIsTold() throws {
    var watch = HostClockWatch(reading(100, 100, 1_700_000_000))
    // Asleep for an hour: the wall clock has gone on with the boot time.
    let found = watch.look(reading(100.1, 3700.1, 1_700_003_600.1))
    #expect(found.count == 1)
    #expect(found.first?["clock"] == "boottime")
    #expect(found.first?["reason"]?.string == "the machine was suspended")
    #expect(HostClockChange.suspended.text == "the machine was suspended")
    #expect(found.first?["by_ns"]?.integer == 3_600_000_000_000)
    #expect(watch.look(reading(100.2, 3700.2, 1_700_003_600.2)).isEmpty)
  }

  @Test(arguments: [3600.0, -3600, 0.2]) func aWallClockThatIsSetIsTold(by seconds: Double) throws {
    var watch = HostClockWatch(reading(100, 130, 1_700_000_000))
    let found = watch.look(reading(100.1, 130.1, 1_700_000_000.1 + seconds))
    #expect(found.count == 1)
    #expect(found.first?["clock"] == "realtime")
    #expect(found.first?["reason"]?.string == HostClockChange.wallClockSet.text)
    let by = try #require(found.first?["by_ns"]?.integer)
    // A double of this size is good to 0.24 µs.
    #expect(abs(by - Int64(seconds * 1e9)) < 1000)
  }

  @Test func thisMachinesClocksAreRead() {
    let first = HostClockWatch.Reading.now()
    var watch = HostClockWatch(first)
    let second = HostClockWatch.Reading.now()
    #expect(second.monotonicNs >= first.monotonicNs && second.boottimeNs >= first.boottimeNs)
    #expect(second.realtimeNs > 1_600_000_000_000_000_000)
    #expect(watch.look(second).isEmpty)
  }
}
