import Foundation
import Glibc
import MotionCore
import Testing

/// `recover`, `verify` and `sessions` on what a killed run leaves.
@Suite struct RecoveryTests {
  /// Starts a run, kills it in the middle, and returns its bundle.
  private func killed(_ scratch: Scratch) throws -> String {
    let drill = Program.project.appendingPathComponent("protocols/center-left-right.yaml").path
    let program = try Program([
      Program.executable, "run", drill, "--imu", "simulated:seed=4", "--audio", "none", "--yes", "--sessions",
      scratch.sessions,
    ])
    let deadline = Date().addingTimeInterval(30)
    func rows() -> Int {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: scratch.sessions)) ?? []
      guard let name = names.first(where: { !$0.hasPrefix(".") }) else { return 0 }
      return (try? SessionReader.read("\(scratch.sessions)/\(name)").stream(.gyroscope)?.count) ?? 0
    }
    while rows() < 200, Date() < deadline { usleep(50_000) }
    // While it runs nothing may touch it.
    let live = try Program.run(["recover", "last", "--sessions", scratch.sessions])
    #expect(live.status == 7, "\(live.all)")
    #expect(live.err.contains("being recorded"))
    let listed = try Program.run(["sessions", "--sessions", scratch.sessions])
    #expect(listed.out.contains("recording"))
    program.send(SIGKILL)
    #expect(program.wait(limit: 10).status == -SIGKILL)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.sessions)
    return "\(scratch.sessions)/\(try #require(names.first { !$0.hasPrefix(".") }))"
  }

  @Test("A killed run is listed as incomplete, recovered, and verified")
  func recovered() throws {
    let scratch = try Scratch()
    let path = try killed(scratch)
    #expect(try Program.run(["sessions", "--sessions", scratch.sessions]).out.contains("incomplete"))
    let unsealed = try Program.run(["verify", path])
    #expect(unsealed.status == 7, "\(unsealed.all)")
    #expect(unsealed.out.contains("never sealed"))
    let before = try SessionReader.read(path)

    let recovery = try Program.run(["recover", "last", "--sessions", scratch.sessions])
    #expect(recovery.status == 0, "\(recovery.all)")
    #expect(recovery.out.contains("nothing that had reached the disk is missing"))
    let after = try SessionReader.read(path)
    #expect(after.state == .incomplete)
    #expect(after.streams.map(\.receiptNs) == before.streams.map(\.receiptNs))
    #expect(after.events == before.events)
    // The simulated sensor gives 100 rows a second; the rows say so, and so do the statistics.
    let statistics = try #require(after.manifest.streams.first?.statistics)
    #expect(try #require(statistics["median_hz"]?.double).rounded() == 100)

    let verified = try Program.run(["verify", path])
    #expect(verified.status == 0, "\(verified.all)")
    let again = try Program.run(["recover", path])
    #expect(again.status == 7, "\(again.all)")
    #expect(try Program.run(["analyze", path]).status == 0)
  }

  @Test("A cut row is lossy: exit 3, its bytes are kept, JSON says the same")
  func lossy() throws {
    let scratch = try Scratch()
    let path = try killed(scratch)
    let file = "\(path)/gyroscope.jsonl"
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    try data.dropLast(7).write(to: URL(fileURLWithPath: file))
    let lines = data.dropLast(7).count { $0 == UInt8(ascii: "\n") }
    let recovery = try Program.run(["recover", path, "--json"])
    #expect(recovery.status == 3, "\(recovery.all)")
    let told = try JSONValue.parse(recovery.out)["recovery"]?["files"]?["gyroscope.jsonl"]
    #expect(told?["rows_kept"]?.integer == Int64(lines))
    let dropped = try Data(contentsOf: URL(fileURLWithPath: file + ".dropped"))
    #expect(told?["bytes_dropped"]?.integer == Int64(dropped.count))
    let kept = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(kept + dropped == data.dropLast(7))
    #expect(try Program.run(["verify", path]).status == 0)
  }

  @Test("verify names the file of a changed bit; a folder that cannot be read ends with 7")
  func changed() throws {
    let scratch = try Scratch()
    let drill = Program.project.appendingPathComponent("protocols/center-left-right.yaml").path
    #expect(try Program.run(["rehearse", drill, "--seed", "3", "--sessions", scratch.sessions]).status == 0)
    #expect(try Program.run(["verify", "last", "--sessions", scratch.sessions]).status == 0)
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    let file = bundle.path + "/accelerometer.jsonl"
    chmod(file, 0o644)
    var data = try Data(contentsOf: URL(fileURLWithPath: file))
    let digit = try #require(data.lastIndex(of: UInt8(ascii: "1")))
    data[digit] = UInt8(ascii: "2")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    try handle.write(contentsOf: data)
    try handle.close()
    chmod(file, 0o444)
    let result = try Program.run(["verify", bundle.path])
    #expect(result.status == 7, "\(result.all)")
    #expect(result.out.contains("accelerometer.jsonl: its") && result.out.contains("SHA-256"))
    #expect(result.out.contains("NOT verified: 1 difference."))

    let notAFolder = try scratch.write("", to: "file")
    let sessions = try Program.run(["sessions", "--sessions", notAFolder])
    #expect(sessions.status == 7, "\(sessions.all)")
    #expect(sessions.err.contains("sessions folder"))
  }
}
