/// How two sensors were sampled, stream by stream: each number is taken in blocks of the recording, since intervals and
/// delivery ages that follow each other are not independent, and the blocks are compared.
struct SamplingRows {
  /// Length of a block by receipt, s.
  static let blockSeconds = 10.0

  private struct Number: Sendable {
    var key: String
    var unit: String
    var statistic: String
    var value: @Sendable (SamplingStatistics) -> Measured<Double>
  }

  private static let numbers: [Number] = [
    Number(key: "mean_hz", unit: "Hz", statistic: "median") { $0.meanHz },
    Number(key: "interval_sd_ms", unit: "ms", statistic: "median") { $0.intervalSDSeconds.map { $0 * 1e3 } },
    Number(key: "interval_p99_ms", unit: "ms", statistic: "median") {
      $0.intervalP99Seconds.map { $0 * 1e3 }
    },
    Number(key: "gap_percent", unit: "%", statistic: "mean") { $0.gapPercent },
    Number(key: "age_median_ms", unit: "ms", statistic: "median") { $0.ageMedianSeconds.map { $0 * 1e3 } },
    Number(key: "age_p99_ms", unit: "ms", statistic: "median") { $0.ageP99Seconds.map { $0 * 1e3 } },
  ]

  /// The rows of every kind of stream that one of them has.
  static func rows(_ a: MotionSession, _ b: MotionSession, parameters: SummaryParameters) -> [ComparisonRow] {
    StreamKind.allCases.filter { a.stream($0) != nil || b.stream($0) != nil }.flatMap { kind in
      let (first, second) = (blocks(a, kind), blocks(b, kind))
      return numbers.map { number in
        ComparisonRow.unpaired(
          .sampling, number.key, part: kind.rawValue, unit: number.unit, statistic: number.statistic,
          first.flatMap { values($0, number) }, second.flatMap { values($0, number) }, parameters: parameters,
          leastText: "blocks of \(Int(blockSeconds)) s",
          of: { number.statistic == "mean" ? Statistics.mean($0[0]) : Statistics.median($0[0]) })
      }
    }
  }

  private static func values(_ blocks: [SamplingStatistics], _ number: Number) -> Measured<[[Double]]> {
    let found = blocks.map(number.value)
    let values = found.compactMap(\.value).filter(\.isFinite)
    return values.isEmpty
      ? .unavailable(found.compactMap(\.reason).first ?? .notKnown)
      : .value([values])
  }

  /// The statistics of each whole block, in order. The interval from the block before belongs to it.
  static func blocks(_ session: MotionSession, _ kind: StreamKind) -> Measured<[SamplingStatistics]> {
    guard let stream = session.stream(kind) else {
      return .unavailable(MotionAnalyzer.missingReason(kind, in: session))
    }
    let clock = session.clock(of: stream)
    let unit = clock.clock?.unit ?? .nanoseconds
    guard let first = stream.receiptNs.first else {
      return .unavailable(UnusableStream.noRows(stream: stream.description.name))
    }
    let length = Int64(blockSeconds * 1e9)
    var blocks: [SamplingStatistics] = []
    var start = 0
    for row in 1..<max(1, stream.count)
    where (stream.receiptNs[row] &- first) / length != (stream.receiptNs[start] &- first) / length {
      let rows = max(0, start - 1)..<row
      blocks.append(
        SamplingStatistics(
          times: clock.times.rows(rows), unit: unit,
          ages: SamplingSummary.ages(
            of: stream.description, times: clock.times, unit: unit, mapping: clock.mapping,
            receiptNs: stream.receiptNs, rows: start..<row)))
      start = row
    }
    return blocks.isEmpty
      ? .unavailable(AlignmentReason.shorterThan(seconds: Int(blockSeconds))) : .value(blocks)
  }
}
