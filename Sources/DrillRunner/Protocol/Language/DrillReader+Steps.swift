import MotionCore

/// Cues, and the steps other than blocks.
extension DrillReader {
  /// The keys that a step can begin with.
  static let stepKinds = ["say", "calibrate", "countdown", "wait", "stationary", "block", "rest", "ask"]

  mutating func readCues(_ node: YAMLNode?) {
    guard let node, let entries = mapping(node, "cues") else { return }
    for entry in entries {
      readCue(entry)
    }
  }

  private mutating func readCue(_ entry: YAMLEntry) {
    let name = entry.key
    let isNameable = !name.isEmpty && name.unicodeScalars.count <= 40 && Printable.text(name) == name
    if !isNameable {
      error(entry.keyLocation, .step(.cueName))
    }
    // A cue with an error is still known, so that blocks which use it are not wrong as well.
    var cue = CueDefinition(name: name, speech: .say(name), expect: .none)
    if let other = cuePlaces[name] {
      error(entry.keyLocation, .step(.cueTwice(name, other: other)))
      return
    }
    cuePlaces[name] = place(of: entry.keyLocation)
    defer { cues.append(cue) }
    guard let entries = mapping(entry.value, .cue(name)) else { return }
    check(entries, keys: ["say", "clip", "expect", "volume", "tick"], in: .cue(name))
    switch (value("say", entries), value("clip", entries)) {
    case (let say?, nil): cue.speech = .say(text(say, "say") ?? name)
    case (nil, let clip?):
      if let path = clipPath(clip, "clip") {
        cue.speech = .clip(path: path)
        clips.append(ClipUse(cue: name, path: path, source: source, location: clip.location))
      }
    case (_?, let clip?): error(clip.location, .step(.sayAndClip))
    case (nil, nil): error(entry.keyLocation, .step(.neitherSayNorClip(cue: name)))
    }
    if let expect = required("expect", entries, in: .cue(name), at: entry.keyLocation) {
      let values = ExpectedPosition.allCases.map(\.rawValue)
      cue.expect = choice(expect, values, "expect").flatMap(ExpectedPosition.init) ?? .none
    }
    if let volume = value("volume", entries) { cue.treatment.volumeDB = self.volume(volume) ?? 0 }
    if let tick = value("tick", entries) { cue.treatment.tick = flag(tick, "tick") ?? false }
  }

  /// The path of a clip, beside the file that names it.
  mutating func clipPath(_ node: YAMLNode, _ name: DrillValueName) -> String? {
    guard let written = ownPath(node, name) else { return nil }
    return written.hasPrefix("/") || folder.isEmpty ? written : folder + "/" + written
  }

  /// A path as it is written. A relative one stays in the drill's folder, so that a drill can be handed on as a folder.
  mutating func ownPath(_ node: YAMLNode, _ name: DrillValueName) -> String? {
    guard let written = text(node, name) else { return nil }
    if written.contains("\0") {
      error(node.location, .value(.nullInPath))
      return nil
    }
    if written.hasPrefix("/") { return written }
    if written.split(separator: "/").contains("..") {
      error(node.location, .value(.outsideFolder(name, path: written)))
      return nil
    }
    return written
  }

  mutating func readSteps(_ node: YAMLNode) -> [DrillStep] {
    guard let items = list(node, "steps") else { return [] }
    guard items.count <= DrillReader.maximumSteps else {
      error(node.location, .step(.tooManySteps(limit: DrillReader.maximumSteps)))
      return []
    }
    var steps: [DrillStep] = []
    var isStill = false
    var hasBlock = false
    var hasNeutral = false
    for item in items {
      guard let entries = mapping(item, .step) else { continue }
      let found = entries.filter { DrillReader.stepKinds.contains($0.key) }
      guard let kind = found.first else {
        if let first = entries.first {
          error(first.keyLocation, .step(.unknownStep(first.key)))
        } else {
          error(item.location, .step(.emptyStep))
        }
        continue
      }
      if found.count > 1 {
        error(found[1].keyLocation, .step(.twoInOneStep(kind.key, found[1].key)))
        continue
      }
      if kind.key == "calibrate", hasBlock { error(kind.keyLocation, .step(.lateCalibration)) }
      if kind.key == "stationary" { isStill = true }
      if kind.key == "block", !hasBlock {
        hasBlock = true
        if !isStill { warning(kind.keyLocation, .step(.noStationary)) }
      }
      guard let step = readStep(kind, entries) else { continue }
      if case .calibrate(let calibration) = step {
        if calibration.target != .neutral, !hasNeutral {
          error(kind.keyLocation, .step(.axesWithoutNeutral))
        }
        hasNeutral = true
        if calibration.target != .neutral { knowsForward = true }
      }
      steps.append(step)
    }
    return steps
  }

  private mutating func readStep(_ kind: YAMLEntry, _ entries: [YAMLEntry]) -> DrillStep? {
    let siblings =
      ["calibrate": ["axes", "required"], "stationary": ["where"], "ask": DrillReader.questionKeys][kind.key]
      ?? []
    check(entries, keys: [kind.key] + siblings, in: .step(kind.key))
    switch kind.key {
    case "say": return text(kind.value, "say").map(DrillStep.say)
    case "countdown": return duration(kind.value, "countdown").map(DrillStep.countdown)
    case "wait": return choice(kind.value, ["still"], "wait").map { _ in .waitStill }
    case "rest": return duration(kind.value, "rest").map(DrillStep.rest)
    case "stationary":
      let place = value("where", entries).flatMap { node in
        choice(node, DrillStep.Place.allCases.map(\.rawValue), "where").flatMap(DrillStep.Place.init)
      }
      return duration(kind.value, "stationary").map { .stationary($0, place ?? .torso) }
    case "ask": return question(kind, entries).map(DrillStep.ask)
    case "calibrate": return calibration(kind, entries).map(DrillStep.calibrate)
    default: return readBlock(kind).map(DrillStep.block)
    }
  }

  private mutating func calibration(_ kind: YAMLEntry, _ entries: [YAMLEntry]) -> DrillCalibration? {
    let isRequired = value("required", entries).flatMap { flag($0, "required") } ?? true
    guard kind.value.scalar != nil else {
      error(kind.value.location, .step(.calibrationTarget))
      return nil
    }
    guard let target = choice(kind.value, ["neutral", "axes"], "calibrate") else { return nil }
    guard let axes = entries.first(where: { $0.key == "axes" }) else {
      return DrillCalibration(target: target == "neutral" ? .neutral : .axes, isRequired: isRequired)
    }
    guard target == "axes" else {
      error(axes.keyLocation, .step(.axesOfNeutral))
      return nil
    }
    return choice(axes.value, ["standard"], "axes").map { _ in
      DrillCalibration(target: .standardAxes, isRequired: isRequired)
    }
  }
}
