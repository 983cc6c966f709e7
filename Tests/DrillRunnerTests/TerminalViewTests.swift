import MotionCore
import Testing

@testable import DrillRunner

/// A run in its middle.
private func sample() -> LiveStatus {
  LiveStatus(
    state: "recording", isRecording: true, isSynthetic: true, drillTitle: "Center, left, right",
    step: "3/4 block, cue 4 of 10", elapsed: .milliseconds(64_240), remaining: .seconds(20),
    sensorName: "Motion Sensors", sensorState: "live", requestedHz: 100,
    streams: [
      .init(name: "accelerometer", count: 6400, measuredHz: 99.96), .init(name: "gyroscope", count: 6401),
    ],
    losses: ["fifo_overflow": 0, "dropped_events": 2],
    nextCue: .init(name: "LEFT", distance: .milliseconds(2340)),
    lastCue: .init(name: "CENTER", distance: .milliseconds(1200)), sound: "pcm default, 48000 Hz",
    timingClass: "server", diskFreeBytes: 12_340_000_000, messages: ["late cue: LEFT by 12 ms"])
}

@Suite struct TerminalViewTests {
  @Test func theViewSaysEverything() {
    #expect(
      LiveView.render(sample(), width: 80, height: 24, color: false) == [
        " ● REC  RECORDING  SYNTHETIC  RECORDING  1:04.2",
        "Center, left, right — 3/4 block, cue 4 of 10",
        "next      LEFT in 2.3 s",
        "last      CENTER 1.2 s ago",
        "remains   0:20.0",
        "sensor    Motion Sensors: live",
        "          accelerometer  6400 rows, asked 100.0 Hz, measured 100.0 Hz",
        "          gyroscope      6401 rows, asked 100.0 Hz, rate not measured yet",
        "losses    dropped_events 2",
        "sound     pcm default, 48000 Hz (timing: server)",
        "disk      12.3 GB free",
        "",
        "! late cue: LEFT by 12 ms",
      ])
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
    let lines = LiveView.render(status, width: 80, height: 24, color: false)
    #expect(
      lines.contains(
        "                         interval p95 4.0 p99 4.0 ms, 1 gap, age 1.0 p99 1.2 ms"))
  }

  @Test func whatIsUnknownIsSaidToBeUnknown() {
    let lines = LiveView.render(
      LiveStatus(state: "preparing", drillTitle: "T"), width: 80, height: 24, color: false)
    #expect(lines[0] == " ○ NOT RECORDING  PREPARING  0:00.0")
    #expect(lines.contains("sensor    unknown") && lines.contains("disk      unknown"))
    #expect(lines.contains("losses    none seen"))
    #expect(!lines.joined().contains("SYNTHETIC") && !lines.joined().contains("●"))
  }

  @Test(arguments: [1, 2, 7, 20, 40, 79, 200], [1, 3, 8, 24, 60])
  func everySizeIsKept(_ width: Int, _ height: Int) {
    var status = sample()
    status.sensorName = "漢字のセンサー\u{1B}[2J" + String(repeating: "x", count: 300)
    status.messages = (0..<50).map { "message \($0)" }
    let lines = LiveView.render(status, width: width, height: height, color: false)
    #expect(lines.count <= height && !lines.isEmpty)
    for line in lines {
      #expect(DisplayWidth.of(line) <= width)
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
    }
    if width >= 17 { #expect(lines[0].contains("● REC  RECORDI")) }
    if height == 24, width >= 20 { #expect(lines.last == "! message 49") }
  }

  @Test func theSignIsRedAndInverse() {
    let lines = LiveView.render(sample(), width: 60, height: 24, color: true)
    #expect(lines[0].hasPrefix("\u{1B}[1;7;31m ● REC  RECORDING"))
    #expect(lines[0].hasSuffix("\u{1B}[0m"))
    #expect(lines.dropFirst().allSatisfy { !$0.contains("\u{1B}") })
    var status = sample()
    status.isRecording = false
    #expect(!LiveView.render(status, width: 60, height: 24, color: true)[0].contains("31m"))
  }

  @Test func anglesCountdownAndKeysAreShownWhereTheyAreKnown() {
    var status = sample()
    status.countdown = .milliseconds(12_340)
    status.angles = .init(lateral: -12.34, forward: 0.449, axial: 3, headingDrifts: true)
    status.keys = "p pause"
    let lines = LiveView.render(status, width: 80, height: 24, color: false)
    #expect(lines[3] == "ends      in 12.3 s")
    #expect(lines[4] == "angles    right 12.3° forward 0.4°   turned left 3.0° (heading drifts)")
    #expect(lines.contains("keys      p pause"))
    status.angles?.headingDrifts = false
    status.angles?.axial = -0.26
    #expect(
      LiveView.render(status, width: 80, height: 24, color: false)[4]
        == "angles    right 12.3° forward 0.4°   turned right 0.3°")
  }

  @Test func noSizeIsNoLine() {
    #expect(LiveView.render(sample(), width: 0, height: 24, color: true) == [])
    #expect(LiveView.render(sample(), width: 80, height: 0, color: true) == [])
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
    #expect(
      lines.lines(for: status) == [
        "[1:04.2] drill: Center, left, right",
        "[1:04.2] SYNTHETIC: the sensor is simulated",
        "[1:04.2] RECORDING",
        "[1:04.2] state: recording",
        "[1:04.2] step: 3/4 block, cue 4 of 10",
        "[1:04.2] sensor: Motion Sensors: live",
        "[1:04.2] sound: pcm default, 48000 Hz (timing: server)",
        "[1:04.2] cue: CENTER",
        "[1:04.2] loss: dropped_events 2",
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
    status.messages.append("again\u{1B}")
    #expect(
      lines.lines(for: status) == [
        "[1:08.3] cue: CENTER", "[1:08.3] loss: dropped_events 3", "[1:08.3] note: again␛",
      ])
    status.isRecording = false
    #expect(lines.lines(for: status) == ["[1:08.3] recording ended"])
  }
}
