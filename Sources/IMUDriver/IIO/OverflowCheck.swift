import MotionCore

/// Tells scans that the kernel's buffer certainly lost.
///
/// The kernel says nothing when it drops a scan. A gap in the times alone is no proof: the chip may have paused.
/// A gap right after a read that emptied a *full* buffer is: what came while it was full was thrown away. How
/// many scans that were is an estimate. Gaps of any other kind are left to the sampling statistics, which call
/// what is missing there inferred.
struct OverflowCheck: Sendable {
  /// A loss that was seen.
  struct Loss: Hashable, Sendable {
    var gapNs: Int64
    /// round(gap / median interval) − 1.
    var missingEstimate: Int64
  }

  /// A gap in the times, as a multiple of the median interval, that must be there beside the full buffer.
  private static let gapFactor = 1.5
  /// How many intervals the median is taken of.
  private static let window = 31

  /// Scans that fill the kernel's buffer.
  private let capacity: Int
  private var intervals: [Int64] = []
  private var lastTime: Int64?
  private var wasFull = false

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Takes the times of all the scans of one read, in order.
  mutating func accept(_ times: [Int64]) -> Loss? {
    var loss: Loss?
    for (index, time) in times.enumerated() {
      if let lastTime, time > lastTime {
        let interval = time - lastTime
        if index == 0, wasFull, let median, Double(interval) > OverflowCheck.gapFactor * Double(median) {
          let missing = (Double(interval) / Double(median)).rounded() - 1
          loss = Loss(gapNs: interval, missingEstimate: Int64(missing))
        } else {
          intervals.append(interval)
          if intervals.count > OverflowCheck.window { intervals.removeFirst() }
        }
      }
      lastTime = time
    }
    wasFull = times.count >= capacity
    return loss
  }

  private var median: Int64? {
    intervals.isEmpty ? nil : intervals.sorted()[intervals.count / 2]
  }
}
