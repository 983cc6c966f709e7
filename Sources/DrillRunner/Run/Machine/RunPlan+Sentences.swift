import MotionCore

extension RunPlan {
  /// What the machine may say in this run beside the drill's own words; to be rendered before it. What only the moment
  /// tells is not among them: why a calibration failed, where that is said with numbers, and the result.
  var sentences: [SpokenSentence] {
    var sentences = SpokenSentence.always
    for step in steps {
      switch step {
      case .calibrate(let calibration):
        for step in calibration.steps { sentences += [.asking(for: step), .passed(step)] }
        sentences += [.now, .calibrationEnds, .calibrationLeftOut] + SpokenSentence.remarks
        sentences += words.fixedFailures
      case .start(.countdown(let length)):
        sentences += SpokenSentence.countdown.filter { .seconds($0.seconds) <= length }.map(\.sentence)
      case .start(.stillness): sentences += [.sitStill, .neverStill]
      case .ask: sentences += [.noted, .noAnswer]
      case .say, .stationary, .rest, .block: break
      }
    }
    if words.isLimitedToFixed { sentences.append(.closingOnScreen) }
    return sentences
  }

  /// The same in the words of this run.
  var machineSentences: [String] { sentences.map { words[$0] } }
}
