import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// Every message is provoked by a test: through the part of the program that tells it, in the test target of that part
/// or of one that uses it.
///
/// `CommandMessageTests` hears messages from commands, `SpokenMessageTests` from the run's machine. Another test counts
/// for a message when it has its id in a literal; when it names its case, and its type in the same file; or when it asserts
/// three words in a row that no other message has, or its whole text.
@Suite struct ProvokedMessageTests {
  /// What the tests of programs and devices assert by fewer words: where, and which.
  static let elsewhere: [String: (file: String, words: String)] = [
    "notice.stopped": ("EndToEndTests/EvdevFamilyTests.swift", "Stopped by SIG"),
    "notice.latency-stopped": ("EndToEndTests/SoundCommandTests.swift", "; nothing was stored."),
    "sensor.request-refused": ("IMUDriverTests/EvdevRefusalTests.swift", "EVIOCGABS"),
    "sensor-unfit.setting-refused": ("IMUDriverTests/IIORefusalTests.swift", "iio:device0/buffer/enable"),
  ]

  /// Types whose every case another test provokes, and checks that itself: `SpokenMessageTests`, `DrillProblemTests`.
  private static let provokedWhole: Set<String> = [
    "SpokenSentence", "YAMLProblem", "ValueProblem", "NumberProblem", "StepProblem", "IncludeProblem",
  ]

  /// Types whose messages tests know by another: the reason that is recorded is of the name of the advice.
  private static let otherNames = ["CalibrationAdvice": "CalibrationProblem"]

  /// A message, and the type that tells it.
  struct Message {
    var id: String
    var module: String
    var type: String
    /// The case; empty where the type has only one message.
    var variant: String
    var text: String
    /// Its words, in one line.
    var words: String
  }

  static func messages() -> [Message] {
    func of<Told: CatalogueMessage>(_ type: Told.Type) -> [Message] {
      let path = String(reflecting: type).split(separator: ".").map(String.init)
      return Told.examples.map {
        Message(
          id: $0.messageID, module: path[0], type: path[1], variant: $0.variant, text: $0.text,
          words: TestSource.words(of: $0.text).joined(separator: " "))
      }
    }
    return MessageCatalogue.types.flatMap { of($0) }
  }

  /// Whether tests of `target` can have to do with `module`.
  private static func reaches(_ target: String, _ module: String) -> Bool {
    module == "MotionCore" || [module + "Tests", "DrillRunnerTests", "EndToEndTests"].contains(target)
  }

  /// The ids of the messages that none of `sources` provokes.
  static func unprovoked(_ messages: [Message], by sources: [TestSource]) -> [String] {
    var holders: [String: [Message]] = [:]
    for message in messages {
      for triple in TestSource.triples(of: message.text) { holders[triple, default: []].append(message) }
    }
    /// Words tell a message from all others but those that hold its whole text.
    func areItsOwn(_ triple: String, _ message: Message) -> Bool {
      (holders[triple] ?? []).allSatisfy {
        $0.id == message.id || ($0.words != message.words && $0.words.contains(message.words))
      }
    }
    return messages.filter { message in
      let types = [message.type, otherNames[message.type]].compactMap { $0 }
      let own = TestSource.triples(of: message.text).filter { areItsOwn($0, message) }
      let isRawWord = message.text.contains("_") || message.words.contains(" ")
      return !sources.contains { source in
        guard reaches(source.target, message.module) else { return false }
        if source.literals.contains(message.id) && message.id.contains(".") { return true }
        if isRawWord && source.literals.contains(message.text) { return true }
        if !source.triples.isDisjoint(with: own) { return true }
        guard types.contains(where: source.names.contains) else { return false }
        return message.variant.isEmpty || source.members.contains(message.variant)
      }
    }.map(\.id)
  }

  @Test func everyMessageIsProvoked() throws {
    let sources = try TestSource.all()
    #expect(sources.count > 200)
    let messages = ProvokedMessageTests.messages()
    let heard = Set(CommandMessageTests.cases.map(\.id)).union(ProvokedMessageTests.elsewhere.keys)
    let rest = messages.filter {
      !heard.contains($0.id) && !ProvokedMessageTests.provokedWhole.contains($0.type)
    }
    #expect(
      ProvokedMessageTests.unprovoked(rest, by: sources) == [], "no test makes the program tell these")
    for (id, place) in ProvokedMessageTests.elsewhere {
      let message = try #require(messages.first { $0.id == id }, "there is no message \(id)")
      #expect(message.text.contains(place.words), "\(id)")
      let source = try #require(sources.first { "\($0.target)/\($0.file)" == place.file }, "\(id)")
      #expect(source.text.contains(place.words), "\(id)")
    }
  }

  /// What counts for a message, and what does not.
  @Test func aMessageIsProvokedByWhatIsItsOwn() {
    func unprovoked(_ text: String, target: String = "MotionCoreTests") -> Set<String> {
      let messages = ProvokedMessageTests.messages().filter { $0.id.hasPrefix("seal.") }
      return Set(
        ProvokedMessageTests.unprovoked(
          messages, by: [TestSource(target: target, file: "a.swift", text: text)]))
    }
    let all = unprovoked("")
    #expect(all.count == SealError.examples.count)
    func provoked(_ text: String, target: String = "MotionCoreTests") -> Set<String> {
      all.subtracting(unprovoked(text, target: target))
    }
    #expect(provoked("#expect(error == SealError.notSynced(path: p, files: f))") == ["seal.not-synced"])
    #expect(provoked("#expect(error.messageID == \"seal.not-synced\")") == ["seal.not-synced"])
    #expect(provoked("#expect(text.contains(\"could not be written and synced\"))") == ["seal.not-synced"])
    #expect(
      provoked("#expect(text == \"\\(name) in place of \\(number), or other ones\")") == ["seal.differs"])
    // A case without its type, a comment, a literal that looks like a case, words that several messages share.
    #expect(provoked("case .notSynced: true") == [])
    #expect(provoked("// SealError.notSynced\nfoo()") == [])
    #expect(provoked("let a = SealError.self; let b = \".notSynced\"") == [])
    #expect(provoked("\"the session could not be sealed and is not safely saved\"") == [])
    // A message of the audio part is not provoked by a test of the core.
    let sound = ProvokedMessageTests.messages().filter { $0.id == "sound.busy" }
    let source = "AudioError.busy(pcm: x)"
    #expect(
      ProvokedMessageTests.unprovoked(
        sound, by: [TestSource(target: "MotionCoreTests", file: "a.swift", text: source)]) == ["sound.busy"])
    #expect(
      ProvokedMessageTests.unprovoked(
        sound, by: [TestSource(target: "CueAudioTests", file: "a.swift", text: source)]) == [])
  }
}
