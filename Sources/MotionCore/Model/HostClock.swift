import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The clock that a run lives on. Everything that waits or stamps takes one as a parameter, so that a whole
/// run can be played in virtual time.
public protocol HostClock: Sendable {
  /// The present instant.
  func now() -> HostTime
}

/// CLOCK_MONOTONIC of this machine (clock_gettime(2)).
public struct MonotonicClock: HostClock {
  public init() {}

  public func now() -> HostTime {
    var value = timespec()
    clock_gettime(CLOCK_MONOTONIC, &value)
    return HostTime(nanoseconds: Int64(value.tv_sec) * 1_000_000_000 + Int64(value.tv_nsec))
  }
}

/// A clock that stands still until it is told to advance. A rehearsal starts it at `rehearsalStart`.
public final class VirtualClock: HostClock {
  /// The first instant of every rehearsal (session format: 1 000 000 000 000 ns).
  public static let rehearsalStart = HostTime(nanoseconds: 1_000_000_000_000)

  private let lock = NSLock()
  private nonisolated(unsafe) var time: HostTime

  public init(start: HostTime = VirtualClock.rehearsalStart) {
    time = start
  }

  public func now() -> HostTime {
    lock.withLock { time }
  }

  /// Moves the clock forward to `instant`; an instant in its past leaves it where it is.
  public func advance(to instant: HostTime) {
    lock.withLock { time = max(time, instant) }
  }
}
