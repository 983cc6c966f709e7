import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// A run in its middle.
private func sample() -> LiveStatus {
  var status = LiveStatus(state: .cues, drillTitle: "Center, left, right")
  status.stage = .recording
  status.isRecording = true
  status.isSynthetic = true
  status.step = "step 3 of 4, cue 4 of 10"
  status.elapsed = .milliseconds(64_240)
  status.remaining = .seconds(200)
  status.sensorName = "Motion Sensors"
  status.sensorState = .live
  status.requestedHz = 100
  status.streams = [
    .init(name: "accelerometer", count: 6400, measuredHz: 99.96), .init(name: "gyroscope", count: 6401),
  ]
  status.losses = ["fifo_overflow": 0]
  status.nextCue = .init(name: "LEFT", distance: .milliseconds(2340))
  status.lastCue = .init(name: "CENTER", distance: .milliseconds(1200))
  status.angles = .value(.init(lateral: -12.34, forward: 0.449, axial: 3, headingDrifts: true))
  status.keys = "p pause"
  status.sound = "pcm default, 48000 Hz"
  status.timingClass = "server"
  status.diskFreeBytes = 12_340_000_000
  status.battery = .percent(80, isCharging: true)
  status.messages = [
    .init(number: 1, at: .seconds(3), text: "buttons of Pad"),
    .init(number: 2, at: .seconds(62), text: "late cue: LEFT by 12 ms"),
  ]
  return status
}

private func texts(_ status: LiveStatus, _ width: Int, _ height: Int, unicode: Bool = true) -> [String] {
  LiveView.render(status, width: width, height: height, unicode: unicode).map(\.text)
}

@Suite struct TerminalViewTests {
  /// 80 columns and 24 rows hold everything; drawn by hand.
  @Test func theViewSaysEverything() {
    #expect(
      texts(sample(), 80, 24)
        == [
          " ● REC  RECORDING  SYNTHETIC  CUES  1:04.2  about 3:20 left".padding(
            toLength: 80, withPad: " ", startingAt: 0),
          "Center, left, right — step 3 of 4, cue 4 of 10",
          " ▄▀▀▀▄ █   █ █▀▀▀ ▄▀▀▀▀",
          " █     █   █ █▄▄  ▀▄▄▄ ",
          " █   ▄ █   █ █        █",
          "  ▀▀▀   ▀▀▀  ▀▀▀▀ ▀▀▀▀ ",
          "next      LEFT in 2.3 s   last CENTER 1.2 s ago",
          " █    █▀▀▀ █▀▀▀ ▀▀█▀▀    ▀▀▀▀▄",
          " █    █▄▄  █▄▄    █       ▄▄▄▀",
          " █    █    █      █          █",
          " ▀▀▀▀ ▀▀▀▀ ▀      ▀      ▀▀▀▀ ",
          "angles    right 12.3° forward 0.4°   turned left 3.0° (heading drifts)",
          " █▀▀▀▄     ▄█   ▄▀▀▀▄ █▀█       ▄▀▀▀▄ █▀█",
          " █▄▄▄▀      █      ▄▀ ▀▀▀       █ ▄▀█ ▀▀▀",
          " █ ▀▄       █    ▄▀             █▀  █    ",
          " ▀   ▀     ▀▀▀  ▀▀▀▀▀            ▀▀▀     ",
          "sensor    Motion Sensors: live",
          "accelerometer measured 100.0 Hz, asked 100.0  age unknown  6400 rows",
          "gyroscope     rate not measured yet, asked 100.0  age unknown  6401 rows",
          "losses    none seen   disk 12.3 GB free   battery 80 %, charging",
          "sound     pcm default, 48000 Hz",
          "keys      p pause",
          "! 0:03 buttons of Pad",
          "! 1:02 late cue: LEFT by 12 ms",
        ].map(TerminalViewTests.trimmed))
  }

  /// Without the bar's own, no line ends in spaces.
  private static func trimmed(_ line: String) -> String {
    line.hasPrefix(" ●") ? line : String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// What a small window gives up, from the least important on.
  @Test func smallWindowsKeepWhatMatters() {
    let sixty = texts(sample(), 60, 20)
    #expect(sixty.count == 20)
    #expect(sixty[0].hasPrefix(" ● REC  RECORDING  SYNTHETIC  CUES"))
    #expect(sixty.contains("accelerometer 100.0 Hz  age ?  6400 rows"))
    #expect(sixty.contains("next      LEFT in 2.3 s   last CENTER 1.2 s ago"))
    #expect(sixty.filter { $0.contains("█") }.count >= 6, "the state and the next cue in big letters")
    #expect(
      texts(sample(), 40, 3) == [
        " ● REC  RECORDING  SYNTHETIC  CUES  1:0…", "next      LEFT in 2.3 s   last CENTER 1…",
        "sensor    Motion Sensors: live",
      ])
    #expect(texts(sample(), 40, 1).count == 1)
    // A tall one has the intervals and empty lines too; nothing twice.
    let tall = texts(sample(), 120, 40)
    #expect(tall.count > 24 && Set(tall.filter { !$0.isEmpty }).count == tall.filter { !$0.isEmpty }.count)
  }

  /// Without block characters: `#`, and nothing but ASCII.
  @Test func withoutUnicodeThereIsASCII() {
    let lines = texts(sample(), 80, 24, unicode: false)
    #expect(lines.count <= 24)
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    #expect(lines[0].hasPrefix(" * REC  RECORDING  SYNTHETIC  CUES"))
    #expect(
      Array(lines[2...8]) == [
        "  ###  #   # ####  ####", " #   # #   # #    #", " #     #   # #    #", " #     #   # ###   ###",
        " #     #   # #        #", " #   # #   # #        #", "  ###   ###  #### ####",
      ])
    #expect(lines.contains { $0.contains("right 12.3 deg") })
    #expect(lines.contains("losses    none seen   disk 12.3 GB free   battery 80 %, charging"))
    #expect(ScreenText.ascii("● é 漢 “…” —") == "* e ? \"~\" -")
  }

  /// Rows of 4 ms, one of 30 ms, delivered 1 ms late at least, 1.2 ms at most; percentiles by nearest rank of 100.
  @Test func aStreamHasItsRollingSampling() {
    var rolling = RollingSampling(
      stream: StreamDescription(
        name: "gyroscope", kind: .gyroscope, sensor: "torso", clock: "host", timestampSource: .kernel,
        unit: .degreesPerSecond, scale: [1]), clock: .host())
    var t: Int64 = 9_000_000_000
    for i in 0...100 {
      t += i == 50 ? 30_000_000 : 4_000_000
      rolling.add(
        MotionSample(
          deviceTime: .integer(t), receipt: HostTime(nanoseconds: t + (i > 97 ? 1_200_000 : 1_000_000)),
          values: []))
    }
    var status = sample()
    status.streams[1].sampling = rolling.statistics(at: HostTime(nanoseconds: t))
    status.streams[1].measuredHz = 234.5
    let lines = texts(status, 80, 40)
    #expect(lines.contains("gyroscope     measured 234.5 Hz, asked 100.0  age 1.0 p99 1.2 ms  6401 rows"))
    #expect(lines.contains("              interval p95 4.0 p99 4.0 ms, 1 gap"))
    #expect(texts(status, 60, 20).contains("gyroscope     234.5 Hz  age 1.0 ms  6401 rows"))
  }

  @Test func whatIsUnknownIsSaidToBeUnknown() {
    var status = LiveStatus(state: .ready, drillTitle: "T")
    let lines = texts(status, 80, 24)
    #expect(lines[0].hasPrefix(" ○ NOT RECORDING  READY  0:00.0 "))
    #expect(lines.contains("sensor    unknown") && lines.contains("sound     unknown"))
    #expect(lines.contains("losses    none seen   disk unknown   battery unknown"))
    #expect(!lines.joined().contains("SYNTHETIC") && !lines.joined().contains("●"))
    status.battery = .unavailable(reason: .noCharge)
    #expect(texts(status, 80, 24).contains("battery   unknown: its driver tells no charge"))
  }

  @Test(arguments: [1, 2, 7, 20, 40, 60, 79, 80, 200], [1, 3, 8, 20, 24, 60])
  func everySizeIsKept(_ width: Int, _ height: Int) {
    var status = sample()
    status.sensorName = "漢字のセンサー\u{1B}[2J" + String(repeating: "x", count: 300)
    status.messages = (0..<50).map {
      .init(number: $0, at: nil, text: "message \($0) " + String(repeating: "long ", count: $0))
    }
    for unicode in [true, false] {
      let lines = texts(status, width, height, unicode: unicode)
      #expect(lines.count <= height && !lines.isEmpty)
      for line in lines {
        #expect(DisplayWidth.of(line) <= width)
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
      }
      if width >= 17 { #expect(lines[0].contains("REC  RECORDI")) }
      if height >= 8, width >= 20 { #expect(lines.contains { $0.hasPrefix("! message 49") }) }
    }
  }

  @Test func linesStandOutByWhatTheySay() {
    var status = sample()
    func styles() -> Set<ScreenLine.Style> {
      Set(LiveView.render(status, width: 60, height: 24, unicode: true).map(\.style))
    }
    #expect(styles() == [.recordingBar, .strong, .plain, .attention])
    status.messages = []
    #expect(styles() == [.recordingBar, .strong, .plain])
    status.losses = ["dropped_events": 2]
    #expect(texts(status, 80, 24).contains("losses    dropped_events 2"))
    #expect(styles().contains(.attention))
    status.losses = [:]
    status.isRecording = false
    status.mood = .good
    #expect(styles() == [.bar, .good, .strong, .plain])
    // ECMA-48: 7 inverse, 31 red.
    #expect(ScreenLine.Style.recordingBar.sequence == "\u{1B}[1;7;31m")
  }

  /// The columns that changed, by hand; what is left of a longer line is erased.
  @Test func aLineIsChangedWhereItChanged() {
    let old = ScreenLine("count 1234 rows and 17 ms")
    #expect(ScreenLine("count 1239 rows and 17 ms").update(from: old, row: 4, color: true) == "\u{1B}[5;10H9")
    #expect(
      ScreenLine("count 2234 rows and 18 ms").update(from: old, row: 0, color: true)
        == "\u{1B}[1;7H2\u{1B}[1;22H8")
    #expect(ScreenLine("count 1234").update(from: old, row: 0, color: true) == "\u{1B}[1;11H\u{1B}[K")
    #expect(ScreenLine("ab", .strong).update(from: ScreenLine("ab"), row: 0, color: false) == "")
    #expect(
      ScreenLine("ab", .strong).update(from: ScreenLine("ab"), row: 0, color: true)
        == "\u{1B}[1m\u{1B}[1;1Hab\u{1B}[0m")
    // Wide characters: the line as a whole.
    #expect(ScreenLine("漢b").update(from: ScreenLine("漢a"), row: 0, color: false) == "\u{1B}[1;1H漢b")
    #expect(old.update(from: old, row: 0, color: true) == "")
  }

  @Test func bigLettersAreThoseOfTheWords() {
    #expect(BigText.lines("I", unicode: false) == ["###", " # ", " # ", " # ", " # ", " # ", "###"])
    #expect(BigText.lines("I", unicode: true) == ["▀█▀", " █ ", " █ ", "▀▀▀"])
    // An accent is left out; what has no letter is not drawn at all.
    #expect(BigText.lines("É", unicode: true) == BigText.lines("e", unicode: true))
    #expect(BigText.lines("漢", unicode: true) == nil && BigText.lines("", unicode: true) == nil)
    // Every word that a run's state can be, and every count.
    for word in ViewState.allCases.map(\.text) + ["R 45°  F 10°", "9:59", "12.3"] {
      let lines = BigText.lines(word, unicode: true)
      #expect(lines?.count == 4 && Set(lines?.map(\.count) ?? []).count == 1, "\(word)")
      #expect((lines?[0].count ?? 99) <= 62, "\(word)")
    }
  }

  @Test func anglesAndTimesAreRounded() throws {
    var status = sample()
    status.angles = .value(.init(lateral: 0.4, forward: -3, axial: -0.26, headingDrifts: false))
    #expect(
      texts(status, 80, 24).contains("angles    left 0.4°   back 3.0°      turned right 0.3°"))
    status.nextCue = nil
    status.countdown = .init(what: .restEnds, left: .milliseconds(65_010))
    let lines = texts(status, 80, 24)
    #expect(lines.contains("next      rest ends in 65.0 s   last CENTER 1.2 s ago"))
    // 1:06, whole seconds rounded up.
    let big = try #require(BigText.lines("1:06", unicode: true)).map { TerminalViewTests.trimmed(" " + $0) }
    #expect(Set(big).isSubset(of: Set(lines)))
  }

  @Test func anglesThatAreNotKnownSayWhy() {
    var status = sample()
    status.angles = .unavailable(CalibrationReason.neutralNotYet)
    let lines = texts(status, 80, 24)
    #expect(lines.contains("angles    not known: neutral is not calibrated"))
    #expect(!lines.contains { $0.contains("°") })
    status.angles = nil
    #expect(!texts(status, 80, 24).contains { $0.hasPrefix("angles") })
  }

  @Test func aMessageThatComesAgainIsCounted() {
    var status = sample()
    status.messages[1].times = 3
    #expect(texts(status, 80, 24).last == "! 1:02 late cue: LEFT by 12 ms (3 times)")
  }

  @Test func noSizeIsNoLine() {
    #expect(texts(sample(), 0, 24) == [])
    #expect(texts(sample(), 80, 0) == [])
  }

  @Test func widthsAreThoseOfATerminal() {
    // UAX 11 (wide), and combining marks: e + U+0301 is one column.
    #expect(DisplayWidth.of("漢字") == 4 && DisplayWidth.of("e\u{301}") == 1 && DisplayWidth.of("●é") == 2)
    #expect(DisplayWidth.cut("漢字漢字", to: 5) == "漢字…" && DisplayWidth.cut("漢字漢字", to: 4) == "漢…")
    #expect(DisplayWidth.fit("ab", to: 4) == "ab  ")
  }

  @Test func hiddenCharactersAreShown() {
    #expect(Printable.text("a\u{1B}[2J\u{7}b\u{202E}\u{9B}") == "a␛[2J␇b<202E><9B>")
  }

  @Test func linesSayOnlyWhatChanged() {
    var lines = PlainLines()
    var status = sample()
    status.losses = ["fifo_overflow": 0, "dropped_events": 2]
    #expect(
      lines.lines(for: status) == [
        "[1:04.2] drill: Center, left, right",
        "[1:04.2] SYNTHETIC: the sensor is simulated",
        "[1:04.2] RECORDING",
        "[1:04.2] state: cues",
        "[1:04.2] step: step 3 of 4, cue 4 of 10",
        "[1:04.2] sensor: Motion Sensors: live",
        "[1:04.2] sound: pcm default, 48000 Hz (timing: server)",
        "[1:04.2] battery: 80 %, charging",
        "[1:04.2] cue: CENTER",
        "[1:04.2] loss: dropped_events 2",
        "[1:04.2] note: buttons of Pad",
        "[1:04.2] note: late cue: LEFT by 12 ms",
      ])
    #expect(lines.lines(for: status) == [])
    // A tenth of a second later the same cue is a tenth older; nothing else changed.
    status.elapsed += .milliseconds(100)
    status.lastCue?.distance += .milliseconds(100)
    status.streams[0].count += 10
    #expect(lines.lines(for: status) == [])
    status.elapsed += .seconds(4)
    status.lastCue?.distance = .milliseconds(50)
    status.losses["dropped_events"] = 3
    status.messages.append(.init(number: 4, at: nil, text: "again\u{1B}", times: 2))
    #expect(
      lines.lines(for: status) == [
        "[1:08.3] cue: CENTER", "[1:08.3] loss: dropped_events 3", "[1:08.3] note: again␛",
      ])
    status.isRecording = false
    #expect(lines.lines(for: status) == ["[1:08.3] recording ended"])
  }
}
