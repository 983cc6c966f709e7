import CueAudio
import MotionCore
import Testing

@testable import DrillRunner
@testable import IMUDriver

/// What the doctor says of machines that are made up.
@Suite struct DiagnosisTests {
  private static func sensor(_ problem: SensorError? = nil) -> DiscoveredSensor {
    DiscoveredSensor(
      name: "Mock (Motion Sensors)", kernelName: "Mock", driver: "evdev", bus: "usb", vendor: 1, product: 2,
      path: "/dev/input/event9", stableID: "evdev-0001-0002-unnumbered", serial: nil, axes: [],
      hasDeviceClock: true, problem: problem, gives: nil)
  }

  /// A machine without a fault.
  private static let fit = MachineFacts(
    sensors: .success([sensor()]), batteries: ["/dev/input/event9": .percent(80, isCharging: false)],
    keyDevices: .success([]),
    outputs: [AudioOutputDescription(pcm: "default", description: "Built-in Audio", problem: nil)],
    folder: "/home/x/sessions", freeBytes: .success(50_000_000_000), canWrite: true,
    isClockSynchronised: true,
    isRoot: false, isInInputGroup: false, rules: "/etc/udev/rules.d/70-drillrunner.rules",
    realtimeRefusal: nil,
    voice: "flite slt", inhibitorRefusal: nil)

  private static func device(_ attentions: [OutputAttention]) -> AudioOutputDescription.Device {
    .init(stableID: "sink:x", timingClass: .server, attentions: attentions)
  }

  private static func changed(_ change: (inout MachineFacts) -> Void) -> MachineFacts {
    var facts = fit
    change(&facts)
    return facts
  }

  private static func refusal(noLogind: Bool) -> SleepInhibitor.Refusal {
    SleepInhibitor.Refusal(holds: [.sleep], cause: "the reason", hasNoLogind: noLogind)
  }

  @Test func aMachineWithoutAFaultIsFit() {
    let diagnosis = Diagnosis(DiagnosisTests.fit)
    #expect(diagnosis.isFit)
    #expect(
      diagnosis.checks.map(\.name) == [
        "sensor", "battery", "buttons", "sound", "voice", "disk", "clock", "permissions", "real time",
        "stays awake",
      ])
    #expect(
      diagnosis.checks.map(\.found.messageID) == [
        "doctor.sensor", "doctor.battery", "doctor.no-buttons", "doctor.output", "doctor.voice",
        "doctor.disk-room", "doctor.clock-synchronised", "doctor.rules-installed", "doctor.realtime",
        "doctor.stays-awake",
      ])
    // Nobody needs buttons.
    #expect(diagnosis.checks.filter { $0.fitness != .fit }.map(\.name) == ["buttons"])
  }

  private static let denied = SensorError.permissionDenied(path: "/dev/input/event9")
  private static let noEntry = FileError(call: "statvfs", path: "/home/x/sessions", code: 5)

  private static let presenter = KeyDevice(
    name: "Wireless Presenter", kind: .presenter, bus: "usb", path: "/dev/input/event8", stableID: "p",
    keys: [])

  /// Which fact is changed, and which message that line must then be, with these words in it.
  static let cases: [(MachineFacts, String, DoctorCheck.Fitness, String)] = [
    (
      changed { $0.sensors = .success([]) }, "doctor.no-sensor", .unfit,
      "no sensor is connected; looked for"
    ),
    (changed { $0.sensors = .success([sensor(denied)]) }, "doctor.no-sensor", .unfit, "permission denied"),
    (
      changed { $0.sensors = .success([sensor(), sensor()]) }, "doctor.several-sensors", .fit, "2 can be used"
    ),
    (changed { $0.sensors = .failure(denied) }, "doctor.sensors-unknown", .unknown, "permission denied"),
    (changed { $0.batteries = [:] }, "doctor.no-battery", .unknown, "no sensor tells of a battery"),
    (
      changed { $0.batteries["/dev/input/event9"] = .percent(19, isCharging: false) }, "doctor.battery-low",
      .unfit, "19 % left in Mock"
    ),
    (
      changed { $0.batteries["/dev/input/event9"] = .percent(20, isCharging: nil) }, "doctor.battery", .fit,
      "20 %"
    ),
    (
      changed { $0.batteries["/dev/input/event9"] = .percent(5, isCharging: true) }, "doctor.battery", .fit,
      "5 %, charging"
    ),
    (
      changed { $0.batteries["/dev/input/event9"] = .level("Low", isCharging: nil) }, "doctor.battery-low",
      .unfit, "low"
    ),
    (
      changed { $0.batteries["/dev/input/event9"] = .unavailable(reason: .noCharge) },
      "doctor.battery-unknown", .unknown, "its driver tells no charge"
    ),
    (changed { $0.keyDevices = .success([presenter]) }, "doctor.buttons", .fit, "Wireless Presenter"),
    (changed { $0.keyDevices = .failure(denied) }, "doctor.buttons-unknown", .unknown, "permission denied"),
    (changed { $0.outputs = [] }, "doctor.no-output", .unfit, "no default output"),
    (
      changed { $0.outputs[0].problem = .noAnswer(pcm: "default", milliseconds: 3000) },
      "doctor.output-fails", .unfit,
      "no answer within 3000 ms"
    ),
    (changed { $0.outputs[0].device = device([.screen]) }, "doctor.output-attention", .unfit, "HDMI"),
    (changed { $0.outputs[0].device = device([.bluetooth]) }, "doctor.output-attention", .unfit, "Bluetooth"),
    (
      changed {
        $0.outputs[0].device = device([.mutedCard(number: 1, finding: "Master is switched off")])
      }, "doctor.output-attention", .unfit, "sound card 1 Master is switched off"
    ),
    (
      changed { $0.outputs[0].device = device([.bluetooth, .mutedSink(name: "headset")]) },
      "doctor.output-attention", .unfit,
      "headset is muted"
    ),
    // What a name says is not judged: the output behind it is.
    (
      changed { $0.outputs[0].description = "HDMI over Bluetooth" }, "doctor.output", .fit,
      "HDMI over Bluetooth"
    ),
    (changed { $0.voice = nil }, "doctor.no-voice", .unfit, "neither flite nor espeak-ng"),
    (changed { $0.canWrite = false }, "doctor.folder-not-writable", .unfit, "cannot be written"),
    (changed { $0.freeBytes = .success(1_999_999_999) }, "doctor.disk-low", .unfit, "1999 MB free"),
    (changed { $0.freeBytes = .success(2_000_000_000) }, "doctor.disk-room", .fit, "2000 MB free"),
    (changed { $0.freeBytes = .failure(noEntry) }, "doctor.disk-unknown", .unknown, "Input/output error"),
    (changed { $0.isClockSynchronised = false }, "doctor.clock-not-synchronised", .unfit, "not synchronised"),
    (changed { $0.isClockSynchronised = nil }, "doctor.clock-unknown", .unknown, "does not say"),
    (changed { $0.rules = nil }, "doctor.no-rules", .unfit, "not installed"),
    (
      changed {
        $0.rules = nil
        $0.isRoot = true
      }, "doctor.is-root", .fit, "root"
    ),
    (
      changed {
        $0.rules = nil
        $0.isInInputGroup = true
      }, "doctor.in-input-group", .fit, "group"
    ),
    (
      changed { $0.realtimeRefusal = "Operation not permitted" }, "doctor.no-realtime", .unfit,
      "Operation not permitted"
    ),
    (
      changed { $0.inhibitorRefusal = refusal(noLogind: false) }, "doctor.may-fall-asleep", .unfit,
      "the reason"
    ),
    (
      changed { $0.inhibitorRefusal = refusal(noLogind: true) }, "doctor.may-fall-asleep", .unknown,
      "the reason"
    ),
  ]

  @Test(arguments: cases.indices)
  func eachFactIsJudged(index: Int) throws {
    let (facts, id, fitness, text) = DiagnosisTests.cases[index]
    let diagnosis = Diagnosis(facts)
    let check = try #require(
      diagnosis.checks.first { $0.found.messageID == id }, "\(diagnosis.checks.map(\.found.messageID))")
    #expect(check.fitness == fitness)
    #expect(check.finding.contains(text), "\(check.finding)")
    #expect(diagnosis.isFit == (fitness != .unfit), "no other line is touched")
    // What is not fit has a next step.
    if fitness == .unfit { #expect(check.remedy?.isEmpty == false) }
    #expect(check.lines.allSatisfy { DisplayWidth.of($0) <= TextColumns.page })
    #expect(check.json.object?["fitness"]?.string == (fitness == .unfit ? "not_fit" : fitness.rawValue))
  }

  @Test func theWholeIsToldInOneLine() throws {
    let heard = try HeardMessages()
    let fit = heard.told {
      #expect(DoctorCommand.tell(Diagnosis(DiagnosisTests.fit), json: false, $0) == .done)
    }
    #expect(fit.ids == ["result.machine-fit"])
    let deaf = Diagnosis(DiagnosisTests.changed { $0.outputs = [] })
    let (ids, text) = heard.told {
      #expect(DoctorCommand.tell(deaf, json: false, $0) == .notComplete)
    }
    #expect(ids == ["result.machine-unfit"] && text.contains("NOT FIT in 1 of 10 points"))
  }

  @Test func realTimeIsAskedForAndARefusalHasItsReason() {
    // EPERM, as without CAP_SYS_NICE and with RLIMIT_RTPRIO 0 (sched(7)).
    #expect(
      Realtime.refusal(faults: FaultPlan([.init("pthread_setschedparam", code: -1)]))
        == "Operation not permitted")
  }
}
