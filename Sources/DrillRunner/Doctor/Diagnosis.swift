import CueAudio
import IMUDriver
import MotionCore

/// Whether this machine is fit for a drill, and what to do where it is not. A function of the facts.
struct Diagnosis: Hashable, Sendable {
  var checks: [DoctorCheck]

  var isFit: Bool { !checks.contains { $0.fitness == .unfit } }

  init(_ facts: MachineFacts) {
    let findings = [
      Diagnosis.sensor(facts), Diagnosis.battery(facts), Diagnosis.buttons(facts), Diagnosis.sound(facts),
      facts.voice.map { .voice($0) } ?? .noVoice, Diagnosis.disk(facts), Diagnosis.clock(facts),
      Diagnosis.permissions(facts), facts.realtimeRefusal.map { .noRealtime(reason: $0) } ?? .realtime,
      facts.inhibitorRefusal.map { .mayFallAsleep($0) } ?? .staysAwake,
    ]
    checks = findings.map { DoctorCheck(finding: $0) }
  }

  /// What an hour of two streams of 1000 rows a second may need, bytes: more than any drill.
  static let roomBytes: Int64 = 2_000_000_000

  private static func sensor(_ facts: MachineFacts) -> DoctorFinding {
    switch facts.sensors {
    case .failure(let error): return .sensorsUnknown(error)
    case .success(let found):
      let usable = found.filter(\.isUsable)
      if usable.count == 1 { return .sensor(name: usable[0].name, path: usable[0].path) }
      if usable.count > 1 { return .severalSensors(names: usable.map(\.name), first: usable[0].stableID) }
      return .noSensor(.noneFound(unusable: found))
    }
  }

  private static func battery(_ facts: MachineFacts) -> DoctorFinding {
    let usable = ((try? facts.sensors.get()) ?? []).filter(\.isUsable)
    guard let sensor = usable.first(where: { facts.batteries[$0.path] != nil }),
      let charge = facts.batteries[sensor.path]
    else { return .noBattery }
    switch charge {
    case .unavailable(let reason): return .batteryUnknown(reason: reason.text)
    case _ where charge.isLow: return .batteryLow(charge: charge.text, sensor: sensor.name)
    case .percent, .level: return .battery(charge: charge.text, sensor: sensor.name)
    }
  }

  private static func buttons(_ facts: MachineFacts) -> DoctorFinding {
    switch facts.keyDevices {
    case .failure(let error): return .buttonsUnknown(error)
    case .success(let found):
      let heard = found.filter(\.isListenedToByDefault)
      return heard.isEmpty ? .noButtons(others: !found.isEmpty) : .buttons(heard.map(\.name))
    }
  }

  private static func sound(_ facts: MachineFacts) -> DoctorFinding {
    guard let output = facts.outputs.first(where: { $0.pcm == AudioOutputs.defaultPCM }) else {
      return .noOutput
    }
    if let problem = output.problem {
      return .outputFails(problem, other: facts.outputs.first(where: \.isUsable)?.pcm)
    }
    let attentions = output.device?.attentions ?? []
    return attentions.isEmpty ? .output(output.description) : .outputAttention(attentions)
  }

  private static func disk(_ facts: MachineFacts) -> DoctorFinding {
    guard facts.canWrite else { return .folderNotWritable(facts.folder) }
    switch facts.freeBytes {
    case .failure(let error): return .diskUnknown(error)
    case .success(let free) where free >= roomBytes:
      return .diskRoom(megabytes: free / 1_000_000, folder: facts.folder)
    case .success(let free):
      return .diskLow(megabytes: free / 1_000_000, folder: facts.folder, needed: roomBytes / 1_000_000)
    }
  }

  private static func clock(_ facts: MachineFacts) -> DoctorFinding {
    switch facts.isClockSynchronised {
    case true?: .clockSynchronised
    case false?: .clockNotSynchronised
    case nil: .clockUnknown
    }
  }

  private static func permissions(_ facts: MachineFacts) -> DoctorFinding {
    if let rules = facts.rules { return .rulesInstalled(rules) }
    if facts.isRoot { return .isRoot }
    return facts.isInInputGroup ? .inInputGroup : .noRules
  }
}
