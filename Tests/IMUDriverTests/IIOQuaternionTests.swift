import Testing

@testable import IMUDriver

extension MockChipTests {
  /// A chip that computes its attitude: a bno055, whose fusion is on.
  @Suite struct IIOQuaternionTests {
    /// x, y, z, w of the mock's values, which are sent w first.
    private static let parts = [1, 2, 3, 0].map { "in_rot_quaternion_\($0)" }

    @Test func aQuaternionIsAStreamOfItsOwn() throws {
      let chip = try MockChip(["--chip", "bno055"], probe: ["capture", "auto", "60", "300"])
      #expect(chip.run.exitCode == 0, "\(chip.run.messages)")
      #expect(chip.run.rows(ofStream: 2).count >= 99)
      #expect(
        chip.wrongRows(ofStream: 0, device: 0, channels: IIOQuantity.acceleration.channels).isEmpty)
      #expect(chip.wrongRows(ofStream: 1, device: 0, channels: IIOQuantity.rotation.channels).isEmpty)
      #expect(chip.wrongRows(ofStream: 2, device: 0, channels: IIOQuaternionTests.parts).isEmpty)
      #expect(chip.run.rows(ofStream: 2).allSatisfy { $0.invalid == nil })
      // 2⁻¹⁴, and not the 1/16 that is the scale of the angles. 3 · 2 + 3 · 2, the quaternion at 16, the time at 24.
      let text = chip.run.description
      #expect(text.contains(#""name":"motion","clock":"host""#))
      #expect(text.contains(#""keys":["qx","qy","qz","qw"],"unit":"1","scale":6.103515625e-05"#))
      #expect(text.contains(#""scan_bytes":32"#) && text.contains(#""in_rot_quaternion":"le:s16/16X4>>0""#))
      // The mock turns from the chip's axes to those of the ground, at a heading at which no other reading agrees.
      #expect(text.contains(#""convention":"unverified""#), "nothing is known before the first row")
      #expect(chip.run.ending.contains(#""gravity_test":{"convention":"sensor_to_reference""#))
      #expect(chip.isRestored)
    }

    /// Zeros, as the chip sends before it has computed anything, are delivered and named invalid.
    @Test func zerosAreNoAttitude() throws {
      let chip = try MockChip(["--chip", "bno055", "--zero"], probe: ["capture", "auto", "60", "30"])
      let rows = chip.run.rows(ofStream: 2)
      #expect(!rows.isEmpty && rows.allSatisfy { $0.invalid == ["qx", "qy", "qz", "qw"] })
      #expect(chip.run.ending.contains(#""gravity_test":{"convention":"unverified""#))
    }

    /// With its fusion off the chip refuses to put a quaternion into a scan (EBUSY): it is not asked for.
    @Test func withoutFusionThereIsNoAttitude() throws {
      let chip = try MockChip(
        ["--chip", "bno055", "--set", "fusion_enable=0"], probe: ["capture", "auto", "60", "20"])
      #expect(chip.run.exitCode == 0 && !chip.run.description.contains(#""name":"motion""#))
      #expect(chip.run.rows(ofStream: 0).count >= 9)
    }

    /// An accelerometer alone gives tilt: used, and said so.
    @Test func aChipWithoutAGyroscopeGivesTilt() throws {
      let listed = try MockChip(["--chip", "adxl345"], probe: ["devices"])
      #expect(listed.run.description.contains(#""problem":null"#))
      #expect(listed.run.description.contains("tilt from gravity alone"))
      #expect(listed.run.description.contains(#""vendor":{"unavailable""#))
      let chip = try MockChip(["--chip", "adxl345"], probe: ["capture", "auto", "60", "50"])
      #expect(chip.run.exitCode == 0, "\(chip.run.messages)")
      #expect(
        chip.wrongRows(ofStream: 0, device: 0, channels: IIOQuantity.acceleration.channels).isEmpty)
      #expect(chip.run.description.contains(#"unavailable(reason: adxl345 has no gyroscope)"#))
      #expect(chip.run.ending.contains("tilt from gravity alone"))
    }
  }
}
