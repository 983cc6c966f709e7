import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// Help and lists fit the terminal that they are printed on.
@Suite struct HelpTextTests {
  private static let texts: [@Sendable (Int) -> String] =
    [{ CommandRegistry.helpText(width: $0) }]
    + CommandRegistry.commands.map { command in { command.helpText(width: $0) } }

  @Test(arguments: [40, 60, 80, 110])
  func helpFits(width: Int) {
    for text in HelpTextTests.texts.map({ $0(width) }) {
      for line in text.split(separator: "\n") {
        #expect(DisplayWidth.of(String(line)) <= width, "\(line)")
      }
    }
  }

  /// The words are the same, however they are broken.
  @Test func nothingIsLost() {
    for text in HelpTextTests.texts {
      func words(_ width: Int) -> [String] {
        text(width).split { $0.isWhitespace }.map(String.init)
      }
      #expect(words(80) == words(110))
    }
    for command in CommandRegistry.commands {
      let text = command.helpText(width: 80)
      for flag in command.allFlags { #expect(text.contains("\n  \(flag.usage)"), "\(flag.usage)") }
    }
  }

  @Test func listsAreLaidOutByHand() {
    // The widest name that shares its line has 28 columns.
    let long = String(repeating: "x", count: 29)
    #expect(
      HelpText.list([("-a", "one two three four five"), (long, "six")], width: 24)
        == ["  -a  one two three four", "      five", "  " + long, "      six"])
    #expect(
      HelpText.filled("one two\nthree four\n\ncsv   a\nbids   b c", width: 12)
        == ["one two", "three four", "", "csv   a", "bids   b c"])
  }

  private func console(columns: Int?, _ body: (Console) throws -> Void) rethrows -> String {
    let heard = Printed()
    let stream = Console.Stream(write: { heard.add($0) }, isTerminal: columns != nil, columns: columns)
    try body(Console(out: stream, err: stream))
    return heard.text
  }

  @Test(arguments: [(nil, 80), (80, 80), (62, 62), (300, 110), (10, 40)] as [(Int?, Int)])
  func theConsoleKnowsTheWidth(columns: Int?, width: Int) {
    let text = console(columns: columns) { $0.help { "\($0)" } }
    #expect(text == "\(width)\n")
    let usage = console(columns: columns) { $0.usage { "\($0)" } }
    #expect(usage == "\(width)\n")
  }

  @Test("How a command went is broken at spaces on a terminal, a path stays whole, and a file gets one line")
  func resultsFit() {
    let line = ResultLine.sessionEnded(.interrupted, reason: "the sensor did not come back", bundle: "/a/b-c")
    #expect(console(columns: nil) { $0.result(line) } == line.text + "\n")
    #expect(
      console(columns: 40) { $0.result(line) }
        == "Session interrupted (the sensor did not\n  come back): /a/b-c\n")
  }

  @Test("Sessions in 80 columns: each with its name below, and in one line where it fits")
  func sessions() throws {
    let heard = try HeardMessages()
    let drill = try heard.write(
      HeardMessages.drill.replacing("title: Short", with: "title: A drill with a title that is rather long"),
      "long.yaml")
    let folder = heard.folder + "/sessions"
    _ = heard.run(["rehearse", drill, "--sessions", folder])
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder).first { !$0.contains(".") })
    let narrow = console(columns: 80) { console in
      #expect(CommandRegistry.main(["sessions", "--sessions", folder], console: console) == .done)
    }
    let lines = narrow.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 80 }, "\(narrow)")
    #expect(lines.count == 4 && lines[2].hasPrefix("complete") && lines[3] == "    " + name, "\(narrow)")
    let list = try SessionList(store: SessionStore(folder: folder)).text(width: 250)
    #expect(list.split(separator: "\n").count == 2 && list.contains(name))
  }

  @Test("Without UTF-8 what a person reads is ASCII, and what a program reads stays as it is")
  func ascii() {
    let heard = Printed()
    var stream = Console.Stream(write: { heard.add($0) }, isTerminal: false)
    stream.isASCII = true
    let console = Console(out: stream, err: stream)
    console.document("a – b → 3° ± 1 µs")
    console.notice(.output(.bluetooth))
    #expect(heard.text.hasPrefix("a - b -> 3 deg +/- 1 us\n"))
    #expect(heard.text.contains("\n  -> ") && heard.text.utf8.allSatisfy { $0 < 0x80 })
    console.json(["title": "Mitte – links"])
    #expect(heard.text.contains("Mitte – links"))
  }

  private final class Printed: @unchecked Sendable {
    private let lock = NSLock()
    private var all = ""
    var text: String { lock.withLock { all } }
    func add(_ text: String) { lock.withLock { all += text } }
  }
}
