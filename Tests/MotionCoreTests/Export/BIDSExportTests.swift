import Foundation
import Testing

@testable import MotionCore

/// What the validator cannot know: values, times and labels.
@Suite struct BIDSExportTests {
  private func folder(_ dataset: String) throws -> String {
    let subjects = SessionFixture.visible(dataset).filter { $0.hasPrefix("sub-") }
    let sessions = SessionFixture.visible("\(dataset)/\(subjects[0])").filter { $0.hasPrefix("ses-") }
    return "\(dataset)/\(subjects[0])/\(sessions[0])/motion"
  }

  private func file(_ folder: String, _ end: String) throws -> String {
    "\(folder)/\(try #require(SessionFixture.visible(folder).first { $0.hasSuffix(end) }, "\(end)"))"
  }

  // Raw (1024, 2048, 3000) is (2, −1, −3) °/s by the fixture's formula; π/180 rad in a degree; 9.80665 m/s² in 1 g.
  @Test func valuesAreInTheUnitsOfBIDS() throws {
    let fixture = SessionFixture()
    let target = "\(fixture.folder)/bids"
    let result = try fixture.export(.bids, [fixture.difficultBundle(rows: 600)], to: target)
    let motion = try folder(target)
    let gyro = try SessionFixture.cells(try file(motion, "tracksys-gyroscope_motion.tsv"), separator: "\t")
    #expect(gyro.count == 600)
    for (index, row) in gyro.enumerated() {
      let values = try row.map { try #require(Double($0)) }
      #expect(values.count == 4)
      for (value, degrees) in zip(values, [2.0, -1, -3]) {
        #expect(abs(value - degrees * .pi / 180) < 1e-15)
      }
      // LATENCY: the device counts 10 ms a row, over its wrap too.
      #expect(abs(values[3] - 0.01 * Double(index)) < 20e-6)
    }
    let accelerometer = try SessionFixture.cells(
      try file(motion, "tracksys-accelerometer_motion.tsv"), separator: "\t")
    #expect(try abs(#require(Double(accelerometer[0][2])) - -9.80665) < 1e-14)
    #expect(accelerometer[7][2] == "n/a")
    let channels = try SessionFixture.cells(
      try file(motion, "tracksys-motion_channels.tsv"), separator: "\t")
    #expect(
      channels.dropFirst().map { Array($0[...4]) } == [
        ["motion_qx", "quat_x", "ORNT", "torso", "n/a"], ["motion_qy", "quat_y", "ORNT", "torso", "n/a"],
        ["motion_qz", "quat_z", "ORNT", "torso", "n/a"], ["motion_qw", "quat_w", "ORNT", "torso", "n/a"],
        ["motion_gx", "x", "ACCEL", "torso", "m/s^2"], ["motion_gy", "y", "ACCEL", "torso", "m/s^2"],
        ["motion_gz", "z", "ACCEL", "torso", "m/s^2"], ["latency", "n/a", "LATENCY", "torso", "s"],
      ])
    // What is not there is said, with its reason.
    #expect(
      result.warnings.contains { $0.text.contains("magnetometer") && $0.text.contains("the device has none") }
    )
    #expect(result.warnings.contains { $0.text.contains("gyroscope@wrist") && $0.text.contains("no rows") })
    let readme = try String(contentsOfFile: "\(target)/README", encoding: .utf8)
    #expect(readme.contains("SYNTHETIC") && readme.contains("the device has none"))
    let said = try SessionFixture.python("check_bids.py", [target])
    #expect(said == "3 tracking systems checked\n")
  }

  // The fixture's first mapped sample is 5.001 s after boot, give or take the fit; its cue is audible at 5.1 s.
  @Test func onsetsCountFromTheFirstSample() throws {
    let fixture = SessionFixture()
    let target = "\(fixture.folder)/bids"
    try fixture.export(.bids, [fixture.difficultBundle(rows: 600)], to: target)
    let motion = try folder(target)
    let events = try SessionFixture.cells(try file(motion, "tracksys-gyroscope_events.tsv"), separator: "\t")
    #expect(
      events[0] == [
        "onset", "duration", "trial_type", "response_time", "label", "trial", "onset_source",
        "onset_uncertainty",
        "status", "timing",
      ])
    let cue = try #require(events.first { $0[2] == "cue_left" })
    #expect(try abs(#require(Double(cue[0])) - 0.099) < 20e-6)
    #expect(cue[6] == "audible" && cue[7] == "2.505e-07" && cue[8] == "played")
    let cancelled = try #require(events.first { $0[2] == "cue_right" })
    #expect(cancelled[6] == "logged" && cancelled[8] == "cancelled" && cancelled[3] == "n/a")
    // A line break in a label does not break the table.
    #expect(events.allSatisfy { $0.count == 10 })
    #expect(events.contains { $0[4] == "LEFT, \"quoted\" and = more " })
  }

  @Test("The project's own checks find what they look for")
  func checksCanFail() throws {
    let fixture = SessionFixture()
    let target = "\(fixture.folder)/bids"
    try fixture.export(.bids, [fixture.difficultBundle(rows: 50)], to: target)
    let motion = try folder(target)
    func broken(_ end: String, _ change: (String) -> String) throws -> String {
      let path = try file(motion, end)
      let whole = try String(contentsOfFile: path, encoding: .utf8)
      let other = change(whole)
      #expect(other != whole)
      try other.write(toFile: path, atomically: true, encoding: .utf8)
      defer { try? whole.write(toFile: path, atomically: true, encoding: .utf8) }
      return try SessionFixture.python("check_bids.py", [target])
    }
    for said in [
      try broken("gyroscope_motion.tsv") { "gyro_x\tgyro_y\tgyro_z\tlatency\n" + $0 },
      try broken("gyroscope_channels.tsv") { $0.replacing("rad/s", with: "deg/s") },
      try broken("gyroscope_channels.tsv") {
        $0.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
      },
      try broken("gyroscope_motion.json") {
        $0.replacing("\"SamplingFrequencyEffective\": ", with: "\"SamplingFrequencyEffective\": 1")
      },
      try broken("gyroscope_events.tsv") { $0.replacing("\n0.", with: "\n7.") },
    ] { #expect(said.contains("FAULT"), "\(said)") }
    #expect(try !SessionFixture.python("check_bids.py", [target]).contains("FAULT"))
  }

  @Test func labels() throws {
    let fixture = SessionFixture()
    let first = try fixture.difficultBundle(rows: 12)
    let second = try fixture.difficultBundle(
      rows: 12, uuid: "2f3a9c2e-0000-4000-8000-0123456789ab", title: "¿?")
    func export(_ sources: [ExportSource], _ name: String) throws(ExportError) -> String {
      let target = "\(fixture.folder)/\(name)"
      _ = try SessionExport(
        format: .bids, sources: sources, target: target, programVersion: SessionFixture.version
      ).run()
      return target
    }
    // The default: legal, and unique by the start and the uuid.
    let plain = try export([ExportSource(path: first), ExportSource(path: second)], "plain")
    #expect(
      SessionFixture.visible("\(plain)/sub-unnamed") == [
        "ses-20261130T101502Z1f3a9c2e", "ses-20261130T101502Z2f3a9c2e", "sub-unnamed_sessions.json",
        "sub-unnamed_sessions.tsv",
      ])
    #expect(
      SessionFixture.visible("\(plain)/sub-unnamed/ses-20261130T101502Z2f3a9c2e/motion")
        .allSatisfy { $0.contains("_task-drill_") })
    #expect(
      try String(contentsOfFile: "\(plain)/participants.tsv", encoding: .utf8)
        == "participant_id\nsub-unnamed\n")
    let given = try export(
      [
        ExportSource(path: first, subject: "01", label: "a"),
        ExportSource(path: second, subject: "02", label: "a"),
      ], "given")
    #expect(SessionFixture.visible(given).filter { $0.hasPrefix("sub-") } == ["sub-01", "sub-02"])
    #expect(SessionFixture.visible("\(given)/sub-02").contains("ses-a"))
    for (subject, label) in [
      ("sub-01", "a"), ("", "a"), ("1_2", nil), ("01", "día"), ("../x", nil),
      (String(repeating: "a", count: 65), "b"),
    ] as [(String, String?)] {
      let error = #expect(throws: ExportError.self) {
        try export([ExportSource(path: first, subject: subject, label: label)], "no")
      }
      #expect(error?.kind == .request)
      #expect(error?.messageID == "export.bad-label")
      #expect(error?.cause.contains("letters and digits") == true)
    }
    // Two that differ in case only are one on some file systems.
    let error = #expect(throws: ExportError.self) {
      try export(
        [
          ExportSource(path: first, subject: "01", label: "A"),
          ExportSource(path: second, subject: "01", label: "a"),
        ], "no")
    }
    #expect(error?.kind == .request && error?.messageID == "export.same-label")
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/no"))
  }

  @Test("A session without a stream that BIDS can hold is no data set")
  func nothing() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 0)
    let error = #expect(throws: ExportError.self) {
      try fixture.export(.bids, [bundle], to: "\(fixture.folder)/bids")
    }
    #expect(error?.kind == .input && error?.messageID == "export.no-stream-for-bids")
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/bids"))
    // Beside one that has rows it is left out, and said.
    let other = try fixture.difficultBundle(rows: 20, uuid: "2f3a9c2e-0000-4000-8000-0123456789ab")
    let result = try fixture.export(.bids, [bundle, other], to: "\(fixture.folder)/bids")
    #expect(result.warnings.map(\.messageID).contains("export-warning.nothing-in-data-set"))
    let sessions = try SessionFixture.cells(
      "\(fixture.folder)/bids/sub-unnamed/sub-unnamed_sessions.tsv", separator: "\t")
    #expect(sessions.count == 2)
  }
}
