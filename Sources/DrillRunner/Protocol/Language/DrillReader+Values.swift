import MotionCore

/// Helpers that take values out of nodes and report what is wrong.
extension DrillReader {
  mutating func error(_ location: SourceLocation, _ problem: DrillError.Problem) {
    add(.error, location, problem)
  }

  mutating func warning(_ location: SourceLocation, _ problem: DrillError.Problem) {
    add(.warning, location, problem)
  }

  /// A problem of a number, at its part of the node's text.
  mutating func report(_ misread: Quantity.Misread, in node: YAMLNode) {
    error(node.location(offset: misread.offset, length: misread.length), .number(misread.problem))
  }

  private mutating func add(
    _ severity: DrillError.Severity, _ location: SourceLocation, _ problem: DrillError.Problem
  ) {
    guard problems.count < DrillReader.maximumProblems else {
      unlisted += 1
      hidesError = hidesError || severity == .error
      return
    }
    problems.append(
      DrillError(
        severity: severity, file: source.path, location: location, problem: problem,
        sourceLine: source.line(location.line)))
  }

  /// Problems that somebody else found.
  mutating func add(_ others: [DrillError]) {
    for other in others {
      guard problems.count < DrillReader.maximumProblems else {
        unlisted += 1
        hidesError = hidesError || other.severity == .error
        continue
      }
      note(other.file)
      problems.append(other)
    }
  }

  func value(_ key: String, _ entries: [YAMLEntry]) -> YAMLNode? {
    entries.first { $0.key == key }?.value
  }

  /// The value of a key that must be there.
  mutating func required(
    _ key: String, _ entries: [YAMLEntry], in part: DrillPart, at location: SourceLocation
  ) -> YAMLNode? {
    if let found = value(key, entries) { return found }
    // A misspelt key is reported as such; saying that the right one is missing would say it twice.
    let known = DrillReader.allKeys
    if !entries.contains(where: {
      !known.contains($0.key) && Suggestion.nearest(to: $0.key, among: [key]) != nil
    }) {
      error(location, .value(.missingKey(key, of: part)))
    }
    return nil
  }

  /// Reports keys that do not exist.
  mutating func check(_ entries: [YAMLEntry], keys: [String], in part: DrillPart) {
    for entry in entries where !keys.contains(entry.key) {
      error(entry.keyLocation, .value(.unknownKey(entry.key, in: part, known: keys)))
    }
  }

  mutating func mapping(_ node: YAMLNode, _ name: DrillValueName) -> [YAMLEntry]? {
    if case .mapping(let entries) = node.content { return entries }
    error(node.location, .value(.notMapping(name, node.kind)))
    return nil
  }

  mutating func list(_ node: YAMLNode, _ name: DrillValueName) -> [YAMLNode]? {
    guard case .sequence(let items) = node.content else {
      error(node.location, .value(.notList(name, node.kind)))
      return nil
    }
    if items.isEmpty { error(node.location, .value(.emptyList(name))) }
    return items
  }

  /// A text that says something, of bounded length.
  mutating func text(_ node: YAMLNode, _ name: DrillValueName) -> String? {
    guard let text = node.scalar else {
      error(node.location, .value(.notText(name, node.kind)))
      return nil
    }
    guard text.contains(where: { !$0.isWhitespace }) else {
      error(node.location, .value(.emptyText(name)))
      return nil
    }
    guard text.unicodeScalars.count <= DrillReader.maximumTextLength else {
      error(node.location, .value(.longText(name, limit: DrillReader.maximumTextLength)))
      return nil
    }
    return text
  }

  mutating func choice(_ node: YAMLNode, _ values: [String], _ name: DrillValueName) -> String? {
    guard let text = text(node, name) else { return nil }
    if values.contains(text) { return text }
    error(node.location, .value(.notOneOf(name, text, known: values)))
    return nil
  }

  mutating func duration(_ node: YAMLNode, _ name: DrillValueName) -> Duration? {
    time(node, name, in: .seconds(1)...DrillReader.longestStep)
  }

  mutating func time(_ node: YAMLNode, _ name: DrillValueName, in range: ClosedRange<Duration>) -> Duration? {
    guard let text = text(node, name) else { return nil }
    do {
      return try Quantity.duration(text[...], in: range)
    } catch {
      report(error, in: node)
      return nil
    }
  }

  /// yes, no, true or false.
  mutating func flag(_ node: YAMLNode, _ name: DrillValueName) -> Bool? {
    choice(node, ["yes", "no", "true", "false"], name).map { $0 == "yes" || $0 == "true" }
  }

  /// Every key of the language.
  static let allKeys: Set<String> = [
    "drill", "title", "rate", "seed", "on_loss", "buttons", "cues", "steps", "sensor", "sound", "say", "clip",
    "expect",
    "calibrate", "axes", "required", "stationary", "where", "block", "rest", "name", "intent", "repeat",
    "interval", "order", "catch", "voice", "volume", "tick", "countdown", "wait", "include", "language",
    "sentences", "cue_set", "most_alike", "ask", "answers", "tap", "within",
  ]
}
