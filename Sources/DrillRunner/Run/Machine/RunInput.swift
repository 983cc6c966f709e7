import CueAudio
import MotionCore

/// Whence a command or a marker came.
enum RunSource: String, Hashable, Sendable, CaseIterable {
  case key, button, tap
}

/// What a rider or a helper can mark by hand: an annotation, never a judgement.
enum RunMarker: String, Hashable, Sendable, CaseIterable {
  case left = "LEFT"
  case center = "CENTER"
  case right = "RIGHT"
  case good = "GOOD"
  case bad = "BAD"
}

/// How an attempt of a calibration step ended.
enum CalibrationOutcome: Hashable, Sendable {
  case passed(numbers: JSONObject)
  /// `reason` is the key that is recorded, `sentence` what is said: what was wrong, and what to change. `redo` is the
  /// step to go back to.
  case failed(reason: String, sentence: String, redo: CalibrationStep, numbers: JSONObject)
}

extension RunMachine {
  /// What can happen to a run. Times are of the host clock; of a press, the kernel's where it tells it.
  enum Input: Sendable {
    case begin(HostTime)
    /// Time has passed; to be given at `nextDeadline` at the latest.
    case time(HostTime)
    case sound(SoundReport)
    case sensorLost(reason: String, HostTime)
    case sensorBack(HostTime)
    /// A replay has come to its end.
    case sensorEnded(HostTime)
    /// Something that whoever rides must hear, and that does not end the run.
    case notice(SpokenSentence, HostTime)
    /// The attempt that `Effect.calibrate` began has ended.
    case calibration(CalibrationOutcome, HostTime)
    /// The rider sits still.
    case still(HostTime)
    /// Something about the rider's movement that is said when no trial is open.
    case remark(SpokenSentence, HostTime)
    case marker(RunMarker, source: RunSource, HostTime)
    /// Pauses the run; in a pause, goes on with it.
    case pause(source: RunSource, HostTime)
    /// Ends the waiting for the start.
    case start(source: RunSource, HostTime)
    /// A signal, a key, a button, or a fault outside: the run must end, with this reason.
    case stop(reason: String, HostTime)
    /// The bundle is sealed, as this.
    case saved(SessionState, HostTime)
    /// The bundle could not be sealed.
    case saveFailed(reason: String, mayRetry: Bool, HostTime)
    /// What the sealed session shows, to be said; nil where it shows nothing.
    case result(String?, HostTime)
    /// The clip of a sentence was handed to the output; making it may have taken long.
    case handedOver(id: Int, lasts: Duration)
  }

  /// What a run asks for.
  enum Effect: Sendable {
    /// Say guidance as soon as possible.
    case speak(id: Int, text: String)
    /// Play a cue so that its word begins at an instant.
    case playCue(id: Int, cue: String, onsetAt: HostTime)
    case cancelSounds
    /// Write an event that belongs to no sound.
    case write(EventMarker)
    /// Write the event of a cue; whoever writes it adds the clip. Later refined times of sound `id` refer to it.
    case writeCue(id: Int, CueEvent, now: HostTime)
    /// Write the event of guidance; likewise.
    case writeSay(id: Int, SayEvent, now: HostTime)
    /// A cue has been committed: whoever listens will hear it.
    case heard(RunPlan.Slot, SoundTimes)
    /// The words that ask for a step of the calibration have been committed, likewise.
    case asked(CalibrationStep, SoundTimes)
    /// Watch for a step of the calibration from now on; `Input.calibration` answers.
    case calibrate(CalibrationStep, HostTime)
    /// The capture is over: seal the bundle. `boundary` is the stop boundary of the session format.
    case finish(SessionState, reason: String?, boundary: HostTime)
    /// Seal the bundle once more.
    case saveAgain
  }
}
