@testable import MotionCore

/// What a power cut makes of one file's changes that no sync has confirmed.
struct FileFate: Sendable {
  /// What stands where a piece is missing.
  enum Fill: Sendable, CaseIterable {
    /// Nothing: the file ends with the last piece that is there; holes before it read as zeros.
    case short
    /// Zeros up to the full length: the length came to the disk before the data.
    case zeros
    /// Random bytes up to the full length.
    case garbage
    /// What an earlier part of the same file holds, as if an old block came back. POSIX systems promise that
    /// this is never seen; kept apart.
    case stale
  }

  /// For each uncertain piece whether it came to the disk.
  var kept: [Bool]
  /// A piece of which only the first bytes came to the disk.
  var torn: (piece: Int, bytes: Int)?
  var fill = Fill.short
  var seed: UInt64 = 0
}

/// One way in which a power cut can leave a disk.
struct DiskCrash: Sendable {
  var fates: [Int: FileFate] = [:]
  /// By folder and name, the node that the name has.
  var names: [Int: [String: Int?]] = [:]

  var hasStaleText: Bool { fates.values.contains { $0.fill == .stale } }
}

extension DiskState.Node {
  /// The number of pieces that may or may not be on the disk.
  var uncertainPieces: Int {
    changes.reduce(0) { $1.certainty == .durable ? $0 : $0 + DiskState.pieces($1.kind).count }
  }

  /// For each name that is in doubt, the nodes that it may have: the durable one, and all since.
  var uncertainNames: [(name: String, nodes: [Int?])] {
    var found: [String: [Int?]] = [:]
    for change in entryChanges {
      var nodes = found[change.name] ?? [durableEntries[change.name]]
      if !nodes.contains(change.node) { nodes.append(change.node) }
      found[change.name] = nodes
    }
    return found.sorted { $0.key < $1.key }.map { (name: $0.key, nodes: $0.value) }
  }
}

extension DiskState {
  /// The byte ranges of a write, cut at sector borders; a change of length is a single piece.
  static func pieces(_ kind: Change.Kind) -> [Range<Int>] {
    guard case .write(let offset, let bytes) = kind else { return [0..<0] }
    var pieces: [Range<Int>] = []
    var start = offset
    while start < offset + bytes.count {
      let end = min(offset + bytes.count, (start / sector + 1) * sector)
      pieces.append(start..<end)
      start = end
    }
    return pieces
  }

  /// What a file holds after a crash.
  static func image(_ node: Node, _ fate: FileFate?) -> [UInt8] {
    guard let fate else { return node.data }
    var data = node.base
    var random = SplitMix64(seed: fate.seed)
    var number = 0
    for change in node.changes {
      guard change.certainty != .durable else {
        apply(change.kind, to: &data)
        continue
      }
      for range in pieces(change.kind) {
        defer { number += 1 }
        guard case .write(let offset, let bytes) = change.kind else {
          if fate.kept[number] { apply(change.kind, to: &data) }
          continue
        }
        var whole = bytes[(range.lowerBound - offset)..<(range.upperBound - offset)]
        if let torn = fate.torn, torn.piece == number { whole = whole.prefix(torn.bytes) }
        if fate.kept[number] {
          overwrite(&data, at: range.lowerBound, whole)
        } else if fate.fill == .garbage {
          overwrite(
            &data, at: range.lowerBound, whole.map { _ in UInt8(truncatingIfNeeded: random.next()) }[...])
        } else if fate.fill == .stale, !node.data.isEmpty {
          let shift = Int(random.next() % UInt64(node.data.count))
          overwrite(
            &data, at: range.lowerBound, whole.indices.map { node.data[($0 + shift) % node.data.count] }[...])
        }
      }
    }
    if fate.fill != .short, data.count < node.data.count { resize(&data, node.data.count) }
    return data
  }

  /// The disk as it is found after a crash: nothing is open, nothing is in doubt.
  func after(_ crash: DiskCrash) -> DiskState {
    var state = self
    for number in nodes.indices {
      var entries = nodes[number].durableEntries
      for (name, node) in crash.names[number] ?? [:] { entries[name] = node }
      var found = Node(kind: nodes[number].kind, mode: nodes[number].mode)
      found.data =
        nodes[number].changes.isEmpty
        ? nodes[number].base : DiskState.image(nodes[number], crash.fates[number])
      found.base = found.data
      found.entries = entries
      found.durableEntries = entries
      state.nodes[number] = found
    }
    return state
  }

  /// Calls `body` with ways to crash now: all of them where there are at most `limit`, else `limit` drawn ones.
  /// Returns how many there were, and whether these were all.
  @discardableResult
  func forEachCrash(
    limit: Int, seed: UInt64, _ body: (DiskCrash) -> Void
  ) -> (count: Int, isExhaustive: Bool) {
    let files = nodes.indices.map { (node: $0, pieces: nodes[$0].uncertainPieces) }.filter { $0.pieces > 0 }
    let names = nodes.indices.flatMap { folder in
      nodes[folder].uncertainNames.map { (folder: folder, name: $0.name, nodes: $0.nodes) }
    }
    // A file of p pieces has 2^p − 1 ways to lack some, each with three fills, and one to lack none.
    var total = 1.0
    for file in files { total *= 3 * (pow2(file.pieces) - 1) + 1 }
    for name in names { total *= Double(name.nodes.count) }
    guard total > Double(limit) else {
      for number in 0..<Int(total) {
        var rest = number
        var crash = DiskCrash()
        func digit(_ base: Int) -> Int {
          defer { rest /= base }
          return rest % base
        }
        for file in files {
          let way = digit(3 * (Int(pow2(file.pieces)) - 1) + 1)
          let mask = way / 3
          crash.fates[file.node] = FileFate(
            kept: (0..<file.pieces).map { mask >> $0 & 1 == 1 }, fill: FileFate.Fill.allCases[way % 3],
            seed: seed &+ UInt64(number))
        }
        for name in names {
          crash.names[name.folder, default: [:]][name.name] = name.nodes[digit(name.nodes.count)]
        }
        body(crash)
      }
      return (Int(total), true)
    }
    var random = SeededRandom(seed: seed)
    for _ in 0..<limit {
      var crash = DiskCrash()
      for file in files { crash.fates[file.node] = nodes[file.node].drawFate(file.pieces, &random) }
      for name in names {
        crash.names[name.folder, default: [:]][name.name] =
          name.nodes[Int(random.next() % UInt64(name.nodes.count))]
      }
      body(crash)
    }
    return (limit, false)
  }

  private func pow2(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }
}

extension DiskState.Node {
  /// Draws a fate: nothing, everything, a beginning torn at any byte, or any pieces in any order.
  fileprivate func drawFate(_ pieces: Int, _ random: inout SeededRandom) -> FileFate {
    var fate = FileFate(kept: Array(repeating: false, count: pieces), seed: random.next())
    switch random.uniform() {
    case ..<0.1: break
    case ..<0.2: fate.kept = Array(repeating: true, count: pieces)
    case ..<0.5:
      let last = Int(random.next() % UInt64(pieces))
      for piece in 0...last { fate.kept[piece] = true }
      fate.torn = (last, Int(random.next() % UInt64(DiskState.sector)))
    default:
      let share = random.uniform()
      for piece in 0..<pieces { fate.kept[piece] = random.uniform() < share }
      if random.uniform() < 0.3 {
        fate.torn = (
          Int(random.next() % UInt64(pieces)), Int(random.next() % UInt64(DiskState.sector))
        )
      }
    }
    switch random.uniform() {
    case ..<0.4: fate.fill = .short
    case ..<0.65: fate.fill = .zeros
    case ..<0.9: fate.fill = .garbage
    default: fate.fill = .stale
    }
    return fate
  }
}
