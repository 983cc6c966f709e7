import MotionCore

/// Cues, and the steps other than blocks.
extension DrillReader {
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
      error(entry.keyLocation, "a cue's name has 1 to 40 characters, none of them hidden")
    }
    // A cue with an error is still known, so that blocks which use it are not wrong as well.
    var cue = CueDefinition(name: name, speech: .say(name), expect: .none)
    if let other = cuePlaces[name] {
      error(
        entry.keyLocation, "the cue \"\(name)\" is already defined at \(other)",
        "give one of them another name, or remove one")
      return
    }
    cuePlaces[name] = place(of: entry.keyLocation)
    defer { cues.append(cue) }
    guard let entries = mapping(entry.value, "the cue \(name)") else { return }
    check(entries, keys: ["say", "clip", "expect", "volume", "tick"], in: "a cue")
    switch (value("say", entries), value("clip", entries)) {
    case (let say?, nil): cue.speech = .say(text(say, "say") ?? name)
    case (nil, let clip?):
      if let path = clipPath(clip, "clip") {
        cue.speech = .clip(path: path)
        clips.append(ClipUse(cue: name, path: path, source: source, location: clip.location))
      }
    case (_?, let clip?): error(clip.location, "a cue has say or clip, not both", "remove one")
    case (nil, nil):
      error(entry.keyLocation, "the cue \"\(name)\" needs say or clip", "for example: say: \(name)")
    }
    if let expect = required("expect", entries, in: "the cue \"\(name)\"", at: entry.keyLocation) {
      let values = ExpectedPosition.allCases.map(\.rawValue)
      cue.expect = choice(expect, values, "expect").flatMap(ExpectedPosition.init) ?? .none
    }
    if let volume = value("volume", entries) { cue.treatment.volumeDB = self.volume(volume) ?? 0 }
    if let tick = value("tick", entries) { cue.treatment.tick = flag(tick, "tick") ?? false }
  }

  /// The path of a clip, beside the file that names it.
  mutating func clipPath(_ node: YAMLNode, _ name: String) -> String? {
    guard let written = ownPath(node, name) else { return nil }
    return written.hasPrefix("/") || folder.isEmpty ? written : folder + "/" + written
  }

  /// A path as it is written. A relative one stays in the drill's folder, so that a drill can be handed on as a folder.
  mutating func ownPath(_ node: YAMLNode, _ name: String) -> String? {
    guard let written = text(node, name) else { return nil }
    if written.contains("\0") {
      error(node.location, "a path cannot contain a null character")
      return nil
    }
    if written.hasPrefix("/") { return written }
    if written.split(separator: "/").contains("..") {
      error(
        node.location, "the \(name) \"\(written)\" lies outside the drill's folder",
        "put it beside the drill, or write its absolute path")
      return nil
    }
    return written
  }

  mutating func readSteps(_ node: YAMLNode) -> [DrillStep] {
    guard let items = list(node, "steps") else { return [] }
    guard items.count <= DrillReader.maximumSteps else {
      error(node.location, "more than \(DrillReader.maximumSteps) steps")
      return []
    }
    var steps: [DrillStep] = []
    var isStill = false
    var hasBlock = false
    var hasNeutral = false
    for item in items {
      guard let entries = mapping(item, "a step") else { continue }
      let kinds = ["say", "calibrate", "countdown", "wait", "stationary", "block", "rest", "ask"]
      let found = entries.filter { kinds.contains($0.key) }
      guard let kind = found.first else {
        guard let first = entries.first else {
          error(item.location, "an empty step", "one of: " + kinds.joined(separator: ", "))
          continue
        }
        error(
          first.keyLocation, "unknown step \"\(first.key)\"", Suggestion.hint(for: first.key, among: kinds))
        continue
      }
      if found.count > 1 {
        error(
          found[1].keyLocation, "a step does one thing; this one has \(kind.key) and \(found[1].key)",
          "begin a new step with \"- \(found[1].key)\"")
        continue
      }
      if kind.key == "calibrate", hasBlock {
        error(
          kind.keyLocation, "calibrate stands after the first block",
          "move it before the first block: nothing is calibrated while recording")
      }
      if kind.key == "stationary" { isStill = true }
      if kind.key == "block", !hasBlock {
        hasBlock = true
        if !isStill {
          warning(
            kind.keyLocation, "no stationary step before the first block: noise and bias will not be known",
            "add before it: - stationary: 5 s")
        }
      }
      guard let step = readStep(kind, entries) else { continue }
      if case .calibrate(let calibration) = step {
        if calibration.target != .neutral, !hasNeutral {
          error(
            kind.keyLocation, "the axes are found from the neutral posture, which is not known here",
            "add before it: - calibrate: neutral")
        }
        hasNeutral = true
      }
      steps.append(step)
    }
    return steps
  }

  private mutating func readStep(_ kind: YAMLEntry, _ entries: [YAMLEntry]) -> DrillStep? {
    let siblings =
      ["calibrate": ["axes", "required"], "stationary": ["where"], "ask": DrillReader.questionKeys][kind.key]
      ?? []
    check(entries, keys: [kind.key] + siblings, in: "\(kind.key == "ask" ? "an" : "a") \(kind.key) step")
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
      error(
        kind.value.location, "calibrate must be neutral or axes",
        "the standard mounting is written \"calibrate: axes\" with \"axes: standard\" on the next line")
      return nil
    }
    guard let target = choice(kind.value, ["neutral", "axes"], "calibrate") else { return nil }
    guard let axes = entries.first(where: { $0.key == "axes" }) else {
      return DrillCalibration(target: target == "neutral" ? .neutral : .axes, isRequired: isRequired)
    }
    guard target == "axes" else {
      error(axes.keyLocation, "axes: belongs to \"calibrate: axes\"", "remove it")
      return nil
    }
    return choice(axes.value, ["standard"], "axes").map { _ in
      DrillCalibration(target: .standardAxes, isRequired: isRequired)
    }
  }
}
