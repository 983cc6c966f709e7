import Foundation
import MotionCore
import Testing

/// The garage protocol in virtual time, with the real program.
@Suite struct GarageRehearsalTests {
  private func rehearse(_ scratch: Scratch, _ folder: String) throws -> Bundle {
    let drill = Program.project.appendingPathComponent("protocols/garage.yaml").path
    let sessions = scratch.url.appendingPathComponent(folder).path
    let result = try Program.run(["rehearse", drill, "--sessions", sessions, "--seed", "7"], limit: 120)
    #expect(result.status == 0, "\(result.all)")
    return try Bundle(onlyOneIn: sessions)
  }

  @Test(
    "Complete, every cue accounted for, calibrated as the simulated rider truly leans, and the same each time"
  )
  func garage() throws {
    let scratch = try Scratch()
    let bundle = try rehearse(scratch, "one")
    let session = bundle.session
    #expect(session.state == .complete && session.problems.isEmpty)
    #expect(try bundle.badHashes() == [])
    #expect(try bundle.writableFiles() == [])

    // All 56 movements are in the review, and none was missed.
    let trials = try #require(bundle.analysis?["trials"]?.array)
    #expect(session.cues.count == 56 && session.cues.allSatisfy { $0.status == .played })
    #expect(trials.map { $0["trial"]?.integer } == (1...56).map { Int64($0) })
    #expect(
      trials.allSatisfy { $0["verdict"]?.string != nil && $0["reasons"]?.array?.contains("missed") != true })

    // The rider's axes against the mounting that the simulated rider has: as far off as its two gestures were
    // oblique, by its own account, and a degree for sway and filter.
    let truth = try JSONValue.parse(
      Array(try Data(contentsOf: URL(fileURLWithPath: bundle.path + ".truth.json"))))
    let gestures = try #require(truth["gestures"]?.array)
    #expect(gestures.map { $0["request"]?.string } == ["hold_still", "lean_left", "lean_forward"])
    let left = gestures[1]
    let sideways = try #require(left["lateral_deg"]?.double)
    let ahead = try #require(left["forward_deg"]?.double)
    let oblique = abs(ahead) / sideways
    let found = try #require(session.calibration?.axes?.sensorToRider)
    let mounting = (truth["sensor_to_rider"]?.array ?? []).compactMap { $0.double }
    #expect(mounting.count == 4)
    // The angle between two rotations is twice the arc between their quaternions.
    let cosine = abs(zip(found, mounting).reduce(0) { $0 + $1.0 * $1.1 })
    let angle = 2 * acos(min(1, cosine)) * 180 / .pi
    #expect(angle < atan(oblique) * 180 / .pi + 2, "\(angle)°")

    // What was said after the seal stands beside the evidence.
    let after = try String(contentsOfFile: bundle.path + "/derived/after.jsonl", encoding: .utf8)
      .split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
    #expect(after.map { $0["n"]?.integer } == [0, 1])
    #expect(after.first?["text"]?.string == "Saved.")
    #expect(after.last?["text"]?.string?.hasPrefix("Median latency, left: ") == true)

    // A function of drill, seed and version alone.
    let again = try rehearse(scratch, "two")
    for name in ["calibration.json", "events.jsonl", "gyroscope.jsonl", "timeline.json"] {
      let files = try [bundle, again].map { try Data(contentsOf: URL(fileURLWithPath: "\($0.path)/\(name)")) }
      #expect(files[0] == files[1], "\(name)")
    }
  }

  @Test(
    "Every shipped drill can be rehearsed to its end",
    arguments: ["reaction", "diagnostics", "center-left-right"])
  func others(name: String) throws {
    let scratch = try Scratch()
    let drill = Program.project.appendingPathComponent("protocols/\(name).yaml").path
    let result = try Program.run(
      ["rehearse", drill, "--sessions", scratch.sessions, "--seed", "3"], limit: 120)
    #expect(result.status == 0, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .complete)
    let expected = bundle.session.cues.filter { $0.expect != .none }.count
    #expect(bundle.analysis?["trials"]?.array?.count == expected)
  }
}
