import Foundation
import MotionCore
import Testing

@testable import DrillRunner

private let choice = """
  drill: 1
  title: Choice
  cues:
    C: { say: Center, expect: center }
    L: { say: Left, expect: left }
    R: { say: Right, expect: right }
    TONE: { say: Now, expect: none }
  steps:
    - say: Hold still.
    - stationary: 5 s
    - block:
        name: one
        cues: [C, L, C, R]
        repeat: 6
        interval: 3 s .. 6.5 s exponential
        order: shuffled
        catch: 25 %
    - rest: 10 s
    - block: { name: two, say: Next, cues: [C, TONE, R], interval: 1 s .. 2 s uniform, repeat: 3, catch: 50 % }
    - block: { name: three, cues: [L, C], interval: 1 s }
    - block:
        name: four
        cues: [L, C, R, R, C, L]
        repeat: 4
        interval: 2 s .. 3 s uniform
        order: shuffled
        most_alike: 2
  """

@Suite struct TimelineTests {
  private func timeline(_ text: String = choice, seed: UInt64) throws -> Timeline {
    Timeline(try #require(parsedDrill(text).drill), seed: seed)
  }

  private func blocks(_ timeline: Timeline) -> [Timeline.Block] {
    timeline.steps.compactMap { if case .block(let block) = $0 { block } else { nil } }
  }

  /// An independent implementation of docs/protocols.md, "The draws", in Python.
  private static let python = #"""
    import math, sys
    M = (1 << 64) - 1
    def generator(seed):
        z = seed
        s = []
        for _ in range(4):
            z = (z + 0x9E3779B97F4A7C15) & M
            y = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M
            y = ((y ^ (y >> 27)) * 0x94D049BB133111EB) & M
            s.append(y ^ (y >> 31))
        rotl = lambda x, k: ((x << k) | (x >> (64 - k))) & M
        while True:
            out = (rotl((s[1] * 5) & M, 7) * 9) & M
            t = (s[1] << 17) & M
            s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]
            s[2] ^= t
            s[3] = rotl(s[3], 45)
            yield (out >> 11) / 9007199254740992.0
    g = generator(int(sys.argv[1]))
    u = lambda: next(g)
    below = lambda n: math.floor(u() * n)
    expect = {"C": "center", "L": "left", "R": "right", "TONE": "none"}
    blocks = [
        (["C", "L", "C", "R"], 6, 3000, 6500, "exponential", True, 25, 0),
        (["C", "TONE", "R"], 3, 1000, 2000, "uniform", False, 50, 0),
        (["L", "C"], 1, 1000, 1000, "fixed", False, 0, 0),
        (["L", "C", "R", "R", "C", "L"], 4, 2000, 3000, "uniform", True, 0, 2)]
    trial = 0
    for cues, repeat, a, b, kind, shuffled, percent, most in blocks:
        names = cues * repeat
        if shuffled and most:
            p = [i for i, n in enumerate(names) if expect[n] != "center"]
            left = {}
            for i in p: left[names[i]] = left.get(names[i], 0) + 1
            placed = []
            def fits(cue):
                if left[cue] == 0 or placed[-most:] == [cue] * most: return False
                after = {**left, cue: left[cue] - 1}
                run = 1
                while run <= len(placed) and placed[-run] == cue: run += 1
                return all(n <= most * (sum(after.values()) - n) + (most - run if c == cue else most)
                    for c, n in after.items())
            for i in p:
                choices = [c for c in left if fits(c)]
                r = below(sum(left[c] for c in choices))
                for c in choices:
                    r -= left[c]
                    if r < 0: break
                names[i] = c
                left[c] -= 1
                placed.append(c)
        elif shuffled:
            p = [i for i, n in enumerate(names) if expect[n] != "center"]
            for i in range(len(p) - 1, 0, -1):
                j = below(i + 1)
                names[p[i]], names[p[j]] = names[p[j]], names[p[i]]
        c = [i for i, n in enumerate(names) if expect[n] == "center"]
        k = math.floor(percent * len(c) / 100 + 0.5)
        for i in range(k):
            j = i + below(len(c) - i)
            c[i], c[j] = c[j], c[i]
        silent = set(c[:k])
        slots = []
        for i, n in enumerate(names):
            slots.append(n)
            if i in silent: slots.append("-")
        w = b - a
        for i, n in enumerate(slots):
            x = 0.0
            if kind == "uniform": x = u() * w
            if kind == "exponential": x = -(w / 3) * math.log(1 - u() * (1 - math.exp(-3)))
            ms = a + math.floor(x + 0.5)
            if i == 0: ms = max(ms, 1500)
            this = "-"
            if n != "-" and expect[n] != "none":
                trial += 1
                this = trial
            print(n, this, ms)
    """#

  @Test(arguments: [0, 1, 20_261_130, 9_007_199_254_740_991] as [UInt64])
  func theDocumentedDrawsGiveTheSameTimeline(_ seed: UInt64) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", TimelineTests.python, String(seed)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let expected = output.split(separator: "\n").map(String.init)
    let drawn = blocks(try timeline(seed: seed)).flatMap(\.slots).map { slot in
      "\(slot.cue ?? "-") \(slot.trial.map(String.init) ?? "-") \(slot.interval.wholeNanoseconds / 1_000_000)"
    }
    #expect(drawn == expected)
    // 24 + 3 silent of 12 centres at 25 %; 9 + 2 silent of 3 at 50 % (1.5 rounded up); 2; 24.
    #expect(drawn.count == 27 + 11 + 2 + 24)
  }

  @Test func aShuffleKeepsTheCentresAndTheCounts() throws {
    for seed in 0..<20 as Range<UInt64> {
      let names = blocks(try timeline(seed: seed))[0].slots.compactMap(\.cue)
      #expect(names.enumerated().allSatisfy { ($0.offset % 2 == 0) == ($0.element == "C") })
      #expect(names.count { $0 == "L" } == 6 && names.count { $0 == "R" } == 6)
    }
    #expect(try timeline(seed: 1) != timeline(seed: 2))
    #expect(try timeline(seed: 1) == timeline(seed: 1))
  }

  @Test func aSilentSlotFollowsACentreCueAndIsNoTrial() throws {
    for block in blocks(try timeline(seed: 5)) {
      for (index, slot) in block.slots.enumerated() where slot.cue == nil {
        #expect(block.slots[index - 1].expect == .center)
        #expect(slot.trial == nil && slot.expect == .none)
      }
    }
  }

  /// 20 000 draws against the analytic distribution: mean a + θ − w/(e³ − 1), and the median a − θ ln(1 − (1 − e⁻³)/2).
  @Test func theExponentialHasItsDistribution() {
    let rule = IntervalRule.exponential(from: .seconds(3), to: .seconds(6))
    var random = SeededRandom(seed: 3)
    let drawn = (0..<20_000).map { _ in rule.draw(from: &random).inSeconds }.sorted()
    #expect(drawn[0] >= 3 && drawn[19_999] <= 6)
    let mean = 3 + 1 - 3 / (exp(3.0) - 1)
    let median = 3 - log(1 - (1 - exp(-3.0)) / 2)
    // The standard deviation is below that of a full exponential, 1 s: five standard errors are 0.036 s.
    #expect(abs(drawn.reduce(0, +) / 20_000 - mean) < 0.036)
    #expect(abs(drawn[10_000] - median) < 0.036)
    #expect(abs(rule.mean.inSeconds - mean) < 1e-9)
  }

  @Test func theFileHoldsSeedStepsAndIntervals() throws {
    let timeline = try timeline(
      """
      drill: 1
      title: T
      cues: { L: { say: Left, expect: left }, X: { say: X, expect: none } }
      steps:
        - say: Hi
        - stationary: 5 s
          where: table
        - block: { name: b, say: Go, cues: [X, L], interval: 1 s }
      """, seed: 9)
    // Nominal speech is 0.3 s and 0.06 s a character: 0.42 s for "Hi" and "Go". The block is 0.42 s of
    // speech, 1.5 s (at least) and 1 s of intervals, 2.5 s of window.
    #expect(
      timeline.json.text() == #"{"version":1,"drill":1,"title":"T","seed":9,"nominal_ms":10840,"steps":["#
        + #"{"step":1,"kind":"say","text":"Hi"},{"step":2,"kind":"stationary","duration_ms":5000,"where":"table"},"#
        + #"{"step":3,"kind":"block","name":"b","intent":"plain","say":"Go","order":"fixed","interval":"1 s","slots":["#
        + #"{"cue":"X","expect":"none","interval_ms":1500},{"cue":"L","expect":"left","trial":1,"interval_ms":1000}]}]}"#
    )
    #expect(timeline.nominalDuration == .milliseconds(10_840))
  }
}
