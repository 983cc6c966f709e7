import Foundation
import MotionCore
import Testing

@Suite struct RollingSamplingTests {
  private let clock = ClockDescription(name: "device", unit: .microseconds, epoch: "device", wrapsAt: 1 << 32)
  private let stream = StreamDescription(
    name: "gyroscope", kind: .gyroscope, sensor: "torso", clock: "device", timestampSource: .device,
    unit: .degreesPerSecond, scale: [1])

  private struct Row {
    var t: Int64
    var h: Int64
  }

  /// Rows of 250 Hz with late ones, a gap and a counter that wraps in the middle.
  private func rows(_ count: Int) -> [Row] {
    var random = SplitMix(state: 5)
    var device = 4_294_967_296 - Int64(count) * 2000
    return (0..<count).map { i in
      device += 4000 + (i % 400 == 399 ? 31_000 : 0) + Int64(random.uniform() * 40)
      let late = 300_000 + random.uniform() * 500_000 + (i % 90 == 0 ? 6e6 : 0)
      return Row(t: device % (1 << 32), h: 9_000_000_000_000 + (device * 1000) + Int64(late))
    }
  }

  private func sample(_ row: Row) -> MotionSample {
    MotionSample(
      deviceTime: .integer(row.t), receipt: HostTime(nanoseconds: row.h), values: [.integer(0)])
  }

  /// The rows of the window, computed apart in Python with its own statistics module. The delivery age is against the
  /// highest line that no receipt lies below, found by trying all pairs of rows near both ends: the mock's delays
  /// have a floor that many rows touch.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func theWindowAgreesWithAnIndependentComputation() throws {
    let all = rows(6000)
    var rolling = RollingSampling(stream: stream, clock: clock)
    for row in all { rolling.add(sample(row)) }
    let now = HostTime(nanoseconds: all.last!.h + 20_000_000)
    let found = rolling.statistics(at: now)

    let script = """
      import sys, json, math, statistics
      now = int(sys.argv[1])
      rows = [tuple(map(int, line.split())) for line in sys.stdin]
      rows = [(t, h) for t, h in rows if h >= now - 10_000_000_000]
      turn, t = 0, []
      for i, (x, _) in enumerate(rows):
          if i and x < rows[i - 1][0] - 2**31:
              turn += 2**32
          t.append(x + turn)
      d = [b - a for a, b in zip(t, t[1:])]
      p = sorted(x for x in d if x > 0)
      m = statistics.median(p)
      rank = lambda v, q: sorted(v)[math.ceil(q * len(v) / 100) - 1]
      delay = [h - 1000 * x for (_, h), x in zip(rows, t)]
      # Both clocks run alike in these rows: the line is level at the lowest receipts.
      low = statistics.median(min(delay[i:i + 50]) for i in range(0, len(delay), 50))
      age = [x - low for x in delay]
      print(json.dumps([len(t), (len(t) - 1) / ((t[-1] - t[0]) / 1e6), 1e6 / m, rank(p, 95) / 1e6, rank(p, 99) / 1e6,
        sum(x > 2.5 * m for x in p), statistics.median(age) / 1e9, rank(age, 99) / 1e9]))
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-I", "-c", script, String(now.nanoseconds)]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(all.map { "\($0.t) \($0.h)\n" }.joined().utf8))
    try input.fileHandleForWriting.close()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let expected = try JSONDecoder().decode([Double].self, from: answer)

    #expect(Double(found.count) == expected[0] && found.count > 2000 && found.count < 2500)
    for (value, wanted) in zip(
      [found.meanHz, found.medianHz, found.intervalP95Seconds, found.intervalP99Seconds], expected[1...4])
    {
      #expect(abs(try #require(value.value) - wanted) <= 1e-12 * wanted)
    }
    #expect(found.gapCount.value.map(Double.init) == expected[5] && expected[5] >= 5)
    // The line is fitted through noise of 0.5 ms; its floor is known to some hundredths of that.
    #expect(abs(try #require(found.ageMedianSeconds.value) - expected[6]) < 0.03e-3)
    #expect(abs(try #require(found.ageP99Seconds.value) - expected[7]) < 0.03e-3)
    #expect(expected[7] > 6e-3)
  }

  /// Rows leave the window by their receipts, and when nothing comes any more.
  @Test func rowsLeaveTheWindow() throws {
    var rolling = RollingSampling(stream: stream, clock: clock, window: .seconds(2))
    for i in 0..<20_000 {
      rolling.add(sample(Row(t: Int64(i) * 1000, h: 5_000_000_000_000 + Int64(i) * 1_000_000)))
    }
    let end = HostTime(nanoseconds: 5_000_000_000_000 + 19_999_000_000)
    #expect(rolling.statistics(at: end).count == 2001)
    #expect(rolling.statistics(at: end).meanHz == .value(1000))
    #expect(rolling.statistics(at: end + .seconds(1)).count == 1001)
    #expect(
      rolling.statistics(at: end + .seconds(3)).meanHz == .unavailable("fewer than two valid timestamps"))
  }

  /// What is true of the whole stream is what the bundle's summary says: same rows, same numbers.
  @Test func aWindowOverAllIsTheSummaryOfTheBundle() throws {
    let all = rows(2000)
    var rolling = RollingSampling(stream: stream, clock: clock, window: .seconds(60))
    var builder = MotionStreamBuilder(stream)
    for row in all {
      rolling.add(sample(row))
      builder.append(
        MotionSample(
          deviceTime: .integer(row.t), receipt: HostTime(nanoseconds: row.h),
          values: stream.valueKeys.map { _ in .integer(0) }))
    }
    let found = rolling.statistics(at: HostTime(nanoseconds: all.last!.h))
    #expect(
      JSONValue.object(found.json) == SamplingSummary.of(stream: builder.stream, clock: clock).statistics)
  }
}
