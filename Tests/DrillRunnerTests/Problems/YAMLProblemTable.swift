@testable import DrillRunner

extension ProvokedProblem {
  /// Texts that are no plain YAML.
  static let yaml: [ProvokedProblem] = [
    .init(.yaml(.notUTF8), "drill: 1\ntitle: é«\u{FFFD}»\n"),
    .init(
      .yaml(.notUTF8), ("title: T", "title: T\ninclude: w.yaml"), files: ["w.yaml": "cue_set: 1\n«\u{FFFD}»"]),
    .init(.yaml(.notYAML(reason: "")), "drill: 1\ntitle: [a\n«»"),
    .init(.yaml(.notVersion12), "«%»YAML 9.9\n---\ndrill: 1\n"),
    .init(.yaml(.stoppedEarly), "«d»rill: 1\n", fault: "fy_parser_parse"),
    .init(.yaml(.outOfMemory), "«d»rill: 1\n", fault: "fy_parser_create"),
    .init(.yaml(.outOfMemory), "«d»rill: 1\n", fault: "fy_token_get_text"),
    .init(.yaml(.emptyFile), "«#» nothing\n"),
    .init(.yaml(.aliasUsed), "drill: 1\ntitle: «*x»\n"),
    .init(.yaml(.anchorUsed), "drill: 1\ntitle: &x «y»\n"),
    .init(.yaml(.anchorUsed), "drill: 1\nsteps: &x «[»]\n"),
    .init(.yaml(.tagUsed), "drill: 1\ntitle: !!str «y»\n"),
    // The drill's own mapping is the first level.
    .init(
      .yaml(.nestedTooDeep(limit: 16)),
      "drill: 1\nx: " + String(repeating: "[", count: 15) + "«[»" + String(repeating: "]", count: 16)),
    // The key is the first value.
    .init(
      .yaml(.tooManyValues(limit: 50_000)), "x: [" + String(repeating: "1,", count: 49_999) + "«1»]\n"),
    .init(.yaml(.keyNotText(.list)), "? «[»a]\n: b\n"),
    .init(.yaml(.keyNotText(.mapping)), "? «{»a: b}\n: b\n"),
    .init(.yaml(.keyTwice("title", line: 2)), "drill: 1\ntitle: a\n«title»: b\n"),
  ]
}
