import Foundation
import Testing

@testable import DrillRunner
@testable import MotionCore

/// The terminal's view of a comparison: 80 columns, unavailable is a dash with its reason, what is not synchronised says so.
@Suite struct ComparisonTableTests {
  /// Two sessions without rows, whose rows of the table are set by hand.
  private func comparison(title: String = "Garage") -> SessionComparison {
    func session(_ uuid: String) -> MotionSession {
      MotionSession(
        name: "20261130T101502Z-\(uuid)",
        manifest: Manifest(
          uuid: uuid, state: .complete, synthetic: uuid == "b",
          app: Manifest.App(name: "drillrunner", version: "0", revision: "test"),
          host: Manifest.Host(os: "Linux", kernel: "6", machine: "x86_64"),
          sensors: [
            (
              "imu",
              SensorDescription(
                name: "DualSense", driver: "evdev", bus: "usb", path: "/dev/input/event7", stableID: "x")
            )
          ], drill: Manifest.Drill(title: title, file: "d.yaml", sha256: "00", seed: 1), anchors: [],
          clocks: [ClockDescription.host()], streams: []), state: uuid == "a" ? .interrupted : .complete,
        streams: [], events: [], inputHashes: ["manifest.json": String(repeating: "ab", count: 32)])
    }
    return SessionComparison(session("a"), session("b"))
  }

  private func row(
    _ section: ComparisonRow.Section, _ key: String, part: String = "all", a: Measured<Double>,
    b: Measured<Double>,
    interval: Measured<Bootstrap.Interval> = .unavailable("fewer than 5 values on a side"),
    method: ComparisonRow.Method = .none
  ) -> ComparisonRow {
    ComparisonRow(
      section: section, key: key, part: part, unit: "x", statistic: "median",
      a: .init(value: a, count: a.value == nil ? 0 : 24),
      b: .init(value: b, count: b.value == nil ? 0 : 1200),
      difference: Measured<Double>.difference(a, b), interval: interval, method: method,
      pairs: .unavailable("none"))
  }

  private func lines(_ comparison: SessionComparison) -> [String] {
    ComparisonTable(comparison).text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func aRowShowsBothSidesTheDifferenceAndItsInterval() throws {
    var shown = comparison()
    shown.rows = [
      row(
        .timing, "latency_ms", part: "outbound_left", a: .value(352), b: .value(371.4),
        interval: .value(.init(low: -41.6, high: 2)), method: .unpaired),
      row(
        .movement, "range_deg", a: .value(20.04), b: .value(18), interval: .value(.init(low: 1.9, high: 2.2)),
        method: .paired),
    ]
    let all = lines(shown)
    let line = try #require(all.first { $0.hasPrefix("latency ms, out left ") })
    #expect(line.split(separator: " ").suffix(8).joined(separator: " ") == "24 352 1200 371 -19 -42 to 2")
    let paired = try #require(all.first { $0.hasPrefix("range °") })
    #expect(paired.contains(" 2.0* ") && paired.hasSuffix("1.9–2.2"))
    #expect(all.contains("* median of the differences of matched movements"))
  }

  @Test func unavailableIsADashWithItsReasonAndNeverZero() throws {
    var shown = comparison()
    shown.rows = [
      row(.sampling, "mean_hz", part: "gyroscope", a: .value(100), b: .unavailable("the stream has no rows")),
      row(.sampling, "age_median_ms", part: "gyroscope", a: .unavailable("why"), b: .unavailable("not")),
      row(.timing, "latency_ms", a: .value(300), b: .value(310)),
    ]
    let all = lines(shown)
    let line = try #require(all.first { $0.hasPrefix("rate Hz, gyro") })
    #expect(line.split(separator: " ").filter { $0 == "–" }.count == 3)
    #expect(all.contains("  – rate Hz, gyro: B: the stream has no rows"))
    #expect(all.contains("  – age ms, gyro: A: why; B: not"))
    #expect(all.contains("  – latency ms: no interval: fewer than 5 values on a side"))
    #expect(!all.contains { $0.hasPrefix("age ms") })
  }

  @Test func theHeadSaysWhatIsComparedAndThatClocksAreNotSynchronised() {
    let text = lines(comparison()).joined(separator: " ").replacing("   ", with: " ")
    #expect(text.hasPrefix("A  Garage, interrupted, date unknown"))
    #expect(text.contains("B  SYNTHETIC Garage, complete"))
    #expect(text.contains("separate recordings are not synchronised"))
    #expect(text.contains("- A is interrupted: what it holds was compared"))
    #expect(text.contains("configuration \(AnalysisConfiguration.default.sha256.prefix(16))"))
    let counts = ComparisonLine.counts(session: "20261130T101502Z-a", trials: 0, movements: 0)
    #expect(text.contains(" \(counts.text) "))
    let identity = ComparisonLine.identity(
      comparison: SessionComparison.version, analysis: Analysis.version,
      configuration: String(AnalysisConfiguration.default.sha256.prefix(16)), resamples: 2000,
      seed: 20_261_130,
      inputs: ["A: manifest.json abababababab", "B: manifest.json abababababab"])
    #expect(text.hasSuffix(identity.text))
  }

  /// Two sensors of one session, as they were aligned and matched.
  @Test func theAlignmentAndTheMatchedMovementsAreSaid() {
    var shown = comparison()
    shown.relation = .oneClock
    shown.alignment = .value(
      ClockAlignment(
        instantA: HostTime(nanoseconds: 0), instantB: HostTime(nanoseconds: 0), uncertaintySeconds: 0.0002,
        halfWidthSeconds: 0.0004, ratePPM: -1.2, rateUncertaintyPPM: 0.4, rateHalfWidthPPM: 0.8,
        wallDifferenceSeconds: -0.0032, correlation: 0.98, secondCorrelation: .value(0.41),
        secondLagSeconds: .value(4), distinctness: .value(9), overlapSeconds: 120, blocks: 12,
        blocksLeftOut: 1, blockSeconds: 5, residualSDSeconds: 0.0008, searchedSeconds: 2,
        sourceA: "gyroscope", sourceB: "gyroscope"))
    var pairs = MovementPairs(shown.a, shown.b, configuration: .default) { $0 }
    pairs.pairs = (0..<48).map { MovementPairs.Pair(a: $0, b: $0) }
    pairs.onlyA = 2
    pairs.onlyB = 1
    shown.pairs = .value(pairs)
    let text = lines(shown).joined(separator: " ").replacing("   ", with: " ")
    #expect(
      text.contains(
        """
        Aligned (derived): A's rows show a movement 3.20 ms before B's, ±0.40 ms (95 %); A's host clock runs 1.2 ppm \
        slower than B's, ±0.8. Correlation of the angular speeds 0.98; next best 0.41; 12 blocks of 5 s over 120 s, \
        SD 0.8 ms, 1 left out.
        """), "\(text)")
    #expect(
      text.contains("Movement by movement: 48 that both saw, 2 that A alone and 1 that B alone saw"),
      "\(text)")
  }

  @Test func noLineIsWiderThanEightyColumns() {
    var shown = comparison(
      title: String(repeating: "A long title ", count: 20) + String(repeating: "x", count: 200))
    let groups = Transition.Group.allCases.map(\.rawValue)
    let wide = Bootstrap.Interval(low: -1234.5678, high: -1000.25)
    shown.rows = shown.rows.map { row in
      var row = row
      row.a = .init(value: .value(-1234.5678), count: 10_000)
      row.b = .init(value: .value(2345.6789), count: 12_345)
      row.difference = .value(-3580.2467)
      row.interval = .value(wide)
      row.method = .paired
      return row
    }
    for group in groups {
      shown.rows.append(row(.timing, "latency_ms", part: group, a: .value(1234), b: .value(1300)))
    }
    for line in lines(shown) { #expect(DisplayWidth.of(line) <= 80, "\(line)") }
  }

  @Test func controlCharactersAreMadeVisible() {
    let text = lines(comparison(title: "T\u{1B}]0;x\u{7}\u{202E}")).joined(separator: "\n")
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    #expect(text.contains("T␛]0;x␇<202E>"))
  }
}
