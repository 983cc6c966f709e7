import CueAudio
import IMUDriver
import MotionCore

/// Every message that the program can say, print or write for a person.
enum MessageCatalogue {
  /// The types whose values are messages, in the order of the page.
  static let types: [any CatalogueMessage.Type] = [
    // What is said.
    SpokenSentence.self, CalibrationAdvice.self,
    // A run.
    RunError.self, ViewState.self, RunState.self, ViewWord.self, RunNote.self, RunReason.self,
    StoreTrouble.self, IncidentKind.self, HostClockChange.self,
    SleepInhibitor.Refusal.self, OutputAttention.self,
    // Commands.
    UsageError.self, UnexpectedError.self, Notice.self, ResultLine.self, NextStep.self, AnswerLine.self,
    DoctorFinding.self,
    DoctorCheck.Fitness.self,
    CheckLine.self, DeviceLine.self, WatchLine.self, VoiceLine.self, LatencyLine.self, SessionListWord.self,
    // Drills, words and sound.
    DrillFileError.self, DrillProblems.self, YAMLProblem.self, ValueProblem.self, NumberProblem.self,
    StepProblem.self, IncludeProblem.self,
    ClipError.self, ClipWarning.self, AudioError.self, PCMUnfitness.self,
    OutputDoubt.self, OutputRemark.self, PriorityRefusal.self, SoundFailure.self, SpeechProblem.self,
    LatencyRefusal.self, LoopRecorder.Failure.self, LatencyStoreError.self, CueTimingMeasurement.Failure.self,
    // Sensors.
    SensorSelectorError.self, SensorError.self, SensorUnfitness.self, SensorLoss.self, SensorTestFinding.self,
    MatchedLine.self,
    GainProblem.self,
    SerialError.self,
    SerialRefusal.self, ReplayError.self, CSVError.self, CSVProblem.self, SensorReason.self, SensorNote.self,
    IncidentDetail.self, BatteryReason.self, TapReason.self, ScanTypeProblem.self, MountMatrixProblem.self,
    RiderReason.self,
    // Sessions.
    SessionLookupError.self, SessionsFolderError.self, SessionReadError.self, SchemaError.self,
    SessionState.self, SessionFinding.self, FileWord.self,
    SessionDifference.self, BundleNote.self, SealError.self, RecoveryError.self, DiskSpaceError.self,
    FileError.self,
    JSONError.self, ManifestReason.self, EventLineReason.self, RowLineReason.self, ReportReason.self,
    // Analysis and export.
    ParametersError.self, LabelFileError.self, Trial.Verdict.self, Trial.Reason.self, Transition.Flag.self,
    Limitation.self, ReportLine.self, ExplanationLine.self, DetectionStep.Observation.self,
    ComparisonLimitation.self, ComparisonLine.self, Synchronisation.self, SensorChoiceError.self,
    ExportError.self, ExportWarning.self,
    // Why a value is unavailable.
    ValueReason.self, UnusableStream.self, SourceReason.self, ClockReason.self, SamplingReason.self,
    CalibrationReason.self, MovementReason.self, TrialReason.self, SmoothnessReason.self, SummaryReason.self,
    StillnessReason.self, StationaryPhase.Place.self, AlignmentReason.self, ExportReason.self,
  ]

  /// One message of each kind, in the order of the page.
  static var all: [MessageEntry] { types.flatMap { entries(of: $0) } }

  private static func entries<Message: CatalogueMessage>(of type: Message.Type) -> [MessageEntry] {
    Message.examples.map { MessageEntry($0) }
  }
}

/// A message of the catalogue, with what might stand in it.
struct MessageEntry: Hashable, Sendable {
  var id: String
  var section: MessageSection
  var wording: MessageWording

  init(_ message: some CatalogueMessage) {
    id = message.messageID
    section = type(of: message).section
    wording = message.wording
  }
}
