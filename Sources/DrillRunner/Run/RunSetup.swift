import CueAudio
import Foundation
import IMUDriver
import MotionCore

/// What every run has before it starts, live or rehearsed: the drill, its drawn timeline, and the sensors.
struct RunSetup: Sendable {
  var drillFile: DrillFile
  var timeline: Timeline
  var seed: UInt64
  var rig: SensorRig

  var drill: Drill { drillFile.drill }
  var plan: RunPlan { RunPlan(drill: drill, timeline: timeline) }

  /// The seed of a run: the one asked for, else the drill's, else one drawn here and recorded.
  static func seed(asked: UInt64?, drill: Drill) -> UInt64 {
    asked ?? drill.seed ?? UInt64.random(in: Drill.seeds)
  }

  /// The manifest of a run that begins now.
  func manifest(uuid: UUID, start: Manifest.Anchor, virtual: Bool, audio: JSONValue) -> Manifest {
    Manifest(
      uuid: uuid.uuidString.lowercased(), state: .recording, synthetic: rig.isSynthetic, app: .current,
      host: .current, sensors: rig.sensors,
      drill: .init(
        title: drill.title, file: drillFile.name, sha256: SHA256.hex(of: drillFile.bytes), seed: seed),
      anchors: [start], clocks: [.host(virtual: virtual)] + rig.clocks,
      streams: rig.streams.map { .init(description: $0, file: nil) }, audio: audio)
  }
}

extension RunPlan {
  /// The plan of a drill whose intervals are drawn.
  init(drill: Drill, timeline: Timeline) {
    self.init(
      sensorPatience: drill.onLoss.sensorWait, continuesWithoutSound: drill.onLoss.soundContinues,
      steps: timeline.steps.map { RunPlan.Step($0, drill: drill) })
  }
}
