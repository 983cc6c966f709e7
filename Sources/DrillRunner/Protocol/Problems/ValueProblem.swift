import IMUDriver
import MotionCore

/// What is wrong with a key of a drill file or the form of its value, and with what stands at the file's head: version,
/// words, voice, buttons. Numbers are `NumberProblem`, cues and steps `StepProblem`.
enum ValueProblem: Hashable, Sendable {
  // The version.
  case notDrill(YAMLNode.Kind)
  case firstKey(isCueSet: Bool)
  case formatNotWhole
  case otherFormat(Int)
  // Any key and value.
  case unknownKey(String, in: DrillPart, known: [String])
  case missingKey(String, of: DrillPart)
  case notMapping(DrillValueName, YAMLNode.Kind)
  case notList(DrillValueName, YAMLNode.Kind)
  case notText(DrillValueName, YAMLNode.Kind)
  case emptyList(DrillValueName)
  case emptyText(DrillValueName)
  case longText(DrillValueName, limit: Int)
  case notOneOf(DrillValueName, String, known: [String])
  case nullInPath
  case outsideFolder(DrillValueName, path: String)
  // The head.
  case notLossPolicy(String)
  case notLanguage(String)
  case notVoice(String)
  case unknownSentence(String)
  case sentenceHasNoNumber(SpokenSentence, String)
  case sentenceLacksNumber(SpokenSentence, String)
  /// A warning: these are said in English, whatever the language.
  case sentencesMissing([SpokenSentence])
  case unknownButton(String)
  case sameButton(String, String)
  /// More problems than are listed.
  case moreProblems(Int)
}

extension ValueProblem: CatalogueMessage {
  static let section = MessageSection("drill-value", "Drill files: keys and values", .error, .notice)
  static let examples: [ValueProblem] = [
    .notDrill(.list), .firstKey(isCueSet: false), .formatNotWhole, .otherFormat(2),
    .unknownKey("intervall", in: .block, known: ["name", "cues", "interval"]),
    .missingKey("title", of: .drill), .notMapping("cues", .list), .notList("steps", .mapping),
    .notText("title", .list), .emptyList("cues"), .emptyText("title"), .longText("say", limit: 500),
    .notOneOf("expect", "lef", known: ExpectedPosition.allCases.map(\.rawValue)), .nullInPath,
    .outsideFolder("clip", path: "../left.wav"), .notLossPolicy("hope"), .notLanguage("german"),
    .notVoice("anna"), .unknownSentence("savd"), .sentenceHasNoNumber(.saved, "number"),
    .sentenceLacksNumber(.closingCounted, "trials"),
    .sentencesMissing([.sensorBack, .otherSensorLost, .otherSensorBack, .diskLow, .diskSlow, .batteryLow]),
    .unknownButton("BTN_SUOTH"), .sameButton("BTN_A", "BTN_SOUTH"), .moreProblems(51),
  ]

  var wording: MessageWording {
    switch self {
    case .notDrill(let kind):
      return MessageWording(
        "a drill file is a mapping, not \(kind.text)", cause: "a drill is made of keys and their values",
        next: "begin with: drill: \(Drill.format)")
    case .firstKey(let isCueSet):
      return MessageWording(
        "the first key must be \"drill\", the version of the format",
        cause: "what the other keys mean depends on the version",
        next: isCueSet
          ? "this is a cue set; a drill takes words from it by include:"
          : "begin with: drill: \(Drill.format)")
    case .formatNotWhole:
      return MessageWording(
        "the format version must be a whole number", cause: "versions are counted",
        next: "write drill: \(Drill.format)")
    case .otherFormat(let number):
      return MessageWording(
        "the file is of drill format \(number); this program reads format \(Drill.format)",
        cause: "a later format may mean something else by the same words",
        next: "use a program that reads format \(number), or write the drill in format \(Drill.format)")
    case .unknownKey(let key, let part, let known):
      return MessageWording(
        "unknown key \"\(key)\" in \(part.anyName)", cause: "the format has no such key there",
        next: Suggestion.hint(for: key, among: known))
    case .missingKey(let key, let part):
      return MessageWording(
        "\(part.name) needs the key \"\(key)\"", cause: "nothing sensible could stand in its place",
        next: "add it, as in \(ValueProblem.samples[key] ?? "\(key): …")")
    case .notMapping(let name, let kind):
      return MessageWording(
        "\(name.text) must be a mapping, not \(kind.text)", cause: "it is made of keys and their values",
        next: "write each below it as key: value, or all as { key: value, … }")
    case .notList(let name, let kind):
      return MessageWording(
        "\(name.text) must be a list, not \(kind.text)", cause: "it holds several items in their order",
        next: "write them below each other behind dashes, or as [one, two]")
    case .notText(let name, let kind):
      return MessageWording(
        "\(name.text) must be text, not \(kind.text)", cause: "it is one word or sentence",
        next: "write it out; text that begins with [ or { needs quotes")
    case .emptyList(let name):
      return MessageWording(
        "\(name.text) is empty", cause: "there is a list with nothing in it",
        next: "write at least one item into it")
    case .emptyText(let name):
      return MessageWording(
        "\(name.text) is empty", cause: "there is nothing to be read",
        next: "write it out; text that begins with # needs quotes")
    case .longText(let name, let limit):
      return MessageWording(
        "\(name.text) is longer than \(limit) characters",
        cause: "nobody listens to or reads so much at once",
        next: "shorten it, or say it in several steps")
    case .notOneOf(let name, let text, let known):
      return MessageWording(
        "\(name.text) cannot be \"\(text)\"", cause: "it is one of a few words",
        next: Suggestion.hint(for: text, among: known))
    case .nullInPath:
      return MessageWording(
        "a path cannot contain a null character", cause: "the system ends a path there",
        next: "remove the \\0 from it")
    case .outsideFolder(let name, let path):
      return MessageWording(
        "the \(name.text) \"\(path)\" lies outside the drill's folder",
        cause: "a drill can be handed on as a folder",
        next: "put it beside the drill, or write its absolute path")
    case .notLossPolicy(let text):
      return MessageWording(
        "\"\(text)\" is not a way to treat a lost sensor", cause: "a run stops at once, or waits for a time",
        next: "write: stop, or: wait 20 s then stop")
    case .notLanguage(let text):
      return MessageWording(
        "\"\(text)\" is not a language", cause: "languages have short names (BCP 47)",
        next: "write its short name: en, de, fr, pt-br")
    case .notVoice(let text):
      return MessageWording(
        "\"\(text)\" is not a voice", cause: "a voice is a program that speaks, or a folder of recordings",
        next: "flite, flite:rms, espeak-ng, espeak-ng:de, or a folder written with a slash: voices/")
    case .unknownSentence(let name):
      let near = Suggestion.nearest(to: name, among: SpokenSentence.allCases.map(\.rawValue))
      return MessageWording(
        "the program has no sentence \"\(name)\"", cause: "its sentences are known by their names",
        next: near.map { "did you mean \"\($0)\"?" } ?? "docs/protocols.md lists them")
    case .sentenceHasNoNumber(let sentence, let number):
      return MessageWording(
        "the sentence \(sentence.rawValue) has no number {\(number)}",
        cause: "nothing could be said in its place",
        next: sentence.placeholders.isEmpty
          ? "write it without braces"
          : "it has " + sentence.placeholders.map { "{\($0)}" }.joined(separator: " and "))
    case .sentenceLacksNumber(let sentence, let number):
      return MessageWording(
        "the sentence \(sentence.rawValue) leaves out its number {\(number)}",
        cause: "what it tells would never be heard", next: "as in: \(sentence.english)")
    case .sentencesMissing(let missing):
      let names = missing.prefix(5).map(\.rawValue).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
      return MessageWording(
        missing.count == SpokenSentence.allCases.count
          ? "the program says its own sentences in English, whatever the language"
          : "\(missing.count) of the program's own sentences have no words in this language: \(names)",
        cause: "what has no words of the drill is said in English",
        next: "say them under sentences:, or include a file that does"
          + (missing.first.map { "; the first is \($0.rawValue): \($0.english)" } ?? ""))
    case .unknownButton(let name):
      return MessageWording(
        "there is no button \"\(name)\"",
        cause: "neither the kernel nor the program knows a button of this name",
        next: ValueProblem.hint(forButton: name))
    case .sameButton(let name, let other):
      return MessageWording(
        "\"\(name)\" and \"\(other)\" are the same button",
        cause: "the kernel has several names for some buttons",
        next: "give it one action")
    case .moreProblems(let count):
      return MessageWording(
        count == 1 ? "1 more problem is not listed" : "\(count) more problems are not listed",
        cause: "some of them may come from those that are", next: "correct these first")
    }
  }

  /// What the keys that must be there look like.
  private static let samples = [
    "title": "title: Left and right", "steps": "steps: [{ stationary: 5 s }, …]", "name": "name: sides",
    "cues": "cues: [LEFT, RIGHT]", "interval": "interval: 4 s", "expect": "expect: left",
  ]

  private static func hint(forButton name: String) -> String {
    let names = KeyCode.allNames + [ButtonMapping.Button.doubleTapName]
    let near =
      Suggestion.nearest(to: name.uppercased(), among: names)
      ?? ["BTN_", "KEY_"].lazy.map { $0 + name.uppercased() }.first(where: names.contains)
    return near.map { "did you mean \"\($0)\"?" }
      ?? "the names are the kernel's, as BTN_SOUTH or KEY_PAGEDOWN; drillrunner devices --watch shows those of "
      + "your device; DOUBLE_TAP is a double tap on the sensor"
  }
}
