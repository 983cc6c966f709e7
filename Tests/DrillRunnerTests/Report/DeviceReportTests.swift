import CueAudio
import MotionCore
import Testing

@testable import DrillRunner
@testable import IMUDriver

/// What `devices` says of each kind of device: usable, or why not and what next.
@Suite struct DeviceReportTests {
  private func sensor(_ driver: String = "evdev", clock: Bool? = true, problem: SensorError? = nil)
    -> DiscoveredSensor
  {
    DiscoveredSensor(
      name: "Pad \u{1b}[31m", kernelName: "pad", driver: driver, bus: "usb", vendor: 1, product: 2,
      path: "/dev/input/event5", stableID: "evdev-0001-0002", serial: nil, axes: [], hasDeviceClock: clock,
      problem: problem)
  }

  private func text(
    _ sensors: [DiscoveredSensor], outputs: [AudioOutputDescription] = [],
    latencies: [String: LatencyStore.Entry] = [:], batteries: [String: BatteryCharge] = [:]
  ) -> String {
    DeviceReport(
      sensors: .success(sensors), outputs: outputs, latencies: .success(latencies),
      batteries: batteries
    ).text
  }

  /// As it was before it was broken into lines.
  private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("No sensor: what was looked for, and what else can be used")
  func none() {
    let text = text([])
    #expect(text.hasPrefix("Sensors\n  none found: looked for motion sensors of game controllers"))
    #expect(
      text.contains("\n  → connect one; or use --imu simulated, --imu replay:SESSION, --imu csv:FILE\n"))
  }

  @Test(
    "Whose clock dates a sensor's rows",
    arguments: [
      ("evdev", true, "its own clock"), ("evdev", false, "no clock of its own"),
      ("iio", true, "stamped by the kernel"), ("iio", false, "no timestamps"),
    ])
  func clocks(driver: String, clock: Bool, words: String) {
    #expect(text([sensor(driver, clock: clock)]).contains("\n    usable: 0 axes, \(words)\n"))
  }

  @Test("What belongs to a sensor, its notes, and why another cannot be used; no name commands the terminal")
  func parts() throws {
    var full = sensor()
    full.gives = "6 axes"
    full.siblings = [SiblingNode(kind: .battery, name: "cell", path: "/sys/class/power_supply/cell")]
    full.notes = [.tiltOnly]
    let text = text(
      [full, sensor(problem: .permissionDenied(path: "/dev/input/event5"))],
      batteries: [full.path: .percent(80, isCharging: true)])
    for line in [
      "    usable: 6 axes, its own clock", "    with battery: cell  /sys/class/power_supply/cell",
      "    battery: 80 %, charging", "    note: \(SensorNote.tiltOnly.text)",
      "    cannot be used: permission denied",
    ] { #expect(text.contains(line + "\n"), "\(line)\n\(text)") }
    #expect(text.contains("    cannot be used: permission denied\n    → "))
    #expect(!text.contains("\u{1b}"))
    let told: [DeviceLine] = [
      .sibling(kind: "battery", name: "cell  /sys/class/power_supply/cell"), .batteryCharge("80 %, charging"),
      .remark(SensorNote.tiltOnly.text),
    ]
    for line in told { #expect(text.contains("\n    \(line.text)\n"), "\(line)") }
    let remedy = try #require(SensorError.permissionDenied(path: "/dev/input/event5").remedy)
    #expect(oneLine(text).contains(oneLine(DeviceLine.nextStep(remedy).text)))
  }

  @Test("A serial adapter is not opened to find out")
  func adapters() {
    #expect(
      DeviceLine.adaptersUnopened.text == "Serial adapters (possibly sensors; not opened to find out)")
    #expect(
      DeviceLine.readWith(path: "/dev/ttyUSB0").text
        == "→ a sensor on it is read with --imu serial:/dev/ttyUSB0")
  }

  @Test("An output: measured, not measured, by radio, busy, or without a name of its own")
  func outputs() {
    func output(_ id: String?, bluetooth: Bool = false, _ problem: AudioError? = nil)
      -> AudioOutputDescription
    {
      AudioOutputDescription(
        pcm: "plughw:\(id ?? "x")", description: "An output",
        device: id.map {
          .init(
            stableID: $0, timingClass: .server, isBluetooth: bluetooth, isBehindServer: $0 == "sink:f",
            attentions: bluetooth ? [.bluetooth] : [])
        }, problem: problem)
    }
    let measured = LatencyStore.Entry(
      latency: DeviceLatency(constant: .microseconds(12_314), uncertaintyNs: 1e5), periodFrames: 480,
      bufferFrames: 4800, measured: "2026-11-30T10:00:00Z", recordedWith: "default", clicks: 60, sdMs: 0.1)
    var (slow, monitored) = (measured, measured)
    (slow.periodFrames, slow.bufferFrames) = (960, 9600)
    monitored.latency.isOfServerAlone = true
    let text = text(
      [],
      outputs: [
        output("sink:a"), output("sink:b"), output("sink:c", bluetooth: true), output(nil),
        output("sink:e"), output("sink:f"), output("sink:g"), output("sink:d", .busy(pcm: "plughw:sink:d")),
      ], latencies: ["sink:a": measured, "sink:e": slow, "sink:f": monitored, "sink:g": monitored])
    for line in [
      "    usable: sink:a, server class, latency 12.31 ms (measured 2026-11-30T10:00:00Z)",
      "    usable: sink:e, server class, latency 12.31 ms holds only for a period of 960 and a buffer of 9600 frames: measure again if a run says that it is not measured (drillrunner latency)",
      "    usable: sink:f, server class, latency 12.31 ms of the sound server alone, not of its device (measured 2026-11-30T10:00:00Z)",
      "    usable: sink:g, server class, latency 12.31 ms (measured 2026-11-30T10:00:00Z)",
      "    usable: sink:b, server class, latency not measured (drillrunner latency)",
      "    usable: sink:c, server class, Bluetooth: when it is heard is unknown until drillrunner latency has measured it",
      "    usable", "    cannot be used: another program uses it",
    ] { #expect(text.contains(line + "\n"), "\(line)\n\(text)") }
    #expect(oneLine(text).contains(oneLine(DeviceLine.attention(OutputAttention.bluetooth.text).text)))
    #expect(text.contains("    " + DeviceLine.nextStep(OutputAttention.bluetooth.remedy).text + "\n"))
    // The one without a name of its own.
    #expect(text.contains("\n  plughw:x  An output\n    " + DeviceLine.outputUsable.text + "\n"))
    #expect(text.contains("    → end the program that plays on it (`fuser -v /dev/snd/*` names it), or list"))
  }

  @Test("What --watch says of sensors and of keys")
  func watch() {
    let device = KeyDevice(
      name: "Presenter", kind: .presenter, bus: "usb", path: "/dev/input/event7", stableID: "usb-1", keys: [])
    let began = HostTime(nanoseconds: 1_000_000_000)
    func line(_ event: KeyEvent) -> String { KeyEventText.line(event, since: began) }
    #expect(line(.connected(device)) == "listening to: Presenter  /dev/input/event7  usb-1")
    let denied = line(.unusable(device, .permissionDenied(path: "/dev/input/event7")))
    #expect(denied.hasPrefix("cannot listen to Presenter: permission denied\n  → "))
    #expect(line(.dropped(device, at: began)) == "lost: presses of Presenter may be missing")
    #expect(
      line(.disconnected(device, reason: "it went to sleep", at: began))
        == "gone: Presenter: it went to sleep")
    #expect(
      line(.disconnected(device, reason: "it went to sleep", at: began))
        == WatchLine.keysGone(name: "Presenter", reason: "it went to sleep").text)
    #expect(
      line(.cannotWatch(reason: "no udev")) == "note: what is connected later is not noticed: no udev")
    let press = KeyPress(
      key: KeyCode(0x130), device: device, host: began + .milliseconds(4125), timeSource: .kernel,
      receipt: began + .milliseconds(4126))
    // BTN_SOUTH is 0x130 (linux/input-event-codes.h).
    #expect(line(.press(press)).hasPrefix("pressed: BTN_SOUTH on Presenter"))
    #expect(line(.press(press)).hasSuffix("  at 4.125 s"))
    #expect(DeviceLine.axisCount(6).text == "6 axes")
    let words: [(WatchLine, String)] = [
      (.connected(what: "Pad", state: "usable"), "connected: Pad  usable"),
      (.new(what: "Pad", state: "usable"), "new: Pad  usable"),
      (.changed(what: "Pad", state: "usable"), "changed: Pad  usable"),
      (.gone(what: "Pad", state: "usable"), "gone: Pad  usable"),
      (.sampling(stream: "gyroscope", seconds: 10, figures: "x"), "gyroscope (last 10 s): x"),
    ]
    for (word, text) in words { #expect(word.text == text) }
  }
}
