import Foundation
import Testing

@testable import MotionCore

@Suite struct CSVExportTests {
  @Test("pandas reads every number back bit for bit, as Python's json reads the bundle")
  func pandas() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle()
    let target = "\(fixture.folder)/csv"
    let result = try fixture.export(.csv, [bundle], to: target)
    #expect(result.synthetic)
    #expect(result.warnings == [])
    #expect(
      SessionFixture.visible(target) == [
        "accelerometer.csv", "events.csv", "export.json", "gyroscope.csv", "gyroscope@wrist.csv",
        "motion.csv",
        "transitions.csv", "trials.csv",
      ])
    let said = try SessionFixture.python("check_csv.py", [bundle, target])
    #expect(!said.contains("DIFFERS"), "\(said)")
    // 60 rows of three streams, each with more than ten cells.
    let compared = try #require(
      said.split(whereSeparator: { " \n".contains($0) }).first.flatMap { Int($0) }, "\(said)")
    #expect(compared > 60 * 3 * 10)
  }

  @Test("The check itself tells a changed digit")
  func checkCanFail() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 10)
    let target = "\(fixture.folder)/csv"
    try fixture.export(.csv, [bundle], to: target)
    for (file, from, to) in [
      ("accelerometer.csv", "9007199254740993", "9007199254740992"), ("accelerometer.csv", "-0.0", "0.0"),
      ("gyroscope.csv", ",2.0,", ",2.0000000000000004,"), ("events.csv", "stopped", "stoppt"),
    ] {
      let whole = try String(contentsOfFile: "\(target)/\(file)", encoding: .utf8)
      #expect(whole.contains(from))
      try whole.replacing(from, with: to, maxReplacements: 1)
        .write(toFile: "\(target)/\(file)", atomically: true, encoding: .utf8)
      #expect(try SessionFixture.python("check_csv.py", [bundle, target]).contains("DIFFERS"), "\(file)")
      try whole.write(toFile: "\(target)/\(file)", atomically: true, encoding: .utf8)
    }
  }

  // By hand: (1024, 2048, 3000) times (1/1024, 1/1024, 1/1000) is (1, 2, 3); gain (1, 1, −1) gives (1, 2, −3); the
  // mount matrix takes (x, y, z) to (y, −x, z).
  @Test func valuesAreTheFormulaOfTheFormat() throws {
    let fixture = SessionFixture()
    let target = "\(fixture.folder)/csv"
    try fixture.export(.csv, [fixture.difficultBundle()], to: target)
    let rows = try SessionFixture.cells("\(target)/gyroscope.csv", separator: ",")
    #expect(
      rows[0] == [
        "i", "device_t", "host_ns", "t_s", "raw_x", "raw_y", "raw_z", "gyro_x_deg_s", "gyro_y_deg_s",
        "gyro_z_deg_s", "t_source", "kernel_ns", "counter", "temp_c", "bad", "invalid",
      ])
    #expect(rows.count == 61)
    for row in rows.dropFirst() {
      #expect(Array(row[4...9]) == ["1024", "2048", "3000", "2.0", "-1.0", "-3.0"])
    }
    let motion = try SessionFixture.cells("\(target)/motion.csv", separator: ",")
    #expect(
      motion[0][12...18] == [
        "motion_qx", "motion_qy", "motion_qz", "motion_qw", "motion_gx_g", "motion_gy_g", "motion_gz_g",
      ])
    // A quarter of the raw 4. A raw −0 plus the offset 0 is 0.
    #expect(motion[1][12...18] == ["0.0", "0.0", "0.0", "1.0", "0.0", "0.0", "1.0"])
    #expect(motion[4].last == "gx gy")
    let empty = try String(contentsOfFile: "\(target)/gyroscope@wrist.csv", encoding: .utf8)
    #expect(
      empty
        == "i,device_t,host_ns,t_s,raw_x,raw_y,raw_z,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,t_source,bad,invalid\n"
    )
    let accelerometer = try SessionFixture.cells("\(target)/accelerometer.csv", separator: ",")
    // The value that was not finite is an empty cell, and named; the axes beside it have theirs.
    let bad = Dictionary(uniqueKeysWithValues: zip(accelerometer[0], accelerometer[8]))
    #expect(bad["raw_z"] == "" && bad["accel_z_g"] == "" && bad["bad"] == "z" && bad["raw_x"] != "")
  }

  // The device's counter advances by 10 000 µs a row and the clocks run alike, so the mapped times do so by 0.01 s, also
  // over the wrap, although the receipts jitter by 2 ms. The fastest row is 1 ms late: zero is 1 ms after row 0's time.
  @Test func timesAreTheMappedOnes() throws {
    let fixture = SessionFixture()
    let target = "\(fixture.folder)/csv"
    try fixture.export(.csv, [fixture.difficultBundle(rows: 600)], to: target)
    let rows = try SessionFixture.cells("\(target)/gyroscope.csv", separator: ",")
    let times = try rows.dropFirst().map { try #require(Double($0[3])) }
    for (index, time) in times.enumerated() {
      // The start anchor of the fixture is at 1000 ns.
      #expect(abs(time - (5.001 - 1e-6 + 0.01 * Double(index))) < 20e-6)
    }
    #expect(rows.dropFirst().allSatisfy { $0[10] == "mapped" })
    #expect(rows[1][1] == "4291967296" && rows[301][1] == "0")
    let json = try JSONValue.parse(
      [UInt8](try #require(FileManager.default.contents(atPath: "\(target)/export.json"))))
    #expect(json["streams"]?["gyroscope"]?["time"]?["source"] == "mapped")
  }

  @Test("Without a validated mapping t_s is the receipt, and both the column and export.json say so")
  func receiptTimes() throws {
    let fixture = SessionFixture()
    let target = "\(fixture.folder)/csv"
    // Five rows are too few to map a clock.
    try fixture.export(.csv, [fixture.difficultBundle(rows: 5)], to: target)
    let rows = try SessionFixture.cells("\(target)/gyroscope.csv", separator: ",")
    for row in rows.dropFirst() {
      let host = try #require(Int64(row[2]))
      #expect(Double(row[3]) == Double(host - 1000) / 1e9)
      #expect(row[10] == "receipt")
    }
    let json = try JSONValue.parse(
      [UInt8](try #require(FileManager.default.contents(atPath: "\(target)/export.json"))))
    let time = try #require(json["streams"]?["gyroscope"]?["time"])
    #expect(time["source"] == "receipt")
    #expect(time["reason"]?.string?.contains("observations") == true, "\(time.text())")
    #expect(json["orientation"]?["unavailable"] != nil)
    #expect(json["streams"]?["magnetometer"] == .unavailable("the device has none"))
    #expect(json["streams"]?["motion"]?["fields"]?["heading"] == .unavailable("there is no magnetometer"))
  }

  @Test("Text is quoted as RFC 4180 says and otherwise left as it is")
  func quoting() throws {
    let fixture = SessionFixture()
    let target = "\(fixture.folder)/csv"
    try fixture.export(.csv, [fixture.difficultBundle(rows: 5)], to: target)
    let text = try String(contentsOfFile: "\(target)/events.csv", encoding: .utf8)
    #expect(text.contains("0,marker,\"LEFT, \"\"quoted\"\"\nand = more\r\",5,"))
    #expect(text.contains("1,incident,=HYPERLINK(1),"))
    #expect(text.contains(",\"{\"\"count\"\":3,\"\"names\"\":[\"\"a\"\",\"\"b\"\"],\"\"x\"\":null}\"\n"))
  }

  @Test("Every member of a trial and a transition has its column, and an unavailable one its reason")
  func analysisColumns() throws {
    let analysis = MotionAnalyzer().analyze(LeanSession.standard.build())
    #expect(!analysis.trials.isEmpty && !analysis.transitions.isEmpty)
    let session = LeanSession.standard.build()
    let fixture = SessionFixture()
    try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
    let folder = ExportFolder(path: fixture.folder, target: fixture.folder, fileSystem: PosixFileSystem())
    var report = ExportReport()
    try CSVExport(session: session, programVersion: "1").write(to: folder, &report)
    for (name, items) in [
      ("trials", analysis.trials.map(\.json)),
      ("transitions", zip(analysis.transitions, analysis.smoothness).map { $0.json(smoothness: $1) }),
    ] {
      let rows = try SessionFixture.cells("\(fixture.folder)/\(name).csv", separator: ",")
      #expect(rows.count == items.count + 1)
      // All columns are known beforehand, so that an empty table has the same header.
      let empty = name == "trials" ? AnalysisTable.trials(analysis) : AnalysisTable.transitions(analysis)
      #expect(rows[0] == empty.header)
      for (item, row) in zip(items, rows.dropFirst()) {
        #expect(row.count == rows[0].count)
        let cells = Dictionary(uniqueKeysWithValues: zip(rows[0], row))
        // The metrics of `smoothness` have columns of their own.
        let members = (item.object?.members ?? []).flatMap { member in
          member.key == "smoothness"
            ? (member.value.object?.members ?? []).map { (key: "smoothness_\($0.key)", value: $0.value) }
            : [(key: member.key, value: member.value)]
        }
        #expect(name == "trials" || members.count > 40)
        for member in members {
          if let reason = member.value["unavailable"]?.string {
            #expect(cells[member.key] == "")
            #expect(cells["\(member.key)_reason"] == reason)
          } else if let number = member.value.double {
            #expect(cells[member.key].flatMap(Double.init) == number)
          } else if let text = member.value.string {
            #expect(cells[member.key] == text)
          }
        }
      }
    }
    var none = analysis
    none.trials = []
    none.transitions = []
    #expect(AnalysisTable.trials(none).header == AnalysisTable.trials(analysis).header)
    #expect(AnalysisTable.transitions(none).header == AnalysisTable.transitions(analysis).header)
  }

  @Test("An irregular stream with a gap keeps its rows and times: nothing is filled in or left out")
  func gap() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    // 2 s are missing after row 49.
    for index in 0..<100 {
      var sample = SessionFixture.sample(index + (index >= 50 ? 200 : 0) + (index % 7 == 0 ? 0 : 1))
      sample.kernelTime = nil
      sink.record(sample, stream: 1)
    }
    _ = try sink.seal(state: .interrupted) { _ in }
    let target = "\(fixture.folder)/csv"
    try fixture.export(.csv, [sink.path], to: target)
    let said = try SessionFixture.python("check_csv.py", [sink.path, target])
    #expect(!said.contains("DIFFERS"), "\(said)")
    #expect(try SessionFixture.cells("\(target)/gyroscope.csv", separator: ",").count == 101)
  }

  @Test("The attitude of each gyroscope row takes the measured upward direction to +Z")
  func orientation() throws {
    let session = LeanSession.standard.build()
    let fixture = SessionFixture()
    try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
    let folder = ExportFolder(path: fixture.folder, target: fixture.folder, fileSystem: PosixFileSystem())
    var report = ExportReport()
    try CSVExport(session: session, programVersion: "1").write(to: folder, &report)
    let rows = try SessionFixture.cells("\(fixture.folder)/orientation.csv", separator: ",")
    let gyroscope = try SessionFixture.cells("\(fixture.folder)/gyroscope.csv", separator: ",")
    let force = try SessionFixture.cells("\(fixture.folder)/accelerometer.csv", separator: ",")
    #expect(rows[0] == ["host_ns", "t_s", "qx", "qy", "qz", "qw"])
    #expect(rows.count == gyroscope.count && rows.count == force.count)
    let time = try #require(gyroscope[0].firstIndex(of: "t_s"))
    let axes = try ["x", "y", "z"].map { axis in
      try #require(force[0].firstIndex { $0 == "accel_\(axis)_g" || $0 == "accel_\(axis)_m_s2" })
    }
    for index in 1..<rows.count {
      #expect(rows[index][0] == gyroscope[index][2] && rows[index][1] == gyroscope[index][time])
      let q = rows[index][2...5].compactMap(Double.init)
      let measured = axes.compactMap { Double(force[index][$0]) }
      try #require(q.count == 4 && measured.count == 3)
      let up = try #require(Vector3(measured[0], measured[1], measured[2]).normalized)
      let found = Quaternion(x: q[0], y: q[1], z: q[2], w: q[3]).rotate(up)
      #expect((found - Vector3(0, 0, 1)).norm < 0.02)
    }
  }

  @Test(
    "A gyroscope row without a value has an empty attitude; without an accelerometer there is no table, and the reason"
  )
  func orientationThatCannotBeHad() throws {
    var session = LeanSession.standard.build()
    let place = try #require(session.streams.firstIndex { $0.description.kind == .gyroscope })
    session.streams[place].badRows = [3]
    func export(_ session: MotionSession) throws -> (folder: String, json: JSONValue?, keep: SessionFixture) {
      let fixture = SessionFixture()
      try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
      let folder = ExportFolder(path: fixture.folder, target: fixture.folder, fileSystem: PosixFileSystem())
      var report = ExportReport()
      try CSVExport(session: session, programVersion: "1").write(to: folder, &report)
      let bytes = try #require(FileManager.default.contents(atPath: "\(fixture.folder)/export.json"))
      return (fixture.folder, try JSONValue.parse([UInt8](bytes))["orientation"], fixture)
    }
    let with = try export(session)
    let rows = try SessionFixture.cells("\(with.folder)/orientation.csv", separator: ",")
    #expect(rows.count == session.streams[place].count + 1)
    #expect(rows[4].suffix(4) == ["", "", "", ""] && !rows[5].contains(""))
    #expect(with.json?["rows_without_attitude"] == 1)
    #expect(with.json?["file"] == "orientation.csv")
    #expect(with.json?["parameters"]?["accelerometer_s"]?.double == 3)
    session.streams.removeAll { $0.description.kind == .accelerometer }
    let without = try export(session)
    #expect(!SessionFixture.visible(without.folder).contains("orientation.csv"))
    #expect(without.json?["unavailable"]?.string?.contains("accelerometer") == true)
  }

  @Test("Several sessions become a folder each")
  func several() throws {
    let fixture = SessionFixture()
    let first = try fixture.difficultBundle(rows: 5)
    let second = try fixture.difficultBundle(rows: 6, uuid: "2f3a9c2e-0000-4000-8000-0123456789ab")
    let target = "\(fixture.folder)/out"
    try fixture.export(.csv, [first, second], to: target)
    let names = [first, second].map { $0.split(separator: "/").last.map(String.init)! }
    #expect(SessionFixture.visible(target) == (names + ["export.json"]).sorted())
    for (bundle, name) in zip([first, second], names) {
      #expect(try !SessionFixture.python("check_csv.py", [bundle, "\(target)/\(name)"]).contains("DIFFERS"))
    }
    // It is known as an export, and may be replaced by one.
    try fixture.export(.csv, [first], to: target, force: true)
    #expect(SessionFixture.visible(target).contains("gyroscope.csv"))
  }

  @Test("Damaged and incomplete sessions: what is there is exported, and said")
  func damaged() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 20, seal: false)
    let path = "\(bundle)/gyroscope.jsonl"
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("not json\n{\"i\":20,\"t\":1".utf8))
    try handle.close()
    // The recorder of this process holds the lock until it is gone.
    let copy = "\(fixture.folder)/copy"
    try FileManager.default.copyItem(atPath: bundle, toPath: copy)
    let target = "\(fixture.folder)/csv"
    let result = try fixture.export(.csv, [copy], to: target)
    #expect(result.warnings.contains { $0.text.contains("incomplete") })
    #expect(result.warnings.contains { $0.text.contains("gyroscope.jsonl") && $0.text.contains("line 21") })
    #expect(try SessionFixture.cells("\(target)/gyroscope.csv", separator: ",").count == 21)
    // Without a manifest the values cannot be had, and the raw numbers are there.
    try FileManager.default.removeItem(atPath: "\(copy)/manifest.json")
    let raw = try fixture.export(.csv, [copy], to: "\(fixture.folder)/raw")
    #expect(raw.warnings.contains { $0.text.contains("only raw values") })
    let header = try SessionFixture.cells("\(fixture.folder)/raw/gyroscope.csv", separator: ",")[0]
    #expect(header.contains("raw_x") && !header.contains { $0.hasPrefix("gyro_") })
  }
}
