import Foundation
import MotionCore

/// `drillrunner analyze`: what a saved session shows.
enum AnalyzeCommand {
  private static let config = Flag(
    name: "config", argument: "FILE", help: "analysis parameters, as --print-config prints them")
  private static let printConfig = Flag(
    name: "print-config", help: "print the default parameters and end")

  static let spec = CommandSpec(
    name: "analyze", arguments: "SESSION", argumentCount: 0...1,
    summary: "measure the answer to every cue of a saved session",
    details: """
      Reads a saved session (a path, the beginning of a uuid, or "last") and prints a table of every cue with
      its latency and verdict. The whole document goes to the session's derived/ folder; the recording itself
      is never changed.
      """,
    flags: [.sessions, .json, config, printConfig],
    run: { invocation, console in
      let configuration = try invocation.value(config).map(read) ?? .default
      if invocation.has(printConfig) {
        console.json(configuration.json)
        return .done
      }
      guard let asked = invocation.arguments.first else {
        throw UsageError(
          command: "analyze", cause: "SESSION is missing", remedy: "drillrunner analyze last")
      }
      let analysed = try SessionAnalysis(
        path: invocation.store.resolve(asked), configuration: configuration)
      if invocation.has(.json) {
        console.result(analysed.analysis.documentText)
      } else {
        console.result(analysed.table)
        if let notes = try? SessionNotes.read(analysed.path).notes, !notes.isEmpty {
          console.result((["", "Notes"] + NotesCommand.lines(notes)).joined(separator: "\n"))
        }
      }
      for problem in analysed.session.problems {
        console.message("warning: \(Printable.text(problem.description))")
      }
      if analysed.session.state == .recording {
        console.message("note: this session is being recorded; the result is not stored")
      } else if case .failure(let error) = analysed.save() {
        console.message(
          "note: the result is not stored in the session (\(Printable.text(error.failure)): \(error.cause)); "
            + "with --json it can be saved elsewhere")
      }
      return .done
    })

  private static func read(_ path: String) throws -> AnalysisConfiguration {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try PosixFileSystem().readFile(path, limit: 1 << 20, followLinks: true)
    } catch {
      throw AnalysisConfigurationError(
        failure: "cannot read the configuration \(Printable.text(path))", cause: error.cause,
        remedy: "drillrunner analyze --print-config > FILE makes one")
    }
    do {
      return try AnalysisConfiguration(json: try JSONValue.parse(bytes))
    } catch let error as JSONError {
      throw AnalysisConfigurationError(
        failure: "cannot read the configuration \(Printable.text(path))", cause: "\(error)",
        remedy: "drillrunner analyze --print-config > FILE makes one")
    }
  }
}
