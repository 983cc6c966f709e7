import MotionCore

/// Draws a timeline. The order of the draws is part of drill format 1 (docs/protocols.md, "The draws"): a
/// change of it changes what every seed means.
struct TimelineExpansion {
  private let drill: Drill
  private var random: SeededRandom
  private var trials = 0

  private init(drill: Drill, seed: UInt64) {
    self.drill = drill
    random = SeededRandom(seed: seed)
  }

  static func expand(_ drill: Drill, seed: UInt64) -> Timeline {
    var expansion = TimelineExpansion(drill: drill, seed: seed)
    let steps = drill.steps.map { expansion.expand($0) }
    return Timeline(title: drill.title, seed: seed, language: drill.language, steps: steps)
  }

  /// How many catch slots a share of the centre cues is: rounded, half up.
  static func catchCount(percent: Double, centres: Int) -> Int {
    Int((percent * Double(centres) / 100 + 0.5).rounded(.down))
  }

  private mutating func expand(_ step: DrillStep) -> Timeline.Step {
    switch step {
    case .say(let text): .say(text)
    case .calibrate(let calibration): .calibrate(calibration)
    case .countdown(let time): .countdown(time)
    case .waitStill: .waitStill
    case .stationary(let time, let place): .stationary(time, place)
    case .rest(let time): .rest(time)
    case .ask(let question): .ask(question)
    case .block(let block): .block(Timeline.Block(definition: block, slots: slots(block)))
    }
  }

  /// The order first, then the places of the catch slots, then an interval for each slot as it is played.
  private mutating func slots(_ block: DrillBlock) -> [Timeline.Slot] {
    var names = (0..<block.rounds).flatMap { _ in block.cues }
    if block.order == .shuffled {
      if let most = block.mostAlike { shuffle(&names, mostAlike: most) } else { shuffle(&names) }
    }
    let centres = names.indices.filter { expect(names[$0]) == .center }
    let silentAfter = choose(
      TimelineExpansion.catchCount(percent: block.catchPercent, centres: centres.count), of: centres)
    var slots: [Timeline.Slot] = []
    for (index, name) in names.enumerated() {
      slots.append(slot(name, block))
      if silentAfter.contains(index) { slots.append(slot(nil, block)) }
    }
    if let first = slots.first?.interval { slots[0].interval = max(first, Timeline.firstForeperiodMinimum) }
    return slots
  }

  private mutating func slot(_ name: String?, _ block: DrillBlock) -> Timeline.Slot {
    let expected = name.map(expect) ?? .none
    if expected != .none { trials += 1 }
    return Timeline.Slot(
      cue: name, expect: expected, trial: expected == .none ? nil : trials,
      interval: block.interval.draw(from: &random))
  }

  /// Fisher and Yates, from the end, over the cues that do not expect the centre; the centres stay.
  private mutating func shuffle(_ names: inout [String]) {
    let places = names.indices.filter { expect(names[$0]) != .center }
    for i in places.indices.dropFirst().reversed() {
      names.swapAt(places[i], places[below(i + 1)])
    }
  }

  /// Place by place one of the cues that are left, each as likely as it is often left; one that would stand in a row
  /// more than `most` times, or after which the others could not be placed, is passed over. The counts stay, and an
  /// order that keeps the rule is always found: the counts are equal.
  private mutating func shuffle(_ names: inout [String], mostAlike most: Int) {
    let places = names.indices.filter { expect(names[$0]) != .center }
    var kinds: [String] = []
    var counts: [Int] = []
    var number: [String: Int] = [:]
    for place in places {
      let name = names[place]
      if let known = number[name] {
        counts[known] += 1
      } else {
        number[name] = kinds.count
        kinds.append(name)
        counts.append(1)
      }
    }
    var order = MostAlikeOrder(counts: counts, most: most)
    for place in places {
      let open = order.open
      var ticket = below(open.reduce(0) { $0 + order.left[$1] })
      let chosen = open.first { kind in
        ticket -= order.left[kind]
        return ticket < 0
      }
      guard let chosen else { preconditionFailure("no cue can come next") }
      names[place] = kinds[chosen]
      order.take(chosen)
    }
  }

  /// `count` of the places, by the first steps of a Fisher–Yates shuffle from the front.
  private mutating func choose(_ count: Int, of places: [Int]) -> Set<Int> {
    var places = places
    for i in 0..<count {
      places.swapAt(i, i + below(places.count - i))
    }
    return Set(places.prefix(count))
  }

  /// A whole number from 0 to `limit` − 1, by one uniform.
  private mutating func below(_ limit: Int) -> Int {
    Int(random.uniform() * Double(limit))
  }

  private func expect(_ name: String) -> ExpectedPosition {
    drill.cue(named: name)?.expect ?? .none
  }
}

extension Timeline {
  /// Expands a drill with a seed.
  init(_ drill: Drill, seed: UInt64) {
    self = TimelineExpansion.expand(drill, seed: seed)
  }
}
