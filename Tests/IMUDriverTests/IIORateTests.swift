import MotionCore
import Testing

@testable import IMUDriver

@Suite struct IIORateTests {
  @Test(arguments: [
    (100.0, "10 20 50 100 200 500", "100"), (120, "10 20 50 100 200 500", "200"),
    (1000, "10 20 50 100 200 500", "500"), (1, "10 20 50 100 200 500", "10"),
    // An lsm6dsx offers no 100; bmi160 is listed as the driver prints it; an order that falls.
    (100, "12.500 26.000 52.000 104.000 208.000", "104.000"),
    (100, "0.780000 1.560000 25.000000 50.000000 100.000000", "100.000000"),
    (100, "400 200 100 50", "100"), (100, "99.900 200", "99.900"), (100, "98.9 200", "200"),
    // A range: from 12.5 in steps of 12.5.
    (100, "[12.5 12.5 400]", "100"), (101, "[12.5 12.5 400]", "112.5"), (1000, "[12.5 12.5 400]", "400"),
    (1, "[12.5 12.5 400]", "12.5"),
    // Nothing that can be read: the wish itself.
    (100, "", "100"), (12.5, "fast slow", "12.5"), (100, "[1 0 2]", "100"),
  ])
  func theRateThatAnswersAWish(wanted: Double, available: String, text: String) {
    #expect(RateChoice.text(wanted: wanted, available: available) == text)
  }

  @Test func withoutAListTheWishIsWritten() {
    #expect(RateChoice.text(wanted: 200, available: nil) == "200")
  }

  @Test func theRateIsReadBackAndBothAreKept() throws {
    let sysfs = try FakeSysfs(["sampling_frequency": "50.000", "sampling_frequency_available": "50 104"])
    var journal = SettingJournal()
    let rate = RateSetting(
      asking: sysfs.folder, "sampling_frequency", owner: "chip", wantedHz: 100, journal: &journal)
    #expect(rate.written == "104" && rate.readBackHz == 104 && rate.wantedHz == 100 && rate.refusal == nil)
    #expect(rate.file == "chip/sampling_frequency")
    #expect(journal.restore().isEmpty)
    #expect(sysfs.folder.text("sampling_frequency") == "50.000")
  }

  /// The driver refuses (−EINVAL): the rate stays, and the refusal is told.
  @Test func aRefusedRateIsToldWithWhatItIs() throws {
    let sysfs = try FakeSysfs(["sampling_frequency": "50"])
    let faults = FaultPlan([.init("iio_set device/sampling_frequency=100", code: -22)])
    let folder = IIOFolder(path: sysfs.folder.path, calls: IIOCalls(faults: faults))
    var journal = SettingJournal()
    let rate = RateSetting(
      asking: folder, "sampling_frequency", owner: "chip", wantedHz: 100, journal: &journal)
    #expect(rate.written == nil && rate.readBackHz == 50)
    #expect(rate.refusal?.text == "sampling_frequency did not take “100”: Invalid argument")
  }

  /// What stands there is no rate: 0, as of a chip that sleeps, or a word.
  @Test(arguments: ["0", "off", ""])
  func aRateThatCannotBeReadIsNoNumber(text: String) throws {
    let sysfs = try FakeSysfs(["sampling_frequency": text])
    let faults = FaultPlan([.init("iio_set device/sampling_frequency=100", code: -22)])
    let folder = IIOFolder(path: sysfs.folder.path, calls: IIOCalls(faults: faults))
    var journal = SettingJournal()
    let rate = RateSetting(
      asking: folder, "sampling_frequency", owner: "chip", wantedHz: 100, journal: &journal)
    #expect(rate.readBackHz == nil)
    #expect(rate.json["read_back_hz"] == .unavailable(SensorReason.rateUnreadable))
  }

  /// Scans wait 10 ms at most; two seconds fit into the buffer, whose length is a power of two.
  @Test(arguments: [
    (nil as Double?, 1, 64), (10, 1, 64), (100, 1, 256), (200, 2, 512), (208, 2, 512), (500, 5, 1024),
    (1000, 10, 2048), (8000, 80, 16384),
  ])
  func theDepthOfTheBuffer(hz: Double?, watermark: Int, length: Int) {
    let depth = IIOCapture.depth(hz: hz)
    #expect(depth.watermark == watermark && depth.length == length)
  }

  @Test func whatWasChangedIsPutBackTheLastFirst() throws {
    let sysfs = try FakeSysfs(["a": "1", "b": "2", "c": ""])
    let faults = FaultPlan()
    let folder = IIOFolder(path: sysfs.folder.path, calls: IIOCalls(faults: faults))
    var journal = SettingJournal()
    try journal.set("a", of: folder, to: "5")
    try journal.set("b", of: folder, to: "2")
    try journal.set("c", of: folder, to: "own")
    try journal.set("a", of: folder, to: "6")
    #expect(folder.text("a") == "6")
    #expect(journal.restore().isEmpty)
    #expect(["a", "b", "c"].map { folder.text($0) } == ["1", "2", ""])
    // b had its value already.
    #expect(
      faults.trace.filter { $0.hasPrefix("iio_set") }
        == ["a=5", "c=own", "a=6", "c=", "a=1"].map { "iio_set device/" + $0 })
  }
}
