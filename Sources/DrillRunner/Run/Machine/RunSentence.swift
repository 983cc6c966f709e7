import MotionCore

extension RunMachine {
  /// What the machine may say beside the drill's own words; to be rendered before the run.
  enum Sentence: Hashable, Sendable {
    // Possible in every run.
    case sensorLost, sensorBack
    case otherSensorLost, otherSensorBack
    case diskLow, diskSlow, rowsLost
    case batteryLow
    case paused, resumed
    case halfTime
    case saved, stopped
    case notSaved, neverSaved
    // The calibration.
    /// What a step of the calibration asks for. A lean is made at the word "now", which follows: who leans with the
    /// first words would be half-way when the watching begins.
    case asking(for: CalibrationStep)
    case now
    case passed(CalibrationStep)
    case noOutcome
    case calibrationEnds, calibrationLeftOut
    // A question.
    case noted, noAnswer
    // The start.
    case sitStill
    case neverStill
    /// So many seconds before the start.
    case countdown(seconds: Int)

    /// Said in every run, or possible in every run.
    static let always: [Sentence] = [
      .sensorLost, .sensorBack, .otherSensorLost, .otherSensorBack, .diskLow, .diskSlow, .rowsLost,
      .batteryLow, .paused, .resumed, .halfTime, .saved, .stopped, .notSaved, .neverSaved,
    ]

    /// The seconds before the start at which something is said.
    static let countdown = [60, 30, 20, 10, 5, 4, 3, 2, 1]

    var text: String {
      switch self {
      case .sensorLost: "The sensor is lost. Waiting for it."
      case .sensorBack: "The sensor is back. We go on."
      case .otherSensorLost: "Another sensor is lost. The run goes on."
      case .otherSensorBack: "The other sensor is back."
      case .diskLow: "The disk is nearly full."
      case .diskSlow: "The disk is slow."
      case .batteryLow: "The battery of the sensor is low."
      case .rowsLost: "The disk does not keep up. Data is being lost."
      case .paused: "Paused."
      case .resumed: "We go on."
      case .halfTime: "Half of it is done."
      case .saved: "Saved."
      case .stopped: "Stopped. What was recorded is saved."
      case .notSaved: "Attention. The session could not be saved. It is tried again."
      case .neverSaved: "The session could not be saved. What reached the disk is kept, and can be recovered."
      case .asking(let step): step.isLean ? "At the word now: \(step.prompt)" : step.prompt
      case .now: "Now."
      case .passed(.neutral): "The centre is known."
      case .passed(.leanLeft): "Left is known."
      case .passed(.leanForward): "Forward is known."
      case .passed(.standard): "The mounting is as it should be."
      case .noOutcome: "That could not be judged. Try it once more."
      case .calibrationEnds: "The calibration did not succeed. The run ends here."
      case .calibrationLeftOut: "We go on without it."
      case .noted: "Noted."
      case .noAnswer: "No answer. We go on."
      case .sitStill: "Sit still, and it begins."
      case .neverStill: "You were not still for two minutes. The run ends here."
      case .countdown(60): "One minute."
      case .countdown(30): "Thirty seconds."
      case .countdown(20): "Twenty seconds."
      case .countdown(10): "Ten seconds."
      case .countdown(5): "Five."
      case .countdown(4): "Four."
      case .countdown(3): "Three."
      case .countdown(2): "Two."
      case .countdown(1): "One."
      case .countdown(let seconds): "\(seconds) seconds."
      }
    }
  }
}

extension RunPlan {
  /// Everything that the machine may say in this run beside the drill's own words, in the words of this run, save what
  /// only the moment tells: why a calibration failed, where that is said with numbers, and the result.
  var machineSentences: [String] {
    var sentences = RunMachine.Sentence.always.map(\.text)
    func add(_ more: RunMachine.Sentence...) { sentences += more.map(\.text) }
    for step in steps {
      switch step {
      case .calibrate(let calibration):
        for step in calibration.steps { add(.asking(for: step), .passed(step)) }
        add(.now, .calibrationEnds, .calibrationLeftOut, .noOutcome)
        sentences += RunRemark.allCases.map(\.sentence)
        sentences += words.fixedFailures
      case .start(.countdown(let length)):
        for seconds in RunMachine.Sentence.countdown where .seconds(seconds) <= length {
          add(.countdown(seconds: seconds))
        }
      case .start(.stillness): add(.sitStill, .neverStill)
      case .ask: add(.noted, .noAnswer)
      case .say, .stationary, .rest, .block: break
      }
    }
    if words.isLimitedToFixed { sentences.append(words[.closingOnScreen]) }
    return sentences.map { words($0) }
  }
}
