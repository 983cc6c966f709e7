import Foundation
import MotionCore
import Testing

@testable import CueAudio

@Suite struct OutputNamingTests {
  /// Shortened from `pactl --format=json list …` of PulseAudio 16.1 and of PipeWire's pulse server.
  private let streams = """
    [{"index":3,"sink":7,"properties":{"application.process.id":"100"}},
     {"index":9,"sink":8,"properties":{"application.process.id":"100"}},
     {"index":12,"sink":9,"properties":{"application.process.id":"7","application.name":"other"}}]
    """
  private let sinks = """
    [{"index":7,"name":"alsa_output.pci-0000_00_1f.3.analog-stereo","description":"Built-in Audio",
      "properties":{"device.api":"alsa","device.bus":"pci"}},
     {"index":8,"name":"bluez_sink.AA_BB.a2dp_sink","description":"Headphones","mute":true,
      "volume":{"front-left":{"value":65536},"front-right":{"value":65536}},
      "properties":{"device.bus":"bluetooth"}},
     {"index":9,"name":"headset","description":"Headset","mute":false,
      "volume":{"front-left":{"value":0},"front-right":{"value":0}},"properties":{"device.api":"bluez5"}},
     {"index":10,"name":"alsa_output.pci-0000_01_00.1","description":"HDA NVidia","mute":false,
      "volume":{"front-left":{"value":0},"front-right":{"value":13107}},"active_port":"hdmi-output-0",
      "properties":{}},
     {"index":11,"name":"alsa_output.pci-0000_01_00.1.hdmi-stereo","description":"x","properties":{}},
     {"index":12,"name":"c","description":"x","properties":{"device.profile.name":"HDMI-stereo-extra1"}}]
    """

  private func json(_ text: String) throws -> JSONValue { try JSONValue.parse(Array(text.utf8)) }

  @Test func theNewestStreamOfThisProcessTellsTheSink() throws {
    #expect(ServerSinks.sinkIndex(ofStreams: try json(streams), processID: 100) == 8)
    #expect(ServerSinks.sinkIndex(ofStreams: try json(streams), processID: 1) == nil)
    #expect(ServerSinks.sinkIndex(ofStreams: try json("{}"), processID: 1) == nil)
  }

  @Test func bluetoothIsKnownByNameBusOrInterface() throws {
    let all = try (7...9).map { index in
      try #require(ServerSinks.sink(in: try json(sinks)) { $0["index"]?.integer == Int64(index) })
    }
    #expect(all.map(\.isBluetooth) == [false, true, true])
    #expect(all[0].description == "Built-in Audio")
    #expect(all.allSatisfy { !$0.isScreen })
    #expect(ServerSinks.sink(in: try json(sinks)) { $0["index"]?.integer == 1 } == nil)
  }

  @Test func screensAreKnownByNamePortOrProfile() throws {
    let all = try (10...12).map { index in
      try #require(ServerSinks.sink(in: try json(sinks)) { $0["index"]?.integer == Int64(index) })
    }
    #expect(all.allSatisfy { $0.isScreen && !$0.isBluetooth })
  }

  /// Muted, or all channels at volume 0; one channel is enough to be heard. A sink that tells nothing is not judged.
  @Test func aSinkThatNobodyHearsIsKnown() throws {
    let muted = try (7...11).map { index in
      try #require(ServerSinks.sink(in: try json(sinks)) { $0["index"]?.integer == Int64(index) }).isMuted
    }
    #expect(muted == [false, true, true, false, false])
  }

  /// By the flags that PulseAudio gives sinks; where there are none, a device is supposed.
  @Test(arguments: [
    (#"["DECIBEL_VOLUME","LATENCY"]"#, "null", false), (#"["HARDWARE","LATENCY"]"#, "alsa_output.pci", true),
    (#"["LATENCY"]"#, "bluez_sink.AA", true), ("null", "x", true),
  ])
  func sinksThatLeadToADeviceAreKnown(flags: String, name: String, isDevice: Bool) throws {
    let sinks = try json(#"[{"index":1,"name":"\#(name)","flags":\#(flags)}]"#)
    #expect(ServerSinks.sink(in: sinks) { _ in true }?.isDevice == isDevice)
  }

  @Test(arguments: [
    ("monitor", true), (#"pulse:"alsa_output.pci.monitor""#, true), ("pulse:cuesink.monitor", true),
    ("plughw:1", false), ("", false),
  ])
  func recordingsOfAMonitorAreKnown(input: String, isMonitor: Bool) {
    #expect(LatencyStore.isMonitor(input) == isMonitor)
  }

  @Test(
    arguments: [
      (["default", "HDA Intel PCH, ALC887 Analog"], false), (["hdmi:CARD=NVidia,DEV=0"], true),
      (["default", "vc4-hdmi-0"], true), (["default", "HDA NVidia, DisplayPort 1"], true), ([], false),
    ] as [([String], Bool)])
  func cardsThatLeadToScreensAreKnownByName(names: [String], isScreen: Bool) {
    #expect(ServerSink.isScreen(names) == isScreen)
  }

  @Test func withoutPactlNothingIsTold() {
    let sinks = ServerSinks(searchPath: "/nonexistent")
    #expect(sinks.playing() == nil && sinks.preferred() == nil && sinks.all().isEmpty)
  }

  /// A server that does not answer holds up nobody.
  @Test(.timeLimit(.minutes(1))) func pactlThatHangsIsGivenUp() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pactl-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for script in ["exec /bin/sleep 100", "echo nonsense", "exit 1"] {
      try "#!/bin/sh\n\(script)\n".write(toFile: folder + "/pactl", atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder + "/pactl")
      let sinks = ServerSinks(searchPath: folder)
      #expect(sinks.playing() == nil && sinks.preferred() == nil && sinks.all().isEmpty)
    }
  }

  @Test func cardsAreKnownByTheirIDsWhateverTheirNumbers() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cards-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (number, id, usb) in [(0, "PCH", nil), (3, "Device", "0d8c:0014"), (11, "Device", "0d8c:0102")] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/card\(number)", withIntermediateDirectories: true)
      try (id + "\n").write(toFile: "\(folder)/card\(number)/id", atomically: true, encoding: .utf8)
      try usb.map { $0 + "\n" }?.write(
        toFile: "\(folder)/card\(number)/usbid", atomically: true, encoding: .utf8)
    }
    try "".write(toFile: "\(folder)/cards", atomically: true, encoding: .utf8)
    let cards = SoundCards(folder: folder)
    #expect(cards.stableID(ofCard: 0) == "card:PCH")
    #expect(cards.stableID(ofCard: 3) == "usb:0d8c:0014:Device")
    #expect(cards.isUSB(card: 3) && !cards.isUSB(card: 0))
    #expect(try OutputSelector("usb:0d8c:0102:Device").pcmName(cards: cards) == "plughw:11")
    #expect(try OutputSelector("card:PCH").pcmName(cards: cards) == "plughw:0")
    #expect(throws: AudioError.unknownDevice(pcm: "usb:0d8c:0014:Gone")) {
      try OutputSelector("usb:0d8c:0014:Gone").pcmName(cards: cards)
    }
  }

  @Test func selectorsPinADeviceOrNot() throws {
    #expect(OutputSelector("default").pinnedID == nil)
    #expect(try OutputSelector("plughw:CARD=PCH").pcmName() == "plughw:CARD=PCH")
    #expect(OutputSelector("sink:bluez_output.1").pinnedID == "sink:bluez_output.1")
    #expect(try OutputSelector("sink:bluez_output.1").pcmName() == "pulse:\"bluez_output.1\"")
    #expect(throws: AudioError.self) { try OutputSelector("sink:").pcmName() }
    #expect(throws: AudioError.self) { try OutputSelector("sink:a\"b").pcmName() }
  }
}
