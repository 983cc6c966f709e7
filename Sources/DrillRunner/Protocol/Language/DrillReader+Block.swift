import MotionCore

/// Blocks of cues.
extension DrillReader {
  private static let blockKeys = [
    "name", "intent", "say", "cues", "repeat", "interval", "order", "most_alike", "catch",
  ]

  mutating func readBlock(_ step: YAMLEntry) -> DrillBlock? {
    guard let entries = mapping(step.value, "block") else { return nil }
    check(entries, keys: DrillReader.blockKeys, in: "a block")
    let place = step.keyLocation
    let name = required("name", entries, in: "the block", at: place).flatMap { node -> String? in
      guard let name = text(node, "name") else { return nil }
      if !blockNames.insert(name).inserted {
        error(
          node.location, "a block is already called \"\(name)\"", "the summary goes by names; choose another")
      }
      return name
    }
    let intent = value("intent", entries).flatMap { node in
      choice(node, DrillBlock.Intent.allCases.map(\.rawValue), "intent").flatMap(DrillBlock.Intent.init)
    }
    let say = value("say", entries).flatMap { text($0, "say") }
    let names = required("cues", entries, in: "the block", at: place).map { blockCues($0) }
    let rounds = value("repeat", entries).map { self.rounds($0) } ?? 1
    let interval = required("interval", entries, in: "the block", at: place).flatMap { self.interval($0) }
    let order = value("order", entries).flatMap { node in
      choice(node, DrillBlock.Order.allCases.map(\.rawValue), "order").flatMap(DrillBlock.Order.init)
    }
    let alike = value("most_alike", entries).map { self.mostAlike($0, order) } ?? nil
    let percent = value("catch", entries).map { self.percent($0) } ?? 0
    guard let name, let names, let rounds, let interval, let percent else { return nil }
    let block = DrillBlock(
      name: name, intent: intent ?? .plain, say: say, cues: names, rounds: rounds, interval: interval,
      order: order ?? .fixed, mostAlike: alike, catchPercent: percent)
    checkWhole(block, entries, at: place)
    return block
  }

  private mutating func blockCues(_ node: YAMLNode) -> [String] {
    var names: [String] = []
    let known = cues.map(\.name)
    let defined = Set(known)
    for item in list(node, "cues") ?? [] {
      guard let name = text(item, "a cue's name") else { continue }
      usedCues.insert(name)
      if !defined.contains(name), !wordsAreMissing {
        error(
          item.location, "unknown cue \"\(name)\"",
          known.isEmpty ? "define it under cues:" : Suggestion.hint(for: name, among: known))
      }
      names.append(name)
    }
    return names
  }

  private mutating func rounds(_ node: YAMLNode) -> Int? {
    guard let rounds = node.scalar.flatMap({ Int($0) }), (1...1000).contains(rounds) else {
      error(node.location, "repeat must be a whole number from 1 to 1000, without a unit")
      return nil
    }
    return rounds
  }

  private mutating func mostAlike(_ node: YAMLNode, _ order: DrillBlock.Order?) -> Int? {
    guard let number = node.scalar.flatMap({ Int($0) }), (1...100).contains(number) else {
      error(node.location, "most_alike must be a whole number from 1 to 100, without a unit")
      return nil
    }
    if order != .shuffled {
      error(node.location, "most_alike belongs to a shuffled block", "write order: shuffled, or remove it")
    }
    return number
  }

  private mutating func interval(_ node: YAMLNode) -> IntervalRule? {
    guard let text = text(node, "interval") else { return nil }
    do {
      let rule = try IntervalRule(parsing: text)
      if rule.shortest < Timeline.movementWindow {
        warning(
          node.location,
          "intervals under \(Quantity.text(Timeline.movementWindow)) cut short the window in which a movement is looked for",
          "a late or long movement will run into the next cue")
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
        error(node.location, "catch must be from 0 % to 100 %")
        return nil
      }
      return percent
    } catch {
      report(error, in: node)
      return nil
    }
  }

  /// What can only be seen with all of the block at hand.
  private mutating func checkWhole(_ block: DrillBlock, _ entries: [YAMLEntry], at place: SourceLocation) {
    let expected = Dictionary(cues.map { ($0.name, $0.expect) }, uniquingKeysWith: { first, _ in first })
    func expectation(_ name: String) -> ExpectedPosition? { expected[name] }
    let centres = block.cues.count { expectation($0) == .center }
    let others = block.cues.filter { expectation($0) != .center }
    slots += (block.cues.count + centres) * block.rounds
    if slots > DrillReader.maximumSlots {
      error(
        place, "with this block the drill has more than \(DrillReader.maximumSlots) cues",
        "repeat it less often")
    }
    // What they expect is not known.
    guard !wordsAreMissing else { return }
    if block.catchPercent > 0, let node = value("catch", entries) {
      let places = centres * block.rounds
      if centres == 0 {
        error(
          node.location, "a silent slot follows a cue that expects center, and this block has none",
          "remove catch")
      } else if TimelineExpansion.catchCount(percent: block.catchPercent, centres: places) == 0 {
        warning(
          node.location, "this share of \(places) centre cues rounds to no silent slot at all",
          "raise it, or repeat the block more often")
      }
    }
    if block.order == .shuffled, let node = value("order", entries) {
      var counts: [String: Int] = [:]
      for name in others { counts[name, default: 0] += 1 }
      if counts.count < 2 {
        error(
          node.location, "there is nothing to shuffle: it needs two different cues that do not expect center",
          "write order: fixed")
      } else if Set(counts.values).count > 1 {
        error(
          node.location, "a shuffled block needs its cues equally often, the centre aside",
          "list each of them the same number of times")
      }
    }
  }
}
