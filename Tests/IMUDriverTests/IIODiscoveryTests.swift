import Testing

@testable import IMUDriver

extension MockChipTests {
  /// Discovery of IMU chips through the real libudev on a mock /sys.
  @Suite struct IIODiscoveryTests {
    @Test func aChipIsDescribed() throws {
      let chip = try MockChip([], probe: ["devices"])
      #expect(chip.run.exitCode == 0 && chip.run.lines.isEmpty, "\(chip.run.messages)")
      for part in [
        #""name":"mpu6050""#, #""bus":"i2c""#, #""path":"/dev/iio:device0""#,
        #""stable_id":"iio-mpu6050-i2c-1-0068""#, #""device_clock":true"#, #""problem":null"#,
        #""gives":"accelerometer, gyroscope, temperature; rates 10 20 50 100 200 500 Hz""#,
      ] {
        #expect(chip.run.description.contains(part), "\(part) in \(chip.run.description)")
      }
      // Looking changes nothing.
      #expect(chip.writes.isEmpty)
    }

    @Test func twoDevicesOfOneChipAreListedAsOne() throws {
      let chip = try MockChip(["--chip", "lsm6dso"], probe: ["devices"])
      #expect(chip.run.lines.isEmpty)
      #expect(chip.run.description.contains(#""stable_id":"iio-lsm6dso-i2c-1-0068""#))
    }

    @Test func whatCannotBeUsedIsListedWithItsReason() throws {
      let bufferless = try MockChip(["--no-buffer"], probe: ["devices"])
      #expect(bufferless.run.description.contains("its driver offers no buffer"))
      #expect(bufferless.run.description.contains("interrupt pin"))
      let unscaled = try MockChip(["--without", "in_anglvel_scale"], probe: ["devices"])
      #expect(unscaled.run.description.contains("gives no scale for in_anglvel"))
      let rateAlone = try MockChip(
        ["x", "y", "z"].flatMap { ["--without", "scan_elements/in_accel_\($0)_en"] }, probe: ["devices"])
      #expect(
        rateAlone.run.description.contains("it has no accelerometer, which this version needs"),
        "\(rateAlone.run.description)")
      let denied = try MockChip(["--deny"], probe: ["devices"])
      #expect(denied.run.description.contains("permission denied"))
    }

    @Test(arguments: ["/dev/iio:device0", "iio-mpu6050-i2c-1-0068", "IIO-MPU6050-I2C-1-0068"])
    func aChipIsFoundByEachOfItsNames(selector: String) throws {
      let chip = try MockChip([], probe: ["capture", selector, "60", "4"])
      #expect(chip.run.exitCode == 0 && chip.run.rows(ofStream: 0).count >= 1)
    }

    @Test func stableIDsAreOfChipAndPlace() {
      #expect(
        IIODiscovery.stableID(names: ["icm42600-accel", "icm42600-gyro"], bus: "spi", place: "spi0.0")
          == "iio-icm42600-spi-spi0-0")
      #expect(
        IIODiscovery.stableID(names: ["accel_3d", "gyro_3d"], bus: "hid", place: "0018:04F3:0C58.0001")
          == "iio-hid-0018-04f3-0c58-0001")
    }
  }
}
