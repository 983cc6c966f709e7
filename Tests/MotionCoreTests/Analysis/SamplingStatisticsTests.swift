import Foundation
import MotionCore
import Testing

@Suite struct SamplingStatisticsTests {
  private let noAges = Measured<[Double]>.unavailable("none")

  private func statistics(ms: [Int64]) -> SamplingStatistics {
    SamplingStatistics(times: .integers(ms), unit: .milliseconds, ages: noAges)
  }

  /// Intervals 10 10 10 40 10 −5 15 0 10 ms. Positive ones sorted: 10 10 10 10 10 15 40; median 10, mean 15,
  /// squared deviations 5 · 25 + 0 + 625 = 750 over 7. One gap above 25 ms, round(40/10) − 1 = 3 missing.
  @Test func handWorkedWithAGapAndTimesOutOfOrder() {
    let result = statistics(ms: [0, 10, 20, 30, 70, 80, 75, 90, 90, 100])
    #expect(result.count == 10)
    #expect(result.durationSeconds == .value(0.1))
    #expect(result.meanHz == .value(90))
    #expect(result.medianHz == .value(100))
    #expect(result.intervalMinSeconds == .value(0.01))
    #expect(result.intervalMaxSeconds == .value(0.04))
    #expect(abs(result.intervalSDSeconds.value! - (750.0 / 7).squareRoot() / 1000) < 1e-15)
    #expect(result.intervalP95Seconds == .value(0.04))
    #expect(result.nonpositive == 2)
    #expect(result.nonfinite == 0)
    #expect(result.gapThresholdSeconds == .value(0.025))
    #expect(result.gapCount == .value(1))
    #expect(abs(result.gapPercent.value! - 100.0 / 7) < 1e-12)
    #expect(result.missingEstimate == .value(3))
  }

  @Test func anIntervalOfExactlyTheThresholdIsNoGap() {
    #expect(statistics(ms: [0, 10, 20, 45, 55]).gapCount == .value(0))
    #expect(statistics(ms: [0, 10, 20, 46, 56]).gapCount == .value(1))
  }

  @Test(arguments: [[], [5]] as [[Int64]])
  func fewerThanTwoTimesHaveNoRate(ms: [Int64]) {
    let result = statistics(ms: ms)
    #expect(result.count == ms.count)
    for value in [
      result.durationSeconds, result.meanHz, result.medianHz, result.intervalSDSeconds,
      result.intervalP99Seconds, result.gapPercent,
    ] {
      #expect(value == .unavailable("fewer than two valid timestamps"))
    }
    #expect(result.gapCount.value == nil)
    #expect(result.missingEstimate.value == nil)
  }

  @Test func aClockThatStandsHasNoRate() {
    let result = statistics(ms: [7, 7, 7])
    #expect(result.nonpositive == 2)
    #expect(result.durationSeconds == .value(0))
    #expect(result.meanHz == .unavailable(SamplingReason.notAfterFirst))
    #expect(result.medianHz == .unavailable("no positive interval between timestamps"))
  }

  /// NaN and infinity are counted; both intervals that touch them are left out: 0→1 and 4→5 s remain.
  @Test func timesThatAreNotFiniteAreCountedAndLeftOut() {
    let result = SamplingStatistics(
      times: .reals([0, 1, .nan, 3, .infinity, 4, 5]), unit: .seconds, ages: noAges)
    #expect(result.count == 5)
    #expect(result.nonfinite == 2)
    #expect(result.durationSeconds == .value(5))
    #expect(result.meanHz == .value(0.8))
    #expect(result.medianHz == .value(1))
    #expect(result.intervalMaxSeconds == .value(1))
    #expect(result.json["nonfinite"]?.integer == 2)
  }

  /// After a time of another order the number of missing rows is beyond what can be counted.
  @Test func aGapBeyondCountingHasNoEstimate() {
    let result = SamplingStatistics(times: .reals([0, 1, 2, 1e300]), unit: .seconds, ages: noAges)
    #expect(result.gapCount == .value(1))
    #expect(result.missingEstimate == .unavailable(SamplingReason.gapTooLong))
  }

  @Test func agesAreMedianAndNearestRank() {
    let ages = Measured<[Double]>.value((1...200).map { Double($0) * 1e6 }.reversed())
    let result = SamplingStatistics(times: .integers([0, 1]), unit: .milliseconds, ages: ages)
    #expect(abs(result.ageMedianSeconds.value! - 0.1005) < 1e-15)
    #expect(abs(result.ageP99Seconds.value! - 0.198) < 1e-15)
  }

  /// An irregular stream with a long gap against Python's own statistics module, in a process of its own.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func anIrregularStreamAgreesWithAnIndependentComputation() throws {
    var random = SplitMix(state: 11)
    var times: [Int64] = []
    var t: Int64 = 4_000_000
    for i in 0..<3000 {
      times.append(t)
      t += 4000 + Int64(random.uniform() * 3000) - (i % 500 == 499 ? 9000 : 0)
      if i == 1200 { t += 8_345_678 }
      if i % 700 == 699 { t += 31_000 }
    }
    let script = """
      import sys, json, math, statistics
      t = [int(x) for x in sys.stdin.read().split()]
      d = [b - a for a, b in zip(t, t[1:])]
      p = sorted(x for x in d if x > 0)
      m = statistics.median(p)
      gaps = [x for x in p if x > 2.5 * m]
      rank = lambda q: p[math.ceil(q * len(p) / 100) - 1] / 1e6
      print(json.dumps([ (t[-1]-t[0])/1e6, (len(t)-1)/((t[-1]-t[0])/1e6), 1e6/m, p[0]/1e6, p[-1]/1e6,
        statistics.pstdev(p)/1e6, rank(95), rank(99), len(d)-len(p), 2.5*m/1e6, len(gaps),
        100*len(gaps)/len(p), sum(math.floor(x/m+0.5)-1 for x in gaps) ]))
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-I", "-c", script]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(times.map(String.init).joined(separator: " ").utf8))
    try input.fileHandleForWriting.close()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let expected = try JSONDecoder().decode([Double].self, from: answer)

    let result = SamplingStatistics(times: .integers(times), unit: .microseconds, ages: noAges)
    let found: [Double?] = [
      result.durationSeconds.value, result.meanHz.value, result.medianHz.value,
      result.intervalMinSeconds.value, result.intervalMaxSeconds.value, result.intervalSDSeconds.value,
      result.intervalP95Seconds.value, result.intervalP99Seconds.value, Double(result.nonpositive),
      result.gapThresholdSeconds.value, result.gapCount.value.map(Double.init), result.gapPercent.value,
      result.missingEstimate.value.map(Double.init),
    ]
    #expect(expected.count == found.count)
    // The stream has what it is meant to have.
    #expect(expected[8] > 0 && expected[10] >= 5 && expected[4] > 8)
    for (place, pair) in zip(found, expected).enumerated() {
      let value = try #require(pair.0)
      #expect(abs(value - pair.1) <= 1e-12 * abs(pair.1), "number \(place)")
    }
  }
}
