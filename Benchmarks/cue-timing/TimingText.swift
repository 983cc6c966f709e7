import CueAudio
import Foundation
import MotionCore

/// What was measured, as tables for docs/timing.md and as JSON for a test.
enum TimingText {
  static func text(_ result: CueTimingMeasurement.Result, output: ALSAOutput, cpuPercent: Double) -> String {
    func line(_ name: String, _ predicted: Double, _ refined: Double) -> String {
      String(format: "| %@ | %.3f | %.3f |\n", name, predicted, refined)
    }
    let (p, r) = (result.predicted, result.refined)
    var text = "output    \(output.summary)\n"
    text += "audio     \(output.manifestEntry.text())\n"
    text += "cues      \(result.played) played, \(result.heard) heard, \(result.failed) failed, "
    text += "\(result.late) late, \(result.underruns) underruns\n"
    text += String(
      format:
        "recorder  %.3f ms residual, %.2f ppm, %d overruns; lowest correlation %.4f; this program %.1f %% CPU\n\n",
      result.recorderResidualMs, result.recorderRatePPM, result.recorderOverruns, result.lowestCorrelation,
      cpuPercent)
    text +=
      "| heard − logged audible time, ms | predicted at commit | refined after the run |\n|---|---|---|\n"
    text += line("lag, median", p.medianLagMs, r.medianLagMs)
    text += line("absolute deviation, median", p.absoluteMedianMs, r.absoluteMedianMs)
    text += line("absolute deviation, p95", p.absoluteP95Ms, r.absoluteP95Ms)
    text += line("absolute deviation, max", p.absoluteMaxMs, r.absoluteMaxMs)
    text += line("SD", p.sdMs, r.sdMs)
    text += line("SD without slope", p.detrendedSDMs, r.detrendedSDMs)
    text += line("first cue − the rest", p.firstMinusRestMs, r.firstMinusRestMs)
    text += line("slope, ppm", p.driftPPM, r.driftPPM)
    let (stated, restated) = (result.predictedCoverage, result.refinedCoverage)
    text += line("stated uncertainty (k = 1), median", stated.medianMs ?? .nan, restated.medianMs ?? .nan)
    text += String(
      format: "| recorded within ± 1.96 of it, %% | %.1f | %.1f |\n", 100 * stated.share, 100 * restated.share
    )
    text += String(format: "\nlogged − wanted onset: %.3f ms at most\n", result.worstScheduleMs)
    return text
  }

  static func json(_ result: CueTimingMeasurement.Result, output: ALSAOutput) -> JSONValue {
    func report(_ report: TimingReport, _ coverage: CueTimingMeasurement.Coverage) -> JSONValue {
      [
        "lag_ms": .real(report.medianLagMs), "p95_ms": .real(report.absoluteP95Ms),
        "max_ms": .real(report.absoluteMaxMs), "detrended_sd_ms": .real(report.detrendedSDMs),
        "first_minus_rest_ms": .real(report.firstMinusRestMs), "slope_ppm": .real(report.driftPPM),
        "covered": .real(coverage.share),
      ]
    }
    return [
      "audio": output.manifestEntry, "played": .integer(Int64(result.played)),
      "heard": .integer(Int64(result.heard)), "failed": .integer(Int64(result.failed)),
      "late": .integer(Int64(result.late)), "underruns": .integer(Int64(result.underruns)),
      "in_order": .bool(result.isInOrder), "predicted": report(result.predicted, result.predictedCoverage),
      "refined": report(result.refined, result.refinedCoverage),
    ]
  }

  static let playersHeading =
    "| player | heard | lag to its own time | SD | p95 | first − rest | lag to the wanted time | SD |\n"
    + "|---|---|---|---|---|---|---|---|\n"

  static func row(
    _ name: String, played: Int, heard: Int, logged: TimingReport, wanted: TimingReport?
  ) -> String {
    let own = String(
      format: "| %@ | %d of %d | %.2f | %.3f | %.3f | %+.2f |", name, heard, played, logged.medianLagMs,
      logged.detrendedSDMs, logged.absoluteP95Ms, logged.firstMinusRestMs)
    guard let wanted else { return own + " | |\n" }
    return own + String(format: " %.2f | %.3f |\n", wanted.medianLagMs, wanted.detrendedSDMs)
  }
}
