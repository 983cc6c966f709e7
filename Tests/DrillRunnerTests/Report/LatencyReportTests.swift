import Testing

@testable import CueAudio
@testable import DrillRunner

/// A measured latency as a person reads it.
@Suite struct LatencyReportTests {
  private static func report(
    _ stored: LatencyReport.Stored, path: Double, recorder: Double?, from: String = "x.monitor"
  ) -> [String] {
    let figures = LatencyFigures(
      clicks: 90, leftOut: 9, slopePPM: 0.123, detrendedSDMs: 0.021, lagMs: 12.31,
      roundLagsMs: [12.312, 12.308], uncertaintyMs: 0.04, lagsMs: [12.30, 12.31, 12.32],
      firstMinusRestMs: [0.004, -0.002], correlation: 0.984)
    let outcome = LatencyMeasurement.Outcome(
      figures: figures, output: .null, stableID: "sink:x", summary: "X", frames: (256, 1024),
      recordedFrom: from, outputDriftPPM: 1.2, recorderDriftPPM: recorder)
    return LatencyReport(outcome: outcome, pathMs: path, stored: stored).lines
  }

  /// What stands in a row, behind its label.
  private static func row(_ label: String, _ lines: [String]) -> String? {
    lines.first { $0.hasPrefix(label + "  ") || $0 == label }.map {
      String($0.dropFirst(label.count).drop { $0 == " " })
    }
  }

  @Test("Every row, with its unit")
  func rows() {
    let lines = Self.report(.discarded, path: 1, recorder: 1.18)
    #expect(Self.row("slope", lines) == "+0.12 µs a second")
    #expect(Self.row("SD", lines) == "0.021 ms without the slope")
    #expect(Self.row("lag", lines) == "12.310 ms (rounds: 12.312, 12.308), uncertain by 0.040 ms")
    #expect(Self.row("first click", lines) == "+0.004, -0.002 ms from the rest of its round")
    #expect(Self.row("clock drift", lines) == "the output's by +1.20 ppm, the input's by +1.18 ppm")
    #expect(Self.row("constant", lines) == "11.310 ms, without 1.000 ms of the way to the input")
    #expect(lines.contains("lag of each click, ms"))
    let clicks = lines.drop { !$0.hasPrefix("clicks") }.prefix(2).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(
      clicks.joined(separator: " ").hasPrefix(
        "clicks 99 played, all heard; 90 count, the first 3 of each round do not; correlation 0.98"))
    #expect(lines.contains("Not stored, as asked."))
    // From a monitor: what the card adds is not in it.
    #expect(lines.last?.hasPrefix("A monitor hears what the sound server mixes") == true)
  }

  @Test("Without a drift of the input, and without a way to it, they are not there")
  func without() {
    let lines = Self.report(.ofUnknownOutput, path: 0, recorder: nil)
    #expect(Self.row("clock drift", lines) == "the output's by +1.20 ppm")
    #expect(Self.row("constant", lines) == nil)
    #expect(lines.contains { $0.hasPrefix("Not stored: it is not known which output played") })
  }

  @Test("What became of the constant, and from a line that hears all nothing about a monitor")
  func stored() {
    func last(_ stored: LatencyReport.Stored) -> String? {
      Self.report(stored, path: 0, recorder: nil, from: "plughw:1").last
    }
    #expect(last(.discarded) == ResultLine.latencyDiscarded.text)
    #expect(
      last(.stored(path: "/c/latency.json"))
        == ResultLine.latencyStored(id: "sink:x", path: "/c/latency.json").text)
    #expect(last(.ofUnknownOutput) == ResultLine.latencyOfUnknownOutput.text)
  }
}
