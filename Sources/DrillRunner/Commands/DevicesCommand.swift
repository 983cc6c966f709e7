import MotionCore

/// `drillrunner devices`: what is connected, and whether it can be used.
enum DevicesCommand {
  static let spec = CommandSpec(
    name: "devices", arguments: "", argumentCount: 0...0,
    summary: "list sensors and sound outputs: usable, or why not",
    details: """
      Lists the motion sensors and the sound outputs of this machine. One that cannot be used is listed with
      the reason and the next step.
      """,
    flags: [.json],
    run: { invocation, console in
      let report = DeviceReport.gather()
      if invocation.has(.json) { console.json(report.json) } else { console.result(report.text) }
      return .done
    })
}
