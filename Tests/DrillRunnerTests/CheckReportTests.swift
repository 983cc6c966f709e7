import Foundation
import Testing

@testable import DrillRunner
@testable import MotionCore

@Suite struct CheckReportTests {
  @Test func theReportShowsEveryWordWithItsTime() throws {
    let drill = try #require(
      parsedDrill(
        """
        drill: 1
        title: "Two\\e words"
        on_loss: { sensor: stop, sound: continue }
        cues: { C: { say: Center, expect: center }, L: { say: Left, expect: left } }
        steps:
          - stationary: 5 s
          - block: { name: b, intent: slow, say: Go, cues: [L, C], interval: 4 s, catch: 100 % }
          - rest: 2 min
        """
      ).drill)
    let report = CheckReport(drill: drill, timeline: Timeline(drill, seed: 4), seedIsDrawn: false)
    // "Go" takes 0.42 s: the first word is at 5 + 0.42 + 4 s, the block ends 2.5 s after the last slot.
    #expect(
      report.lines == [
        "Two␛ words",
        "asks for 100 Hz; sensor lost: stop; sound lost: continue",
        "seed 4",
        "",
        "   0:00.0  1.  stationary 5 s, sensor on the torso",
        "   0:05.0  2.  block b: slow, 3 slots, 4 s, fixed order",
        "   0:05.0      say: Go",
        "   0:09.4      L             after 4.000 s  trial 1",
        "   0:13.4      C             after 4.000 s  trial 2",
        "   0:17.4      (silent)      after 4.000 s",
        "   0:19.9  3.  rest 2 min",
        "   2:19.9  end",
        "",
        "total about 2:19.9; 2 cues, 2 trials, 1 silent slot; speech and calibration are",
        "  estimated",
      ])
    let drawn = CheckReport(drill: drill, timeline: Timeline(drill, seed: 4), seedIsDrawn: true)
    #expect(drawn.lines[2].hasPrefix("seed 4, drawn for this listing"))
  }

  @Test("One of each is one")
  func numbersAgree() throws {
    let drill = try #require(
      parsedDrill(
        """
        drill: 1
        title: T
        cues: { L: { say: Left, expect: left } }
        steps: [{ stationary: 5 s }, { block: { name: b, cues: [L], interval: 4 s } }]
        """
      ).drill)
    let text = CheckReport(drill: drill, timeline: Timeline(drill, seed: 4), seedIsDrawn: false).lines
      .joined(separator: "\n")
    #expect(text.contains("block b: plain, 1 slot, 4 s") && text.contains("; 1 cue, 1 trial; speech"))
    #expect(StepProblem.catchIsNone(centres: 1).text.contains("of 1 centre cue rounds"))
  }

  @Test(arguments: [
    ("intervall", "interval"), ("CENTRE", "CENTER"), ("LFET", "LEFT"), ("reapeat", "repeat"),
    ("left", "LEFT"),
  ])
  func aSlipFindsTheWordThatWasMeant(_ written: String, _ meant: String) {
    #expect(Suggestion.nearest(to: written, among: ["interval", "CENTER", "LEFT", "repeat"]) == meant)
  }

  /// Distances counted by hand.
  @Test(arguments: [
    ("", "abc", 3), ("abc", "abc", 0), ("abcd", "abdc", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func editDistanceCountsSlips(_ a: String, _ b: String, _ distance: Int) {
    #expect(Suggestion.distance(Array(a.unicodeScalars), Array(b.unicodeScalars)) == distance)
  }

  @Test func nothingNearIsNoSuggestion() {
    #expect(Suggestion.nearest(to: "zebra", among: ["interval", "s", "ms"]) == nil)
    #expect(Suggestion.nearest(to: "h", among: ["s", "ms", "min"]) == nil)
  }
}
