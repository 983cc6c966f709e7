import MotionCore

/// What keeps the text of a drill file from being read as plain YAML: the encoding, the syntax, and the parts of YAML
/// that a drill does without.
enum YAMLProblem: Hashable, Sendable {
  case notUTF8
  /// `reason` is in libfyaml's words.
  case notYAML(reason: String)
  /// Refused by libfyaml without a word.
  case notVersion12
  case stoppedEarly
  case outOfMemory
  case emptyFile
  // YAML that a drill does without.
  case aliasUsed
  case anchorUsed
  case tagUsed
  case nestedTooDeep(limit: Int)
  case tooManyValues(limit: Int)
  case keyNotText(YAMLNode.Kind)
  case keyTwice(String, line: Int)
}

extension YAMLProblem: CatalogueMessage {
  static let section = MessageSection("drill-yaml", "Drill files: text and YAML", .error)
  static let examples: [YAMLProblem] = [
    .notUTF8, .notYAML(reason: "did not find expected ',' or ']'"), .notVersion12, .stoppedEarly,
    .outOfMemory, .emptyFile, .aliasUsed, .anchorUsed, .tagUsed, .nestedTooDeep(limit: 16),
    .tooManyValues(limit: 50_000), .keyNotText(.list), .keyTwice("title", line: 2),
  ]

  var wording: MessageWording {
    switch self {
    case .notUTF8:
      MessageWording(
        "this is not UTF-8 text", cause: "the byte at this place belongs to another encoding, or to no text",
        next: "save the file in the encoding UTF-8")
    case .notYAML(let reason):
      MessageWording(
        "this is not YAML: \(reason)", cause: "libfyaml cannot read on from here, and says why in its words",
        next:
          "look here and just before: open brackets and quotes, spaces at the start, a space after each colon"
      )
    case .notVersion12:
      MessageWording(
        "this is not YAML 1.2", cause: "libfyaml refuses the head of the file and gives no reason",
        next: "remove the lines that begin with %, or what stands before the first key")
    case .stoppedEarly:
      MessageWording(
        "reading stopped here: libfyaml gave no reason", cause: "the library ended before the file did",
        next: "try again; the file may be too large for the memory left")
    case .outOfMemory:
      MessageWording(
        "libfyaml could not read the file: out of memory", cause: "the system gave the library no memory",
        next: "close other programs and try again")
    case .emptyFile:
      MessageWording(
        "the file is empty", cause: "it holds nothing but space and comments",
        next: "begin with: drill: 1 (a file that is included: cue_set: 1)")
    case .aliasUsed:
      MessageWording(
        "aliases (*name) are not allowed", cause: "every value of a drill stands where it is used",
        next: "write the value out")
    case .anchorUsed:
      MessageWording(
        "anchors (&name) are not allowed", cause: "every value of a drill stands where it is used",
        next: "write the value out where it is needed")
    case .tagUsed:
      MessageWording(
        "tags (!name) are not allowed", cause: "what a value is follows from its key", next: "remove the tag")
    case .nestedTooDeep(let limit):
      MessageWording(
        "values are nested more than \(limit) deep", cause: "no drill needs more than five levels",
        next: "look for brackets and braces that are never closed")
    case .tooManyValues(let limit):
      MessageWording(
        "more than \(limit) values", cause: "no drill that is written by hand has so many",
        next: "use repeat: instead of writing cues out; is it the right file?")
    case .keyNotText(let kind):
      MessageWording(
        "a key must be text, not \(kind.text)", cause: "what stands before a colon is the name of a value",
        next: "write one word before the colon")
    case .keyTwice(let key, let line):
      MessageWording(
        "the key \"\(key)\" stands here twice", cause: "only one of the two values could count",
        next: "it is already on line \(line); remove one")
    }
  }
}
