import CFyaml
import MotionCore

/// Reads YAML documents into trees of nodes: one, and those that follow it in the same file.
///
/// Bounded: by the size of the file (checked by who reads it), by depth, and by the number of values. Anchors,
/// aliases and tags are refused: a drill needs none, and aliases are how a small file becomes a huge one.
struct YAMLReader {
  /// More nesting than any drill has.
  static let maximumDepth = 16
  /// More values than any drill has.
  static let maximumNodes = 50_000

  private let source: DrillSource
  private let calls: FyamlCalls
  private var problems: [DrillError] = []
  private var nodeCount = 0

  /// A list or a mapping that is open while events come in. A class, so that adding to it copies nothing.
  private final class Open {
    let location: SourceLocation
    let isMapping: Bool
    var items: [YAMLNode] = []
    var entries: [YAMLEntry] = []
    /// The key that waits for its value.
    var pending: (text: String, location: SourceLocation)?
    /// The line of each key so far.
    var lines: [String: Int] = [:]

    init(mapping: Bool, at location: SourceLocation) {
      isMapping = mapping
      self.location = location
    }

    var node: YAMLNode {
      YAMLNode(content: isMapping ? .mapping(entries) : .sequence(items), location: location, isPlain: false)
    }
  }

  private init(source: DrillSource, calls: FyamlCalls) {
    self.source = source
    self.calls = calls
  }

  /// The documents' roots, or what is wrong with them: no root then. Duplicate keys are errors beside usable roots.
  static func read(_ source: DrillSource, calls: FyamlCalls = FyamlCalls()) -> (
    roots: [YAMLNode], errors: [DrillError]
  ) {
    var reader = YAMLReader(source: source, calls: calls)
    let roots = reader.run()
    return (roots ?? [], reader.problems)
  }

  private mutating func run() -> [YAMLNode]? {
    guard let diagnostics = calls.diagnosticsCreate() else { return outOfMemory() }
    // The parser holds a reference of its own while it lives.
    defer { calls.diagnosticsRelease(diagnostics) }
    guard let parser = calls.parserCreate(diagnostics: diagnostics) else { return outOfMemory() }
    defer { calls.parserDestroy(parser) }
    return source.bytes.withUnsafeBytes { raw -> [YAMLNode]? in
      let characters = raw.bindMemory(to: CChar.self)
      guard calls.parserSetString(parser, characters) == 0 else { return outOfMemory() }
      let roots = collect(parser)
      let errors = calls.collectedErrors(diagnostics)
      for error in errors where problems.isEmpty {
        report(
          SourceLocation(line: max(1, error.line), column: max(1, error.column), length: 1),
          .notYAML(reason: error.message))
      }
      if calls.parserHasError(parser), problems.isEmpty {
        // Some refusals, of a %YAML version for one, come without a word.
        report(.start, .notVersion12)
      }
      if calls.parserHasError(parser) || !errors.isEmpty { return nil }
      return roots
    }
  }

  /// Takes all events; nil after an error, which is then among the problems or with the library.
  private mutating func collect(_ parser: OpaquePointer) -> [YAMLNode]? {
    var open: [Open] = []
    var roots: [YAMLNode] = []
    var last = 0..<0
    var ended = false
    while let event = calls.parserParse(parser) {
      defer { calls.eventFree(parser, event) }
      let range = calls.eventRange(event) ?? last.upperBound..<last.upperBound
      last = range
      var finished: YAMLNode?
      switch event.pointee.type {
      case FYET_ALIAS:
        return refuse(range.lowerBound - 1..<range.upperBound, .aliasUsed)
      case FYET_SCALAR:
        let data = event.pointee.scalar
        guard isUntagged(data.anchor, data.tag, range) else { return nil }
        guard let text = data.value.map({ calls.tokenText($0) }) ?? "" else { return outOfMemory() }
        let isPlain = data.value.map { calls.isPlain($0) } ?? false
        finished = YAMLNode(
          content: .scalar(text), location: source.location(of: range),
          isPlain: isPlain && source.isOnOneLine(range))
      case FYET_SEQUENCE_START:
        let data = event.pointee.sequence_start
        guard isUntagged(data.anchor, data.tag, range) else { return nil }
        open.append(Open(mapping: false, at: source.location(of: range)))
      case FYET_MAPPING_START:
        let data = event.pointee.mapping_start
        guard isUntagged(data.anchor, data.tag, range) else { return nil }
        open.append(Open(mapping: true, at: source.location(of: range)))
      case FYET_SEQUENCE_END, FYET_MAPPING_END:
        finished = open.popLast()?.node
      case FYET_STREAM_END:
        ended = true
      default: break
      }
      guard open.count <= YAMLReader.maximumDepth else {
        return refuse(range, .nestedTooDeep(limit: YAMLReader.maximumDepth))
      }
      if let node = finished {
        nodeCount += 1
        guard nodeCount <= YAMLReader.maximumNodes else {
          return refuse(range, .tooManyValues(limit: YAMLReader.maximumNodes))
        }
        guard place(node, in: open.last, roots: &roots) else { return nil }
      }
    }
    guard ended || calls.parserHasError(parser) else {
      return refuse(last, .stoppedEarly)
    }
    if roots.isEmpty, !calls.parserHasError(parser) {
      return refuse(0..<0, .emptyFile)
    }
    return roots
  }

  /// Puts a finished value where it belongs. False where it cannot stand there.
  private mutating func place(_ node: YAMLNode, in parent: Open?, roots: inout [YAMLNode]) -> Bool {
    guard let parent else {
      roots.append(node)
      return true
    }
    guard parent.isMapping else {
      parent.items.append(node)
      return true
    }
    guard let key = parent.pending else {
      guard let text = node.scalar else {
        report(node.location, .keyNotText(node.kind))
        return false
      }
      parent.pending = (text, node.location)
      return true
    }
    parent.pending = nil
    if let line = parent.lines[key.text] {
      report(key.location, .keyTwice(key.text, line: line))
    } else {
      parent.lines[key.text] = key.location.line
      parent.entries.append(YAMLEntry(key: key.text, keyLocation: key.location, value: node))
    }
    return true
  }

  private mutating func isUntagged(_ anchor: OpaquePointer?, _ tag: OpaquePointer?, _ range: Range<Int>)
    -> Bool
  {
    if anchor != nil {
      report(source.location(of: range), .anchorUsed)
    } else if tag != nil {
      report(source.location(of: range), .tagUsed)
    } else {
      return true
    }
    return false
  }

  private mutating func refuse(_ range: Range<Int>, _ problem: YAMLProblem) -> [YAMLNode]? {
    report(source.location(of: range), problem)
    return nil
  }

  private mutating func outOfMemory() -> [YAMLNode]? {
    report(.start, .outOfMemory)
    return nil
  }

  private mutating func report(_ location: SourceLocation, _ problem: YAMLProblem) {
    // Duplicate keys are the only ones that can be many.
    guard problems.count < DrillReader.maximumProblems else { return }
    problems.append(
      DrillError(
        severity: .error, file: source.path, location: location, problem: .yaml(problem),
        sourceLine: source.line(location.line)))
  }
}
