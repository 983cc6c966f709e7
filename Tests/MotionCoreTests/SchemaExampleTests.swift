import Foundation
import Testing

@testable import MotionCore

/// The example sessions of docs/examples: read, and written again byte for byte.
@Suite struct SchemaExampleTests {
  static let names = ["linux", "iphone", "apple_watch"]

  /// Records the rows and events of a session again, through the writer; returns the new bundle's folder.
  static func rewrite(_ path: String, in fixture: SessionFixture) throws -> String {
    let session = try SessionReader.read(path)
    var manifest = session.manifest
    manifest.state = .recording
    // The seal maps and summarises again.
    for index in manifest.clocks.indices { manifest.clocks[index].mapping = nil }
    let plan = BundlePlan(
      manifest: manifest,
      protocolText: Array(try Data(contentsOf: URL(fileURLWithPath: path + "/protocol.yaml"))),
      timeline: try JSONValue.parse(
        Array(try Data(contentsOf: URL(fileURLWithPath: path + "/timeline.json")))))
    let sink = try DirectRecorder(
      in: fixture.folder, plan: plan, clock: VirtualClock(),
      summarize: { stream, clock in
        let (statistics, mapping) = SamplingSummary.of(stream: stream, clock: clock)
        return StreamSummary(statistics: statistics, mapping: mapping)
      })
    for stream in session.streams {
      let number = try #require(
        manifest.streams.firstIndex { $0.description.name == stream.description.name })
      for row in 0..<stream.count { sink.record(sample(stream, row), stream: number) }
    }
    for event in session.events { sink.record(event) }
    return try sink.seal(state: .complete) { _ in }.path
  }

  private static func sample(_ stream: MotionStream, _ row: Int) -> MotionSample {
    func number(_ column: MotionStream.Column) -> RawNumber {
      switch column {
      case .integers(let values): .integer(values[row])
      case .reals(let values): .real(values[row])
      }
    }
    return MotionSample(
      deviceTime: number(stream.deviceTime), receipt: HostTime(nanoseconds: stream.receiptNs[row]),
      values: stream.values.map(number), invalid: stream.invalid[row] ?? [])
  }

  @Test(arguments: names)
  func anExampleIsWrittenAgainByteForByte(name: String) throws {
    let path = SchemaFixture.example(name)
    let fixture = SessionFixture()
    let again = try SchemaExampleTests.rewrite(path, in: fixture)
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(files.count >= 6)
    for file in files where file != ".lock" && file != "derived" {
      let first = FileManager.default.contents(atPath: "\(path)/\(file)")
      #expect(first == FileManager.default.contents(atPath: "\(again)/\(file)"), "\(name)/\(file)")
    }
  }
}
