import MotionCore
import Testing

@testable import CueAudio
@testable import DrillRunner

/// What `latency` says of a measurement, and of what became of it.
@Suite struct LatencyReportTests {
  private func lines(_ stored: LatencyReport.Stored, recordedFrom: String = "plughw:1") -> [String] {
    let figures = LatencyFigures(
      clicks: 60, leftOut: 9, slopePPM: 1, detrendedSDMs: 0.02, lagMs: 12.5, roundLagsMs: [12.4, 12.5, 12.6],
      uncertaintyMs: 0.1, lagsMs: [12.4, 12.5, 12.6], firstMinusRestMs: [0.1, 0, -0.1], correlation: 0.98)
    let outcome = LatencyMeasurement.Outcome(
      figures: figures, output: ["pcm": "default"], stableID: "sink:headset", summary: "headset",
      frames: (480, 4800), recordedFrom: recordedFrom)
    var report = LatencyReport(outcome: outcome, pathMs: 0)
    report.stored = stored
    return report.lines
  }

  @Test func whatBecameOfTheConstantIsSaid() {
    #expect(lines(.discarded).last == ResultLine.latencyDiscarded.text)
    #expect(
      lines(.stored(path: "/c/latency.json")).last
        == ResultLine.latencyStored(id: "sink:headset", path: "/c/latency.json").text)
    #expect(lines(.ofUnknownOutput).last == ResultLine.latencyOfUnknownOutput.text)
  }

  @Test func aMonitorIsSaidToHearLess() {
    #expect(
      lines(.discarded, recordedFrom: "pulse:\"headset.monitor\"").last == ResultLine.monitorHearsLess.text)
  }
}
