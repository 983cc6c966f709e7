import Foundation
import Testing

/// The tables of docs/accuracy.md that are computed: what stands between two comments of a name.
enum AccuracyPage {
  // Two suites write the one file.
  private static let lock = NSLock()

  static func replace(_ marker: String, with text: String) throws {
    try lock.withLock {
      let path = "\(SessionFixture.project)/docs/accuracy.md"
      var page = try String(contentsOfFile: path, encoding: .utf8)
      let begin = try #require(page.range(of: "<!-- \(marker): made by make accuracy -->\n"))
      let end = try #require(page.range(of: "<!-- end of \(marker) -->"))
      let lead = text.hasPrefix("\n") ? "" : "\n"
      page.replaceSubrange(begin.upperBound..<end.lowerBound, with: lead + text + "\n")
      try page.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}
