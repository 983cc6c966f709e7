import MotionCore

/// A sentence of a run as it stands on the screen, for whoever has no sound or missed it. Also one that could not be
/// spoken is here.
struct SaidText: Hashable, Sendable {
  /// Counts the sentences of a run, from 1.
  var number: Int
  var text: String
  /// When it was handed to the output.
  var at: HostTime
  /// The number of the first sentence of those that are read together: "Lean to the left. Now."
  var group: Int

  /// So many are kept: more than a run can say between two looks at it.
  static let kept = 8
}

extension RunMachine {
  /// Keeps a sentence for the screen. One that `continues` what was said before stands behind it.
  mutating func keep(_ text: String, continues: Bool, at now: HostTime) {
    let before = said.last
    let number = (before?.number ?? 0) + 1
    // Without sound nothing is waited for, and sentences follow each other at one instant: they are read together.
    let isTogether = continues || (soundIsGone && before?.at == now)
    said.append(
      SaidText(number: number, text: text, at: now, group: isTogether ? before?.group ?? number : number))
    said.removeFirst(max(0, said.count - SaidText.kept))
  }
}
