import CueAudio
import IMUDriver
import MotionCore

/// Whether this machine is fit for a drill, and what to do where it is not. A function of the facts.
struct Diagnosis: Hashable, Sendable {
  var checks: [DoctorCheck]

  var isFit: Bool { !checks.contains { $0.fitness == .unfit } }

  init(_ facts: MachineFacts) {
    checks = [
      Diagnosis.sensor(facts), Diagnosis.battery(facts), Diagnosis.buttons(facts), Diagnosis.sound(facts),
      Diagnosis.voice(facts), Diagnosis.disk(facts), Diagnosis.clock(facts), Diagnosis.permissions(facts),
      Diagnosis.realtime(facts), Diagnosis.sleep(facts),
    ]
  }

  /// What an hour of two streams of 1000 rows a second may need, bytes: more than any drill.
  static let roomBytes: Int64 = 2_000_000_000

  private static func sensor(_ facts: MachineFacts) -> DoctorCheck {
    switch facts.sensors {
    case .failure(let error): return .unknown("sensor", error.cause, error.remedy)
    case .success(let found):
      let usable = found.filter(\.isUsable)
      if usable.count == 1 { return .fit("sensor", "\(usable[0].name) at \(usable[0].path)") }
      if usable.count > 1 {
        return DoctorCheck(
          name: "sensor", fitness: .fit,
          finding: "\(usable.count) can be used: " + usable.map(\.name).joined(separator: ", "),
          remedy: "name one: --imu \(usable[0].stableID)")
      }
      let error = SensorError.noneFound(unusable: found)
      return .unfit("sensor", error.cause, error.remedy)
    }
  }

  private static func battery(_ facts: MachineFacts) -> DoctorCheck {
    let usable = ((try? facts.sensors.get()) ?? []).filter(\.isUsable)
    guard let sensor = usable.first(where: { facts.batteries[$0.path] != nil }),
      let charge = facts.batteries[sensor.path]
    else { return .unknown("battery", "no sensor tells of a battery") }
    switch charge {
    case .unavailable(let reason): return .unknown("battery", reason)
    case _ where charge.isLow:
      return .unfit("battery", "\(charge.text) in \(sensor.name)", "charge it, or use its cable")
    case .percent, .level: return .fit("battery", "\(charge.text) in \(sensor.name)")
    }
  }

  private static func buttons(_ facts: MachineFacts) -> DoctorCheck {
    switch facts.keyDevices {
    case .failure(let error): return .unknown("buttons", error.cause)
    case .success(let found):
      let heard = found.filter(\.isListenedToByDefault)
      if heard.isEmpty {
        return .unknown(
          "buttons", "no game controller or presenter has buttons that are listened to unasked",
          found.isEmpty ? nil : "name one of `drillrunner devices`, or use the keys of the terminal")
      }
      return .fit("buttons", heard.map(\.name).joined(separator: ", "))
    }
  }

  private static func sound(_ facts: MachineFacts) -> DoctorCheck {
    guard let output = facts.outputs.first(where: { $0.pcm == AudioOutputs.defaultPCM }) else {
      return .unfit("sound", "there is no default output", "name one: --audio PCM")
    }
    if let problem = output.problem {
      let others = facts.outputs.filter(\.isUsable).map(\.pcm)
      return .unfit(
        "sound", problem.cause,
        others.first.map { "use another one: --audio \($0)" } ?? problem.remedy)
    }
    let attentions = output.device?.attentions ?? []
    guard !attentions.isEmpty else { return .fit("sound", output.description) }
    return .unfit(
      "sound", attentions.map(\.text).joined(separator: "; "),
      attentions.map(\.remedy).joined(separator: "\n"))
  }

  private static func voice(_ facts: MachineFacts) -> DoctorCheck {
    facts.voice.map { .fit("voice", $0) }
      ?? .unfit(
        "voice", "neither flite nor espeak-ng is installed",
        "sudo apt-get install flite; or name a folder of clips: --voice FOLDER/")
  }

  private static func disk(_ facts: MachineFacts) -> DoctorCheck {
    if !facts.canWrite {
      return .unfit(
        "disk", "\(facts.folder) cannot be written", "give yourself permission, or choose --sessions DIR")
    }
    switch facts.freeBytes {
    case .failure(let error): return .unknown("disk", error.cause)
    case .success(let free):
      let text = "\(free / 1_000_000) MB free in \(facts.folder)"
      return free >= roomBytes
        ? .fit("disk", text)
        : .unfit(
          "disk", text,
          "free some space (\(roomBytes / 1_000_000) MB do for an hour), or choose --sessions DIR")
    }
  }

  private static func clock(_ facts: MachineFacts) -> DoctorCheck {
    switch facts.isClockSynchronised {
    case true?: .fit("clock", "the wall clock is synchronised")
    case false?:
      .unfit(
        "clock",
        "the wall clock is not synchronised: dates of sessions may be wrong; latencies are not affected",
        "sudo timedatectl set-ntp true")
    case nil: .unknown("clock", "the kernel does not say whether the wall clock is synchronised")
    }
  }

  private static func permissions(_ facts: MachineFacts) -> DoctorCheck {
    if let rules = facts.rules { return .fit("permissions", "the udev rules are installed: \(rules)") }
    if facts.isRoot { return .fit("permissions", "root may read every device") }
    if facts.isInInputGroup { return .fit("permissions", "you are in the group `input`") }
    return .unfit(
      "permissions", "the udev rules that let you read motion sensors are not installed",
      "install the Debian package, or run in DrillRunner's folder: \(PermissionRule.installation)")
  }

  private static func realtime(_ facts: MachineFacts) -> DoctorCheck {
    guard let reason = facts.realtimeRefusal else {
      return .fit("real time", "threads may have real-time priority")
    }
    return .unfit(
      "real time", "threads may not have real-time priority (\(reason)): on a busy machine cues may be late",
      "echo '@audio - rtprio 20' | sudo tee /etc/security/limits.d/drillrunner.conf\n"
        + "sudo usermod -aG audio \"$USER\", then log in anew")
  }

  private static func sleep(_ facts: MachineFacts) -> DoctorCheck {
    guard let refusal = facts.inhibitorRefusal else {
      return .fit("stays awake", "sleep, idle and lid can be held off for a run")
    }
    let text = "\(refusal.failure) during a run: \(refusal.cause)"
    return refusal.hasNoLogind
      ? .unknown("stays awake", text, refusal.remedy) : .unfit("stays awake", text, refusal.remedy)
  }
}
