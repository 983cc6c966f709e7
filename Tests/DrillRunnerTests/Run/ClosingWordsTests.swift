import MotionCore
import Testing

@testable import DrillRunner

/// The last words of a rehearsal: how many movements counted, and what was left out.
@Suite struct ClosingWordsTests {
  private func words(_ cues: String) throws -> String {
    let heard = try HeardMessages()
    let drill = try heard.write(
      """
      drill: 1
      title: Short
      seed: 1
      cues:
        CENTER: {say: Center, expect: center}
        LEFT: {say: Left, expect: left}
      steps:
        - stationary: 3 s
        - block: {name: one, cues: [\(cues)], interval: 5 s}
      """, "short.yaml")
    return heard.run(["rehearse", drill, "--sessions", heard.folder + "/sessions"]).text
      .replacing("\n", with: " ")
  }

  @Test func everyMovementCounts() throws {
    let text = try words("LEFT, CENTER")
    #expect(text.contains("Median latency, left: "), "\(text)")
    #expect(text.contains(ClosingWords.counted(2, of: 2).text), "\(text)")
    #expect(text.contains(ClosingWords.noneLeftOut.text), "\(text)")
  }

  /// Who sits in the centre need not move for CENTER.
  @Test func whatWasLeftOutIsNamed() throws {
    let text = try words("CENTER, LEFT")
    #expect(text.contains(ClosingWords.counted(1, of: 2).text), "\(text)")
    #expect(
      text.contains(ClosingWords.leftOut([.init(count: 1, reason: "not required")]).text), "\(text)")
  }
}
