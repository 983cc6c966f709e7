import MotionCore

/// `drillrunner rehearse`: the whole drill in virtual time.
enum RehearseCommand {
  static let spec = CommandSpec(
    name: "rehearse", arguments: "PROTOCOL", argumentCount: 1...1,
    summary: "play a whole drill in virtual time with a simulated rider",
    details: """
      Plays a drill from start to finish in virtual time, silent, with a simulated rider, and leaves the same
      kind of session as a run does, marked synthetic. The same drill and seed give the same rows.
      """,
    flags: [.sessions, .seed, .json],
    run: { invocation, console in
      let (file, drill) = try DrillFile.loadRunnable(invocation.arguments[0], warn: console.warning)
      let seed = RunSetup.seed(asked: try invocation.seed(command: "rehearse"), drill: drill)
      let result = try Rehearsal(
        file: file, drill: drill, seed: seed, folder: invocation.store.folder
      ).run()
      return try RunReport(result: result, invocation: invocation, isRehearsal: true).print(
        to: console, json: invocation.has(.json), strict: false)
    })
}
