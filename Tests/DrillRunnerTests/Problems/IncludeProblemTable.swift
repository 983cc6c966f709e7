@testable import DrillRunner

extension ProvokedProblem {
  /// A drill that includes something: `include:` takes the place of its seed.
  private static func including(
    _ problem: IncludeProblem, _ include: String, _ files: [String: String] = [:]
  ) -> ProvokedProblem {
    .init(.include(problem), ("seed: 7", "include: " + include), files: files)
  }

  /// A recorded drill, with what follows it.
  private static func recorded(_ problem: IncludeProblem, _ tail: String) -> ProvokedProblem {
    .init(.include(problem), right + tail)
  }

  /// Drills with files that cannot be included. The limits are those that docs/protocols.md states.
  static let include: [ProvokedProblem] = [
    including(.includedTwice("./w.yaml"), "[w.yaml, «./w.yaml»]", ["w.yaml": "cue_set: 1\n"]),
    including(.includesItself(way: ["d.yaml", "d.yaml"]), "«d.yaml»"),
    including(
      .includesItself(way: ["a.yaml", "b.yaml", "a.yaml"]), "a.yaml",
      ["a.yaml": "cue_set: 1\ninclude: b.yaml\n", "b.yaml": "cue_set: 1\ninclude: «a.yaml»\n"]),
    // The drill, and eight files below it: 0.yaml to 7.yaml.
    including(
      .includedTooDeep(limit: 8), "0.yaml",
      Dictionary(
        uniqueKeysWithValues: (0...8).map { number in
          let next = number == 7 ? "«8.yaml»" : "\(number + 1).yaml"
          return ("\(number).yaml", "cue_set: 1\ninclude: \(next)\n")
        })),
    including(
      .tooManyFiles(limit: 32), "[" + (1...32).map { "\($0).yaml, " }.joined() + "«33.yaml»]",
      Dictionary(uniqueKeysWithValues: (1...33).map { ("\($0).yaml", "cue_set: 1\n") })),
    .init(
      .include(.noFolder("w.yaml")), "drill: 1\ntitle: T\ninclude: «w.yaml»\nsteps: [{ rest: 1 s }]\n",
      hasFolder: false),
    including(
      .unreadable(
        "words/no.yaml", path: "words/no.yaml", .missing(path: "words/no.yaml", looked: [], known: [])),
      "«words/no.yaml»"),
    including(
      .tooLarge(limitKiB: 256), "«w.yaml»",
      ["w.yaml": "cue_set: 1\n#" + String(repeating: "x", count: 256 * 1024 - 12)]),
    including(.isDrill, "w.yaml", ["w.yaml": "«drill»: 1\n"]),
    including(.notCueSet, "w.yaml", ["w.yaml": "«words»: 1\n"]),
    including(.notCueSet, "w.yaml", ["w.yaml": "«words»\n"]),
    including(.otherFormat, "w.yaml", ["w.yaml": "cue_set: «2»\n"]),
    including(.secondCueSet, "w.yaml", ["w.yaml": "cue_set: 1\n---\n«{»x: 1}\n"]),
    including(
      .otherLanguage("en", place: "w.yaml:2"), "[w.yaml, v.yaml]",
      ["w.yaml": "cue_set: 1\nlanguage: en\n", "v.yaml": "cue_set: 1\nlanguage: «en-gb»\n"]),
    including(
      .otherVoice("flite:slt", place: "w.yaml:2"), "[w.yaml, v.yaml]",
      ["w.yaml": "cue_set: 1\nvoice: flite\n", "v.yaml": "cue_set: 1\nvoice: «espeak-ng:de»\n"]),
    including(
      .sentenceTwice(.saved, place: "w.yaml:2"), "[w.yaml, v.yaml]",
      [
        "w.yaml": "cue_set: 1\nsentences: { saved: a }\n",
        "v.yaml": "cue_set: 1\nsentences: «{» saved: b }\n",
      ]),
    recorded(.secondDrill, "---\n«{» drill: 1 }\n"),
    recorded(.recordCut, "---\n«{» included: w.yaml }\n"),
    recorded(
      .recordedTwice("w.yaml"),
      "---\nincluded: w.yaml\n---\ncue_set: 1\n---\n«{» included: w.yaml }\n---\ncue_set: 1\n"),
  ]
}
