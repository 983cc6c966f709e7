import CLinux
import Foundation
import MotionCore

/// Reads the wall clock beside the host clock, for the anchors of a session.
enum WallAnchor {
  /// The two clocks, read together: the wall clock between two readings of the host clock.
  static func now(_ point: Manifest.Anchor.Point, clock: some HostClock) -> Manifest.Anchor {
    let before = clock.now()
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    let after = clock.now()
    let middle = before + .nanoseconds((after - before).wholeNanoseconds / 2)
    return later(point, host: middle, from: middle, wall: wall)
  }

  /// The wall time of an instant that has just passed: both clocks now, and back by the same amount.
  static func at(
    _ point: Manifest.Anchor.Point, host: HostTime, clock: some HostClock
  ) -> Manifest.Anchor {
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    return later(point, host: host, from: clock.now(), wall: wall)
  }

  /// The anchor at `host`, from a pair of readings of the two clocks.
  static func later(
    _ point: Manifest.Anchor.Point, host: HostTime, from known: HostTime, wall: timespec
  ) -> Manifest.Anchor {
    let total =
      Int64(wall.tv_sec) * 1_000_000_000 + Int64(wall.tv_nsec) + (host - known).wholeNanoseconds
    return anchor(
      point, host: host, seconds: Int(total / 1_000_000_000), nanoseconds: Int(total % 1_000_000_000))
  }

  private static func anchor(
    _ point: Manifest.Anchor.Point, host: HostTime, seconds: Int, nanoseconds: Int
  ) -> Manifest.Anchor {
    let synchronised = cwallclock_synchronised()
    var time = time_t(seconds)
    var local = tm()
    localtime_r(&time, &local)
    let minutes = local.tm_gmtoff / 60
    let sign = minutes < 0 ? "-" : "+"
    let offset = sign + digits(abs(minutes) / 60, 2) + ":" + digits(abs(minutes) % 60, 2)
    let date =
      digits(Int(local.tm_year) + 1900, 4) + "-" + digits(Int(local.tm_mon) + 1, 2) + "-"
      + digits(Int(local.tm_mday), 2)
    let clock = [local.tm_hour, local.tm_min, local.tm_sec].map { digits(Int($0), 2) }
    return Manifest.Anchor(
      at: point, host: host,
      wall: date + "T" + clock.joined(separator: ":") + "." + digits(nanoseconds, 9) + offset,
      utcOffset: offset, clockSynchronised: synchronised < 0 ? nil : synchronised == 1)
  }

  private static func digits(_ value: Int, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
