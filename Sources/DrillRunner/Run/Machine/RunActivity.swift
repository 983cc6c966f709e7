import MotionCore

extension RunMachine {
  /// What follows when guidance has been said.
  indirect enum Next: Hashable, Sendable {
    case nextStep
    case beginCues
    case resume(Activity)
    /// More words.
    case say(String, then: Next)
    /// Say what the present step of the calibration asks for.
    case askForCalibration
    /// Watch for it.
    case calibrate
    case awaitStart
    case awaitAnswer
    /// End the run as interrupted, with this reason.
    case stop(RunReason)
    /// Say what the saved session shows, and end.
    case close
    case end
  }

  /// What the run is doing.
  indirect enum Activity: Hashable, Sendable {
    case idle
    case speaking(id: Int, text: String, until: HostTime, next: Next)
    case waiting(until: HostTime, next: Next)
    case stationary(until: HostTime)
    case resting(until: HostTime)
    /// A step of the calibration is being watched for.
    case calibrating(until: HostTime)
    /// Counting down to the start.
    case counting(until: HostTime)
    /// Waiting until the rider sits still.
    case awaitingStillness(until: HostTime)
    case cueing
    /// A question was asked; its answer is waited for.
    case asking(until: HostTime)
    /// The sensor is gone; its return resumes what was going on.
    case suspended(until: HostTime, resume: Activity)
    /// Paused by the rider; going on resumes what was going on.
    case paused(resume: Activity)
    case stopping(deadline: HostTime)
    /// The bundle is being sealed.
    case sealing
    /// Sealing has failed and is tried again.
    case retrying(until: HostTime)
    /// The bundle is sealed; what it shows is being computed.
    case awaitingResult(until: HostTime)
    case finished
  }

  /// A block under way.
  struct BlockProgress: Hashable, Sendable {
    var block: RunPlan.Block
    /// The slots that are still to come, repeats appended.
    var remaining: [RunPlan.Slot]
    /// When the next slot's word is to begin; nil until the block's opening words are over.
    var nextOnset: HostTime?
    /// The cue that was handed to the output and has not left.
    var pending: Pending?
    /// The last cue that left, and until when its movement is waited for.
    var window: Window?

    struct Pending: Hashable, Sendable {
      var id: Int
      var slot: RunPlan.Slot
      var onsetAt: HostTime
    }

    struct Window: Hashable, Sendable {
      var slot: RunPlan.Slot
      /// When the word began, or would have.
      var onset: HostTime
      var until: HostTime
    }

    init(block: RunPlan.Block) {
      self.block = block
      remaining = block.slots
    }
  }

  /// A calibration under way.
  struct CalibrationProgress: Hashable, Sendable {
    var request: RunPlan.Calibration
    /// Which of the request's steps.
    var index = 0
    /// Attempts that have ended, and those of them that failed, by step.
    var ended: [CalibrationStep: Int] = [:]
    var failed: [CalibrationStep: Int] = [:]
    /// The sound that asks for the movement.
    var askingSound: Int?

    var step: CalibrationStep { request.steps[index] }
    /// The number of the attempt under way, from 1.
    var attempt: Int { ended[step, default: 0] + 1 }
  }

  /// How the session ends, and where its rows end.
  struct Ending: Hashable, Sendable {
    var state: SessionState
    var reason: String?
    var boundary: HostTime
    /// How often sealing was tried.
    var saves = 1
  }

  /// The times that the course of a run depends on.
  enum Timing {
    /// A cue is handed to the output this long before its onset.
    static let lead: Duration = .seconds(1)
    /// How long after its last cue a block goes on: the search window of the analysis (2.5 s) and a second for
    /// the movement to end.
    static let tail: Duration = .milliseconds(3500)
    /// Silence after guidance, before what follows.
    static let breath: Duration = .milliseconds(400)
    /// How much longer than its nominal time a sound may take before it counts as failed.
    static let soundPatience: Duration = .seconds(5)
    /// How long a stop waits to learn whether the pending cue left or was cancelled.
    static let stopPatience: Duration = .milliseconds(500)
    /// How long a step of the calibration may go on without an outcome: each ends by itself well before.
    static let calibrationPatience: Duration = .seconds(25)
    /// How long the rider is waited for to sit still.
    static let stillnessPatience: Duration = .seconds(120)
    /// How long after each failed attempt sealing is tried again; then it is given up.
    static let saveRetries: [Duration] = [.seconds(2), .seconds(5), .seconds(10)]
    /// How long the result of a saved session is waited for.
    static let resultPatience: Duration = .seconds(30)
  }

  /// After so many failures of a step its calibration is given up.
  static let calibrationAttempts = CalibrationParameters.default.attempts
}
