import Foundation
import Testing

@testable import MotionCore

/// Times of rows that have only arrivals, against the times at which they were made.
@Suite struct IndexLineTests {
  private let interval = 0.01

  /// Times that were made, of the rows that are kept; and their arrivals.
  private func stream(
    _ count: Int, lost: (Int) -> Bool = { _ in false }, delay: (Int, inout SeededRandom) -> Double
  ) -> (truth: [Double], arrivals: [Double]) {
    var random = SeededRandom(seed: 9)
    var truth: [Double] = []
    var arrivals: [Double] = []
    for row in 0..<count {
      let late = delay(row, &random)
      guard !lost(row) else { continue }
      truth.append(Double(row) * interval)
      arrivals.append(max(Double(row) * interval + late, arrivals.last ?? 0))
    }
    return (truth, arrivals)
  }

  private func fit(_ stream: (truth: [Double], arrivals: [Double])) -> Measured<IndexLine> {
    IndexLine.fit(arrivals: stream.arrivals, numbers: stream.arrivals.indices.map { Int64($0) })
  }

  /// The largest error of a derived time, less the constant delay that no data can show.
  private func error(_ line: IndexLine, _ truth: [Double]) -> Double {
    let errors = zip(line.times, truth).map { $0 - $1 }
    let middle = Statistics.median(errors) ?? 0
    return errors.map { abs($0 - middle) }.max() ?? .infinity
  }

  /// Rows up to 3 ms late: the derived times are ten times better than the arrivals.
  @Test func lateRowsAreSetRight() throws {
    let made = stream(3000) { 0.003 * $1.uniform() + ($0 % 97 == 0 ? 0.02 : 0) }
    let line = try #require(fit(made).value)
    #expect(error(line, made.truth) < 0.0003)
    #expect(line.missingRows == 0 && abs(line.intervalSeconds - interval) < 1e-6)
    #expect(line.residualP99Seconds > 0.002 && line.residualP99Seconds < 0.03)
  }

  /// Bunches of eight rows at once, each up to 3 ms late.
  @Test func bunchesAreSetRight() throws {
    let made = stream(4000) { row, random in
      Double(7 - row % 8) * 0.01 + (row % 8 == 7 ? 0.003 * random.uniform() : 0)
    }
    let line = try #require(fit(made).value)
    #expect(error(line, made.truth) < 0.001)
    #expect(abs(line.intervalSeconds - interval) < 1e-5)
  }

  /// 5 % of the rows lost at random, some several in a row: every one is counted, at its place.
  @Test func lostRowsAreCountedIn() throws {
    var random = SeededRandom(seed: 3)
    let gone = Set((0..<150).map { _ in 30 + Int(random.uniform() * 2900) } + (1000..<1005))
    let made = stream(3000, lost: gone.contains) { 0.002 * $1.uniform() }
    let line = try #require(fit(made).value)
    #expect(line.missingRows == gone.count)
    #expect(error(line, made.truth) < 0.0005)
  }

  /// A stall of 80 ms after which everything arrives at once is no loss.
  @Test func aStallIsNoLoss() throws {
    let made = stream(1000) { row, random in
      (row >= 500 && row < 508 ? Double(508 - row) * 0.01 : 0) + 0.001 * random.uniform()
    }
    let line = try #require(fit(made).value)
    #expect(line.missingRows == 0 && error(line, made.truth) < 0.0005)
  }

  /// A hole in the row numbers is time that passed; after a silence of two seconds a new line begins.
  @Test func holesAndSilencesAreKept() throws {
    let made = stream(2000, lost: { $0 >= 700 && $0 < 900 }, delay: { 0.001 * $1.uniform() })
    let line = try #require(fit(made).value)
    #expect(error(line, made.truth) < 0.002 && line.missingRows == 0)
    let damaged = stream(2000, lost: { $0 >= 700 && $0 < 720 }, delay: { 0.001 * $1.uniform() })
    let numbers = (0..<700).map { Int64($0) } + (720..<2000).map { Int64($0) }
    let known = try #require(IndexLine.fit(arrivals: damaged.arrivals, numbers: numbers).value)
    #expect(known.missingRows == 0 && error(known, damaged.truth) < 0.0005)
  }

  /// A rate that changes by 3 % in the middle is no line, and is said not to be; neither are twenty rows.
  @Test func whatIsNoLineIsRefused() {
    var time = 0.0
    let arrivals = (0..<4000).map { row in
      time += row < 2000 ? 0.01 : 0.0103
      return time
    }
    #expect(
      IndexLine.fit(arrivals: arrivals, numbers: arrivals.indices.map { Int64($0) }).reason?
        .text.contains("leave a line of even intervals") == true)
    #expect(fit(stream(20) { _, _ in 0 }).reason?.text.contains("fewer than 50 rows") == true)
    #expect(IndexLine.fit(arrivals: [], numbers: []).value == nil)
    // Times of a damaged file.
    let spread = (0..<400).map { $0 % 100 == 50 ? Double(Int64.max) : Double($0) * 1e-300 }
    #expect(IndexLine.fit(arrivals: spread, numbers: (0..<400).map { Int64($0) }).value == nil)
    let dense = (0..<400).map { Double($0) * 1e-300 }
    #expect(IndexLine.fit(arrivals: dense, numbers: (0..<400).map { Int64($0) }).value == nil)
    #expect(
      IndexLine.fit(arrivals: [Double](repeating: 1, count: 60), numbers: (0..<60).map { Int64($0) }).value
        == nil)
  }

  /// In a session: a stream of arrivals is analysed at the derived times, and the statistics show both.
  @Test func aSessionOfArrivalsIsAnalysedAtDerivedTimes() throws {
    func latencies(_ change: (inout MotionStream) -> Void) -> (analysis: Analysis, values: [Double]) {
      var session = LeanSession.standard.build()
      for place in session.streams.indices { change(&session.streams[place]) }
      let analysis = MotionAnalyzer().analyze(session)
      return (analysis, analysis.trials.compactMap(\.latencyMilliseconds.value))
    }
    let exact = latencies { _ in }
    let arrived = latencies { stream in
      stream.description.timestampSource = .receipt
      // Five rows at a time, 1 ms apart, up to 4 ms late.
      let receipts = stream.receiptNs.indices.map { row -> Int64 in
        let end = min(row / 5 * 5 + 4, stream.count - 1)
        return stream.receiptNs[end] + Int64(row / 5 % 5) * 1_000_000 - Int64(end - row) * 1_000_000
      }
      stream.receiptNs = receipts
      stream.deviceTime = .integers(receipts)
    }
    #expect(arrived.analysis.movement.timeSource == .value("row numbers, along the line of arrivals"))
    #expect(arrived.values.count == exact.values.count && arrived.values.count == 4)
    for (a, b) in zip(arrived.values, exact.values) { #expect(abs(a - b) < 1.5) }
    let sampling = arrived.analysis.document["sampling"]?["gyroscope"]
    #expect(abs((sampling?["derived_times"]?["derived_hz"]?.double ?? 0) - 200) < 0.01)
    #expect((sampling?["interval_max_s"]?.double ?? 0) > 0.02)
    #expect(exact.analysis.document["sampling"]?["gyroscope"]?["derived_times"] == nil)
  }
}
