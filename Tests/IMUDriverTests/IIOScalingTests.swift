import MotionCore
import Testing

@testable import IMUDriver

@Suite struct IIOScalingTests {
  /// Scales of the mpu6050 driver (drivers/iio/imu/inv_mpu6050/inv_mpu_core.c): ±2 g and ±250 °/s in 16 bits.
  /// 0.000598 · 16384 = 9.7976 m/s² for 1 g by the printed digits; the chip's own 9.80665/16384 = 0.00059855.
  @Test func mpu6050() throws {
    let sysfs = try FakeSysfs([
      "in_accel_scale": "0.000598", "in_anglvel_scale": "0.000133090",
      "in_accel_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1",
    ])
    let acceleration = try IIOScaling(of: .acceleration, in: sysfs.folder)
    #expect(acceleration.scale == [0.000598] && acceleration.offset == [0])
    #expect(acceleration.mount?.rows == [[0, 1, 0], [-1, 0, 0], [0, 0, 1]])
    // Half of the sixth decimal in 0.000598.
    #expect(abs(acceleration.printedPrecision - 0.5e-6 / 0.000598) < 1e-9)
    let rotation = try IIOScaling(of: .rotation, in: sysfs.folder)
    #expect(rotation.scale == [0.000133090] && rotation.mount == nil && rotation.mountText == nil)
    // ±250 °/s over 32768 counts in rad/s, within the printed digits: 250/32768·π/180 = 0.00013316.
    #expect(abs(rotation.scale[0] - 0.00013316) / 0.00013316 < 0.001)
  }

  /// The dump of an ADIS16480 prints 0.000000005 rad/s, one digit: it may be off by a tenth of itself.
  @Test func aScaleOfOneDigitIsKnownToBeCoarse() throws {
    let sysfs = try FakeSysfs(["in_anglvel_scale": "0.000000005"])
    #expect(abs(try IIOScaling(of: .rotation, in: sysfs.folder).printedPrecision - 0.1) < 1e-9)
  }

  @Test func perAxisScalesAndOffsets() throws {
    let sysfs = try FakeSysfs([
      "in_magn_x_scale": "0.1", "in_magn_y_scale": "0.2", "in_magn_z_scale": "0.3",
      "in_magn_offset": "-32768",
    ])
    let field = try IIOScaling(of: .field, in: sysfs.folder)
    #expect(field.scale == [0.1, 0.2, 0.3] && field.offset == [-32768])
  }

  @Test(
    arguments: [[:], ["in_accel_scale": "0"], ["in_accel_scale": "fast"], ["in_accel_x_scale": "1"]]
      as [[String: String]])
  func withoutAScaleThereIsNoUnit(attributes: [String: String]) throws {
    let sysfs = try FakeSysfs(attributes)
    #expect(throws: IIOScaling.Missing.self) { try IIOScaling(of: .acceleration, in: sysfs.folder) }
  }

  /// All three spellings, and which one counts when several are there.
  @Test(arguments: [
    (["mount_matrix"], 1), (["in_mount_matrix"], 2), (["in_accel_mount_matrix"], 3),
    (["mount_matrix", "in_mount_matrix"], 2),
    (["mount_matrix", "in_mount_matrix", "in_accel_mount_matrix"], 3),
  ])
  func theSpellingsOfTheMountMatrix(names: [String], which: Int) throws {
    let values = [
      "mount_matrix": "1, 0, 0; 0, 1, 0; 0, 0, 1", "in_mount_matrix": "0, 1, 0; 0, 0, 1; 1, 0, 0",
      "in_accel_mount_matrix": "-1, 0, 0; 0, -1, 0; 0, 0, 1",
    ]
    let sysfs = try FakeSysfs(
      values.filter { names.contains($0.key) }.merging(["in_accel_scale": "1"]) { $1 })
    let rows = try #require(try IIOScaling(of: .acceleration, in: sysfs.folder).mount).rows
    #expect(rows[0] == [[1, 0, 0], [0, 1, 0], [-1, 0, 0]][which - 1])
  }

  @Test func whatIsNoRotationIsKeptAsTextAndNotApplied() throws {
    for (text, reason) in [
      ("0, 0, 0; 0, 0, 0; 0, 0, 0", MountMatrixProblem.notARotation),
      ("1, 0, 0; 0, 1, 0; 0, 0, -1", .reflection), ("1, 0, 0; 0, 1, 0", .notNineNumbers),
      ("1, 0, 0; 0, a, 0; 0, 0, 1", .notNineNumbers), ("", .notNineNumbers),
      ("2, 0, 0; 0, 1, 0; 0, 0, 1", .notARotation), ("nan, 0, 0; 0, 1, 0; 0, 0, 1", .notNineNumbers),
    ] {
      let sysfs = try FakeSysfs(["in_accel_scale": "1", "in_mount_matrix": text])
      let scaling = try IIOScaling(of: .acceleration, in: sysfs.folder)
      #expect(scaling.mount == nil && scaling.mountText == text)
      #expect(scaling.mountRefusal == reason, "\(text)")
    }
    // 45° with three digits, as device trees have it.
    #expect(throws: Never.self) { try MountMatrix(parsing: "0.707, -0.707, 0; 0.707, 0.707, 0; 0, 0, 1") }
  }

  @Test func onlyTheChipsOwnTemperatureCounts() throws {
    let sysfs = try FakeSysfs(["in_temp_scale": "1", "in_temp0_scale": "100", "in_temp_ambient_scale": "1"])
    #expect(IIOTemperature(channel: "in_temp_ambient", in: sysfs.folder) == nil)
    // ADIS16505: 100 thousandths of a degree a count; 25.3 °C is 253.
    let temperature = try #require(IIOTemperature(channel: "in_temp0", in: sysfs.folder))
    #expect(abs(temperature.celsius(.integer(253)).double - 25.3) < 1e-12)
    #expect(IIOTemperature(channel: "in_temp1", in: sysfs.folder) == nil)
  }
}
