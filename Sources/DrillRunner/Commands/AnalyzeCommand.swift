import Foundation
import MotionCore

/// `drillrunner analyze`: what a saved session shows.
enum AnalyzeCommand {
  private static let config = Flag(
    name: "config", argument: "FILE", help: "analysis parameters, as --print-config prints them")
  private static let labels = Flag(
    name: "labels", argument: "FILE",
    help: "movements marked by hand or on a video, to hold the detections against")
  private static let wide = Flag(
    name: "wide", help: "a table of up to 110 columns, with scheduled and dispatched times")
  private static let printConfig = Flag(
    name: "print-config", help: "print the default parameters and end")

  private static let explain = Flag(
    name: "explain", argument: "TRIAL", help: "say state by state how the result of one trial came about")

  static let spec = CommandSpec(
    name: "analyze", arguments: "SESSION", argumentCount: 0...1,
    summary: "measure the answer to every cue of a saved session",
    details: """
      Reads a saved session (a path, the beginning of a uuid, or "last") and prints a table of every cue with
      its latency and verdict. The whole document goes to the session's derived/ folder; the recording itself
      is never changed. Results are computed anew every time; those of an older configuration are never shown.
      """,
    flags: [.sessions, .json, wide, config, labels, printConfig, explain],
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
      var analysed = try SessionAnalysis(
        path: invocation.store.resolve(asked), configuration: configuration)
      if let path = invocation.value(labels) {
        analysed.analysis.compare(with: try readLabels(path, start: analysed.analysis.session.start))
      }
      if let trial = try invocation.value(explain).map({ try explanation($0, of: analysed.analysis) }) {
        guard !invocation.has(.json) else {
          throw UsageError(
            command: "analyze", cause: "--explain is text; --json has no part of it",
            remedy: "leave one of them out")
        }
        console.result(trial.map { Printable.text($0) }.joined(separator: "\n"))
      } else if invocation.has(.json) {
        console.result(analysed.analysis.documentText)
      } else {
        console.result(AnalysisTable(analysed.analysis, isWide: invocation.has(wide)).text)
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

  private static func explanation(_ text: String, of analysis: Analysis) throws -> [String] {
    let numbers = analysis.trials.compactMap(\.cue.trial)
    guard let number = Int(text), let lines = analysis.explanation(ofTrial: number) else {
      throw UsageError(
        command: "analyze", cause: "the session has no trial \(Printable.text(text))",
        remedy: numbers.isEmpty
          ? "it has no cue that asks for a position"
          : "its trials are \(numbers.min() ?? 0) to \(numbers.max() ?? 0)")
    }
    return lines
  }

  private static func readLabels(_ path: String, start: HostTime?) throws -> LabelFile {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try PosixFileSystem().readFile(path, limit: 16 << 20, followLinks: true)
    } catch {
      throw LabelFileError(
        failure: "cannot read the label file \(Printable.text(path))", error.cause,
        remedy: "docs/metrics.md says what it holds")
    }
    do throws(LabelFileError) {
      return try LabelFile(bytes, start: start)
    } catch {
      var named = error
      named.failure = "cannot use the label file \(Printable.text(path))"
      throw named
    }
  }

  private static func read(_ path: String) throws -> AnalysisConfiguration {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try PosixFileSystem().readFile(path, limit: 1 << 20, followLinks: true)
    } catch {
      throw ParametersError(
        failure: "cannot read the configuration \(Printable.text(path))", cause: error.cause,
        remedy: "drillrunner analyze --print-config > FILE makes one")
    }
    do {
      return try AnalysisConfiguration(json: try JSONValue.parse(bytes))
    } catch let error as JSONError {
      throw ParametersError(
        failure: "cannot read the configuration \(Printable.text(path))", cause: "\(error)",
        remedy: "drillrunner analyze --print-config > FILE makes one")
    }
  }
}
