/// An angular speed on a uniform grid, for correlation alone; never written as data.
///
/// A bin holds the mean over its length of the speed, which runs in straight lines between the rows: rows of any rate and
/// any spacing are then comparable, and what is faster than the grid is averaged out. A bin that is not wholly covered, or
/// that touches a gap, is not known.
struct SpeedGrid: Sendable {
  /// Length of a bin, s.
  var step: Double
  /// rad/s; 0 where it is not known.
  var values: [Double]
  /// 1 where the value is known, else 0.
  var known: [Double]

  /// `count` bins of `step` from `start` on; `time` takes the seconds of `speed` to those of the grid and rises.
  init(_ speed: AngularSpeed, start: Double, count: Int, step: Double, time: (Double) -> Double = { $0 }) {
    self.step = step
    values = [Double](repeating: 0, count: count)
    known = [Double](repeating: 0, count: count)
    for segment in speed.segments where segment.count > 1 {
      fill(speed.times[segment].map(time), speed.speeds[segment], start)
    }
  }

  private init(step: Double, values: [Double], known: [Double]) {
    self.step = step
    self.values = values
    self.known = known
  }

  private mutating func fill(_ times: [Double], _ speeds: ArraySlice<Double>, _ start: Double) {
    let speeds = Array(speeds)
    let count = values.count
    // In doubles first: the rows may lie far outside of the grid.
    let firstBin = ((times[0] - start) / step).rounded(.up)
    guard firstBin < Double(count), times[times.count - 1] > start else { return }
    let first = max(0, Int(firstBin))
    var row = 0
    var integral = 0.0
    /// The integral from the first row to `edge`, which never goes back.
    func upTo(_ edge: Double) -> Double {
      while row + 2 < times.count, times[row + 1] <= edge {
        integral += 0.5 * (speeds[row] + speeds[row + 1]) * (times[row + 1] - times[row])
        row += 1
      }
      let since = edge - times[row]
      let slope = (speeds[row + 1] - speeds[row]) / (times[row + 1] - times[row])
      return integral + since * (speeds[row] + 0.5 * slope * since)
    }
    var before = upTo(start + Double(first) * step)
    for bin in first..<count {
      let edge = start + Double(bin + 1) * step
      guard edge <= times[times.count - 1] else { return }
      let after = upTo(edge)
      values[bin] = (after - before) / step
      known[bin] = 1
      before = after
    }
  }

  /// Bins `factor` times as long; one is known where all of its parts are.
  func coarser(by factor: Int) -> SpeedGrid {
    let count = values.count / factor
    var coarse = SpeedGrid(
      step: step * Double(factor), values: [Double](repeating: 0, count: count),
      known: [Double](repeating: 0, count: count))
    for bin in 0..<count {
      let parts = bin * factor..<(bin + 1) * factor
      guard parts.allSatisfy({ known[$0] == 1 }) else { continue }
      coarse.values[bin] = parts.reduce(0) { $0 + values[$1] } / Double(factor)
      coarse.known[bin] = 1
    }
    return coarse
  }

  /// The same less the mean of the known bins: what correlates is the change, and sums of squares keep their digits.
  func centred() -> SpeedGrid {
    let count = known.reduce(0, +)
    guard count > 0 else { return self }
    let mean = values.reduce(0, +) / count
    return SpeedGrid(step: step, values: zip(values, known).map { ($0 - mean) * $1 }, known: known)
  }

  /// Seconds of `bins` that are known and faster than `speed`.
  func seconds(above speed: Double, in bins: Range<Int>) -> Double {
    step * Double(bins.count { known[$0] == 1 && values[$0] > speed })
  }
}
