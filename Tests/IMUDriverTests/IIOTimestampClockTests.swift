import MotionCore
import Testing

@testable import IMUDriver

@Suite struct IIOTimestampClockTests {
  private static func choose(
    _ attributes: [String: String], isHIDSensor: Bool = false, refusing: [String] = []
  ) throws -> (clock: TimestampClock, now: String?) {
    let sysfs = try FakeSysfs(attributes)
    let plan = FaultPlan(
      refusing.map { .init("iio_set device/current_timestamp_clock=\($0)", nth: nil, code: -16) })
    let entry = IIOEntry(
      name: "chip", node: "/dev/iio:device0", number: 0, sysPath: sysfs.folder.path, parentPath: "",
      isHIDSensor: isHIDSensor)
    let device = IIODevice(entry, calls: IIOCalls(faults: plan))
    var journal = SettingJournal()
    let clock = TimestampClock(choosingFor: device, journal: &journal)
    let now = device.folder.text("current_timestamp_clock")
    #expect(journal.restore().isEmpty)
    #expect(device.folder.text("current_timestamp_clock") == attributes["current_timestamp_clock"])
    return (clock, now)
  }

  private static let time = [
    "scan_elements/in_timestamp_en": "0", "scan_elements/in_timestamp_index": "7",
    "scan_elements/in_timestamp_type": "le:s64/64>>0", "current_timestamp_clock": "realtime",
  ]

  @Test func monotonicIsTheHostClock() throws {
    let (clock, now) = try IIOTimestampClockTests.choose(IIOTimestampClockTests.time)
    #expect(clock.meaning == .host && now == "monotonic" && clock.refusals.isEmpty)
  }

  @Test func boottimeIsTheNextChoiceAndThenWhatThereIs() throws {
    let (second, now) = try IIOTimestampClockTests.choose(
      IIOTimestampClockTests.time, refusing: ["monotonic"])
    #expect(second.meaning == .other(epoch: "boottime") && now == "boottime" && second.refusals.count == 1)
    let (third, kept) = try IIOTimestampClockTests.choose(
      IIOTimestampClockTests.time, refusing: ["monotonic", "boottime"])
    #expect(third.meaning == .other(epoch: "realtime") && kept == "realtime" && third.refusals.count == 2)
  }

  /// Kernels before 4.8 have no choice: they stamp with the wall clock.
  @Test func withoutTheAttributeItIsTheWallClock() throws {
    var attributes = IIOTimestampClockTests.time
    attributes["current_timestamp_clock"] = nil
    let (clock, _) = try IIOTimestampClockTests.choose(attributes)
    #expect(clock.meaning == .other(epoch: "realtime") && clock.name == nil)
    #expect(clock.json["name"] == .unavailable(SensorReason.kernelClockUnnamed))
  }

  @Test func aSensorHubIsNeverTrustedWithTheHostClock() throws {
    let (clock, now) = try IIOTimestampClockTests.choose(IIOTimestampClockTests.time, isHIDSensor: true)
    #expect(clock.meaning == .other(epoch: "hid_sensor") && now == "monotonic")
  }

  @Test func withoutATimeThereIsNoClock() throws {
    let (clock, now) = try IIOTimestampClockTests.choose(["current_timestamp_clock": "realtime"])
    #expect(clock.meaning == .none && now == "realtime")
  }
}
