import CueAudio
import Foundation
import IMUDriver
import MotionCore

/// What every run has before it starts, live or rehearsed: the drill, its drawn timeline, and the sensors.
struct RunSetup: Sendable {
  var file: DrillFile
  var drill: Drill
  var timeline: Timeline
  var rig: SensorRig
  /// True where nothing can be spoken but what was made before the run.
  var isLimitedToFixedWords = false

  init(file: DrillFile, drill: Drill, seed: UInt64, rig: SensorRig) {
    self.file = file
    self.drill = drill
    timeline = Timeline(drill, seed: seed)
    self.rig = rig
  }

  var plan: RunPlan {
    var plan = RunPlan(drill: drill, timeline: timeline)
    plan.words.isLimitedToFixed = isLimitedToFixedWords
    return plan
  }

  /// The seed of a run: the one asked for, else the drill's, else one drawn here and recorded.
  static func seed(asked: UInt64?, drill: Drill) -> UInt64 {
    asked ?? drill.seed ?? Timeline.drawSeed()
  }

  /// The manifest of a run that begins now.
  func manifest(start: Manifest.Anchor, virtual: Bool, audio: JSONValue) -> Manifest {
    Manifest(
      uuid: UUID().uuidString.lowercased(), state: .recording, synthetic: rig.isSynthetic, app: .current,
      host: .current, sensors: rig.sensors,
      drill: .init(
        title: drill.title, file: (file.path as NSString).lastPathComponent,
        sha256: SHA256Hash.hex(file.bytes), seed: timeline.seed),
      anchors: [start], clocks: [.host(virtual: virtual)] + rig.clocks,
      streams: rig.streams.map { .init(description: $0, file: nil) }, audio: audio)
  }
}

extension RunSetup {
  /// What the store needs to create the bundle.
  func bundlePlan(start: Manifest.Anchor, virtual: Bool, audio: JSONValue) -> BundlePlan {
    BundlePlan(
      manifest: manifest(start: start, virtual: virtual, audio: audio), protocolText: file.bytes,
      timeline: timeline.json)
  }

  /// What the seal says of each stream.
  static let summarize: StreamSummarizer = { stream, clock in
    let (statistics, mapping) = SamplingSummary.of(stream: stream, clock: clock)
    return StreamSummary(statistics: statistics, mapping: mapping)
  }
}

extension RunPlan {
  /// The plan of a drill whose intervals are drawn.
  init(drill: Drill, timeline: Timeline) {
    self.init(
      sensorPatience: drill.onLoss.sensorWait, continuesWithoutSound: drill.onLoss.soundContinues,
      steps: timeline.steps.map(RunPlan.Step.init),
      words: SpokenWords(drill.programWords))
  }
}

extension RunPlan.Step {
  init(_ step: Timeline.Step) {
    switch step {
    case .say(let text): self = .say(text)
    case .calibrate(let calibration):
      let steps: [CalibrationStep] =
        switch calibration.target {
        case .neutral: [.neutral]
        case .axes: [.leanLeft, .leanForward]
        case .standardAxes: [.standard]
        }
      self = .calibrate(.init(steps: steps, isRequired: calibration.isRequired))
    case .countdown(let length): self = .start(.countdown(length))
    case .waitStill: self = .start(.stillness)
    case .stationary(let time, let place): self = .stationary(time, place: place.rawValue)
    case .rest(let time): self = .rest(time)
    case .ask(let question): self = .ask(question)
    case .block(let block):
      let definition = block.definition
      self = .block(
        .init(
          name: definition.name, intent: definition.intent.rawValue, say: definition.say,
          slots: block.slots.map {
            .init(cue: $0.cue, expect: $0.expect, trial: $0.trial, interval: $0.interval)
          }))
    }
  }
}
