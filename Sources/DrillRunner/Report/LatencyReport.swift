import CueAudio
import Foundation
import MotionCore

/// A measured latency as text, as JSON, and as what is stored.
struct LatencyReport {
  enum Stored: Hashable {
    case discarded
    case stored(path: String)
    /// A name of ALSA's may stand for another device tomorrow.
    case ofUnknownOutput
  }

  var outcome: LatencyMeasurement.Outcome
  /// What was subtracted for the way from the output to the recorder, ms.
  var pathMs: Double
  var stored = Stored.discarded

  private var figures: LatencyFigures { outcome.figures }
  private var constantMs: Double { figures.lagMs - pathMs }

  /// What later runs apply.
  func entry(recordedWith: String) -> LatencyStore.Entry {
    LatencyStore.Entry(
      latency: DeviceLatency(
        constant: Duration(fromSeconds: constantMs / 1000), uncertaintyNs: figures.uncertaintyMs * 1e6),
      periodFrames: outcome.frames.period, bufferFrames: outcome.frames.buffer,
      measured: ISO8601DateFormatter().string(from: Date()), recordedWith: recordedWith,
      clicks: figures.clicks, sdMs: figures.detrendedSDMs)
  }

  var lines: [String] {
    func ms(_ value: Double, signed: Bool = false) -> String {
      FixedNumber.text(value, digits: 3, signed: signed)
    }
    let clicks = LatencyLine.clicks(
      played: figures.clicks + figures.leftOut, counting: figures.clicks,
      leftOut: LatencyMeasurement.leftOut, correlation: FixedNumber.text(figures.correlation, digits: 2))
    let lag = LatencyLine.lag(
      ms(figures.lagMs), rounds: figures.roundLagsMs.map { ms($0) }, uncertainty: ms(figures.uncertaintyMs))
    let firsts = LatencyLine.firstClicks(figures.firstMinusRestMs.map { ms($0, signed: true) })
    var rows = [
      ["output", Printable.text(outcome.summary)],
      ["recorded from", Printable.text(outcome.recordedFrom)],
      ["clicks", clicks.text],
      ["slope", LatencyLine.slope(FixedNumber.text(figures.slopePPM, digits: 2, signed: true)).text],
      ["SD", LatencyLine.scatter(ms(figures.detrendedSDMs)).text], ["lag", lag.text],
      ["first click", firsts.text],
    ]
    if let drift = outcome.outputDriftPPM {
      let line = LatencyLine.drift(
        output: FixedNumber.text(drift, digits: 2, signed: true),
        input: outcome.recorderDriftPPM.map { FixedNumber.text($0, digits: 2, signed: true) })
      rows.append(["clock drift", line.text])
    }
    if pathMs != 0 {
      rows.append(["constant", LatencyLine.constant(ms(constantMs), path: ms(pathMs)).text])
    }
    var lines = TextColumns.aligned(rows, right: [], width: 100)
    if let histogram = Histogram(figures.lagsMs, finest: 0.01) {
      lines += ["", LatencyLine.lagOfEachClick.text] + histogram.lines(digits: 2)
    }
    lines.append("")
    switch stored {
    case .discarded: lines.append(ResultLine.latencyDiscarded.text)
    case .stored(let path):
      lines.append(Printable.text(ResultLine.latencyStored(id: outcome.stableID, path: path).text))
    case .ofUnknownOutput: lines.append(ResultLine.latencyOfUnknownOutput.text)
    }
    if outcome.recordedFrom.contains(".monitor") {
      lines.append(ResultLine.monitorHearsLess.text)
    }
    return lines
  }

  var json: JSONValue {
    var object: JSONObject = [
      "stable_id": .string(outcome.stableID), "audio": outcome.output,
      "recorded_from": .string(outcome.recordedFrom),
      "played": .integer(Int64(figures.clicks + figures.leftOut)),
      "heard": .integer(Int64(figures.clicks + figures.leftOut)),
      "left_out": .integer(Int64(figures.leftOut)), "slope_ppm": .real(figures.slopePPM),
      "detrended_sd_ms": .real(figures.detrendedSDMs), "lag_ms": .real(figures.lagMs),
      "round_lags_ms": .array(figures.roundLagsMs.map { .real($0) }),
      "first_minus_rest_ms": .array(figures.firstMinusRestMs.map { .real($0) }),
      "uncertainty_ms": .real(figures.uncertaintyMs), "correlation": .real(figures.correlation),
      "path_ms": .real(pathMs), "latency_constant_ms": .real(constantMs),
      "lags_ms": .array(figures.lagsMs.map { .real($0) }),
    ]
    object["output_drift_ppm"] =
      outcome.outputDriftPPM.map { .real($0) } ?? .unavailable(ReportReason.tooShortForDrift)
    object["recorder_drift_ppm"] =
      outcome.recorderDriftPPM.map { .real($0) } ?? .unavailable(ReportReason.tooShortForDrift)
    switch stored {
    case .discarded: object["stored"] = .bool(false)
    case .stored(let path):
      object["stored"] = .bool(true)
      object["path"] = .string(path)
    case .ofUnknownOutput:
      object["stored"] = .bool(false)
      object["reason"] = .string(ResultLine.latencyOfUnknownOutput.text)
    }
    return .object(object)
  }
}
