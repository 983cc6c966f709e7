import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// Drills of the largest size that are nothing but mistakes. Memory and time stay small, and so does the report.
@Suite struct HostileDrillTests {
  private static func drill(cues: String = "A: {say: a, expect: left}", steps: String) -> [UInt8] {
    Array("drill: 1\ntitle: t\ncues: {\(cues)}\nsteps: [\(steps)]\n".utf8)
  }

  private static let wrongDrills: [String: @Sendable () -> [UInt8]] = [
    "unknown keys": {
      drill(steps: "{rest: 1 s, " + (0..<20_000).map { "k\($0): 1" }.joined(separator: ", ") + "}")
    },
    "unknown steps": {
      drill(steps: (0..<20_000).map { "{k\($0): 1}" }.joined(separator: ",").prefix(220_000) + "}")
    },
    "keys that stand twice": {
      drill(steps: "{rest: 1 s, " + String(repeating: "a: 1, ", count: 20_000) + "}")
    },
    "unknown cues beside as many known ones": {
      drill(
        cues: (0..<4000).map { "c\($0): {say: x, expect: left}" }.joined(separator: ", "),
        steps: "{block: {name: b, interval: 4 s, cues: ["
          + (0..<15_000).map { "d\($0)" }.joined(separator: ",") + "]}}")
    },
    "empty texts": { drill(steps: String(repeating: "{say: ''},", count: 20_000)) },
    "axes without a neutral posture": { drill(steps: String(repeating: "{calibrate: axes},", count: 900)) },
  ]

  @Test(
    "A whole file of mistakes on one line", .timeLimit(.minutes(2)),
    arguments: HostileDrillTests.wrongDrills.keys.sorted())
  func aFileOfMistakesIsReported(name: String) throws {
    let make = try #require(HostileDrillTests.wrongDrills[name])
    let bytes = make()
    #expect(bytes.count < DrillFile.maximumBytes)
    let file = DrillFile.parse(bytes, path: "d.yaml")
    let problems = file.problems
    #expect(!problems.fatal.isEmpty)
    #expect(problems.count <= DrillReader.maximumProblems + 1)
    // A hundred excerpts of one line each, and no more.
    #expect(problems.map { $0.description.utf8.count }.max() ?? 0 < 200_000)
  }

  @Test func problemsThatAreNotListedAreCounted() {
    let bytes = HostileDrillTests.drill(
      steps: "{rest: 1 s, " + (0..<150).map { "k\($0): 1" }.joined(separator: ", ") + "}")
    let problems = DrillFile.parse(bytes, path: "d.yaml").problems
    // One more: no block uses the cue.
    #expect(problems.last?.message == "51 more problems are not listed")
    #expect(problems.last?.severity == .error)
  }

  @Test func aPlaceOnALongLineIsExact() {
    // "é" is one column and two bytes.
    let text = "drill: 1\ntitle: t\nsteps: [" + String(repeating: "{rest: 1 s}, ", count: 500) + "{é: 1}]\n"
    let problem = DrillFile.parse(Array(text.utf8), path: "d.yaml").problems.fatal.first
    #expect(problem?.line == 3)
    #expect(problem?.column == 9 + 500 * 13 + 1)
  }
}
