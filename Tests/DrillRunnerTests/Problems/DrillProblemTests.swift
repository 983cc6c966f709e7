import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// What is said of drills with mistakes: each message of the catalogue is provoked by a drill through the real reader,
/// at its place.
@Suite struct DrillProblemTests {
  @Test func theDrillThatIsChangedIsRight() {
    let file = parsedDrill(ProvokedProblem.right)
    #expect(file.drill != nil && file.problems == [], "\(file.problems.rendered)")
  }

  @Test(arguments: ProvokedProblem.all)
  func aMistakeIsSaidAtItsPlace(_ provoked: ProvokedProblem) throws {
    let place = try #require(provoked.place, "a place is marked")
    let file = provoked.read()
    let found = file.problems.filter { provoked.isExpected($0.problem) }
    let error = try #require(found.first, "\(file.problems.rendered.prefix(2000))")
    #expect(found.count == 1)
    #expect(error.severity == provoked.severity)
    #expect((file.drill == nil) == !file.problems.fatal.isEmpty)
    #expect(error.file == place.file)
    #expect(error.line == place.line && error.column == place.column && error.length == place.length)
    // Of bytes that are no text, and of problems that are not listed, no line can be shown.
    let hasLine = ![.yaml(.notUTF8), .value(.moreProblems(1)), .value(.moreProblems(50))].contains(
      error.problem)
    #expect(error.sourceLine == (hasLine ? place.text : ""))
    // As compilers do: the place and what is wrong first, what to do last.
    let wording = error.problem.catalogued.wording
    let lines = error.description.components(separatedBy: "\n")
    #expect(
      lines.first
        == "\(place.file):\(place.line):\(place.column): \(provoked.severity.rawValue): \(wording.text)"
    )
    #expect(lines.last == "      → \(try #require(wording.nextStep))")
    #expect(lines.count == (place.text.isEmpty || !hasLine ? 2 : 4))
    #expect(!wording.cause.isEmpty && wording.cause != wording.text)
  }

  /// A case that no drill of the tables provokes fails here.
  @Test func everyCaseIsProvoked() {
    func cases(_ provoked: [ProvokedProblem]) -> Set<String> {
      Set(provoked.map(\.problem.catalogued.variant))
    }
    func expected(_ type: Any.Type) -> Set<String> { Set(EnumMetadata.cases(of: type) ?? []) }
    #expect(cases(ProvokedProblem.yaml) == expected(YAMLProblem.self))
    #expect(cases(ProvokedProblem.value) == expected(ValueProblem.self))
    #expect(cases(ProvokedProblem.number) == expected(NumberProblem.self))
    #expect(cases(ProvokedProblem.step) == expected(StepProblem.self))
    #expect(cases(ProvokedProblem.include) == expected(IncludeProblem.self))
    let ids = Set(ProvokedProblem.all.map(\.id))
    let catalogued = MessageCatalogue.all.map(\.id).filter { id in
      ["yaml", "value", "number", "step", "include"].contains { id.hasPrefix("drill-\($0).") }
    }
    #expect(ids == Set(catalogued))
  }

  /// Values are named by keys of the language, and by nothing that could be a sentence.
  @Test func valuesAreNamedByTheirKeys() {
    let keys = DrillReader.allKeys.union(SpokenSentence.allCases.map(\.rawValue))
    for error in ProvokedProblem.all.flatMap({ $0.read().problems }) {
      guard case .value(let problem) = error.problem else { continue }
      switch problem {
      case .notMapping(.key(let key), _), .notList(.key(let key), _), .notText(.key(let key), _),
        .emptyList(.key(let key)), .emptyText(.key(let key)), .longText(.key(let key), _),
        .notOneOf(.key(let key), _, _), .outsideFolder(.key(let key), _), .missingKey(let key, _):
        #expect(keys.contains(key), "\(key)")
      default: break
      }
    }
  }

  /// The same through the command: every message that it prints is heard as one of the catalogue.
  @Test func checkTellsEach() throws {
    let heard = try HeardMessages()
    for (index, provoked) in ProvokedProblem.all.enumerated()
    where provoked.fault == nil && provoked.hasFolder {
      let folder = "\(heard.folder)/\(index)"
      for name in provoked.files.keys {
        let file = URL(fileURLWithPath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(try #require(provoked.bytes(name))).write(to: file)
      }
      let (ids, text) = heard.run(["check", "\(folder)/d.yaml"])
      #expect(
        ids.first == "drill" && ids.contains(provoked.id), "\(provoked.id): \(ids)\n\(text.prefix(2000))")
      #expect(text.contains(" \(provoked.severity.rawValue): ") && text.contains("\n      → "))
    }
  }
}
