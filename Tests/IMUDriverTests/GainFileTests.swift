import MotionCore
import Testing

@testable import IMUDriver

@Suite struct GainFileTests {
  private static func parse(_ text: String) throws(SensorError) -> [String: [StreamKind: [Double]]] {
    try GainFile.parse(Array(text.utf8), path: "/x/gains.json")
  }

  @Test func gainsAreReadByUnitAndStream() throws {
    let gains = try GainFileTests.parse(
      #"{"evdev-a": {"gyroscope": [1.1655, 1.2, -1], "accelerometer": [1, 1, 1.5]}, "evdev-b": {}}"#)
    #expect(gains["evdev-a"] == [.gyroscope: [1.1655, 1.2, -1], .accelerometer: [1, 1, 1.5]])
    #expect(gains["evdev-b"] == nil)
  }

  @Test(arguments: [
    ("{\n\"evdev-a\": {\n\"gyroscope\": [1, 1]}}", 3, "three numbers"),
    ("{\n\"evdev-a\": {\n\"gyroscope\": [1, 0, 1]}}", 3, "other than 0"),
    ("{\n\"evdev-a\": {\n\"gyroscope\": [1, \"2\", 1]}}", 3, "three numbers"),
    ("{\n\"evdev-a\": {\n\n\"gyro\": [1, 1, 1]}}", 4, "“gyro” is not a stream"),
    // The same stream of another unit stands before it.
    ("{\"b\": {\"gyroscope\": [1,1,1]},\n\"a\": {\"gyroscope\": 3}}", 2, "three numbers"),
    ("{\n\"evdev-a\": 7}", 2, "must be an object of streams"),
    ("[]", 1, "must be an object of stable ids"),
  ])
  func aMistakeIsSaidWithItsLine(text: String, line: Int, reason: String) throws {
    let error = try #require(throws: SensorError.self) { try GainFileTests.parse(text) }
    #expect(error.failure == "cannot read the gains in /x/gains.json, line \(line)")
    #expect(error.cause.contains(reason))
    #expect(error.remedy?.contains("docs/sensors.md") == true)
  }

  @Test func whatIsNotJSONIsSaid() throws {
    let error = try #require(throws: SensorError.self) { try GainFileTests.parse("{\n  \"a\": }") }
    #expect(error.failure.contains("/x/gains.json"))
  }

  @Test func withoutAFileThereAreNone() throws {
    let file = GainFile(environment: ["HOME": "/nonexistent", "XDG_CONFIG_HOME": "relative"])
    #expect(file.path == "/nonexistent/.config/drillrunner/gains.json")
    #expect(try file.gains(of: "evdev-a").isEmpty)
  }
}
