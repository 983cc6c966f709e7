import Foundation
import MotionCore
import Testing

/// A run that is paused, marked and stopped by keys of its terminal.
@Suite struct KeysRunTests {
  @Test("Pause, go on, mark and stop by keys; the terminal is as before afterwards")
  func keys() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.leans("LEFT, CENTER, RIGHT, CENTER"), to: "drill.yaml")
    let keys = ["5:g", "1:p", "2:l", "1:p", "3:q"]
    let result = try Program(
      ["/usr/bin/python3", Program.rig.appendingPathComponent("keyboard.py").path] + keys + [
        "--", Program.executable, "run", drill, "--sessions", scratch.sessions, "--yes", "--plain", "--audio",
        "none", "--imu", "simulated",
      ]
    ).wait(limit: 90)
    // 98 and 99 would say that the terminal was not set, or not left as it was.
    #expect(result.status == 3, "\(result.all)")
    #expect(result.out.contains("Session interrupted (stopped by a key)"))

    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    let byHand = bundle.session.events.filter { $0.knownKind == .marker || $0.knownKind == .pause }
    #expect(byHand.map(\.label) == ["GOOD", "pause", "LEFT", "pause"])
    #expect(byHand.allSatisfy { $0.fields["source"]?.string == "key" })
    #expect(byHand.compactMap { $0.fields["edge"]?.string } == ["begin", "end"])
    // Capture went on in the pause: its rows are there.
    let pause = byHand.filter { $0.knownKind == .pause }.map(\.host.nanoseconds)
    let rows = try #require(bundle.session.stream(.gyroscope)).receiptNs
    #expect(rows.count { $0 > pause[0] && $0 < pause[1] } > 300)
    // No trial is hidden: each of the four has a last word.
    #expect(Set(bundle.session.cues.compactMap { $0.repeatOf ?? $0.trial }) == [1, 2, 3, 4])
  }
}
