import Foundation
import Glibc
import MotionCore
import Testing

@testable import IMUDriver

/// The whole driver on pseudo-terminals at real speed.
@Suite(.serialized) struct SerialSourceTests {
  @Test func everyFrameArrivesWithItsValuesAndTimes() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let source = try SerialCapture.open("serial:\(device.path)")
    #expect(source.sensor.settings["protocol"] == "witmotion")
    #expect(source.sensor.settings["baud"] == 115_200)
    #expect(source.clocks.map(\.unit) == [.milliseconds])
    #expect(
      source.streams.map { $0.capability == .available } == [true, true, false, true])
    #expect(source.streams[0].scale == [1.0 / 2048] && source.streams[1].scale == [2000.0 / 32768])
    let sink = try SerialCapture.capture(source, rows: 100)
    source.stop()
    source.stop()
    #expect(sink.incidents.isEmpty && sink.losses.isEmpty)
    let accelerometer = sink.samples(0)
    guard case .integer(let first)? = accelerometer.first?.values[0] else {
      Issue.record("no row")
      return
    }
    try #require(accelerometer.count >= 100 && sink.samples(1).count >= 99)
    // 2025-11-30 02:15:00 is 9465 days, two hours and a quarter after the beginning of 2000.
    let midnight: Int64 = ((9465 * 24 + 2) * 60 + 15) * 60_000
    for (index, sample) in accelerometer.enumerated() {
      let n = first + Int64(index)
      #expect(sample.values == [.integer(n), .integer(-n), .integer(2048)])
      #expect(sample.deviceTime == .integer(midnight + n * 10))
      #expect(sample.temperature == .real(25.5))
    }
    for (index, sample) in sink.samples(3).enumerated() {
      #expect(sample.values == [.integer(first + Int64(index)), .integer(1), .integer(2)])
    }
    let receipts = accelerometer.map(\.receipt)
    #expect(receipts == receipts.sorted())
    // Nothing is delivered after stop, and the port is as it was.
    let count = sink.events.count
    usleep(50_000)
    #expect(sink.events.count == count)
    #expect(device.portBaud == SerialDevice.idleBaud)
  }

  /// 41 bytes a cycle at 9600 baud are 43 ms; the rate that a sensor has when it is new.
  @Test func theBaudRateIsFound() throws {
    let device = try SerialDevice(baud: 9600, hertz: 20) { n in
      SerialBytes.rotationVector(index: UInt8(truncatingIfNeeded: n), [0, 0, 0, Int16(n), 0, 1000])
    }
    defer { device.unplug() }
    let source = try SerialCapture.open("serial:\(device.path)")
    #expect(source.sensor.settings["protocol"] == "bno08x-rvc")
    #expect(source.sensor.settings["baud"] == 9600)
    #expect(source.clocks.isEmpty)
    let sink = try SerialCapture.capture(source, rows: 20)
    source.stop()
    #expect(sink.incidents.isEmpty)
    let rows = sink.samples(0)
    try #require(rows.count >= 20)
    for (a, b) in zip(rows, rows.dropFirst()) {
      #expect(b.counter == (a.counter! + 1) % 256)
    }
    // Nineteen bytes of ten bits at 9600 baud; two frames in one read are 2 · 19.
    for row in rows {
      guard case .integer(let t) = row.deviceTime else { return }
      let earlier = row.receipt.nanoseconds - t
      #expect(earlier >= 19 * 10_000_000_000 / 9600 - 1)
    }
    #expect(source.streams[0].timestampSource == .receipt && source.streams[0].clock == "host")
  }

  @Test func textWithoutADeclarationIsShown() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100) { n in
      Array("\(n * 10),0.01,-0.02,0.99,1.5,2.5,\(n)\r\n".utf8)
    }
    defer { device.unplug() }
    let error = try #require(throws: SerialError.self) {
      try SerialCapture.open("serial:\(device.path),baud=115200")
    }
    #expect(error.remedy?.contains(",0.01,-0.02,0.99,1.5,2.5,") == true)
    #expect(error.remedy?.contains("columns=") == true)
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      {"time": {"column": "t", "unit": "ms"}, "accelerometer": {"columns": ["ax", "ay", "az"], "unit": "g"},
       "gyroscope": {"columns": ["gx", "gy", "gz"], "unit": "deg/s"}}
      """, to: "columns.json")
    let source = try SerialCapture.open("serial:\(device.path),baud=115200,declaration=\(file)")
    let sink = try SerialCapture.capture(source, rows: 50)
    source.stop()
    #expect(source.clocks.map(\.unit) == [.milliseconds])
    let rows = sink.samples(1)
    try #require(rows.count >= 49)
    for (a, b) in zip(rows, rows.dropFirst()) {
      #expect(b.deviceTime.double - a.deviceTime.double == 10)
      #expect(b.values == [.real(1.5), .real(2.5), .integer(Int64(b.deviceTime.double / 10))])
    }
  }

  /// Noise, a flipped bit, a cut frame, now and then: the rest arrives, and the damage is counted.
  @Test func damageIsCountedAndTheRestArrives() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100) { n in
      var bytes = SerialCapture.cycle(n)
      switch n % 20 {
      case 5: bytes[11 + 4] ^= 0x20
      case 10: bytes.removeSubrange(26..<30)
      case 15: bytes += [0x55, 0x51, 0x00]
      default: break
      }
      return bytes
    }
    defer { device.unplug() }
    let source = try SerialCapture.open("serial:\(device.path),baud=115200")
    let sink = try SerialCapture.capture(source, rows: 150)
    source.stop()
    let seen = sink.samples(0).compactMap { sample -> Int64? in
      if case .integer(let n) = sample.values[0] { n } else { nil }
    }
    let first = try #require(seen.first)
    let last = try #require(seen.last)
    // Of each twenty the one with the flipped bit has no accelerometer row.
    #expect(seen == (first...last).filter { $0 % 20 != 5 })
    #expect(sink.samples(1).allSatisfy { $0.values[0].double.truncatingRemainder(dividingBy: 20) != 10 })
    #expect(Set(sink.incidents.map(\.kind)) == [IncidentKind.checksum])
    let skipped = sink.incidents.compactMap { $0.fields["skipped_bytes"]?.integer }.reduce(0, +)
    #expect(source.sensor.settings["skipped_bytes"] == .integer(skipped))
    #expect(source.sensor.settings["damaged_frames"]?.integer ?? 0 > 5)
    #expect(sink.losses.isEmpty)
  }

  @Test func holesInThePacketCounterAreLosses() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100) { n in
      n % 50 == 49 || n % 50 == 48
        ? [] : SerialBytes.rotationVector(index: UInt8(truncatingIfNeeded: n), [0, 0, 0, 0, 0, 1000])
    }
    defer { device.unplug() }
    let source = try SerialCapture.open("serial:\(device.path),baud=115200")
    let sink = try SerialCapture.capture(source, rows: 150)
    source.stop()
    let missing = sink.incidents.filter { $0.kind == .droppedEvents }
      .compactMap { $0.fields["missing_frames"]?.integer }.reduce(0, +)
    // 150 rows pass at least two of the holes of two.
    #expect(missing >= 4 && missing % 2 == 0)
    let holes = sink.incidents.filter { $0.fields["missing_frames"] != nil }
    #expect(holes.allSatisfy { $0.fields["reason"] == .string(IncidentDetail.counterHole.text) })
    #expect(source.sensor.settings["missing_frames"] == .integer(missing))
  }

  /// The recorded VN-100, its messages and the text between them, ten times as fast as it was.
  @Test func theRealVectorNavRecordingRunsOverAPort() throws {
    let bytes = try SerialBytes.vectorNav()
    let expected = try ReferenceFrame.decode(
      .vectorNav, file: SerialBytes.fixtures.appending(path: "vn100_F00294.bin"))
    // Each piece ends with a message.
    let ends = expected.map(\.end)
    let device = try SerialDevice(baud: 230_400, hertz: 100) { n in
      let k = n % ends.count
      return Array(bytes[(k == 0 ? 0 : ends[k - 1])..<ends[k]])
    }
    defer { device.unplug() }
    let source = try SerialCapture.open("serial:\(device.path),baud=230400")
    #expect(source.sensor.settings["protocol"] == "vectornav")
    let sink = try SerialCapture.capture(source, rows: 210)
    source.stop()
    #expect(sink.incidents.isEmpty && sink.losses.isEmpty)
    #expect(
      source.streams[3].fields?["matrix"]?["convention"] == "sensor_to_reference_z_down")
    let first = try #require(sink.samples(0).first).values.map(\.double)
    let phase = try #require(expected.firstIndex { $0.values["accelerometer"] == first })
    for (stream, names) in [
      (0, ["accelerometer"]), (1, ["gyroscope"]), (2, ["magnetometer"]),
      (3, ["euler", "matrix"]),
    ] {
      for (index, sample) in sink.samples(stream).enumerated() {
        let reference = expected[(phase + index) % expected.count]
        #expect(sample.values.map(\.double) == names.flatMap { reference.values[$0] ?? [] })
        if stream == 0 { #expect(sample.temperature?.double == reference.temperature) }
      }
    }
  }

  @Test func aWitMotionSensorIsToldOnlyWhatIsAsked() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let untold = try SerialCapture.open("serial:\(device.path)")
    untold.stop()
    #expect(device.commands.isEmpty)
    let source = try SerialCapture.open(
      "serial:\(device.path),rate=200,set-baud=230400,content=time+acceleration+gyroscope,save=yes")
    source.stop()
    let unlock: [UInt8] = [0xFF, 0xAA, 0x69, 0x88, 0xB5]
    // RSW bits 0, 1 and 2; RRATE 0B is 200 Hz; BAUD 7 is 230400; 27 asks for a register; 00 saves.
    let expected: [[UInt8]] = [
      unlock, [0xFF, 0xAA, 0x02, 0x07, 0x00], [0xFF, 0xAA, 0x27, 0x02, 0x00],
      unlock, [0xFF, 0xAA, 0x03, 0x0B, 0x00], [0xFF, 0xAA, 0x27, 0x03, 0x00],
      unlock, [0xFF, 0xAA, 0x04, 0x07, 0x00], unlock, [0xFF, 0xAA, 0x00, 0x00, 0x00],
    ]
    #expect(device.commands == expected.flatMap { $0 })
    #expect(source.sensor.settings["baud"] == 230_400)
    #expect(source.sensor.settings["configured"]?["rate"]?["confirmed"] == true)
    #expect(source.streams[0].requestedHz == 200)
  }

  @Test func theLatencyTimerIsSetAndPutBack() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let folder = try TemporaryFolder()
    let name = (device.path as NSString).lastPathComponent
    let file = try folder.write("16\n", to: "class/tty/\(name)/device/latency_timer")
    func latency() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }
    let source = try SerialCapture.open("serial:\(device.path),baud=115200", sysfs: folder.path)
    #expect(try latency() == "1\n")
    #expect(source.sensor.settings["latency_timer"]?["found_ms"] == 16)
    #expect(source.sensor.settings["latency_timer"]?["while_recording_ms"] == 1)
    source.stop()
    #expect(try latency() == "16\n")
  }

  /// A file that cannot be changed, and a driver that refuses the flag: what to do is written down.
  @Test func aLatencyTimerThatStaysIsSaid() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let folder = try TemporaryFolder()
    let name = (device.path as NSString).lastPathComponent
    // A link to a folder's file that holds 16 and takes no writing, not even by root: the kernel's own.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/class/tty/\(name)/device", withIntermediateDirectories: true)
    let constant = "/proc/sys/kernel/ngroups_max"
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/class/tty/\(name)/device/latency_timer", withDestinationPath: constant)
    let held = try #require(
      Int(
        try String(contentsOfFile: constant, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines))
    )
    // The driver takes the flag and changes nothing.
    let faults = FaultPlan([
      .init("TIOCGSERIAL", nth: nil, code: 0), .init("TIOCSSERIAL", nth: nil, code: 0),
    ])
    let source = try SerialCapture.open(
      "serial:\(device.path),baud=115200", faults: faults, sysfs: folder.path)
    let setting = source.sensor.settings["latency_timer"]
    #expect(setting?["while_recording_ms"] == .integer(Int64(held)))
    #expect(setting?["next_step"]?.string?.contains("latency_timer") == true)
    #expect(faults.count(of: "TIOCSSERIAL") == 1)
    source.stop()
    // And is put back.
    #expect(faults.count(of: "TIOCSSERIAL") == 2)
  }

  /// 250000 baud has no constant of its own in termios(3).
  @Test func anyBaudRateCanBeSet() throws {
    let device = try SerialDevice(baud: 250_000, hertz: 100, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let source = try SerialCapture.open("serial:\(device.path),baud=250000")
    #expect(device.portBaud == 250_000)
    source.stop()
  }

  /// A microcontroller with USB of its own: no wire, so nothing to date back.
  @Test func withoutAUARTTheTimeIsTheReceipt() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100) { n in
      SerialBytes.rotationVector(index: UInt8(truncatingIfNeeded: n), [0, 0, 0, 0, 0, 1000])
    }
    defer { device.unplug() }
    let folder = try TemporaryFolder()
    let name = (device.path as NSString).lastPathComponent
    _ = try folder.write("", to: "bus/usb/drivers/cdc_acm/bind")
    _ = try folder.write("", to: "class/tty/\(name)/device/uevent")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/class/tty/\(name)/device/driver",
      withDestinationPath: folder.path + "/bus/usb/drivers/cdc_acm")
    let source = try SerialCapture.open("serial:\(device.path),baud=115200", sysfs: folder.path)
    let sink = try SerialCapture.capture(source, rows: 20)
    source.stop()
    #expect(sink.samples(0).count >= 20)
    #expect(sink.samples(0).allSatisfy { $0.deviceTime == .integer($0.receipt.nanoseconds) })
    #expect(source.sensor.settings["back_dated"] == .unavailable(SensorReason.noUART))
    // The rate that the drill wants was not in the selector.
    #expect(source.sensor.settings["rate"]?["unavailable"] == .string(SensorReason.serialOwnRate.text))
  }

  /// A frame of another kind in mid-run cannot have a stream any more; that it came is recorded.
  @Test func whatComesLaterThanTheOpeningIsCounted() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100) { n in
      SerialCapture.cycle(n) + (n < 250 ? [] : SerialBytes.wit(0x54, [1, 2, 3, 4]))
    }
    defer { device.unplug() }
    let source = try SerialCapture.open("serial:\(device.path),baud=115200")
    let sink = try SerialCapture.capture(source, rows: 250)
    source.stop()
    #expect(sink.incidents.contains { $0.kind == .droppedEvents && $0.fields["unexpected_readings"] != nil })
    #expect(sink.losses.isEmpty)
  }
}
