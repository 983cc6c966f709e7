import MotionCore

/// `drillrunner doctor`: is this machine fit for a drill.
enum DoctorCommand {
  static let spec = CommandSpec(
    name: "doctor", arguments: "", argumentCount: 0...0,
    summary: "look whether this machine is fit for a drill, and say what to do",
    details: """
      Looks at the sensor and its battery, buttons, sound, voice, disk, clock, permissions, real-time ability, and
      whether the machine can be kept awake. Each is fit, not fit with what to do, or unknown. Changes nothing.
      Exit code 3 when something is not fit.
      """,
    flags: [.sessions, .json],
    run: { invocation, console in
      tell(
        Diagnosis(MachineFacts.gather(folder: invocation.store.folder)), json: invocation.has(.json), console)
    })

  static func tell(_ diagnosis: Diagnosis, json: Bool, _ console: Console) -> ExitCode {
    if json {
      console.json(
        ["fit": .bool(diagnosis.isFit), "checks": .array(diagnosis.checks.map(\.json))])
    } else {
      let unfit = diagnosis.checks.count { $0.fitness == .unfit }
      console.document(diagnosis.checks.flatMap(\.lines).joined(separator: "\n"))
      console.result(
        unfit == 0 ? .machineFit : .machineUnfit(count: unfit, of: diagnosis.checks.count))
    }
    return diagnosis.isFit ? .done : .notComplete
  }
}
