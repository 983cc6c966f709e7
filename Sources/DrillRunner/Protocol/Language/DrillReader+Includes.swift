import CueAudio
import MotionCore

/// A file that a drill takes words from, as it was read.
struct IncludedFile: Hashable, Sendable {
  /// Its path from the drill's folder; an absolute path as it was written.
  var name: String
  var bytes: [UInt8]
}

/// Reads the file at a path that a drill includes.
typealias IncludeReading = (_ path: String) -> Result<[UInt8], DrillFileError>

/// What the files that a drill includes say of its words. The drill itself may say otherwise.
struct IncludedWords {
  var language: (text: String, place: String)?
  var voice: (voice: Voice, place: String)?
  var sentences: [SpokenSentence: (text: String, place: String)] = [:]
}

/// `include:`, words that several drills share.
extension DrillReader {
  /// Files that include files that include files.
  static let maximumIncludeDepth = 8
  static let maximumIncludes = 32
  /// The version of the format of cue sets.
  static let cueSetFormat = 1

  /// Reads the files that are named by `include:` of the file at hand, in their order.
  mutating func readIncludes(_ node: YAMLNode?) {
    guard let node else { return }
    let items: [YAMLNode]
    if case .sequence = node.content { items = list(node, "include") ?? [] } else { items = [node] }
    var here: Set<String> = []
    for item in items {
      guard let written = ownPath(item, "include") else {
        wordsAreMissing = true
        continue
      }
      let name = DrillReader.joined(folderInDrill, written)
      guard here.insert(name).inserted else {
        error(item.location, .include(.includedTwice(written)))
        continue
      }
      include(name, at: item)
    }
  }

  private mutating func include(_ name: String, at node: YAMLNode) {
    if let first = openFiles.firstIndex(of: name) {
      return refuse(node.location, .includesItself(way: openFiles[first...] + [name]))
    }
    // By two ways to the same file: its words are there already.
    guard !knownFiles.contains(name) else { return }
    guard openFiles.count <= DrillReader.maximumIncludeDepth else {
      return refuse(node.location, .includedTooDeep(limit: DrillReader.maximumIncludeDepth))
    }
    guard knownFiles.count < DrillReader.maximumIncludes else {
      return refuse(node.location, .tooManyFiles(limit: DrillReader.maximumIncludes))
    }
    knownFiles.insert(name)
    if let root = carried[name] { return readCueSet(root, name: name, source: source) }
    let path = name.hasPrefix("/") || drillFolder.isEmpty ? name : drillFolder + "/" + name
    guard let reading else {
      return refuse(node.location, .noFolder(name))
    }
    switch reading(path) {
    case .failure(let failure):
      refuse(node.location, .unreadable(name, path: path, failure))
    case .success(let bytes):
      includedBytes += bytes.count
      guard includedBytes <= DrillFile.maximumBytes else {
        return refuse(node.location, .tooLarge(limitKiB: DrillFile.maximumBytes / 1024))
      }
      included.append(IncludedFile(name: name, bytes: bytes))
      readCueSet(of: bytes, name: name, path: path)
    }
  }

  private mutating func readCueSet(of bytes: [UInt8], name: String, path: String) {
    do {
      let text = try DrillSource(path: path, bytes: bytes)
      let (roots, errors) = YAMLReader.read(text, calls: calls)
      add(errors)
      guard let root = roots.first else {
        wordsAreMissing = true
        return
      }
      readCueSet(root, name: name, source: text, second: roots.dropFirst().first)
    } catch {
      wordsAreMissing = true
      add([DrillFile.notText(path, at: error.location)])
    }
  }

  /// Reads a cue set, in the place of the file at hand.
  private mutating func readCueSet(
    _ root: YAMLNode, name: String, source text: DrillSource, second: YAMLNode? = nil
  ) {
    let outer = (source, folderInDrill)
    source = text
    folderInDrill = name.lastIndex(of: "/").map { String(name[..<$0]) } ?? ""
    note(text.path)
    openFiles.append(name)
    if let second { error(second.location, .include(.secondCueSet)) }
    readCueSet(root)
    openFiles.removeLast()
    (source, folderInDrill) = outer
  }

  /// An error for which words are missing that blocks may use.
  private mutating func refuse(_ location: SourceLocation, _ problem: IncludeProblem) {
    wordsAreMissing = true
    error(location, .include(problem))
  }

  private mutating func readCueSet(_ root: YAMLNode) {
    guard case .mapping(let entries) = root.content, let version = entries.first, version.key == "cue_set"
    else {
      var place = root.location
      var isDrill = false
      if case .mapping(let entries) = root.content, let first = entries.first {
        place = first.keyLocation
        isDrill = first.key == "drill"
      }
      return refuse(place, isDrill ? .isDrill : .notCueSet)
    }
    guard let number = version.value.scalar.flatMap(Int.init), number == DrillReader.cueSetFormat else {
      return refuse(version.value.location, .otherFormat)
    }
    check(entries, keys: ["cue_set", "include", "language", "voice", "cues", "sentences"], in: .cueSet)
    readIncludes(value("include", entries))
    if let node = value("language", entries), let language = language(node) {
      if let other = shared.language, other.text != language {
        error(node.location, .include(.otherLanguage(other.text, place: other.place)))
      }
      shared.language = (language, place(of: node.location))
    }
    if let node = value("voice", entries), let voice = voice(node) {
      if let other = shared.voice, other.voice != voice {
        error(node.location, .include(.otherVoice(other.voice.text, place: other.place)))
      }
      shared.voice = (voice, place(of: node.location))
    }
    readCues(value("cues", entries))
    if let node = value("sentences", entries) {
      let found = sentences(node)
      for (sentence, words) in found.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        if let other = shared.sentences[sentence] {
          error(node.location, .include(.sentenceTwice(sentence, place: other.place)))
        }
        shared.sentences[sentence] = words
      }
    }
  }

  /// Takes apart what follows the drill in a recorded file: `included: NAME`, then that file, as often as there are
  /// files.
  mutating func readCarried(_ roots: ArraySlice<YAMLNode>) {
    var rest = roots
    while let heading = rest.popFirst() {
      guard case .mapping(let entries) = heading.content, entries.count == 1, entries[0].key == "included",
        let name = entries[0].value.scalar, !name.isEmpty
      else {
        return error(heading.location, .include(.secondDrill))
      }
      guard let file = rest.popFirst() else {
        return error(heading.location, .include(.recordCut))
      }
      if carried[name] != nil { error(heading.location, .include(.recordedTwice(name))) }
      carried[name] = file
    }
  }

  /// Where something stands, for a message about something else.
  func place(of location: SourceLocation) -> String { "\(source.path):\(location.line)" }

  /// `path` as seen from `folder`, without empty and "." parts.
  static func joined(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") { return path }
    return (folder.isEmpty ? path : folder + "/" + path).split(separator: "/").filter { $0 != "." }
      .joined(separator: "/").prefixed(by: folder.hasPrefix("/") ? "/" : "")
  }
}

extension String {
  fileprivate func prefixed(by start: String) -> String { start + self }
}
