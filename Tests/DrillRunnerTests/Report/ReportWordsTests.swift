import CueAudio
import MotionCore
import Testing

@testable import DrillRunner

/// Sentences of reports that no table of a small session has. Tables with sessions behind them are tested beside
/// them: `AnalysisTableTests`, `ComparisonTableTests`, `CheckReportTests`.
@Suite struct ReportWordsTests {
  @Test("A report's sentences, with the numbers that they are given")
  func report() {
    let words: [(ReportLine, String)] = [
      (.noStream, "No stream was recorded."), (.noTrials, "No cue asked for a position."),
      (.notComplete(.interrupted), "This session is interrupted: what is missing is not counted."),
      (.session(title: "T", state: .complete, started: nil), "T, complete, date unknown"),
      (.sensor(nil), "Sensor: unknown"), (.dateUnknown, "date unknown"),
      (.catchTrials(5, falseStarts: nil, unknown: 5), "Catch trials: 5, false starts: –, not known: 5"),
      (.validOnly(median: "412", count: 7), "valid only: median 412 (n 7)"),
      (.exGaussian(["out left µ 350 σ 40 τ 60"]), "ex-Gaussian, ms: out left µ 350 σ 40 τ 60"),
      (.noGravity(reason: "none"), "no gravity: none"), (.noRate(reason: "none"), "no rate: none"),
      (.noRandomWalk(reason: "too short"), "no angle random walk: too short"),
      (
        .tilt(["left 19.8 ±0.6° (n 10)"]),
        "Tilt from neutral by gravity, for slow movements only, median ± SD of held postures: left 19.8 ±0.6° (n 10)"
      ),
      (.noAllan(reason: "too short"), "no Allan deviation: too short"),
      (.randomWalk("1 2 3", percent: "8"), "angle random walk 1 2 3 °/√s (±8 %)"),
      (
        .still(place: "table", meaning: "noise", seconds: "28.0", of: "30.0", parts: ["no rate: none"]),
        "Stationary, table: noise. still for 28.0 of 30.0 s; no rate: none"
      ),
      (.rate(mean: "1 2 3", sd: "4 5 6", change: "7 8 9"), "rate 1 2 3 °/s, SD 4 5 6, change 7 8 9"),
      (.notRequired(2), "2 not required"), (.leftOut(["2 missed"]), "left out: 2 missed"),
      (.limits, "Limits"), (.notesHeading, "Notes"), (.noLossSeen, "none seen"),
    ]
    for (word, text) in words { #expect(word.text == text) }
    #expect(ReportLine.notMatched.text.hasPrefix("stimulus not matched: "))
    #expect(
      ReportLine.histogramScale(low: "250", high: "700", most: 4).text
        == "counted latencies from 250 to 700 ms; the highest bar is 4 trials")
  }

  @Test("A comparison's sentences: before and after, behind and ahead, slower and faster")
  func comparison() {
    let words: [(ComparisonLine, String)] = [
      (.rowsDiffer(milliseconds: "3.20", isBefore: true), "A's rows show a movement 3.20 ms before B's"),
      (.rowsDiffer(milliseconds: "3.20", isBefore: false), "A's rows show a movement 3.20 ms after B's"),
      (
        .wallClocksDiffer(seconds: "0.1", isBehind: true),
        "in the middle of the overlap A's wall clock is 0.1 s behind B's"
      ),
      (
        .wallClocksDiffer(seconds: "0.1", isBehind: false),
        "in the middle of the overlap A's wall clock is 0.1 s ahead of B's"
      ),
      (
        .clockRate(ppm: "1.2", isSlower: true, halfWidth: "0.8"),
        "A's host clock runs 1.2 ppm slower than B's, ±0.8"
      ),
      (
        .alignmentQuality(correlation: "0.98", nextBest: nil, blocks: "b"),
        "Correlation of the angular speeds 0.98; b."
      ),
      (
        .blocks(12, seconds: "10", over: "120", sd: "0.8", leftOut: 1),
        "12 blocks of 10 s over 120 s, SD 0.8 ms, 1 left out"
      ),
      (.noPairs(reason: "none"), "Movement by movement: not available: none"),
      (.notAligned(reason: "both hardly move"), "Not aligned: both hardly move"),
      (.noInterval(reason: "few"), "no interval: few"),
      (.missing(names: ["a", "b"], reason: "c"), "a; b: c"),
      (.unknownSensor, "unknown sensor"),
    ]
    for (word, text) in words { #expect(word.text == text) }
  }

  @Test("Words of lists and tables")
  func lists() {
    #expect(SessionListWord.durationUnknown.text == "unknown")
    #expect(SessionListWord.whyUnreadable(name: "x", reason: "no manifest").text == "x: no manifest")
    #expect(SessionListWord.unreadable.text == "unreadable")
    #expect(FileWord.afterStart(seconds: "1.5").text == "1.5 s after the start")
    #expect(
      [FileWord.asSealed, .differs, .notThere, .nothingKept].map(\.text) == [
        "as sealed", "DIFFERS", "not there", "no row",
      ])
    #expect(VoiceLine.voice("flite slt").text == "voice: flite slt")
    let note = VoiceLine.note(word: "LEFT", ClipWarning.examples[0])
    #expect(note.text == "note: LEFT: \(ClipWarning.examples[0].text)")
  }

  @Test("More channels that slow a sensor are said with what they cost")
  func matched() {
    let alone = MatchedTest.Figures(meanHz: 100, intervalP99Seconds: 0.011, losses: 0)
    let slowed = MatchedTest.Figures(meanHz: 90, intervalP99Seconds: 0.011, losses: 0)
    #expect(
      MatchedTest(with: [slowed, slowed], without: [alone, alone]).lines == [
        "  with all streams and settings: 90.0, 90.0 Hz, p99 interval 11.0, 11.0 ms, losses 0, 0",
        "  acceleration and rate alone: 100.0, 100.0 Hz, p99 interval 11.0, 11.0 ms, losses 0, 0",
        "  more channels SLOW the main stream: the rate falls by 10.0 % (5 % allowed)",
      ])
  }

  @Test("The lines of check that the smallest drill does not have")
  func check() throws {
    let drill = try #require(
      parsedDrill(
        """
        drill: 1
        title: T
        language: de
        sentences: { saved: Fertig. }
        cues: { A: { say: a, expect: left }, B: { say: b, expect: right }, C: { say: c, expect: center } }
        steps:
          - countdown: 10 s
          - calibrate: neutral
          - calibrate: axes
            axes: standard
            required: no
          - wait: still
          - stationary: 5 s
          - block: { name: b, cues: [A, C, B, C], interval: 4 s, order: shuffled, repeat: 3, most_alike: 3 }
          - ask: Well?
            tap: GOOD
          - say: Bye.
        """
      ).drill)
    let printed = CheckReport(drill: drill, timeline: Timeline(drill, seed: 1), seedIsDrawn: false).lines
    #expect(printed.allSatisfy { DisplayWidth.of($0) <= 80 })
    // Lines that are continued are indented by 2, below a step by 17.
    let text = printed.joined(separator: "\n").replacing(/\n(?: {17}| {2})(?=[^ ])/, with: " ")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[3].hasPrefix(CheckLine.language("de").text + "; spoken by "))
    #expect(lines[5] == "   0:00.0  1.  " + CheckLine.countdown("10 s").text)
    // Below it stand an empty line and the total.
    #expect(lines[lines.count - 3].hasSuffix("  " + CheckLine.end.text))
    for part in [
      "\nlanguage de; spoken by espeak-ng",
      "; 1 of \(SpokenSentence.allCases.count) sentences in its own words\n",
      "  countdown 10 s\n", "  calibrate neutral\n", "  calibrate axes, standard, not required\n",
      "  wait until the rider sits still\n", ", at most 3 alike in a row\n",
      "  ask question: Well? GOOD, BAD; double tap GOOD; at most 20 s\n", "  say: Bye.\n", "  end\n",
      "sensor lost: wait 20 s, then stop; sound lost: stop",
    ] { #expect(text.contains(part), "\(part)\n\(text)") }
    let words: [(CheckLine, String)] = [
      (.resting("2 min"), "rest 2 min"), (.seedGiven(4), "seed 4"), (.trialNumber(1), "trial 1"),
      (.silentSlot, "(silent)"), (.saying("Go"), "say: Go"),
    ]
    for (word, text) in words { #expect(word.text == text) }
    #expect(CheckLine.includes(["a.yaml", "b.yaml"]).text == "includes a.yaml, b.yaml")
  }
}
