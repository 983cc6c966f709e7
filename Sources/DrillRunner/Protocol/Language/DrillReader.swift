import MotionCore

/// Turns the tree of a drill file into a `Drill`, and reports everything that is wrong with it.
struct DrillReader {
  static let maximumSteps = 1000
  static let maximumSlots = 10_000
  static let maximumTextLength = 500
  /// More problems than this are counted and not listed: each holds its line, and all of a file may be one line.
  static let maximumProblems = 100
  static let longestStep = Duration.seconds(3600)

  let source: DrillSource
  /// Where relative clips are looked up; "" is the working directory.
  let folder: String
  var problems: [DrillError] = []
  /// How many problems were not listed, and whether one of them was an error.
  var unlisted = 0
  var hidesError = false
  var cues: [CueDefinition] = []
  var usedCues: Set<String> = []
  var blockNames: Set<String> = []
  var slots = 0

  init(source: DrillSource, folder: String) {
    self.source = source
    self.folder = folder
  }

  /// The drill, where there is no error; and all errors and warnings, in the order of the file.
  static func read(_ source: DrillSource, folder: String, calls: FyamlCalls = FyamlCalls()) -> (
    drill: Drill?, problems: [DrillError]
  ) {
    let (root, errors) = YAMLReader.read(source, calls: calls)
    guard let root else { return (nil, errors) }
    var reader = DrillReader(source: source, folder: folder)
    reader.problems = errors
    let drill = reader.drill(root)
    var sorted = reader.problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    if reader.unlisted > 0 {
      sorted.append(
        DrillError(
          severity: reader.hidesError ? .error : .warning, file: source.path, location: .start,
          message: "\(reader.unlisted) more problems are not listed", hint: "correct these first",
          sourceLine: ""))
    }
    return (sorted.fatal.isEmpty ? drill : nil, sorted)
  }

  private mutating func drill(_ root: YAMLNode) -> Drill? {
    guard case .mapping(let entries) = root.content else {
      error(root.location, "a drill file is a mapping, not \(root.kindName)", "begin with: drill: 1")
      return nil
    }
    guard let version = entries.first, version.key == "drill" else {
      let place = entries.first?.keyLocation ?? root.location
      error(
        place, "the first key must be \"drill\", the version of the format",
        "begin with: drill: \(Drill.format)")
      return nil
    }
    guard let number = version.value.scalar.flatMap(Int.init) else {
      error(
        version.value.location, "the format version must be a whole number", "write drill: \(Drill.format)")
      return nil
    }
    guard number == Drill.format else {
      error(
        version.value.location,
        "the file is of drill format \(number); this program reads format \(Drill.format)",
        "use a program that reads format \(number), or write the drill in format \(Drill.format)")
      return nil
    }
    check(
      entries, keys: ["drill", "title", "rate", "seed", "on_loss", "voice", "buttons", "cues", "steps"],
      in: "a drill")
    let title = required("title", entries, in: "the drill", at: version.keyLocation).flatMap {
      text($0, "title")
    }
    let rate = value("rate", entries).map { hertz($0) } ?? 100
    let seed = value("seed", entries).map { self.seed($0) }
    let loss = value("on_loss", entries).map { lossPolicy($0) } ?? .standard
    let voice = value("voice", entries).flatMap { self.voice($0) }
    let buttons = value("buttons", entries).map { buttonMapping($0) } ?? .standard
    readCues(value("cues", entries))
    let steps = required("steps", entries, in: "the drill", at: version.keyLocation).map { readSteps($0) }
    if let cueEntries = value("cues", entries), case .mapping(let entries) = cueEntries.content {
      for entry in entries where !usedCues.contains(entry.key) {
        warning(entry.keyLocation, "no block uses the cue \"\(entry.key)\"", "remove it, or use it")
      }
    }
    guard let title, let rate, let steps else { return nil }
    return Drill(
      title: title, requestedHz: rate, seed: seed ?? nil, onLoss: loss, voice: voice, buttons: buttons,
      cues: cues,
      steps: steps)
  }

  private mutating func hertz(_ node: YAMLNode) -> Double? {
    guard let text = text(node, "rate") else { return nil }
    do {
      let rate = try Quantity.parse(text[...], units: [.hertz], offset: 0).value
      guard rate >= 1, rate <= 10_000 else {
        error(node.location, "the rate \(text) is out of range", "at least 1 Hz, at most 10000 Hz")
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
      error(node.location, "the seed must be a whole number", "from 0 to \(Drill.seeds.upperBound)")
      return nil
    }
    return seed
  }

  private mutating func lossPolicy(_ node: YAMLNode) -> LossPolicy {
    var policy = LossPolicy.standard
    guard let entries = mapping(node, "on_loss") else { return policy }
    check(entries, keys: ["sensor", "sound"], in: "on_loss")
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
        error(
          sensor.location, "\"\(text)\" is not a way to treat a lost sensor",
          "write: stop, or: wait 20 s then stop")
      }
    }
    if let sound = value("sound", entries) {
      policy.soundContinues = choice(sound, ["stop", "continue"], "sound") == "continue"
    }
    return policy
  }
}
