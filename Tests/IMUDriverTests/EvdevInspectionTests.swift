import MotionCore
import Testing

@testable import IMUDriver

@Suite struct EvdevInspectionTests {
  private static func ranges(_ axes: [MotionAxis], resolution: Int32) -> [MotionAxisRange] {
    axes.map { MotionAxisRange(axis: $0, minimum: -512, maximum: 512, fuzz: 0, resolution: resolution) }
  }

  private static func reason(
    _ axes: [MotionAxisRange], layout: MotionLayout? = nil, declaresMotion: Bool = true,
    hasUnits: Bool = false
  ) -> String? {
    EvdevInspection.problem(
      of: axes, layout: layout ?? EvdevInspection.layout(of: axes), declaresMotion: declaresMotion,
      hasUnits: hasUnits, path: "/dev/input/event3")?.cause
  }

  /// A node that answers and has nothing (code 0: the requests succeed, every bit is clear): no streams, no clock.
  @Test func aNodeWithoutAnythingIsDescribedAsSuch() throws {
    let faults = FaultPlan([.init("EVIOCGBIT", nth: nil, code: 0), .init("EVIOCGPROP", nth: nil, code: 0)])
    let node = EvdevNode(path: "none", descriptor: -1, calls: EvdevCalls(faults: faults))
    let found = DiscoveredSensor(
      name: "Mock", kernelName: "Mock", driver: "evdev", bus: "usb", vendor: 1, product: 2, path: "none",
      stableID: "evdev-x", serial: nil, axes: [], hasDeviceClock: false, problem: nil, gives: nil)
    let description = EvdevDescription(
      found: found, known: nil, inspection: try EvdevInspection(node, known: nil),
      timing: EvdevTiming(hasDeviceClock: false, kernelClockIsHost: true), gains: [:], gainPath: "")
    #expect(description.clock.note == SensorReason.noDeviceTime.text)
    #expect(
      description.streams.map(\.capability)
        == ["accelerometer", "gyroscope"].map {
          .unavailable(reason: UnavailableReason(SensorReason.lacks(sensor: "Mock", kind: $0)))
        })
  }

  /// What is said of a node that is in no table, and of one whose axes nobody has described (hid-wiimote's Motion
  /// Plus).
  @Test func whatIsNotKnownOfANodeIsSaid() throws {
    let faults = FaultPlan([.init("EVIOCGBIT", nth: nil, code: 0), .init("EVIOCGPROP", nth: nil, code: 0)])
    let node = EvdevNode(path: "none", descriptor: -1, calls: EvdevCalls(faults: faults))
    func description(_ known: KnownController?) throws -> EvdevDescription {
      EvdevDescription(
        found: DiscoveredSensor(
          name: "Mock", kernelName: "Mock", driver: "evdev", bus: "usb", vendor: 1, product: 2, path: "none",
          stableID: "evdev-x", serial: nil, axes: [], hasDeviceClock: true, problem: nil, gives: nil),
        known: known, inspection: try EvdevInspection(node, known: known),
        timing: EvdevTiming(hasDeviceClock: true, kernelClockIsHost: true), gains: [:], gainPath: "")
    }
    let unknown = try description(nil)
    #expect(unknown.clock.note == SensorReason.unknownClock.text)
    let settings = unknown.sensor(clockRefusal: nil, version: 1, requestedHz: 100).settings
    #expect(settings["mounting"] == .unavailable(SensorReason.unknownMounting))
    #expect(settings["rate"]?["unavailable"] == .string(SensorReason.ownRate.text))
    let motionPlus = try #require(
      KnownController.find(vendor: 0x057e, product: 0x0306, kernelName: "Nintendo Wii Remote Motion Plus"))
    #expect(
      try description(motionPlus).sensor(clockRefusal: nil, version: 1, requestedHz: nil).settings["mounting"]
        == .unavailable(SensorReason.signsUndocumented))
  }

  @Test func sixAxesWithUnitsCanBeUsed() {
    #expect(
      EvdevInspectionTests.reason(EvdevInspectionTests.ranges(MotionAxis.allCases, resolution: 8192)) == nil)
  }

  /// hid-sony's DualShock 3: an accelerometer of 113 units per g and no gyroscope.
  @Test func anAccelerometerAloneCanBeUsed() throws {
    let axes = EvdevInspectionTests.ranges(MotionAxis.acceleration, resolution: 113)
    #expect(EvdevInspection.layout(of: axes) == .accelerometerAlone)
    #expect(EvdevInspectionTests.reason(axes) == nil)
  }

  /// hid-wiimote: acceleration on ABS_RX … ABS_RZ, without a resolution: it must be documented elsewhere.
  @Test func aWiiRemoteNeedsADocumentedUnit() throws {
    let axes = EvdevInspectionTests.ranges(MotionAxis.rotation, resolution: 0)
    #expect(EvdevInspectionTests.reason(axes, layout: .wiiAccelerometer, hasUnits: true) == nil)
    let reason = try #require(EvdevInspectionTests.reason(axes, layout: .wiiAccelerometer))
    #expect(reason.contains("no resolution for ABS_RX, ABS_RY, ABS_RZ"))
  }

  @Test func aSensorNeedsThreeAxes() throws {
    let axes = EvdevInspectionTests.ranges([.accelerationX, .accelerationY, .rotationZ], resolution: 100)
    #expect(try #require(EvdevInspectionTests.reason(axes)).contains("neither an accelerometer nor"))
    #expect(
      try #require(EvdevInspectionTests.reason(axes, layout: .both)).contains(
        "its axes ABS_Z, ABS_RX, ABS_RY are missing"))
  }

  @Test func axesWithoutResolutionHaveNoUnit() throws {
    let axes =
      EvdevInspectionTests.ranges(MotionAxis.acceleration, resolution: 4096)
      + EvdevInspectionTests.ranges(MotionAxis.rotation, resolution: 0)
    let reason = try #require(EvdevInspectionTests.reason(axes))
    #expect(reason.contains("no resolution for ABS_RX, ABS_RY, ABS_RZ"))
  }

  /// A flight stick has the same axes, in units of its own.
  @Test func axesThatAreNotDeclaredAsMotionHaveNoUnit() throws {
    let axes = EvdevInspectionTests.ranges(MotionAxis.allCases, resolution: 100)
    #expect(try #require(EvdevInspectionTests.reason(axes, declaresMotion: false)).contains("not declare"))
  }
}
