/// Several files in one input: what a fuzzer mutates is text, so the container is text too. A line `=== NAME`
/// begins a file, and its contents are the lines up to the next such line. Text before the first is the file "".
/// `=== NAME folder`, `link`, `pipe` or `held` make it that instead (`held`: a file that a process has locked).
struct Container {
  enum Kind: String {
    case file, folder, link, pipe, held
  }

  struct Entry {
    var name: String
    var kind: Kind
    var bytes: [UInt8]
  }

  /// More than any mutation needs.
  private static let maximumEntries = 64
  private static let mark = Array("=== ".utf8)

  var entries: [Entry] = []

  init(_ bytes: [UInt8]) {
    var entry = Entry(name: "", kind: .file, bytes: [])
    var isFirst = true
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
      let line = rest[..<end]
      rest = rest[end...]
      guard line.starts(with: Container.mark), entries.count < Container.maximumEntries else {
        entry.bytes += line
        continue
      }
      if !isFirst || !entry.bytes.isEmpty { entries.append(entry) }
      isFirst = false
      let words = String(decoding: line.dropFirst(4).prefix { $0 != 0x0A }, as: UTF8.self)
        .split(separator: " ", maxSplits: 1)
      entry = Entry(
        name: words.first.map(String.init) ?? "",
        kind: words.count > 1 ? Kind(rawValue: String(words[1])) ?? .file : .file, bytes: [])
    }
    entries.append(entry)
  }

  /// The contents of the first file called `name`.
  subscript(name: String) -> [UInt8]? {
    entries.first { $0.name == name }?.bytes
  }
}
