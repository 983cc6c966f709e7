import MotionCore
import Testing

@testable import IMUDriver

/// How the manifest describes a chip, its attributes in a folder: a capture is set up, put back and never started.
@Suite struct IIODescriptionTests {
  /// An accelerometer without a rate, a time or a trigger.
  private static let accelerometer: [String: String] = {
    var attributes = [
      "name": "chip", "buffer/enable": "0", "buffer/length": "2", "buffer/watermark": "1",
      "in_accel_scale": "0.01",
    ]
    for (index, axis) in IIOQuantity.acceleration.channels.enumerated() {
      attributes["scan_elements/\(axis)_en"] = "0"
      attributes["scan_elements/\(axis)_index"] = "\(index)"
      attributes["scan_elements/\(axis)_type"] = "le:s16/16>>0"
    }
    return attributes
  }()

  /// The settings of the device after it was put back.
  private static func settings(
    _ others: [String: String], faults: FaultPlan = FaultPlan()
  ) throws -> JSONValue {
    let sysfs = try FakeSysfs(accelerometer.merging(others) { $1 })
    let entry = IIOEntry(
      name: "chip", node: "/dev/null", number: 0, sysPath: sysfs.folder.path, parentPath: "",
      isHIDSensor: false)
    var capture = try IIOCapture(entry, requestedHz: 100, calls: IIOCalls(faults: faults))
    capture.tearDown()
    let found = DiscoveredSensor(
      name: "chip", kernelName: "chip", driver: "iio", bus: "i2c", vendor: nil, product: nil,
      path: "/dev/null", stableID: "x", serial: nil, axes: [], hasDeviceClock: nil, problem: nil, gives: nil)
    let sensor = IIODescription(found: found, captures: [capture], requestedHz: 100).sensor
    return try #require(sensor.settings["devices"]?.array?.first)
  }

  @Test func whatAChipDoesNotHaveIsSaid() throws {
    let settings = try IIODescriptionTests.settings([:])
    #expect(settings["rates"] == .unavailable(SensorReason.noRateAttribute))
    #expect(settings["trigger"] == .unavailable(SensorReason.noTrigger))
    #expect(settings["quaternion_scale"] == nil && settings["channels_not_read"] == nil)
    #expect(settings["refused"] == nil)
  }

  /// An older sensor hub (hid-sensor-rotation.c).
  @Test func aQuaternionWithoutAScaleIsToldAsSuch() throws {
    let quaternion = "scan_elements/in_rot_quaternion"
    let attributes = ["\(quaternion)_en": "0", "\(quaternion)_index": "3"]
    let settings = try IIODescriptionTests.settings(
      attributes.merging(["\(quaternion)_type": "le:s16/16X4>>0"]) { $1 })
    #expect(settings["quaternion_scale"] == .unavailable(SensorReason.noQuaternionScale))
    // Without its type it cannot be read.
    let untyped = try IIODescriptionTests.settings(attributes)
    let problem = ScanTypeProblem.noType
    #expect(untyped["channels_not_read"] == [.string("in_rot_quaternion: \(problem.text)")])
    #expect(untyped["quaternion_scale"] == nil)
  }

  /// The driver refuses its own former rate (−EBUSY).
  @Test func whatIsNotPutBackIsTold() throws {
    let settings = try IIODescriptionTests.settings(
      ["sampling_frequency": "50"],
      faults: FaultPlan([.init("iio_set device/sampling_frequency=50", code: -16)]))
    let note = SensorNote.attributeNotPutBack(
      name: "sampling_frequency", value: "50", cause: "Device or resource busy")
    #expect(settings["refused"] == [.string(note.text)])
    #expect(settings["rates"]?.array?.first?["read_back_hz"] == .real(100))
  }
}
