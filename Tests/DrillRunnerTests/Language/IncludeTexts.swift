import Testing

@testable import DrillRunner

/// Drills and the files that they include, as texts in memory, in the folder "drills".
enum IncludeTexts {
  static let words: String = """
    cue_set: 1
    cues:
      LEFT: { say: Links, expect: left }
      CENTER: { say: Mitte, expect: center }
    """

  static func main(_ head: String, cues: String = "[LEFT, CENTER]") -> String {
    """
    drill: 1
    title: T
    \(head)
    steps:
      - stationary: 5 s
      - block: { name: b, cues: \(cues), interval: 4 s }

    """
  }

  static func read(_ files: [String: [UInt8]], _ name: String = "d.yaml") throws -> DrillFile {
    DrillFile.parse(
      try #require(files[name]), path: "drills/\(name)", folder: "drills",
      reading: { path in
        #expect(path.hasPrefix("drills/"))
        return files[String(path.dropFirst("drills/".count))].map { .success($0) }
          ?? .failure(.missing(path: path, looked: [], known: []))
      })
  }

  static func read(_ files: [String: String]) throws -> DrillFile {
    try read(files.mapValues { Array($0.utf8) })
  }
}
