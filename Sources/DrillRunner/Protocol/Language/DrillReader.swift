import MotionCore

/// Turns the tree of a drill file into a `Drill`, and reports everything that is wrong with it.
struct DrillReader {
  static let maximumSteps = 1000
  static let maximumSlots = 10_000
  static let maximumTextLength = 500
  /// More problems than this are counted and not listed: each holds its line, and all of a file may be one line.
  static let maximumProblems = 100
  static let longestStep = Duration.seconds(3600)

  /// The file at hand: the drill, or one that it includes.
  var source: DrillSource
  /// The drill's folder; "" is the working directory.
  let drillFolder: String
  /// The folder of the file at hand, seen from the drill's.
  var folderInDrill = ""
  let calls: FyamlCalls
  /// Reads the files that are included; nil where no file can be read.
  let reading: IncludeReading?
  var problems: [DrillError] = []
  /// How many problems were not listed, and whether one of them was an error.
  var unlisted = 0
  var hidesError = false
  var cues: [CueDefinition] = []
  var usedCues: Set<String> = []
  var blockNames: Set<String> = []
  var questionNames: Set<String> = []
  var slots = 0
  /// Whether a step before has found which way forward is, or its lack was told.
  var knowsForward = false
  /// What a double tap does in this drill; nil: it is not heard.
  var tapCommand: RunControl?
  /// Where each cue was defined.
  var cuePlaces: [String: String] = [:]
  /// The sound files of cues, and where they are named.
  var clips: [ClipUse] = []
  /// The program's own sentences in other words, the drill's own last.
  var programWords: [SpokenSentence: String] = [:]
  /// What included files say of the words.
  var shared = IncludedWords()
  /// The files being read, the drill first, by their names seen from it; all that were read; and those that follow
  /// the drill in its own file.
  var openFiles: [String] = []
  var knownFiles: Set<String> = []
  var carried: [String: YAMLNode] = [:]
  var included: [IncludedFile] = []
  /// A file could not be included: cues that it may define are then not unknown.
  var wordsAreMissing = false
  var includedBytes: Int
  /// The order in which the files were met, for the order of problems.
  private var files: [String: Int] = [:]

  /// A sound file that a cue names, and where.
  struct ClipUse {
    var cue: String
    var path: String
    var source: DrillSource
    var location: SourceLocation
  }

  /// What was read.
  struct Reading {
    /// nil where there is an error.
    var drill: Drill?
    /// All errors and warnings: those of the drill in its order, then those of each included file.
    var problems: [DrillError]
    var clips: [ClipUse] = []
    /// The files that were read beside the drill's own.
    var included: [IncludedFile] = []
  }

  init(source: DrillSource, folder: String, calls: FyamlCalls = FyamlCalls(), reading: IncludeReading? = nil)
  {
    self.source = source
    drillFolder = folder
    self.calls = calls
    self.reading = reading
    includedBytes = source.bytes.count
    openFiles = [source.path.split(separator: "/").last.map(String.init) ?? source.path]
    note(source.path)
  }

  /// Where relative clips of the file at hand are looked up.
  var folder: String {
    if folderInDrill.hasPrefix("/") || drillFolder.isEmpty { return folderInDrill }
    return folderInDrill.isEmpty ? drillFolder : drillFolder + "/" + folderInDrill
  }

  /// Remembers when a file was met first.
  mutating func note(_ path: String) {
    if files[path] == nil { files[path] = files.count }
  }

  static func read(
    _ source: DrillSource, folder: String, calls: FyamlCalls = FyamlCalls(), reading: IncludeReading? = nil
  ) -> Reading {
    let (roots, errors) = YAMLReader.read(source, calls: calls)
    guard let root = roots.first else { return Reading(drill: nil, problems: errors) }
    var reader = DrillReader(source: source, folder: folder, calls: calls, reading: reading)
    reader.problems = errors
    reader.readCarried(roots.dropFirst())
    let drill = reader.drill(root)
    let files = reader.files
    var sorted = reader.problems.sorted {
      (files[$0.file] ?? 0, $0.line, $0.column) < (files[$1.file] ?? 0, $1.line, $1.column)
    }
    if reader.unlisted > 0 {
      sorted.append(
        DrillError(
          severity: reader.hidesError ? .error : .warning, file: source.path, location: .start,
          problem: .value(.moreProblems(reader.unlisted)), sourceLine: ""))
    }
    return Reading(
      drill: sorted.fatal.isEmpty ? drill : nil, problems: sorted, clips: reader.clips,
      included: reader.included)
  }

  private mutating func drill(_ root: YAMLNode) -> Drill? {
    guard case .mapping(let entries) = root.content else {
      error(root.location, .value(.notDrill(root.kind)))
      return nil
    }
    guard let version = entries.first, version.key == "drill" else {
      let place = entries.first?.keyLocation ?? root.location
      error(place, .value(.firstKey(isCueSet: entries.first?.key == "cue_set")))
      return nil
    }
    guard let number = version.value.scalar.flatMap(Int.init) else {
      error(version.value.location, .value(.formatNotWhole))
      return nil
    }
    guard number == Drill.format else {
      error(version.value.location, .value(.otherFormat(number)))
      return nil
    }
    check(
      entries,
      keys: [
        "drill", "title", "include", "rate", "seed", "on_loss", "language", "voice", "sentences", "buttons",
        "cues", "steps",
      ], in: .drill)
    let title = required("title", entries, in: .drill, at: version.keyLocation).flatMap {
      text($0, "title")
    }
    let rate = value("rate", entries).map { hertz($0) } ?? 100
    let seed = value("seed", entries).map { self.seed($0) }
    let loss = value("on_loss", entries).map { lossPolicy($0) } ?? .standard
    readIncludes(value("include", entries))
    let language = value("language", entries).map { self.language($0) } ?? shared.language?.text
    let voice = value("voice", entries).map { self.voice($0) } ?? shared.voice?.voice
    programWords = shared.sentences.mapValues(\.text)
    if let own = value("sentences", entries) {
      programWords.merge(sentences(own).mapValues(\.text)) { $1 }
    }
    if let language {
      let place = entries.first { $0.key == "language" || $0.key == "include" }?.keyLocation
      checkSentences(language, at: place ?? version.keyLocation)
    }
    let buttons = value("buttons", entries).map { buttonMapping($0) } ?? .standard
    tapCommand = buttons[.doubleTap]
    readCues(value("cues", entries))
    let steps = required("steps", entries, in: .drill, at: version.keyLocation).map { readSteps($0) }
    if let cueEntries = value("cues", entries), case .mapping(let entries) = cueEntries.content {
      for entry in entries where !usedCues.contains(entry.key) {
        warning(entry.keyLocation, .step(.unusedCue(entry.key)))
      }
    }
    guard let title, let rate, let steps else { return nil }
    var drill = Drill(
      title: title, requestedHz: rate, seed: seed ?? nil, onLoss: loss, voice: voice, buttons: buttons,
      cues: cues, steps: steps)
    drill.language = language
    drill.programWords = programWords
    drill.includes = knownFiles.sorted()
    return drill
  }

  private mutating func hertz(_ node: YAMLNode) -> Double? {
    guard let text = text(node, "rate") else { return nil }
    do {
      let rate = try Quantity.parse(text[...], units: [.hertz], offset: 0).value
      guard rate >= 1, rate <= 10_000 else {
        error(node.location, .number(.rateOutOfRange(text)))
        return nil
      }
      return rate
    } catch {
      report(error, in: node)
      return nil
    }
  }

  private mutating func seed(_ node: YAMLNode) -> UInt64? {
    guard let seed = node.scalar.flatMap({ UInt64($0) }), Drill.seeds.contains(seed) else {
      error(node.location, .number(.notSeed(limit: Drill.seeds.upperBound)))
      return nil
    }
    return seed
  }

  private mutating func lossPolicy(_ node: YAMLNode) -> LossPolicy {
    var policy = LossPolicy.standard
    guard let entries = mapping(node, "on_loss") else { return policy }
    check(entries, keys: ["sensor", "sound"], in: .lossPolicy)
    if let sensor = value("sensor", entries), let text = text(sensor, "sensor") {
      let words = text.split(separator: " ")
      if text == "stop" {
        policy.sensorWait = .zero
      } else if words.count > 3, words[0] == "wait", words.suffix(2) == ["then", "stop"] {
        let time = text[words[1].startIndex..<words[words.count - 3].endIndex]
        let offset = text.unicodeScalars.distance(from: text.startIndex, to: time.startIndex)
        do {
          policy.sensorWait = try Quantity.duration(
            time, in: .seconds(1)...DrillReader.longestStep, offset: offset)
        } catch {
          report(error, in: sensor)
        }
      } else {
        error(sensor.location, .value(.notLossPolicy(text)))
      }
    }
    if let sound = value("sound", entries) {
      policy.soundContinues = choice(sound, ["stop", "continue"], "sound") == "continue"
    }
    return policy
  }
}
