import Foundation
import MotionCore

/// Rolling sampling statistics in one line, for the live view and for `devices --watch`.
enum SamplingText {
  /// Interval, gaps and delivery age: "interval p95 4.1 p99 4.3 ms, 0 gaps, age 0.4 p99 1.2 ms".
  static func brief(_ statistics: SamplingStatistics) -> String {
    let interval =
      "interval p95 \(milliseconds(statistics.intervalP95Seconds))"
      + " p99 \(milliseconds(statistics.intervalP99Seconds)) ms"
    let gaps = statistics.gapCount.value.map { "\($0) gap\($0 == 1 ? "" : "s")" } ?? "gaps unknown"
    let age =
      statistics.ageMedianSeconds.value == nil
      ? "age unknown"
      : "age \(milliseconds(statistics.ageMedianSeconds)) p99 \(milliseconds(statistics.ageP99Seconds)) ms"
    return "\(interval), \(gaps), \(age)"
  }

  /// The same with the rates before it: "249.9 Hz mean, 250.0 Hz median, …".
  static func full(_ statistics: SamplingStatistics) -> String {
    func hertz(_ value: Measured<Double>) -> String {
      value.value.map { String(format: "%.1f", $0) } ?? "unknown"
    }
    return
      "\(hertz(statistics.meanHz)) Hz mean, \(hertz(statistics.medianHz)) Hz median, \(brief(statistics))"
  }

  private static func milliseconds(_ seconds: Measured<Double>) -> String {
    seconds.value.map { String(format: "%.1f", $0 * 1000) } ?? "?"
  }
}
