import CueAudio
import IMUDriver
import MotionCore

/// What the doctor can find at each of its points.
enum DoctorFinding: Hashable, Sendable {
  case sensor(name: String, path: String)
  case severalSensors(names: [String], first: String)
  case noSensor(SensorError)
  case sensorsUnknown(SensorError)
  case battery(charge: String, sensor: String)
  case batteryLow(charge: String, sensor: String)
  case batteryUnknown(reason: String)
  case noBattery
  case buttons([String])
  /// Whether there are devices that could be named.
  case noButtons(others: Bool)
  case buttonsUnknown(SensorError)
  case output(String)
  case noOutput
  case outputFails(AudioError, other: String?)
  case outputAttention([OutputAttention])
  case voice(String)
  case noVoice
  case diskRoom(megabytes: Int64, folder: String)
  case diskLow(megabytes: Int64, folder: String, needed: Int64)
  case diskUnknown(FileError)
  case folderNotWritable(String)
  case clockSynchronised
  case clockNotSynchronised
  case clockUnknown
  case rulesInstalled(String)
  case isRoot
  case inInputGroup
  case noRules
  case realtime
  case noRealtime(reason: String)
  case staysAwake
  case mayFallAsleep(SleepInhibitor.Refusal)

  /// What was looked at.
  var point: String {
    switch self {
    case .sensor, .severalSensors, .noSensor, .sensorsUnknown: "sensor"
    case .battery, .batteryLow, .batteryUnknown, .noBattery: "battery"
    case .buttons, .noButtons, .buttonsUnknown: "buttons"
    case .output, .noOutput, .outputFails, .outputAttention: "sound"
    case .voice, .noVoice: "voice"
    case .diskRoom, .diskLow, .diskUnknown, .folderNotWritable: "disk"
    case .clockSynchronised, .clockNotSynchronised, .clockUnknown: "clock"
    case .rulesInstalled, .isRoot, .inInputGroup, .noRules: "permissions"
    case .realtime, .noRealtime: "real time"
    case .staysAwake, .mayFallAsleep: "stays awake"
    }
  }

  var fitness: DoctorCheck.Fitness {
    switch self {
    case .sensor, .severalSensors, .battery, .buttons, .output, .voice, .diskRoom, .clockSynchronised,
      .rulesInstalled, .isRoot, .inInputGroup, .realtime, .staysAwake:
      .fit
    case .noSensor, .batteryLow, .noOutput, .outputFails, .outputAttention, .noVoice, .diskLow,
      .folderNotWritable,
      .clockNotSynchronised, .noRules, .noRealtime:
      .unfit
    case .sensorsUnknown, .batteryUnknown, .noBattery, .noButtons, .buttonsUnknown, .diskUnknown,
      .clockUnknown:
      .unknown
    case .mayFallAsleep(let refusal): refusal.hasNoLogind ? .unknown : .unfit
    }
  }

  var finding: String {
    switch self {
    case .sensor(let name, let path): "\(name) at \(path)"
    case .severalSensors(let names, _): "\(names.count) can be used: " + names.joined(separator: ", ")
    case .noSensor(.noneFound(unusable: [])):
      "no sensor is connected; \(SensorError.noneFound(unusable: []).cause)"
    case .noSensor(let error): "no sensor that is connected can be used; \(error.cause)"
    case .sensorsUnknown(let error), .buttonsUnknown(let error): error.cause
    case .battery(let charge, let sensor): "\(charge) in \(sensor)"
    case .batteryLow(let charge, let sensor): "\(charge) left in \(sensor)"
    case .batteryUnknown(let reason): reason
    case .noBattery: "no sensor tells of a battery"
    case .buttons(let names): names.joined(separator: ", ")
    case .noButtons: "no game controller or presenter has buttons that are listened to unasked"
    case .output(let description): description
    case .noOutput: "there is no default output"
    case .outputFails(let problem, _): problem.cause
    case .outputAttention(let found): found.map(\.text).joined(separator: "; ")
    case .voice(let voice): voice
    case .noVoice: "neither flite nor espeak-ng is installed"
    case .diskRoom(let megabytes, let folder), .diskLow(let megabytes, let folder, _):
      "\(megabytes) MB free in \(folder)"
    case .diskUnknown(let error): error.cause
    case .folderNotWritable(let folder): "\(folder) cannot be written"
    case .clockSynchronised: "the wall clock is synchronised"
    case .clockNotSynchronised:
      "the wall clock is not synchronised: dates of sessions may be wrong; latencies are not affected"
    case .clockUnknown: "the kernel does not say whether the wall clock is synchronised"
    case .rulesInstalled(let path): "the udev rules are installed: \(path)"
    case .isRoot: "root may read every device"
    case .inInputGroup: "you are in the group `input`"
    case .noRules: "the udev rules that let you read motion sensors are not installed"
    case .realtime: "threads may have real-time priority"
    case .noRealtime(let reason):
      "threads may not have real-time priority (\(reason)): on a busy machine cues may be late"
    case .staysAwake: "sleep, idle and lid can be held off for a run"
    case .mayFallAsleep(let refusal): "\(refusal.failure) during a run: \(refusal.cause)"
    }
  }

  /// What to do; nil where nothing needs to be done.
  var remedy: String? {
    switch self {
    case .severalSensors(_, let first): "name one: --imu \(first)"
    case .noSensor(let error), .sensorsUnknown(let error): error.remedy
    case .batteryLow: "charge it, or use its cable"
    case .noButtons(true): "name one of `drillrunner devices`, or use the keys of the terminal"
    case .noOutput: "name one: --audio PCM"
    case .outputFails(let problem, let other):
      other.map { "use another one: --audio \($0)" } ?? problem.remedy
    case .outputAttention(let found): found.map(\.remedy).joined(separator: "\n")
    case .noVoice: "sudo apt-get install flite; or name a folder of clips: --voice FOLDER/"
    case .diskLow(_, _, let needed):
      "free some space (\(needed) MB do for an hour), or choose --sessions DIR"
    case .folderNotWritable: "give yourself permission, or choose --sessions DIR"
    case .clockNotSynchronised: "sudo timedatectl set-ntp true"
    case .noRules:
      "install the Debian package, or run in DrillRunner's folder: \(PermissionRule.installation)"
    case .noRealtime:
      "echo '@audio - rtprio 20' | sudo tee /etc/security/limits.d/drillrunner.conf\n"
        + "sudo usermod -aG audio \"$USER\", then log in anew"
    case .mayFallAsleep(let refusal): refusal.remedy
    case .sensor, .battery, .batteryUnknown, .noBattery, .buttons, .noButtons(false), .buttonsUnknown,
      .output,
      .voice, .diskRoom, .diskUnknown, .clockSynchronised, .clockUnknown, .rulesInstalled, .isRoot,
      .inInputGroup,
      .realtime, .staysAwake:
      nil
    }
  }
}

extension DoctorFinding: CatalogueMessage {
  static let section = MessageSection("doctor", "What the doctor finds", .result)
  static let examples: [DoctorFinding] = [
    .sensor(name: "DualSense (Motion Sensors)", path: "/dev/input/event7"),
    .severalSensors(
      names: ["DualSense (Motion Sensors)", "lsm6dsl"], first: "evdev-054c-0ce6-aabbccddeeff"),
    .noSensor(.noneFound(unusable: [])), .sensorsUnknown(.udevFailed(call: "udev_new", errno: 12)),
    .battery(charge: "80 %", sensor: "DualSense (Motion Sensors)"),
    .batteryLow(charge: "10 %", sensor: "DualSense (Motion Sensors)"),
    .batteryUnknown(reason: "its driver tells no charge"), .noBattery, .buttons(["Wireless Presenter"]),
    .noButtons(others: true), .buttonsUnknown(.udevFailed(call: "udev_new", errno: 12)),
    .output("HDA Intel PCH, ALC887 Analog"), .noOutput,
    .outputFails(.noServer(pcm: "default"), other: "plughw:CARD=PCH,DEV=0"), .outputAttention([.screen]),
    .voice("flite slt"), .noVoice, .diskRoom(megabytes: 48_210, folder: "/home/you/sessions"),
    .diskLow(megabytes: 640, folder: "/home/you/sessions", needed: 2000),
    .diskUnknown(FileError(call: "statvfs", path: "/home/you/sessions", code: 5)),
    .folderNotWritable("/home/you/sessions"), .clockSynchronised, .clockNotSynchronised, .clockUnknown,
    .rulesInstalled("/lib/udev/rules.d/70-drillrunner.rules"), .isRoot, .inInputGroup, .noRules, .realtime,
    .noRealtime(reason: "Operation not permitted"), .staysAwake,
    .mayFallAsleep(.init(holds: [.lid], cause: "logind: Permission denied")),
  ]

  var wording: MessageWording {
    let cause =
      switch self {
      case .sensor: "one motion sensor is connected and can be read"
      case .severalSensors: "`auto` does not choose between sensors"
      case .noSensor: "nothing that is connected can be used"
      case .sensorsUnknown, .buttonsUnknown: "udev could not be asked what is connected"
      case .battery: "the kernel tells the charge, and it is enough for an hour"
      case .batteryLow: "the kernel tells the charge, and it may not be enough for an hour"
      case .batteryUnknown: "the charge cannot be read"
      case .noBattery: "the sensor is powered by its cable, or its driver tells nothing"
      case .buttons: "their presses can pause a run and set markers"
      case .noButtons: "keyboards and other devices are listened to only by name"
      case .output: "the default output opens, and plays in real time"
      case .noOutput: "ALSA names no default PCM"
      case .outputFails: "the default output does not open or play"
      case .outputAttention: "the default output opens, but it delays or may not be heard"
      case .voice: "cues and sentences are spoken with this voice"
      case .noVoice: "words are rendered by one of these programs"
      case .diskRoom: "it is enough for an hour of recording"
      case .diskLow: "it may not be enough for an hour of recording"
      case .diskUnknown: "the system does not tell how much room there is"
      case .folderNotWritable: "the sessions folder, or the one that it would be made in, is not yours"
      case .clockSynchronised: "adjtimex(2) says that the kernel's clock is synchronised"
      case .clockNotSynchronised: "adjtimex(2) says that the kernel's clock is not synchronised"
      case .clockUnknown: "adjtimex(2) is not allowed here, as in some containers"
      case .rulesInstalled: "they give the person at the machine the right to read motion sensors"
      case .isRoot: "the program runs as root"
      case .inInputGroup: "that group may read every input device"
      case .noRules: "without them the nodes of most sensors belong to root"
      case .realtime: "a thread was given such a priority for a moment"
      case .noRealtime: "a thread asked for such a priority and was refused"
      case .staysAwake: "logind gave its locks for a moment"
      case .mayFallAsleep: "logind refused its locks, or is not there"
      }
    return MessageWording(finding, cause: cause, next: remedy ?? "nothing needs to be done")
  }
}
