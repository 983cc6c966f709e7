import MotionCore

/// What is wrong with the files that a drill includes, and with how they follow it in a record.
enum IncludeProblem: Hashable, Sendable {
  // The files.
  case includedTwice(String)
  /// `way` begins and ends with the same file.
  case includesItself(way: [String])
  case includedTooDeep(limit: Int)
  case tooManyFiles(limit: Int)
  /// The text of a drill is checked without its folder.
  case noFolder(String)
  case unreadable(String, path: String, DrillFileError)
  case tooLarge(limitKiB: Int)
  // What stands in them.
  case isDrill
  case notCueSet
  case otherFormat
  case secondCueSet
  case otherLanguage(String, place: String)
  case otherVoice(String, place: String)
  case sentenceTwice(SpokenSentence, place: String)
  // The record.
  case secondDrill
  case recordCut
  case recordedTwice(String)
}

extension IncludeProblem: CatalogueMessage {
  static let section = MessageSection("drill-include", "Drill files: included files", .error)
  static let examples: [IncludeProblem] = [
    .includedTwice("words/german.yaml"), .includesItself(way: ["a.yaml", "b.yaml", "a.yaml"]),
    .includedTooDeep(limit: 8), .tooManyFiles(limit: 32), .noFolder("words/german.yaml"),
    .unreadable(
      "words/german.yaml", path: "drills/words/german.yaml",
      .missing(path: "drills/words/german.yaml", looked: [], known: [])),
    .tooLarge(limitKiB: 256), .isDrill, .notCueSet, .otherFormat, .secondCueSet,
    .otherLanguage("en", place: "words/english.yaml:2"),
    .otherVoice("flite:slt", place: "words/english.yaml:3"),
    .sentenceTwice(.saved, place: "words/english.yaml:5"), .secondDrill, .recordCut,
    .recordedTwice("words/german.yaml"),
  ]

  var wording: MessageWording {
    switch self {
    case .includedTwice(let name):
      MessageWording(
        "\"\(name)\" is included here twice", cause: "it may be a slip for another file", next: "remove one")
    case .includesItself(let way):
      MessageWording(
        "the file includes itself: \(way.joined(separator: " → "))", cause: "reading it would never end",
        next: "remove one of these includes")
    case .includedTooDeep(let limit):
      MessageWording(
        "files include each other more than \(limit) deep",
        cause: "nobody could tell where a word comes from",
        next: "include the file from the drill itself")
    case .tooManyFiles(let limit):
      MessageWording(
        "more than \(limit) files are included", cause: "no drill needs so many",
        next: "put the words of several into one file")
    case .noFolder(let name):
      MessageWording(
        "\"\(name)\" cannot be read here", cause: "this is the text of a drill without its folder",
        next: "check the drill as a file")
    case .unreadable(let name, let path, let error):
      MessageWording(
        "\"\(name)\" cannot be read: \(error.cause)", cause: error.cause,
        next: "it is looked for at \(path)" + (IncludeProblem.next(error).map { "; \($0)" } ?? ""))
    case .tooLarge(let limit):
      MessageWording(
        "with this file the drill is larger than \(limit) KiB", cause: "more than any words written by hand",
        next: "include less")
    case .isDrill:
      MessageWording(
        "this is a drill, and cannot be included", cause: "only words can be shared, not steps",
        next: "a file that is included begins with: cue_set: \(DrillReader.cueSetFormat)")
    case .notCueSet:
      MessageWording(
        "this is not a cue set", cause: "the first key of a cue set is its version",
        next: "a file that is included begins with: cue_set: \(DrillReader.cueSetFormat)")
    case .otherFormat:
      MessageWording(
        "this program reads cue sets of format \(DrillReader.cueSetFormat)",
        cause: "a later format may mean something else by the same words",
        next: "write cue_set: \(DrillReader.cueSetFormat)")
    case .secondCueSet:
      MessageWording(
        "a cue set is one document; this starts a second", cause: "three dashes begin a new YAML document",
        next: "remove the dashes, or put what follows into a file of its own")
    case .otherLanguage(let language, let place):
      MessageWording(
        "another language, \(language), is already set at \(place)", cause: "a drill speaks one language",
        next: "include one of the files")
    case .otherVoice(let voice, let place):
      MessageWording(
        "another voice, \(voice), is already set at \(place)", cause: "a drill has one voice",
        next: "include one of the files, or set the voice in the drill")
    case .sentenceTwice(let sentence, let place):
      MessageWording(
        "the sentence \(sentence.rawValue) already has words at \(place)",
        cause: "which of them was heard would depend on an order", next: "remove one, or say it in the drill")
    case .secondDrill:
      MessageWording(
        "a drill file holds one document; this starts a second",
        cause: "three dashes begin a new YAML document",
        next: "put the second drill into a file of its own")
    case .recordCut:
      MessageWording(
        "the file that was included is missing here",
        cause: "a recorded drill is followed by each file that it includes, and this one was cut short",
        next: "take all of the session's protocol.yaml")
    case .recordedTwice(let name):
      MessageWording(
        "\"\(name)\" stands here twice", cause: "a recorded drill holds each file once", next: "remove one")
    }
  }

  private static func next(_ error: DrillFileError) -> String? {
    if case .missing = error { return "put it there, or correct the path" }
    return error.remedy
  }
}
