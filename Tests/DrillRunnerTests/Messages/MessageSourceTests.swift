import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// Nothing is said or printed that is not of the catalogue: the types of `Console`, of the live view and of the run's
/// machine see to most of it; this looks for what they cannot.
@Suite struct MessageSourceTests {
  private struct Line {
    var file: String
    var number: Int
    /// Without its comment.
    var text: String

    var place: String { "\(file):\(number): \(text.trimmingCharacters(in: .whitespaces))" }
  }

  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources")

  private static let lines: [Line] = {
    let files =
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    return files.flatMap { file -> [Line] in
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let name = String(file.path.dropFirst(sources.path.count + 1))
      return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
        let code = line.trimmingPrefix { $0 == " " }.hasPrefix("//") ? "" : String(line)
        return Line(file: name, number: index + 1, text: code)
      }
    }
  }()

  /// The lines that hold one of `words`, which are quickly looked for, and match `pattern`.
  private func places(with words: String..., matching pattern: some RegexComponent) -> [String] {
    MessageSourceTests.lines.filter { line in
      words.contains { line.text.contains($0) } && line.text.contains(pattern)
    }.map(\.place)
  }

  @Test func theSourcesAreFound() {
    #expect(MessageSourceTests.lines.count > 40_000)
  }

  /// Only the console, and the terminal's own calls, write to standard output and error.
  @Test func nobodyPrintsPastTheConsole() {
    #expect(
      places(
        with: "print", "rint(", "dump(", "puts(", "printf(", "NSLog(", "perror(",
        matching: /(^|[^.\w])(print|debugPrint|dump|fputs|puts|printf|vprintf|NSLog|perror)\(/
      ).filter { !$0.contains("func print(to console") } == [])
    #expect(places(with: "FileHandle.standard", matching: /FileHandle\.standard(Output|Error)/) == [])
    #expect(
      places(with: "_FILENO", matching: /STD(OUT|ERR)_FILENO/).map { String($0.prefix { $0 != ":" }) }.uniqued
        .sorted() == [
          // Whether it is a terminal, whether its reader is gone, and the live view on it.
          "DrillRunner/Commands/DevicesCommand.swift", "DrillRunner/Options/Console.swift",
          "DrillRunner/Run/LiveDisplay.swift",
        ])
  }

  /// What is no message goes out as a document: tables, JSON, help and the words of a drill or a note. A literal in
  /// such a call would be a sentence that nobody can look up.
  @Test func documentsHaveNoSentences() {
    #expect(
      places(with: "console.", matching: /console\.(document|usage)\("(?!")/).filter { place in
        // A line of a table each; the version; an empty line between tables.
        !["\\(name) (last", "drillrunner \\(Version.number)"].contains { place.contains($0) }
      } == [])
  }

  /// What reports and the live view show in words stands in the files of the wordings: elsewhere they hold labels and
  /// units: two words at most, and one heading of three.
  @Test func screensAndReportsHaveNoSentences() {
    let places = [
      "DrillRunner/Report/", "DrillRunner/Terminal/", "DrillRunner/Protocol/Timeline/",
      "DrillRunner/Run/Live",
      "DrillRunner/Run/Machine/",
    ]
    let found = MessageSourceTests.lines.filter { line in
      places.contains { line.file.hasPrefix($0) } && line.text.contains("\"")
        && !line.text.contains("unavailable(\"") && !line.text.contains("preconditionFailure(")
        && !MessageSourceTests.wordingFiles.contains(line.file) && !line.text.contains("\"Slow and rapid\"")
        && MessageSourceTests.literals(in: line.text).contains {
          $0.contains(/[a-z]{2,} [a-z]{2,} [a-z]{3,}/)
        }
    }
    #expect(found.map(\.place) == [])
  }

  /// What stands between the quotes of a line, every other part of it.
  private static func literals(in line: String) -> [Substring] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map(\.element)
  }

  /// Words go to the voice and to the view as values.
  @Test func nothingIsSaidOrShownAsALiteral() {
    #expect(
      places(with: "(\"", matching: /\b(speak|speakAside|notice|note)\("/).filter {
        !$0.contains("faults?.note(")
      } == [])
    #expect(
      places(with: "(\"", matching: /\.(say|notice|note)\("[A-Z]/).filter { !$0.contains("faults?.note(") }
        == [])
    #expect(places(with: "reason: \"", matching: /stop\((\.\w+, )?reason: "/) == [])
  }

  /// Every error that a person can meet is in the catalogue.
  @Test func everyDiagnosedErrorIsInTheCatalogue() {
    let declared = MessageSourceTests.lines.compactMap { line -> String? in
      guard line.text.contains("DiagnosedError") else { return nil }
      return line.text.firstMatch(of: /(?:struct|enum) (\w+): DiagnosedError/).map { String($0.output.1) }
    }
    #expect(declared.count >= 30)
    let known = MessageCatalogue.types.map {
      String(reflecting: $0).split(separator: ".").last.map(String.init) ?? ""
    }
    for name in declared {
      #expect(known.contains(name), "\(name) is not in MessageCatalogue.types")
    }
  }

  /// Every type whose values are messages is in the catalogue.
  @Test func everyMessageTypeIsInTheCatalogue() {
    let declared = MessageSourceTests.lines.compactMap { line -> String? in
      guard line.text.contains("CatalogueMessage") else { return nil }
      return line.text.firstMatch(of: /extension ([\w.]+): CatalogueMessage/).map { String($0.output.1) }
    }
    let known = MessageCatalogue.types.map { String(reflecting: $0) }
    for name in declared {
      #expect(known.contains { $0.hasSuffix("." + name) }, "\(name) is not in MessageCatalogue.types")
    }
    #expect(declared.count == MessageCatalogue.types.count)
  }

  /// Errors carry no free sentence: what is wrong is a case. The system's and the libraries' own words are passed on.
  @Test func errorsAreMadeWithoutSentences() {
    #expect(
      places(with: ": \"", matching: /\b(cause|remedy|failure): "/).filter {
        !$0.contains("MessageWording(") && !isWording($0)
      } == [])
  }

  /// What is wrong with a drill is one of these, and nothing else in a `DrillError` says it.
  @Test func whatIsWrongWithADrillIsOfTheCatalogue() throws {
    let kinds: [DrillError.Problem] = [
      .yaml(.notUTF8), .value(.formatNotWhole), .number(.catchOutOfRange), .step(.emptyStep),
      .include(.isDrill),
    ]
    #expect(
      Set(kinds.compactMap { EnumCase.name(of: $0) })
        == Set(EnumMetadata.cases(of: DrillError.Problem.self) ?? []))
    let known = Set(MessageCatalogue.types.map { ObjectIdentifier($0) })
    for kind in kinds { #expect(known.contains(ObjectIdentifier(type(of: kind.catalogued)))) }
    let error = DrillError(
      severity: .error, file: "d.yaml", location: .start, problem: kinds[0], sourceLine: "")
    #expect(
      Mirror(reflecting: error).children.compactMap(\.label)
        == ["severity", "file", "location", "problem", "sourceLine"])
  }

  /// The readers of drills have no words of their own: all stand in the wordings. Two words beside each other are a
  /// sentence; the language's own are single ones.
  @Test func readersOfDrillsHaveNoSentences() {
    let readers = MessageSourceTests.lines.filter { line in
      line.file.hasPrefix("DrillRunner/Protocol/") && !line.file.hasPrefix("DrillRunner/Protocol/Timeline/")
        && !line.file.hasSuffix("/SpokenSentence.swift") && !isWording(line.file + ":")
    }
    #expect(Set(readers.map(\.file)).count >= 20)
    let sentences = readers.filter { line in
      MessageSourceTests.literals(of: line.text).contains { $0.contains(/[A-Za-z]{2,},? [A-Za-z]{2,}/) }
    }
    // The names of parts, which wordings are made of.
    #expect(sentences.map(\.place).filter { !$0.contains("/DrillPart.swift:") } == [])
    #expect(!sentences.isEmpty, "such a line is found")
  }

  /// The literals of a line, without what is put into them.
  private static func literals(of line: String) -> [String] {
    var found: [String] = []
    var literal: String?
    var depth = 0
    var isEscaped = false
    for character in line {
      if literal == nil {
        if character == "\"" { literal = "" }
      } else if depth > 0 {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      } else if isEscaped {
        isEscaped = false
        if character == "(" { depth = 1 }
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        found.append(literal ?? "")
        literal = nil
      } else {
        literal?.append(character)
      }
    }
    return found
  }

  @Test func literalsAreFound() {
    #expect(
      MessageSourceTests.literals(of: #"f("a b", g ? "c\(h("x y"))d" : "\"e\"")"#) == ["a b", "cd", "e"])
  }

  /// Why a value is missing is a message, and never a sentence at the place where it is. What is told of an incident
  /// and of a device is one, too. The system's and the libraries' own words are passed on.
  @Test func reasonsAreMadeWithoutSentences() {
    let reasons = MessageSourceTests.joined.filter { line in
      line.text.contains("\"")
        && line.text.contains(
          /\b(unavailable|invalid|limited|refused|UnavailableReason|Measured)\((reason: |recorded: )?"|"unavailable": "|\brecorded: "/
        )
    }
    #expect(reasons.filter { !isWording($0.place) }.map(\.place) == [])
    let measuring = MessageSourceTests.joined.filter { line in
      MessageSourceTests.isMeasuring(line.file) && line.text.contains("\"")
        && line.text.contains(
          /[ (](else|none|reason|failure|problem): "[a-z]|"(reason|next_step)": "[a-z]|"(reason|next_step)"\] = "[a-z]|\?\? "\w+ \w+ \w+/
        )
    }
    #expect(
      measuring.filter { line in
        // The library's own words, and a name for what has none.
        !isWording(line.place) && !MessageSourceTests.describing.contains(line.file)
          && !["\"libsndfile: ", "\"USB serial"].contains { line.text.contains($0) }
      }.map(\.place) == [])
  }

  /// The modules that measure hold no sentence of four words but in messages, in what stops the program, and in the files
  /// that describe columns and devices to other programs.
  @Test func theMeasuringModulesHaveNoSentences() {
    let found = MessageSourceTests.lines.filter { line in
      // The tables of reports are documents.
      MessageSourceTests.isMeasuring(line.file) && !line.file.hasPrefix("DrillRunner/")
        && !MessageSourceTests.describing.contains(line.file) && line.text.contains("\"")
        && line.text.contains(/"[A-Za-z\\][^"]*[a-z]+,? [a-z']+,? [a-z']+,? [a-z']+[^"]*"/)
        && !line.text.contains(/precondition|fatalError|Thread\(|label: "/)
    }
    #expect(found.filter { !isWording($0.place) }.map(\.place) == [])
  }

  private static func isMeasuring(_ file: String) -> Bool {
    ["MotionCore/", "IMUDriver/", "CueAudio/", "DrillRunner/Report/"].contains { file.hasPrefix($0) }
  }

  /// What columns and axes are, in the sidecars of an export; what is known of devices and their clocks; how they are
  /// named; names of statistics and sources; the instructions that are words of `SpokenSentence`.
  private static let describing: Set<String> = [
    "MotionCore/Export/BIDS/BIDSEvents.swift", "MotionCore/Export/BIDS/BIDSExport.swift",
    "MotionCore/Export/BIDS/BIDSTracksys.swift", "MotionCore/Export/CSV/TraceTable.swift",
    "MotionCore/Export/TimedSession.swift", "MotionCore/Orientation/SessionOrientation.swift",
    "IMUDriver/Evdev/KnownController.swift", "IMUDriver/Evdev/KnownControllers.swift",
    "IMUDriver/IIO/IIOTrigger.swift", "IMUDriver/IIO/TimestampClock.swift",
    "IMUDriver/IIO/IIODescription.swift",
    "IMUDriver/Serial/SerialDescription.swift", "IMUDriver/Serial/WitMotionFraming.swift",
    "IMUDriver/Serial/VectorNavFraming.swift", "IMUDriver/Discovery/SensorCatalog.swift",
    "IMUDriver/Discovery/SensorSelector.swift", "IMUDriver/Discovery/IIODiscovery.swift",
    "MotionCore/Analysis/SampledVectors.swift", "MotionCore/Comparison/ComparedSensor.swift",
    "MotionCore/Comparison/StationaryRows.swift", "CueAudio/Clips/ClipLibrary.swift",
    "MotionCore/Calibration/CalibrationStep.swift",
  ]

  /// Lines that end before their argument, with the next line.
  private static let joined: [Line] = zip(lines, lines.dropFirst()).map { line, next in
    guard line.file == next.file, let last = line.text.last(where: { $0 != " " }), "(:?=".contains(last)
    else {
      return line
    }
    var whole = line
    whole.text += (last == "(" ? "" : " ") + next.text.trimmingPrefix { $0 == " " }
    return whole
  }

  /// Lines of the files in which the wordings stand.
  private func isWording(_ place: String) -> Bool {
    let file = place.prefix { $0 != ":" }
    return MessageSourceTests.wordingFiles.contains(String(file))
  }

  private static let wordingFiles: Set<String> = Set(
    lines.filter { $0.text.contains("MessageSection(") || $0.text.contains("MessageWording(") }.map(\.file))
}

extension Array where Element: Hashable {
  /// Each element once, in the order of their first places.
  fileprivate var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
