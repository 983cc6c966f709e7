import MotionCore

/// Something about how the rider moves that is said between blocks, never in a trial. It says what was seen, and
/// judges nothing.
enum RunRemark: String, Hashable, Sendable, CaseIterable {
  case movedWhileStill = "moved_while_still"
  case movedEarly = "moved_early"
  case wrongWay = "wrong_way"
  case neverMoved = "never_moved"

  var sentence: String {
    switch self {
    case .movedWhileStill: "There was movement while you were to sit still."
    case .movedEarly: "There was movement before the word. Wait for the word, then move."
    case .wrongWay: "Some movements went another way than the word said."
    case .neverMoved: "After some words no movement was seen. Move when you hear the word."
    }
  }
}

extension RunMachine {
  /// What the machine may say beside the drill's own words; to be rendered before the run.
  enum Sentence {
    static let sensorLost = "The sensor is lost. Waiting for it."
    static let sensorBack = "The sensor is back. We go on."
    static let otherSensorLost = "Another sensor is lost. The run goes on."
    static let otherSensorBack = "The other sensor is back."
    static let diskLow = "The disk is nearly full."
    static let diskSlow = "The disk is slow."
    static let batteryLow = "The battery of the sensor is low."
    static let rowsLost = "The disk does not keep up. Data is being lost."
    static let paused = "Paused."
    static let resumed = "We go on."
    static let halfTime = "Half of it is done."
    static let saved = "Saved."
    static let stopped = "Stopped. What was recorded is saved."
    static let notSaved = "Attention. The session could not be saved. It is tried again."
    static let neverSaved =
      "The session could not be saved. What reached the disk is kept, and can be recovered."

    /// Said in every run, or possible in every run.
    static let always = [
      sensorLost, sensorBack, otherSensorLost, otherSensorBack, diskLow, diskSlow, rowsLost, batteryLow,
      paused,
      resumed,
      halfTime, saved, stopped, notSaved, neverSaved,
    ]

    // The calibration.
    static let now = "Now."
    static let calibrationEnds = "The calibration did not succeed. The run ends here."
    static let calibrationLeftOut = "We go on without it."
    static let noOutcome = "That could not be judged. Try it once more."

    /// What a step of the calibration asks for. A lean is made at the word "now", which follows: who leans with the
    /// first words would be half-way when the watching begins.
    static func asking(for step: CalibrationStep) -> String {
      step.isLean ? "At the word now: \(step.prompt)" : step.prompt
    }

    static func passed(_ step: CalibrationStep) -> String {
      switch step {
      case .neutral: "The centre is known."
      case .leanLeft: "Left is known."
      case .leanForward: "Forward is known."
      case .standard: "The mounting is as it should be."
      }
    }

    // The start.
    static let sitStill = "Sit still, and it begins."
    static let neverStill = "You were not still for two minutes. The run ends here."

    /// What is said at so many seconds before the start.
    static let countdown: [(seconds: Int, text: String)] = [
      (60, "One minute."), (30, "Thirty seconds."), (20, "Twenty seconds."), (10, "Ten seconds."),
      (5, "Five."),
      (4, "Four."), (3, "Three."), (2, "Two."), (1, "One."),
    ]
  }
}

extension RunPlan {
  /// Everything that the machine may say in this run beside the drill's own words, save what only the moment
  /// tells: why a calibration failed, and the result.
  var machineSentences: [String] {
    var sentences = RunMachine.Sentence.always
    for step in steps {
      switch step {
      case .calibrate(let calibration):
        sentences += calibration.steps.flatMap {
          [RunMachine.Sentence.asking(for: $0), RunMachine.Sentence.passed($0)]
        }
        sentences += [
          RunMachine.Sentence.now, RunMachine.Sentence.calibrationEnds,
          RunMachine.Sentence.calibrationLeftOut, RunMachine.Sentence.noOutcome,
        ]
        sentences += RunRemark.allCases.map(\.sentence)
      case .start(.countdown(let length)):
        sentences +=
          RunMachine.Sentence.countdown.filter { .seconds($0.seconds) <= length }.map(\.text)
      case .start(.stillness): sentences += [RunMachine.Sentence.sitStill, RunMachine.Sentence.neverStill]
      case .say, .stationary, .rest, .block: break
      }
    }
    return sentences
  }
}
