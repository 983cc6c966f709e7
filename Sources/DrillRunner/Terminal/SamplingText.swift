import MotionCore

/// Rolling sampling statistics as text, for the live view and for `devices --watch`.
enum SamplingText {
  /// Everything in one line: "249.9 Hz mean, 250.0 Hz median, interval p95 4.1 p99 4.3 ms, 0 gaps, age 0.4 p99 1.2 ms".
  static func full(_ statistics: SamplingStatistics) -> String {
    func hertz(_ value: Measured<Double>) -> String {
      value.value.map { FixedNumber.text($0, digits: 1) } ?? "unknown"
    }
    return "\(hertz(statistics.meanHz)) Hz mean, \(hertz(statistics.medianHz)) Hz median, "
      + "\(intervals(statistics)), \(age(statistics))"
  }

  /// "interval p95 4.1 p99 4.3 ms, 0 gaps".
  static func intervals(_ statistics: SamplingStatistics) -> String {
    let gaps = statistics.gapCount.value.map { "\($0) gap\($0 == 1 ? "" : "s")" } ?? ViewWord.gapsUnknown.text
    return "interval p95 \(milliseconds(statistics.intervalP95Seconds)) "
      + "p99 \(milliseconds(statistics.intervalP99Seconds)) ms, \(gaps)"
  }

  /// The delivery age: "age 0.4 p99 1.2 ms".
  static func age(_ statistics: SamplingStatistics) -> String {
    statistics.ageMedianSeconds.value == nil
      ? ViewWord.ageUnknown.text
      : "age \(milliseconds(statistics.ageMedianSeconds)) p99 \(milliseconds(statistics.ageP99Seconds)) ms"
  }

  /// "age 0.4 ms".
  static func medianAge(_ statistics: SamplingStatistics) -> String {
    statistics.ageMedianSeconds.value == nil
      ? ViewWord.ageUnknown.text : "age \(milliseconds(statistics.ageMedianSeconds)) ms"
  }

  private static func milliseconds(_ seconds: Measured<Double>) -> String {
    seconds.value.map { FixedNumber.text($0 * 1000, digits: 1) } ?? "?"
  }
}
