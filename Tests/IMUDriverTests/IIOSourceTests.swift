import Testing

@testable import IMUDriver

extension MockChipTests {
  /// The driver on a mock chip: real libudev, real reads, sysfs as files. What the chip has sent, by its own log, is
  /// what must come out.
  @Suite struct IIOSourceTests {
    private static let acceleration = IIOQuantity.acceleration.channels
    private static let rotation = IIOQuantity.rotation.channels

    @Test func everyScanArrivesWithItsValuesAndTimes() throws {
      let chip = try MockChip([], probe: ["capture", "auto", "60", "300"])
      #expect(chip.run.exitCode == 0, "\(chip.run.messages)")
      #expect(
        chip.run.rows(ofStream: 0).count >= 149 && chip.run.incidents.isEmpty && chip.run.losses.isEmpty)
      #expect(chip.wrongRows(ofStream: 0, device: 0, channels: IIOSourceTests.acceleration).isEmpty)
      #expect(chip.wrongRows(ofStream: 1, device: 0, channels: IIOSourceTests.rotation).isEmpty)
      // The chip's times are of the host clock: before the receipt, and not long.
      for row in chip.run.rows(ofStream: 0) {
        let t = try #require(row.t)
        let h = try #require(row.h)
        #expect(t <= h && h - t < 5_000_000_000 && row.k == nil && row.invalid == nil)
        // (−521 + 12420) · 2.941176 / 1000 °C
        #expect(abs(try #require(row.temp) - 34.997053224) < 1e-9)
      }
      let text = chip.run.description
      for part in [
        #""clocks":[]"#, #""name":"accelerometer","clock":"host","unit":"m/s2","timestamp_source":"kernel""#,
        #""scale":[0.000598],"offset":[0.0],"gain":[],"mount_matrix":[[0.0,1.0,0.0],[-1.0,0.0,0.0],[0.0,0.0,1.0]]"#,
        #""name":"gyroscope","clock":"host","unit":"rad/s""#, #""scale":[0.000266181]"#,
        #""wanted_hz":100.0,"written":"100","read_back_hz":100.0"#, #""scan_bytes":24"#,
        #""trigger":{"name":"mpu6050-dev0""#, #""timestamp_clock":{"name":"monotonic""#,
        #""buffer":{"length":256,"watermark":1}"#, #""in_accel_x":"be:s16/16>>0""#,
      ] {
        #expect(text.contains(part), "\(part) in \(text)")
      }
    }

    /// devices.md, "Order": off, clock, rate, scan elements, length, on; and all back, the last first.
    @Test func theSetUpHasItsOrderAndIsPutBack() throws {
      let chip = try MockChip(
        ["--set", "buffer/watermark=2", "--set", "scan_elements/in_temp_en=1"],
        probe: ["capture", "auto", "60", "20"])
      let scanElements =
        (IIOSourceTests.acceleration + IIOSourceTests.rotation + ["in_timestamp"]).map {
          "0:scan_elements/\($0)_en"
        }
      #expect(
        chip.writes
          == ["0:buffer/enable=0", "0:current_timestamp_clock=monotonic", "0:sampling_frequency=100"]
          + scanElements.map { $0 + "=1" }
          + ["0:buffer/length=256", "0:buffer/watermark=1", "0:buffer/enable=1", "0:buffer/enable=0"]
          + ["0:buffer/watermark=2", "0:buffer/length=2"] + scanElements.reversed().map { $0 + "=0" }
          + ["0:sampling_frequency=50", "0:current_timestamp_clock=realtime"])
      // And so the files were written.
      #expect(chip.written == chip.writes.map { String($0.prefix { $0 != "=" }) })
      #expect(chip.isRestored)
    }

    /// Two devices with one parent are one sensor; each row keeps the time of its own device.
    @Test(arguments: ["auto", "/dev/iio:device1", "iio-lsm6dso-i2c-1-0068"])
    func aChipOfTwoDevicesIsOneSensor(selector: String) throws {
      let chip = try MockChip(["--chip", "lsm6dso"], probe: ["capture", selector, "60", "200"])
      #expect(chip.run.exitCode == 0, "\(chip.run.messages)")
      #expect(chip.wrongRows(ofStream: 0, device: 0, channels: IIOSourceTests.acceleration).isEmpty)
      #expect(chip.wrongRows(ofStream: 1, device: 1, channels: IIOSourceTests.rotation).isEmpty)
      // One writer: the receipts of all rows together never fall.
      let receipts = chip.run.lines.compactMap(\.h)
      #expect(receipts == receipts.sorted())
      let text = chip.run.description
      #expect(text.contains(#""sensor":"lsm6dso_accel + lsm6dso_gyro""#))
      #expect(text.contains(#""read_back_hz":104.0"#))
      #expect(chip.writes.contains("0:sampling_frequency=104.000") && chip.isRestored)
      // Both are set up before either is started.
      let first = try #require(chip.writes.firstIndex(of: "0:buffer/enable=1"))
      #expect(chip.writes[first + 1] == "1:buffer/enable=1")
      #expect(chip.run.description.contains(SensorReason.noTrigger.text))
    }

    /// Shifts, signs, padding, a magnetometer with an offset, rates for each quantity, and a channel that somebody
    /// left on.
    @Test func aChipWithEveryOddity() throws {
      let chip = try MockChip(
        ["--chip", "odd", "--trigger", "own"], probe: ["capture", "auto", "60", "300"])
      #expect(chip.run.exitCode == 0, "\(chip.run.messages)")
      #expect(chip.wrongRows(ofStream: 0, device: 0, channels: IIOSourceTests.acceleration).isEmpty)
      #expect(chip.wrongRows(ofStream: 1, device: 0, channels: IIOSourceTests.rotation).isEmpty)
      #expect(chip.wrongRows(ofStream: 2, device: 0, channels: IIOQuantity.field.channels).isEmpty)
      // in_temp0: 25 · 1000 thousandths.
      #expect(chip.run.rows(ofStream: 2).allSatisfy { $0.temp == 25 })
      let text = chip.run.description
      for part in [
        // (12 bits, a byte, 20 bits, 16 bits, time: see IIOScanLayoutTests.)
        #""scan_bytes":40"#, #""scale":[1e-05,1.1e-05,1.2e-05]"#, #""offset":[-32768.0]"#, #""unit":"G""#,
        #""mount_matrix":{"accelerometer":{"text":"1, 0, 0; 0, -1, 0; 0, 0, 1","not_applied""#,
        #""trigger":{"name":"odd-dev0","source":"the chip's own"}"#,
      ] {
        #expect(text.contains(part), "\(part) in \(text)")
      }
      #expect(
        chip.writes.starts(with: [
          "0:buffer/enable=0", "0:current_timestamp_clock=monotonic", "0:in_accel_sampling_frequency=100",
          "0:in_anglvel_sampling_frequency=100", "0:scan_elements/in_pressure_en=0",
        ]))
      let trigger = try #require(chip.writes.firstIndex(of: "0:trigger/current_trigger=odd-dev0"))
      #expect(chip.writes[trigger + 1] == "0:buffer/enable=1")
      #expect(chip.isRestored)
    }

    @Test func aClockThatIsRefusedIsKeptApart() throws {
      let chip = try MockChip(
        [],
        probe: ["capture", "auto", "60", "40", "iio_set iio:device0/current_timestamp_clock=monotonic,1,-16"])
      #expect(chip.run.exitCode == 0, "\(chip.run.messages)")
      #expect(chip.run.description.contains(#""timestamp_clock":{"name":"boottime""#))
      #expect(chip.run.description.contains(#""clocks":[{"name":"device","unit":"ns""#))
      #expect(chip.run.description.contains(#""name":"accelerometer","clock":"device""#))
      #expect(chip.run.description.contains("did not take “monotonic”"))
      #expect(chip.wrongRows(ofStream: 0, device: 0, channels: IIOSourceTests.acceleration).isEmpty)

      let realtime = try MockChip(
        [],
        probe: [
          "capture", "auto", "60", "40", "iio_set iio:device0/current_timestamp_clock=monotonic,1,-16",
          "iio_set iio:device0/current_timestamp_clock=boottime,1,-16",
        ])
      #expect(realtime.run.description.contains(#""name":"realtime","meaning":"CLOCK_REALTIME"#))
      // Times of the wall: decades away from the receipts, kept as they are.
      #expect(realtime.wrongRows(ofStream: 0, device: 0, channels: IIOSourceTests.acceleration).isEmpty)
      #expect(realtime.run.rows(ofStream: 0).allSatisfy { $0.invalid == nil })
    }

    @Test func withoutATimestampReceiptsAreTheTimes() throws {
      let chip = try MockChip(["--no-timestamp"], probe: ["capture", "auto", "60", "40"])
      #expect(chip.run.exitCode == 0, "\(chip.run.messages)")
      #expect(chip.run.rows(ofStream: 0).allSatisfy { $0.t == $0.h })
      #expect(chip.run.description.contains(#""timestamp_source":"receipt""#))
    }

    /// The driver says monotonic and stamps otherwise: seen in the times, said once, the rows kept and marked.
    @Test func timesThatAreNotOfTheirClockAreMarked() throws {
      // The attribute takes the value, and the read-back is what a lying driver gives.
      let chip = try MockChip(
        ["--set", "current_timestamp_clock=monotonic", "--lie"], probe: ["capture", "auto", "60", "40"])
      #expect(chip.run.incidents == ["clock_jump"])
      #expect(chip.run.lines.compactMap(\.fields?.reason) == [IncidentDetail.notMonotonic.text])
      #expect(chip.run.rows(ofStream: 0).allSatisfy { $0.invalid == ["t"] })
      #expect(chip.wrongRows(ofStream: 0, device: 0, channels: IIOSourceTests.acceleration).isEmpty)
    }

    /// A buffer that a killed program left on is nobody's: it is switched off and used.
    @Test func aBufferThatWasLeftOnIsTakenOver() throws {
      let chip = try MockChip(["--set", "buffer/enable=1"], probe: ["capture", "auto", "60", "20"])
      #expect(chip.run.exitCode == 0, "\(chip.run.messages)")
      #expect(chip.run.description.contains(#""buffer_left_on_before":true"#))
      #expect(chip.writes.first == "0:buffer/enable=0")
    }

    @Test func stopsInTheMiddleOfNothing() throws {
      let chip = try MockChip(["--silent"], probe: ["capture", "auto", "0.3", "0"])
      #expect(chip.run.exitCode == 0 && chip.run.lines.map(\.stopped) == [true])
      #expect(chip.isRestored)
    }
  }
}
