import Foundation
import Testing

@testable import MotionCore

/// The schema's page for strangers: its example reader is run on a bundle.
@Suite struct SessionSchemaPageTests {
  @Test func theExampleReaderReadsABundle() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("docs/session-schema.md"), encoding: .utf8)
    let program = try #require(
      page.components(separatedBy: "```python\n").last?.components(separatedBy: "```").first)
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    for index in 0..<2 { sink.record(SessionFixture.sample(index), stream: 1) }
    _ = try sink.seal(state: .complete) { _ in }
    let output = try SessionFixture.output(
      "/usr/bin/python3", ["-c", "import os; os.chdir('\(sink.path)')\n" + program])
    // By hand from the fixture's gyroscope: raw (1, −8192, 3), scale (1/1024, 1/1024, 1/1000), gain (1, 1, −1),
    // the mount matrix turns (x, y, z) into (y, −x, z).
    #expect(output.split(separator: "\n").last == "10000000 [-8.0, -0.0009765625, -0.003] deg/s")
  }
}
