import MotionCore
import Testing

@testable import DrillRunner

/// `most_alike:`, a shuffled order without long rows of the same cue.
@Suite struct MostAlikeTests {
  private func names(_ cues: String, rounds: Int, most: Int, seed: UInt64) throws -> [String] {
    let file = parsedDrill(
      """
      drill: 1
      title: T
      cues:
        C: { say: c, expect: center }
        L: { say: l, expect: left }
        R: { say: r, expect: right }
        F: { say: f, expect: forward }
      steps:
        - stationary: 5 s
        - block: { name: b, cues: [\(cues)], repeat: \(rounds), interval: 4 s, order: shuffled, most_alike: \(most) }
      """)
    let timeline = Timeline(try #require(file.drill, "\(file.problems.rendered)"), seed: seed)
    guard case .block(let block) = timeline.steps[1] else { return [] }
    return block.slots.compactMap(\.cue)
  }

  private func longestRow(_ names: [String]) -> Int {
    var longest = 0
    var row = 0
    for (index, name) in names.enumerated() {
      row = index > 0 && names[index - 1] == name ? row + 1 : 1
      longest = max(longest, row)
    }
    return longest
  }

  @Test(
    "No row is longer, the counts are equal, the centres stay, and no seed fails",
    arguments: [
      ("C, L, C, R", 12, 1), ("C, L, C, R", 12, 2), ("L, R, F", 8, 1), ("L, L, R, R", 25, 3), ("L, R", 1, 1),
    ])
  func rule(cues: String, rounds: Int, most: Int) throws {
    let kinds = Set(cues.split(separator: ", ").map(String.init)).subtracting(["C"])
    var orders: Set<[String]> = []
    for seed in 0..<200 as Range<UInt64> {
      let all = try names(cues, rounds: rounds, most: most, seed: seed)
      let sides = all.filter { $0 != "C" }
      #expect(longestRow(sides) <= most)
      #expect(Set(kinds.map { kind in sides.count { $0 == kind } }).count == 1)
      if cues.hasPrefix("C") {
        #expect(all.enumerated().allSatisfy { ($0.offset % 2 == 0) == ($0.element == "C") })
      }
      orders.insert(sides)
    }
    // With one of each, or two kinds in turn, there are two orders.
    #expect(orders.count >= (kinds.count == 2 && most == 1 ? 2 : 100))
  }

  /// All orders of LLRR with at most two alike, by hand: LLRR, LRLR, LRRL, RLLR, RLRL, RRLL. Each is drawn, and none
  /// much more often than the others: by the counts left, the chances are 1/2·1/3 = 1/6 for each.
  @Test("Every order that keeps the rule can come, about equally often")
  func chances() throws {
    var counts: [String: Int] = [:]
    for seed in 0..<3000 as Range<UInt64> {
      counts[try names("L, R", rounds: 2, most: 2, seed: seed).joined(), default: 0] += 1
    }
    #expect(Set(counts.keys) == ["LLRR", "LRLR", "LRRL", "RLLR", "RLRL", "RRLL"])
    // 500 each; five standard deviations of a binomial count are 102.
    for count in counts.values { #expect(abs(count - 500) < 102) }
  }

  @Test(
    "It belongs to a shuffled block",
    arguments: [
      ("order: fixed, most_alike: 2", "belongs to a shuffled block"),
      ("most_alike: 2", "belongs to a shuffled block"), ("order: shuffled, most_alike: 0", "whole number"),
      ("order: shuffled, most_alike: 101", "whole number"),
      ("order: shuffled, most_alike: two", "whole number"),
    ])
  func mistakes(keys: String, message: String) {
    let file = parsedDrill(
      """
      drill: 1
      title: T
      cues: { L: { say: l, expect: left }, R: { say: r, expect: right } }
      steps:
        - stationary: 5 s
        - block: { name: b, cues: [L, R], interval: 4 s, \(keys) }
      """)
    #expect(file.problems.fatal.contains { $0.message.contains(message) })
  }
}
