import Foundation
import MotionCore
import Testing

/// Writes the tables of docs/accuracy.md: `make accuracy`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DRILLRUNNER_ACCURACY"] != nil))
struct OrientationAccuracyPageTests {
  private func digits(_ error: OrientationError?) -> String {
    guard let error else { return "–" }
    return [error.total, error.heading, error.inclination].map { String(format: "%.2f", $0) }.joined(
      separator: " / ")
  }

  @Test func writeThePage() throws {
    let others: [(String, String, String)] = [
      ("VQF 2.1.2", "VQF 6D", "VQF 9D"), ("VQF 2.1.2, offline", "offlineVQF 6D", "offlineVQF 9D"),
      ("BasicVQF", "BasicVQF 6D", "BasicVQF 9D"),
      ("x-io Fusion, gain 0.5", "imufusion 6D g0.5 rej10", "imufusion 9D g0.5 rej10"),
      ("Madgwick, β 0.12", "ahrs.Madgwick 6D g0.12", "Madgwick C 9D beta0.12"),
      ("Madgwick, gain 0.033", "ahrs.Madgwick 6D g0.033", ""), ("Mahony", "ahrs.Mahony 6D default", ""),
    ]
    var accuracy = ""
    var timing =
      "| recording | times | online | online, fed the nominal rate | offline |\n|---|---|---|---|---|\n"
    for name in BroadRecording.names {
      let recording = try BroadRecording(name)
      let published = try OrientationError.published(name)
      accuracy += "\n`\(name)`\n\n| filter | six-axis | nine-axis |\n|---|---|---|\n"
      var plain: [Double] = []
      for (label, variant) in [
        ("**DrillRunner**", OrientationTrack.online), ("**DrillRunner, offline**", OrientationTrack.offline),
      ] {
        let track = try #require(variant(recording.rows, .default, BroadRecording.intervals))
        let six = OrientationError(recording, track, sixAxis: true)
        plain.append(six.inclination)
        accuracy +=
          "| \(label) | \(digits(six)) | \(digits(OrientationError(recording, track, sixAxis: false))) |\n"
      }
      for (label, six, nine) in others {
        accuracy += "| \(label) | \(digits(published[six])) | \(digits(published[nine])) |\n"
      }
      let trial = name.prefix(2)
      timing += String(format: "| \(trial) | as recorded | %.3f | | %.3f |\n", plain[0], plain[1])
      for fault in TimingFault.allCases {
        timing += String(
          format: "| \(trial) | \(fault.rawValue) | %.3f | %.3f | %.3f |\n",
          try fault.inclination(of: recording, fed: .derivedTimes, OrientationTrack.online),
          try fault.inclination(of: recording, fed: .nominalRate, OrientationTrack.online),
          try fault.inclination(of: recording, fed: .derivedTimes, OrientationTrack.offline))
      }
    }
    try AccuracyPage.replace("accuracy", with: accuracy)
    try AccuracyPage.replace("timing", with: timing)
  }
}
