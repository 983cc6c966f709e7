import Testing

@testable import DrillRunner
@testable import MotionCore

@Suite struct AnalysisTableTests {
  /// An hour into a session: everything that a line can hold at its widest.
  private func trial(
    number: Int = 118, label: String = "LEFT", reasons: [Trial.Reason] = [], verdict: Trial.Verdict = .valid,
    latency: Double = 375, timing: CueTiming = .measured
  ) -> Trial {
    let start: Int64 = 50_000_000_000
    func host(_ seconds: Double) -> HostTime { HostTime(nanoseconds: start + Int64(seconds * 1e9)) }
    return Trial(
      cue: CueEvent(
        cue: label, trial: number, block: "b", intent: "plain", expect: .left, scheduled: host(3412.25),
        clip: nil,
        times: SoundTimes(
          dispatched: host(3412.125), frame0: host(3412.25), audible: host(3412.5),
          audibleUncertaintyNs: 1_300_000, timing: timing),
        status: .played),
      onset: .value(host(3412.875)), onsetThreshold: .value(host(3412.9)), onsetUncertaintyNs: .value(5e7),
      latencyMilliseconds: .value(latency), latencyFromDispatchMilliseconds: .value(750),
      latencyUncertaintyMilliseconds: .value(51.6), direction: .value(.returnFromRight),
      asked: .value(.returnFromRight), verdict: verdict, reasons: reasons, transition: nil)
  }

  private func unavailable() -> Trial {
    Trial(
      cue: CueEvent(
        cue: "RIGHT", trial: 119, block: "b", intent: "plain", expect: .right, scheduled: nil, clip: nil,
        times: .none, status: .cancelled),
      onset: .unavailable("x"), onsetThreshold: .unavailable("x"), onsetUncertaintyNs: .unavailable("x"),
      latencyMilliseconds: .unavailable("x"), latencyFromDispatchMilliseconds: .unavailable("x"),
      latencyUncertaintyMilliseconds: .unavailable("x"), direction: .unavailable("x"),
      asked: .unavailable("x"), verdict: .invalid, reasons: [.cueCancelled], transition: nil)
  }

  private func lines(
    _ trials: [Trial], synthetic: Bool = false, title: String = "A drill", streams: [MotionStream] = [],
    isWide: Bool = false, labels: LabelFile? = nil
  ) -> [String] {
    let manifest = Manifest(
      uuid: "u", state: .complete, synthetic: synthetic,
      app: Manifest.App(name: "drillrunner", version: "0", revision: "r"),
      host: Manifest.Host(os: "Linux", kernel: "6", machine: "x86_64"), sensors: [],
      drill: Manifest.Drill(title: title, file: "protocol.yaml", sha256: "", seed: 1),
      anchors: [
        Manifest.Anchor(
          at: .start, host: HostTime(nanoseconds: 50_000_000_000), wall: "2026-11-30T10:15:02.000000000Z",
          utcOffset: "+00:00", clockSynchronised: true)
      ], clocks: [ClockDescription.host()],
      streams: streams.map { Manifest.StreamEntry(description: $0.description, file: nil) })
    var analysis = MotionAnalyzer().analyze(
      MotionSession(name: "s", manifest: manifest, state: .complete, streams: streams, events: []))
    analysis.trials = trials
    analysis.session.inputs = [("manifest.json", String(repeating: "ab", count: 32))]
    analysis.summary = SessionSummary(
      trials: trials, transitions: [], smoothness: [], isStimulusMatched: false,
      parameters: SummaryParameters())
    if let labels { analysis.compare(with: labels) }
    return AnalysisTable(analysis, isWide: isWide).text.split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map(String.init)
  }

  /// As it was before it was broken into lines.
  private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A simulated sensor that lies still measures one g, and its rider answers the four cues of a slow block.
  @Test func aRehearsedSessionSaysWhatTheSensorAndTheMovementsWereLike() throws {
    let heard = try HeardMessages()
    let drill = HeardMessages.drill.replacing("stationary: 3 s", with: "stationary: 10 s")
      .replacing("{name: one,", with: "{name: one, intent: slow,")
    let sessions = heard.folder + "/sessions"
    _ = heard.run(["rehearse", try heard.write(drill, "slow.yaml"), "--sessions", sessions])
    let text = oneLine(heard.run(["analyze", "last", "--sessions", sessions]).text)
    let analysis = try SessionAnalysis(
      path: SessionStore(folder: sessions).resolve("last"), configuration: .default
    ).analysis
    let phase = try #require(analysis.diagnostics.phases.first)
    let norm = try #require(phase.gravityNorm.value)
    #expect(abs(norm - 1) < 0.05)
    func number(_ value: Double?, _ digits: Int) throws -> String {
      FixedNumber.text(try #require(value), digits: digits)
    }
    let gravity = ReportLine.gravity(
      mean: try number(norm, 4), sd: try number(phase.gravityNormSD.value, 4),
      direction: try number(phase.orientationDispersionDegrees.value, 2))
    #expect(text.contains(gravity.text))
    let slow = try #require(analysis.diagnostics.slow.value)
    let response = ReportLine.response(
      .slow, answered: 4, trials: 4, peak: try number(slow.peakSpeedDegPerSecond.median.value, 1),
      range: try number(slow.rangeDegrees.median.value, 1),
      duration: try number(slow.durationSeconds.median.value, 2))
    #expect(text.contains(response.text), "\(text)")
    #expect(text.contains(ReportLine.movementsExplained.text))
  }

  @Test func aLineShowsItsCueInEightyColumnsAndTheWideOneEverything() throws {
    let line = try #require(lines([trial()]).first { $0.contains("118  LEFT") })
    for part in ["3412.500 ±1.3", "3412.875", "375 ±52", "from right", "valid"] {
      #expect(line.contains(part), "\(part)")
    }
    #expect(!line.contains("3412.250"))
    let wide = try #require(lines([trial()], isWide: true).first { $0.contains("118  LEFT") })
    for part in ["3412.250", "3412.125", "3412.500 ±1.3", "3412.875", "375 ±52", "from right", "valid"] {
      #expect(wide.contains(part), "\(part)")
    }
  }

  @Test func aSimulatedAudibleTimeSaysSo() throws {
    let all = lines([trial(timing: .simulated), trial(number: 119)])
    let line = try #require(all.first { $0.contains("118  LEFT") })
    #expect(line.contains("3412.500 simulated "))
    // Only beside those that are.
    #expect(try !#require(all.first { $0.contains("119  LEFT") }).contains("simulated"))
  }

  @Test func noLineIsWiderThanItMayBe() {
    let many = trial(
      number: 1200, label: "A label that is very much longer than any word a rider could understand",
      reasons: Trial.Reason.allCases, verdict: .invalid)
    let title = String(repeating: "A long title ", count: 20) + String(repeating: "x", count: 200)
    let trials = [trial(timing: .simulated), many, unavailable()]
    for line in lines(trials, synthetic: true, title: title) {
      #expect(DisplayWidth.of(line) <= 80, "\(line)")
    }
    for line in lines(trials, synthetic: true, title: title, isWide: true) {
      #expect(DisplayWidth.of(line) <= 110, "\(line)")
    }
    // Latencies of four digits in every column.
    let slow = (0..<60).map { trial(number: $0, latency: 1000 + 1400 * Double($0 * $0 % 61) / 60) }
    for line in lines(slow) { #expect(DisplayWidth.of(line) <= 80, "\(line)") }
  }

  /// 45 latencies of 400 to 840 ms: interval, ex-Gaussian or not, and a histogram whose bars end where they do.
  @Test func distributionsAreShownAsText() throws {
    let all = lines((0..<45).map { trial(number: $0, latency: 400 + 10 * Double($0)) })
    let row = try #require(all.first { $0.hasPrefix("from right ") })
    // Median 620, quartiles 510 and 730 (type 7), mean 620, SD 10 · √(45 · 46 / 12).
    for part in [" 45 ", " 620 ", "510–730", " 131 ", " 400 ", " 840"] {
      #expect(row.contains(part), "\(part)")
    }
    #expect(all.contains { $0.hasPrefix("95 %: bootstrap interval of the median, 2000 resamples, seed ") })
    let bars = try #require(all.first { $0.hasPrefix("from right  |") })
    let inner = try #require(bars.split(separator: "|").last)
    #expect(inner.count == 40 && inner.first != " " && inner.last != " ")
    // 45 values in bars of 11 ms.
    #expect(all.contains("counted latencies from 400 to 840 ms; the highest bar is 2 trials"))
  }

  /// Five latencies at either end: where nothing is, spaces keep their places.
  @Test func emptyPlacesOfAHistogramStay() throws {
    let all = lines((0..<10).map { trial(number: $0, latency: $0 < 5 ? 400 : 840) })
    let bars = try #require(all.first { $0.hasPrefix("from right  |") })
    #expect(bars == "from right  |█" + String(repeating: " ", count: 38) + "█|")
  }

  @Test func everyResultSaysWhatComputedItFromWhat() throws {
    let text = lines([trial()]).joined(separator: " ")
    #expect(text.contains("Analysis version \(Analysis.version), configuration "))
    #expect(text.contains(AnalysisConfiguration.default.sha256.prefix(16)))
    #expect(text.contains("manifest.json abababababab"))
    let told = ReportLine.identity(
      version: Analysis.version, configuration: String(AnalysisConfiguration.default.sha256.prefix(16)),
      inputs: ["manifest.json abababababab"])
    #expect(oneLine(text).contains(told.text))
    #expect(oneLine(text).contains(ReportLine.timesExplained.text))
  }

  @Test func labelsAreCountedInWords() throws {
    let file = try LabelFile(
      Array("direction,onset_s\nleft,3\n".utf8), start: HostTime(nanoseconds: 50_000_000_000))
    let text = lines([trial()], labels: file).joined(separator: " ")
    #expect(text.contains("Labels: 1, hits 0, misses 0, false detections 0, wrong direction 0"))
    // The fixture has no row of a sensor.
    #expect(text.contains(ReportLine.labelsUnrecorded(1).text))
    #expect(text.contains("labels \(file.sha256.prefix(12))"))
  }

  @Test func everyReasonStandsBelowItsCue() throws {
    let all = lines([trial(reasons: Trial.Reason.allCases, verdict: .invalid), unavailable()])
    let first = try #require(all.firstIndex { $0.contains("118  LEFT") })
    let next = try #require(all.firstIndex { $0.contains("119  RIGHT") })
    #expect(next - first > 2)
    let between = all[(first + 1)..<next].map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(between.hasPrefix("reasons: already there, wrong direction, missed, "))
    #expect(between.hasSuffix("threshold onset only, angle unavailable"))
    #expect(all[next].hasSuffix("invalid"))
    #expect(all[next + 1] == "      reasons: cue cancelled")
    #expect(all[next + 1] == "      " + ReportLine.reasons(["cue cancelled"]).text)
  }

  @Test func unavailableIsADashAndNeverZero() throws {
    let all = lines([unavailable()])
    let line = try #require(all.first { $0.contains("RIGHT") })
    // Audible, onset, latency and direction.
    #expect(line.split(separator: " ").filter { $0 == "–" }.count == 4)
    #expect(!line.contains("0"))
    let summary = try #require(all.first { $0.hasPrefix("all ") })
    // n is 0 because nothing counted; no number is made of nothing.
    #expect(summary.split(separator: " ").filter { $0 == "–" }.count == 7)
    #expect(all.contains("      left out: 1 cue cancelled"))
  }

  @Test func simulatedInputIsSaidFirst() {
    #expect(lines([trial()], synthetic: true)[0].hasPrefix("SYNTHETIC"))
    #expect(!lines([trial()]).joined().contains("SYNTHETIC"))
  }

  @Test func controlCharactersAreMadeVisible() {
    let text = lines([trial(label: "L\u{1B}[2J")], title: "T\u{1B}]0;x\u{7}\u{202E}").joined(separator: "\n")
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    #expect(text.contains("L␛[2J"))
    #expect(text.contains("T␛]0;x␇<202E>"))
  }

  @Test func numbersAreRoundedAndKeepTheirSign() {
    #expect(FixedNumber.text(1.005, digits: 2) == "1.00")  // The double is 1.00499999999999989….
    #expect(FixedNumber.text(-0.04, digits: 1) == "0.0")
    #expect(FixedNumber.text(-12.35, digits: 0) == "-12")
    #expect(FixedNumber.text(7.0625, digits: 3) == "7.063")
  }

  @Test func wideCharactersAndLongWordsAreBrokenByTheirColumns() {
    #expect(TextColumns.wrapped("aaa bbb ccc", width: 7) == ["aaa bbb", "ccc"])
    #expect(TextColumns.wrapped("漢字漢字", width: 5) == ["漢字", "漢字"])
    #expect(TextColumns.wrapped("a b", width: 3, first: "- ", rest: "  ") == ["- a", "  b"])
    #expect(TextColumns.wrapped("", width: 5) == [""])
  }
}
