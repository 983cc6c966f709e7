import Foundation

/// Makes chosen calls of a thin system layer fail, and keeps a trace of them.
///
/// Every layer that wraps a C library or the system (`FileSystem`, the ALSA, udev and evdev calls) asks its
/// plan before each call, if it has one. Production code has none, and pays one nil check.
public final class FaultPlan: Sendable {
  /// "The nth call of this name returns this code" (negative errno, as the C libraries return it).
  public struct Fault: Hashable, Sendable {
    public var call: String
    /// Which call of that name, from 1; nil for every one.
    public var nth: Int?
    public var code: Int32

    public init(_ call: String, nth: Int? = 1, code: Int32) {
      self.call = call
      self.nth = nth
      self.code = code
    }
  }

  private let lock = NSLock()
  private nonisolated(unsafe) var faults: [Fault]
  private nonisolated(unsafe) var counts: [String: Int] = [:]
  private nonisolated(unsafe) var calls: [String] = []

  public init(_ faults: [Fault] = []) {
    self.faults = faults
  }

  /// Notes a call. Returns the code it must fail with, or nil to let it happen.
  public func note(_ call: String) -> Int32? {
    lock.withLock {
      let count = counts[call, default: 0] + 1
      counts[call] = count
      calls.append(call)
      return faults.first { $0.call == call && ($0.nth == nil || $0.nth == count) }?.code
    }
  }

  /// Adds a fault while the program runs.
  public func add(_ fault: Fault) {
    lock.withLock { faults.append(fault) }
  }

  /// How often `call` was made.
  public func count(of call: String) -> Int {
    lock.withLock { counts[call, default: 0] }
  }

  /// The calls so far, in order.
  public var trace: [String] {
    lock.withLock { calls }
  }
}
