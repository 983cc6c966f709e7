import Glibc
import MotionCore

/// Compares the clocks of the machine while a run is recorded: a suspend, during which CLOCK_MONOTONIC stands
/// still and CLOCK_BOOTTIME goes on, and a wall clock that is set.
struct HostClockWatch {
  /// The three clocks, read together, in ns.
  struct Reading: Hashable, Sendable {
    var monotonicNs: Int64
    var boottimeNs: Int64
    var realtimeNs: Int64

    /// Of this machine, now.
    static func now() -> Reading {
      func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
      }
      return Reading(
        monotonicNs: read(CLOCK_MONOTONIC), boottimeNs: read(CLOCK_BOOTTIME), realtimeNs: read(CLOCK_REALTIME)
      )
    }
  }

  /// A smaller change between two looks is slewing, or a thread that had to wait between two readings.
  static let toleranceNs: Int64 = 100_000_000

  private var last: Reading

  init(_ first: Reading) {
    last = first
  }

  /// Takes a reading; returns the incidents that it shows, as fields of `clock_jump`.
  mutating func look(_ reading: Reading) -> [JSONObject] {
    defer { last = reading }
    let monotonic = reading.monotonicNs &- last.monotonicNs
    let suspended = (reading.boottimeNs &- last.boottimeNs) &- monotonic
    let set = (reading.realtimeNs &- last.realtimeNs) &- (reading.boottimeNs &- last.boottimeNs)
    var found: [JSONObject] = []
    if suspended > HostClockWatch.toleranceNs {
      found.append([
        "clock": "boottime", "by_ns": .integer(suspended), "reason": .string(HostClockChange.suspended.text),
      ])
    }
    if set.magnitude > UInt64(HostClockWatch.toleranceNs) {
      found.append([
        "clock": "realtime", "by_ns": .integer(set), "reason": .string(HostClockChange.wallClockSet.text),
      ])
    }
    return found
  }
}
