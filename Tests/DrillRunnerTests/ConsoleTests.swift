import Foundation
import Testing

@testable import DrillRunner

/// Messages on a terminal: broken at spaces by hand here.
@Suite struct ConsoleTests {
  @Test(
    arguments: [
      ("one two three\n", "one two\n  three\n"), ("short\n\nx\n", "short\n\nx\n"),
      ("  → do this now\n", "  → do\n    this\n    now\n"),
      // What is copied stays whole, and what is drawn stays where it is.
      ("in /a/long/path/x\n", "in\n  /a/long/path/x\n"), ("    8 |   RIGHT: x\n", "    8 |   RIGHT: x\n"),
    ])
  func longLinesAreBrokenAtSpaces(text: String, lines: String) {
    #expect(Console.wrapped(text, columns: 9) == lines)
  }

  /// What is no error of the program's own is told as what nobody expected, with its own words.
  @Test func anErrorThatNobodyHasAWordForIsToldAsSuch() throws {
    struct Odd: LocalizedError {
      var errorDescription: String? { "the moon is full" }
    }
    let (ids, text) = try HeardMessages().told { $0.error(Odd()) }
    #expect(ids == ["unexpected"])
    #expect(text.hasPrefix("error: something failed that should not: the moon is full\n  → "))
  }
}
