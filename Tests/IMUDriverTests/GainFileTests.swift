import Foundation
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
    ("{\n\"evdev-a\": {\n\"gyroscope\": [1, 1]}}", 3, GainProblem.notThreeNumbers("gyroscope")),
    ("{\n\"evdev-a\": {\n\"gyroscope\": [1, 0, 1]}}", 3, .notThreeNumbers("gyroscope")),
    ("{\n\"evdev-a\": {\n\"gyroscope\": [1, \"2\", 1]}}", 3, .notThreeNumbers("gyroscope")),
    ("{\n\"evdev-a\": {\n\n\"gyro\": [1, 1, 1]}}", 4, .notStream("gyro")),
    // The same stream of another unit stands before it.
    (
      "{\"b\": {\"gyroscope\": [1,1,1]},\n\"a\": {\"gyroscope\": 3}}", 2, .notThreeNumbers("gyroscope")
    ),
    ("{\n\"evdev-a\": 7}", 2, .unitNotObject("evdev-a")), ("[]", 1, .notObject),
  ])
  func aMistakeIsSaidWithItsLine(text: String, line: Int, problem: GainProblem) throws {
    let error = try #require(throws: SensorError.self) { try GainFileTests.parse(text) }
    #expect(error == .badGains(path: "/x/gains.json", line: line, problem))
    #expect(error.failure == "cannot read the gains in /x/gains.json, line \(line)")
    #expect(error.remedy?.contains("docs/sensors.md") == true)
  }

  @Test func whatIsNotJSONIsSaid() throws {
    let error = try #require(throws: SensorError.self) { try GainFileTests.parse("{\n  \"a\": }") }
    guard case .badGains("/x/gains.json", _, .notJSON(let reason)) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func aFolderInItsPlaceIsSaid() throws {
    let home = NSTemporaryDirectory() + UUID().uuidString
    let file = GainFile(environment: ["XDG_CONFIG_HOME": home])
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    // EINVAL in strerror(3)'s words: what is no regular file is not read.
    #expect(
      throws: SensorError.badGains(
        path: file.path, line: nil, .unreadable(call: "open", reason: "Invalid argument"))
    ) { try file.gains(of: "evdev-a") }
  }

  @Test func withoutAFileThereAreNone() throws {
    let file = GainFile(environment: ["HOME": "/nonexistent", "XDG_CONFIG_HOME": "relative"])
    #expect(file.path == "/nonexistent/.config/drillrunner/gains.json")
    #expect(try file.gains(of: "evdev-a").isEmpty)
  }
}
