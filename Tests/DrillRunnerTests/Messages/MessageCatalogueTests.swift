import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// The catalogue of messages: complete, and each of its entries is what somebody needs.
@Suite struct MessageCatalogueTests {
  private static let entries = MessageCatalogue.all
  private static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private enum Plain {
    case one
    case two(Int)
    case threeFour(text: String)
  }

  @Test func casesOfAnEnumAreReadFromItsMetadata() {
    #expect(EnumMetadata.cases(of: Plain.self).map(Set.init) == ["one", "two", "threeFour"])
    #expect(
      EnumMetadata.cases(of: MessageChannel.self).map(Set.init)
        == Set(MessageChannel.allCases.map(\.rawValue)))
    #expect(EnumMetadata.cases(of: Int.self) == nil)
    #expect(EnumCase.name(of: Plain.one) == "one")
    #expect(EnumCase.name(of: Plain.threeFour(text: "x")) == "threeFour")
    #expect(EnumCase.name(of: 1) == nil)
    #expect(EnumCase.dashed("noneFound") == "none-found")
    #expect(EnumCase.dashed("notJSON") == "not-json")
    #expect(EnumCase.dashed("lean_left") == "lean-left")
  }

  /// A case that is added to a type and not to its examples fails here, whatever else was done.
  @Test func everyCaseOfEveryTypeHasAnExample() {
    func check<Message: CatalogueMessage>(_ type: Message.Type) {
      let shown = Message.examples.map(\.variant)
      guard let cases = EnumMetadata.cases(of: Message.variants) else {
        #expect(shown == [""], "\(type) has one message")
        return
      }
      #expect(Set(shown) == Set(cases), "\(type)")
    }
    for type in MessageCatalogue.types { check(type) }
  }

  @Test func idsAndSectionsAreUnique() {
    let ids = MessageCatalogueTests.entries.map(\.id)
    #expect(Set(ids).count == ids.count, "\(Dictionary(grouping: ids) { $0 }.filter { $1.count > 1 }.keys)")
    let sections = MessageCatalogue.types.map { $0.section.id }
    #expect(Set(sections).count == sections.count)
    #expect(Set(MessageCatalogue.types.map { $0.section.title }).count == sections.count)
    for id in ids {
      #expect(id.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || "-.".contains($0)) }, "\(id)")
    }
  }

  @Test(arguments: MessageCatalogueTests.entries)
  func aMessageHasTextCauseAndNextStep(entry: MessageEntry) throws {
    let next = try #require(entry.wording.nextStep, "\(entry.id) says no next step")
    for text in [entry.wording.text, entry.wording.cause, next] {
      #expect(text.count { $0.isLetter } >= 3, "\(entry.id): “\(text)”")
      #expect(!text.hasSuffix(" ") && !text.hasPrefix(" "), "\(entry.id): “\(text)”")
      // What a moment should have filled in, and did not.
      for mark in ["Optional(", "nil", "\\(", "TODO", "%@", "()"] {
        #expect(!text.contains(mark), "\(entry.id): “\(text)”")
      }
    }
    #expect(!["try again", "try again."].contains(next.lowercased()), "\(entry.id)")
  }

  @Test(arguments: MessageCatalogueTests.entries.filter { $0.section.channels.contains(.spoken) })
  func whatIsSaidIsShortAndCanBeSpoken(entry: MessageEntry) {
    let text = entry.wording.text
    // Fifteen characters a second: nobody listens longer than a quarter of a minute.
    #expect(text.count <= 200, "\(entry.id) has \(text.count) characters")
    if !SpokenSentence.allCases.contains(where: { $0.isPart && $0.messageID == entry.id }) {
      #expect(text.last == ".", "\(entry.id)")
    }
    #expect(text.allSatisfy { !"\n\"“”`_/\\|<>{}[]()→°%".contains($0) }, "\(entry.id): “\(text)”")
  }

  /// Printed lines break at spaces on a terminal; a word that is wider than 110 columns could not.
  @Test(arguments: MessageCatalogueTests.entries.filter { !$0.section.channels.contains(.spoken) })
  func whatIsPrintedFitsIntoAWideTerminal(entry: MessageEntry) {
    #expect(!entry.wording.text.contains("\n"), "\(entry.id) has one line")
    for text in [entry.wording.text, entry.wording.nextStep ?? ""] {
      for line in text.split(separator: "\n") {
        for part in TextColumns.wrapped(String(line), width: 110) {
          #expect(DisplayWidth.of(part) <= 110, "\(entry.id)")
        }
        #expect(line.split(separator: " ").allSatisfy { DisplayWidth.of(String($0)) <= 110 }, "\(entry.id)")
      }
    }
    #expect(DisplayWidth.of(entry.wording.text) <= 3 * 110, "\(entry.id) needs more than three lines")
  }

  /// A next step that names a command or an option of the program names one that there is.
  @Test func nextStepsNameWhatThereIs() {
    let commands = Set(CommandRegistry.commands.map(\.name))
    let options = Set(CommandRegistry.commands.flatMap(\.allFlags).map(\.name))
    for entry in MessageCatalogueTests.entries {
      let text = [entry.wording.text, entry.wording.cause, entry.wording.nextStep ?? ""].joined(
        separator: " ")
      for match in text.matches(of: /`?drillrunner ([a-z]+)/) {
        let word = String(match.output.1)
        #expect(commands.contains(word) || ["that", "in"].contains(word), "\(entry.id): \(word)")
      }
      for match in text.matches(of: /(^|[ (])--([a-z-]+)/) {
        let word = String(match.output.2)
        let others = ["reinstall", "user", "what", "help", "render-clips", "completions", "sed", "voices"]
        #expect(options.contains(word) || others.contains(word), "\(entry.id): --\(word)")
      }
      for match in text.matches(of: /docs\/[a-z-]+\.md/) {
        let path = MessageCatalogueTests.project.appendingPathComponent(String(match.output)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(entry.id): \(match.output)")
      }
    }
  }

  @Test func thePageIsWhatTheCatalogueSays() throws {
    let file = MessageCatalogueTests.project.appendingPathComponent("docs/messages.md")
    let page = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    #expect(page == MessagePage.text, "make messages writes docs/messages.md anew")
    for entry in MessageCatalogueTests.entries { #expect(page.contains("**`\(entry.id)`**")) }
  }
}
