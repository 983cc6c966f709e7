import CueAudio
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
      let (_, drill) = try DrillFile.loadRunnable(invocation.arguments[0], warn: console.warning)
      let asked = try invocation.seed(command: "check")
      let timeline = Timeline(drill, seed: RunSetup.seed(asked: asked, drill: drill))
      let report = CheckReport(
        drill: drill, timeline: timeline, seedIsDrawn: asked == nil && drill.seed == nil)
      console.document(report.lines.joined(separator: "\n"))
      let voices = drill.voices()
      let problems = [voices.cues, voices.guidance].map { ClipLibrary(voice: $0).voiceProblem }
      if let problem = problems.lazy.compactMap({ $0 }).first { console.notice(.cannotSpeak(problem)) }
      return .done
    })
}
