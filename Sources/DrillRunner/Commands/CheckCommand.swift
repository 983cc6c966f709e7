import MotionCore

/// `drillrunner check`: is this drill right, and what will it do.
enum CheckCommand {
  static let spec = CommandSpec(
    name: "check", arguments: "PROTOCOL", argumentCount: 1...1,
    summary: "check a drill file and show its timeline",
    details: """
      Reads a drill file and reports every error with file, line and column. A drill without errors is shown
      as a timeline with its drawn intervals and its total time.
      """,
    flags: [.seed],
    run: { invocation, console in
      let file = try DrillFile.load(invocation.arguments[0], console: console)
      let seed = RunSetup.seed(asked: try invocation.seed(), drill: file.drill)
      let timeline = Timeline(drill: file.drill, seed: seed)
      console.result(CheckReport.text(drill: file.drill, timeline: timeline))
      return .done
    })
}
