import Foundation
import Glibc
import MotionCore
import Testing

@testable import IMUDriver

/// Each thing that can be wrong with the columns of a CSV file, by its header and by a declaration, and with the file.
@Suite struct CSVProblemTests {
  private static let file = "rows.csv"

  /// What is wrong with the contents of a file, and of the declaration beside it.
  private func error(_ text: String, declaration: String? = nil, maximumRows: Int = 100) -> CSVError? {
    do {
      _ = try CSVSource(
        Data(text.utf8), declaration: declaration.map { Data($0.utf8) }, path: CSVProblemTests.file,
        clock: VirtualClock(), maximumRows: maximumRows)
      return nil
    } catch {
      return error as? CSVError
    }
  }

  @Test(arguments: [
    ("time_h", CSVProblem.timeUnit(column: "time_h")),
    ("t_s,accel_x_ft", .unit(column: "accel_x_ft", of: "accelerometer")),
    ("t_s,accel_x_g,acc_x_g", .secondAxis(column: "acc_x_g", axis: "x", of: "accelerometer")),
    ("t_s,gyro_x_deg_s,gyro_y_rad_s", .differentUnits(of: "gyroscope")),
    ("gyro_x_dps", .noTime(columns: "\"gyro_x_dps\"")),
    (
      "t_s,accel_x_g,accel_y_g",
      .axisMissing(of: "accelerometer", columns: "\"t_s\", \"accel_x_g\", \"accel_y_g\"")
    ),
    ("t_s,speed", .noSensor(columns: "\"t_s\", \"speed\"")),
    (
      "t_s" + String(repeating: ",a", count: CSVTable.maximumCells),
      .tooManyColumns(limit: CSVTable.maximumCells)
    ),
  ])
  func aHeaderThatSaysTooLittle(header: String, problem: CSVProblem) {
    #expect(error(header + "\n1,2,3\n") == .declaration(file: CSVProblemTests.file, problem))
  }

  /// The time that each declaration has which is not about the time.
  private static let time = #""time": {"column": "t", "unit": "us"}"#

  private static func gyroscope(_ members: String) -> String { "{\(time), \"gyroscope\": \(members)}" }

  @Test(arguments: [
    ("[]", CSVProblem.notObject),
    (
      "{\(time), \"units\": 1}",
      .unknownKey(
        "units", place: "",
        known: ["time", "accelerometer", "gyroscope", "magnetometer", "header", "synthetic"])
    ),
    (
      #"{"time": {"column": "t", "units": "us"}}"#,
      .unknownKey("units", place: " in time", known: ["column", "unit", "wraps_at"])
    ),
    (#"{"time": {"column": "u", "unit": "us"}}"#, .noColumn("u")),
    (#"{"time": {"column": "ax", "unit": "us"}}"#, .severalColumns("ax")),
    (#"{"time": {"column": 7, "unit": "us"}}"#, .notAColumn(count: 6)),
    ("{}", .timeMissing),
    (#"{"time": {"column": "t", "unit": "h"}}"#, .declaredTimeUnit(known: ["ns", "us", "ms", "s"])),
    (#"{"time": {"column": "t", "unit": "us", "wraps_at": 0}}"#, .wrapsAt),
    (gyroscope("1"), .sensorNotObject("gyroscope")),
    (gyroscope(#"{"columns": [2, 3], "unit": "rad/s"}"#), .notThreeColumns(of: "gyroscope")),
    (
      gyroscope(#"{"columns": [2, 3, 4], "unit": "g"}"#),
      .declaredUnit(of: "gyroscope", known: ["rad/s", "deg/s"])
    ),
    (
      gyroscope(#"{"columns": [2, 3, 4], "unit": "rad/s", "scale": [1, 2]}"#),
      .notNumbers(key: "scale", of: "gyroscope")
    ),
    (
      "{\(time), \"accelerometer\": {\"columns\": [2, 3, 4], \"unit\": \"g\", \"convention\": \"up\"}}",
      .convention
    ),
    ("{\(time)}", .nothingDeclared),
  ])
  func aDeclarationThatIsWrong(declaration: String, problem: CSVProblem) {
    #expect(
      error("t,ax,ay,az,gx,ax\n0,1,2,3,4,5\n", declaration: declaration)
        == .declaration(
          file: CSVProblemTests.file, .declared(file: "\(CSVProblemTests.file).columns.json", problem)))
  }

  @Test func aDeclarationThatIsNoJSON() {
    guard case .declaration(_, .declared(_, .notJSON(let reason))) = error("t\n0\n", declaration: "{") else {
      Issue.record("no .notJSON")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func aSerialPortsDeclarationThatCannotBeRead() throws {
    let wrong = try #require(throws: SerialError.self) {
      try SerialCapture.open("serial:/dev/null,declaration=/nowhere.json")
    }
    guard case .declaration("/dev/null", CSVProblem.unreadable("/nowhere.json", _)) = wrong else {
      Issue.record("\(wrong)")
      return
    }
  }

  @Test func aCellThatIsNoNumber() {
    #expect(
      error("t_s,accel_x_g,accel_y_g,accel_z_g\n0,1,2,3\n1,1,oops,3\n")
        == CSVError.cell(
          file: CSVProblemTests.file, line: 3, column: "accel_y_g", text: "oops", .notANumber))
  }

  @Test func tooManyRowsAreRefused() {
    let text = "t_s,accel_x_g,accel_y_g,accel_z_g\n" + String(repeating: "0,1,2,3\n", count: 3)
    #expect(error(text, maximumRows: 3) == nil)
    #expect(
      error(text, maximumRows: 2) == CSVError.tooManyRows(file: CSVProblemTests.file, limit: 2))
  }

  /// A file with a hole: it has the size, and takes no room.
  @Test func aFileThatIsTooLargeIsRefused() throws {
    let path = NSTemporaryDirectory() + UUID().uuidString + ".csv"
    let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    defer {
      close(descriptor)
      unlink(path)
    }
    #expect(ftruncate(descriptor, CSVSource.maximumBytes + 1) == 0)
    #expect(throws: CSVError.tooLarge(file: path, limitMiB: 512)) {
      try CSVSource(path: path, clock: VirtualClock())
    }
  }

  @Test func aFileThatIsNotThereIsSaid() {
    // ENOENT in strerror(3)'s words.
    #expect(throws: CSVError.unreadable(file: "/nowhere/rows.csv", reason: "No such file or directory")) {
      try CSVSource(path: "/nowhere/rows.csv", clock: VirtualClock())
    }
  }
}
