import Foundation
import Testing

/// The figures of docs/coordinate-systems.md are those that the script draws.
@Suite struct FrameFigureTests {
  @Test func figuresAreUpToDate() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-B", "\(SessionFixture.project)/scripts/draw-frames", "--check"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let page = try String(
      contentsOfFile: "\(SessionFixture.project)/docs/coordinate-systems.md", encoding: .utf8)
    let figures = try FileManager.default.contentsOfDirectory(
      atPath: "\(SessionFixture.project)/docs/images"
    ).filter { $0.hasSuffix(".svg") && !$0.hasPrefix("screen-") }
    #expect(figures.count == 4)
    for figure in figures { #expect(page.contains("](images/\(figure))")) }
  }
}
