import MotionCore

/// Blocks of cues.
extension DrillReader {
  private static let blockKeys = [
    "name", "intent", "say", "cues", "repeat", "interval", "order", "most_alike", "catch",
  ]

  private static let mostRounds = 1000
  private static let mostAlikeLimit = 100

  mutating func readBlock(_ step: YAMLEntry) -> DrillBlock? {
    guard let entries = mapping(step.value, "block") else { return nil }
    check(entries, keys: DrillReader.blockKeys, in: .block)
    let place = step.keyLocation
    let name = required("name", entries, in: .block, at: place).flatMap { node -> String? in
      guard let name = text(node, "name") else { return nil }
      if !blockNames.insert(name).inserted { error(node.location, .step(.blockTwice(name))) }
      return name
    }
    let intent = value("intent", entries).flatMap { node in
      choice(node, DrillBlock.Intent.allCases.map(\.rawValue), "intent").flatMap(DrillBlock.Intent.init)
    }
    let say = value("say", entries).flatMap { text($0, "say") }
    let names = required("cues", entries, in: .block, at: place).map { blockCues($0) }
    let rounds = value("repeat", entries).map { self.rounds($0) } ?? 1
    let interval = required("interval", entries, in: .block, at: place).flatMap { self.interval($0) }
    let order = value("order", entries).flatMap { node in
      choice(node, DrillBlock.Order.allCases.map(\.rawValue), "order").flatMap(DrillBlock.Order.init)
    }
    let alike = value("most_alike", entries).map { self.mostAlike($0, order) } ?? nil
    let percent = value("catch", entries).map { self.percent($0) } ?? 0
    // Whatever else is wrong with the block: all errors are shown at once.
    if let names {
      checkWhole(names, rounds: rounds, order: order ?? .fixed, percent: percent ?? 0, entries, at: place)
    }
    guard let name, let names, let rounds, let interval, let percent else { return nil }
    return DrillBlock(
      name: name, intent: intent ?? .plain, say: say, cues: names, rounds: rounds, interval: interval,
      order: order ?? .fixed, mostAlike: alike, catchPercent: percent)
  }

  private mutating func blockCues(_ node: YAMLNode) -> [String] {
    var names: [String] = []
    let known = cues.map(\.name)
    let defined = Dictionary(cues.map { ($0.name, $0.expect) }, uniquingKeysWith: { first, _ in first })
    for item in list(node, "cues") ?? [] {
      guard let name = text(item, .cueName) else { continue }
      usedCues.insert(name)
      if defined[name] == nil, !wordsAreMissing {
        error(item.location, .step(.unknownCue(name, known: known)))
      }
      if !knowsForward, let expect = defined[name], expect == .forward || expect == .back {
        // Once is enough: one step mends it for every cue.
        knowsForward = true
        warning(item.location, .step(.forwardUncalibrated(name, expect: expect.rawValue)))
      }
      names.append(name)
    }
    return names
  }

  private mutating func rounds(_ node: YAMLNode) -> Int? {
    guard let rounds = node.scalar.flatMap({ Int($0) }), (1...DrillReader.mostRounds).contains(rounds) else {
      error(node.location, .number(.notCount(key: "repeat", limit: DrillReader.mostRounds)))
      return nil
    }
    return rounds
  }

  private mutating func mostAlike(_ node: YAMLNode, _ order: DrillBlock.Order?) -> Int? {
    guard let number = node.scalar.flatMap({ Int($0) }), (1...DrillReader.mostAlikeLimit).contains(number)
    else {
      error(node.location, .number(.notCount(key: "most_alike", limit: DrillReader.mostAlikeLimit)))
      return nil
    }
    if order != .shuffled { error(node.location, .step(.mostAlikeOfFixed)) }
    return number
  }

  private mutating func interval(_ node: YAMLNode) -> IntervalRule? {
    guard let text = text(node, "interval") else { return nil }
    do {
      let rule = try IntervalRule(parsing: text)
      if rule.shortest < Timeline.movementWindow {
        warning(node.location, .number(.shortInterval(window: Timeline.movementWindow)))
      }
      return rule
    } catch {
      report(error, in: node)
      return nil
    }
  }

  private mutating func percent(_ node: YAMLNode) -> Double? {
    guard let text = text(node, "catch") else { return nil }
    do {
      let percent = try Quantity.parse(text[...], units: [.percent], offset: 0).value
      guard percent >= 0, percent <= 100 else {
        error(node.location, .number(.catchOutOfRange))
        return nil
      }
      return percent
    } catch {
      report(error, in: node)
      return nil
    }
  }

  /// What can only be seen with all of the block at hand.
  private mutating func checkWhole(
    _ names: [String], rounds known: Int?, order: DrillBlock.Order, percent: Double, _ entries: [YAMLEntry],
    at place: SourceLocation
  ) {
    let rounds = known ?? 1
    let expected = Dictionary(cues.map { ($0.name, $0.expect) }, uniquingKeysWith: { first, _ in first })
    func expectation(_ name: String) -> ExpectedPosition? { expected[name] }
    let centres = names.count { expectation($0) == .center }
    let others = names.filter { expectation($0) != .center }
    slots +=
      names.count * rounds
      + TimelineExpansion.catchCount(percent: percent, centres: centres * rounds)
    if slots > DrillReader.maximumSlots {
      error(place, .step(.tooManyCues(limit: DrillReader.maximumSlots)))
    }
    // What they expect is not known.
    guard !wordsAreMissing else { return }
    if percent > 0, let node = value("catch", entries) {
      let places = centres * rounds
      if centres == 0 {
        error(node.location, .step(.catchWithoutCentre))
      } else if known != nil, TimelineExpansion.catchCount(percent: percent, centres: places) == 0 {
        warning(node.location, .step(.catchIsNone(centres: places)))
      }
    }
    if order == .shuffled, let node = value("order", entries) {
      var counts: [String: Int] = [:]
      for name in others { counts[name, default: 0] += 1 }
      if counts.count < 2 {
        error(node.location, .step(.nothingToShuffle))
      } else if Set(counts.values).count > 1 {
        error(node.location, .step(.unevenShuffle))
      }
    }
  }
}
