import Foundation

/// What a file of tests names, as far as it tells which messages it provokes: cases, types, and words in its literals.
/// Comments say nothing.
struct TestSource {
  /// The test target.
  let target: String
  let file: String
  let text: String
  /// Names behind a dot, outside of literals: `.cutLine`.
  private(set) var members: Set<String> = []
  /// Every other name outside of literals.
  private(set) var names: Set<String> = []
  /// Runs of three words within one literal, in lower case.
  private(set) var triples: Set<String> = []
  /// The words of short literals, whole.
  private(set) var literals: Set<String> = []

  init(target: String, file: String, text: String) {
    self.target = target
    self.file = file
    self.text = text
    var reader = Reader(bytes: Array(text.utf8))
    while let token = reader.next() {
      switch token {
      case .name(let name, let isMember):
        if isMember { members.insert(name) } else { names.insert(name) }
      case .literal(let parts):
        for part in parts { triples.formUnion(TestSource.triples(of: part)) }
        if let part = parts.first, parts.count == 1, part.utf8.count < 100 {
          literals.insert(part)
        }
      }
    }
  }

  /// All test files of the project but those about messages themselves, which render every one.
  static func all() throws -> [TestSource] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let files =
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && !$0.path.contains("/Messages/") }
      ?? []
    return try files.map { file in
      let path = file.path.dropFirst(tests.path.count + 1)
      return TestSource(
        target: String(path.prefix { $0 != "/" }), file: file.lastPathComponent,
        text: try String(contentsOf: file, encoding: .utf8))
    }
  }

  /// The words of a text: runs of ASCII letters, in lower case.
  static func words(of text: String) -> [String] {
    text.utf8.split { !($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) }
      .map { String(decoding: $0.map { $0 | 0x20 }, as: UTF8.self) }
  }

  static func triples(of text: String) -> Set<String> {
    let words = words(of: text)
    guard words.count >= 3 else { return [] }
    return Set((0...words.count - 3).map { words[$0..<$0 + 3].joined(separator: " ") })
  }

  /// Reads Swift as far as is needed here: names, literals and comments.
  private struct Reader {
    enum Token {
      case name(String, isMember: Bool)
      /// What stands between interpolations.
      case literal([String])
    }

    let bytes: [UInt8]
    var place = 0

    mutating func next() -> Token? {
      while place < bytes.count {
        if starts("//") {
          while place < bytes.count, bytes[place] != 0x0A { place += 1 }
        } else if bytes[place] == 0x22 || starts("#\"") {
          return literal()
        } else if Reader.isWord(bytes[place]) {
          let start = place
          while place < bytes.count, Reader.isWord(bytes[place]) { place += 1 }
          let name = String(decoding: bytes[start..<place], as: UTF8.self)
          return .name(name, isMember: start > 0 && bytes[start - 1] == UInt8(ascii: "."))
        } else {
          place += 1
        }
      }
      return nil
    }

    private mutating func literal() -> Token {
      let hashes = bytes[place] == UInt8(ascii: "#") ? "#" : ""
      place += hashes.utf8.count
      let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
      place += quotes.utf8.count
      var parts: [[UInt8]] = [[]]
      while place < bytes.count, !starts(quotes + hashes) {
        if starts("\\" + hashes) {
          place += 1 + hashes.utf8.count
          if starts("(") {
            skipParentheses()
            parts.append([])
          } else {
            parts[parts.count - 1].append(0x20)
            place += 1
          }
        } else {
          parts[parts.count - 1].append(bytes[place])
          place += 1
        }
      }
      place += quotes.utf8.count + hashes.utf8.count
      return .literal(parts.map { String(decoding: $0, as: UTF8.self) })
    }

    private mutating func skipParentheses() {
      var depth = 0
      repeat {
        if bytes[place] == UInt8(ascii: "(") { depth += 1 }
        if bytes[place] == UInt8(ascii: ")") { depth -= 1 }
        place += 1
      } while depth > 0 && place < bytes.count
    }

    private func starts(_ text: StaticString) -> Bool {
      text.withUTF8Buffer { bytes[place...].starts(with: $0) }
    }

    private func starts(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    private static func isWord(_ byte: UInt8) -> Bool {
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
  }
}
