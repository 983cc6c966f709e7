import Foundation
import MotionCore
import Testing

/// Writes the tables of docs/double-tap.md: `make accuracy`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DRILLRUNNER_ACCURACY"] != nil))
struct TapAccuracyPageTests {
  private static let rates: [Double] = [50, 100, 200, 500]
  private static let amplitudes = [1.5, 3.0, 5.0]

  @Test func writeThePage() throws {
    let tuning = try TapRecording.tuning.map { try TapRecording($0) }
    let held = try TapRecording.held.map { try TapRecording($0) }
    var page = try String(contentsOfFile: path, encoding: .utf8)
    for (marker, text) in [
      ("false alarms", falseAlarms(tuning, held)), ("misses", misses(tuning, held)),
    ] {
      let begin = try #require(page.range(of: "<!-- \(marker): made by make accuracy -->\n"))
      let end = try #require(page.range(of: "<!-- end of \(marker) -->"))
      page.replaceSubrange(begin.upperBound..<end.lowerBound, with: text)
    }
    try page.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private var path: String { "\(SessionFixture.project)/docs/double-tap.md" }

  private func falseAlarms(_ tuning: [TapRecording], _ held: [TapRecording]) -> String {
    let heads = TapAccuracyPageTests.rates.map { "\(Int($0)) Hz" }.joined(separator: " | ")
    var text = "| recording | used for | seconds | \(heads) |\n|---|---|---|---|---|---|---|\n"
    for (use, recordings) in [("choosing", tuning), ("measuring", held)] {
      var sums = [Int](repeating: 0, count: TapAccuracyPageTests.rates.count)
      for recording in recordings {
        let counts = TapAccuracyPageTests.rates.map { recording.sampled(at: $0).doubleTaps().count }
        sums = zip(sums, counts).map { $0 + $1 }
        let cells = counts.map { "\($0)" }.joined(separator: " | ")
        text += "| `\(recording.name)` | \(use) | \(Int(recording.seconds)) | \(cells) |\n"
      }
      let seconds = recordings.map(\.seconds).reduce(0, +)
      // For none in T the 95 % bound of a Poisson rate is 3/T (−ln 0.05 = 2.996).
      let cells = sums.map { $0 == 0 ? String(format: "0 (< %.0f an hour)", 3 * 3600 / seconds) : "\($0)" }
        .joined(separator: " | ")
      text += "| **all** | \(use) | \(Int(seconds)) | \(cells) |\n"
    }
    return text
  }

  private func misses(_ tuning: [TapRecording], _ held: [TapRecording]) -> String {
    var text = "| rows a second | amplitude | choosing: calm | moving | measuring: calm | moving |\n"
    text += "|---|---|---|---|---|---|\n"
    for hz in TapAccuracyPageTests.rates {
      for amplitude in TapAccuracyPageTests.amplitudes {
        let cells = [tuning, held].enumerated().flatMap { use, recordings in
          var sum = (calm: TapMisses(), moving: TapMisses())
          for (index, recording) in recordings.enumerated() {
            let seed = UInt64(100 * use + index + 1)
            let one = TapMisses.count(in: recording, hz: hz, amplitude: amplitude, seed: seed)
            sum = (sum.calm + one.calm, sum.moving + one.moving)
          }
          return [sum.calm, sum.moving].map { String(format: "%.0f %% of %d", $0.percent, $0.taps) }
        }
        text += "| \(Int(hz)) | \(amplitude) g | \(cells.joined(separator: " | ")) |\n"
      }
    }
    return text
  }
}
