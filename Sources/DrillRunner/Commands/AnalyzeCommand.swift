import Foundation
import MotionCore

/// `drillrunner analyze`: what a saved session shows.
enum AnalyzeCommand {
  private static let labels = Flag(
    name: "labels", argument: "FILE", values: .files,
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
    flags: [.sessions, .json, wide, AnalysisConfiguration.flag, labels, printConfig, explain],
    run: { invocation, console in
      let configuration = try AnalysisConfiguration.asked(invocation)
      if invocation.has(printConfig) {
        let others = [labels, wide, explain].contains { invocation.has($0) }
        guard invocation.arguments.isEmpty, !others else { throw UsageError("analyze", .printConfigAlone) }
        console.json(configuration.json)
        return .done
      }
      guard let asked = invocation.arguments.first else {
        throw UsageError("analyze", .sessionMissing)
      }
      FreedMemory.keep()
      var analysed = try SessionAnalysis(
        path: invocation.store.resolve(asked), configuration: configuration)
      if let path = invocation.value(labels) {
        analysed.analysis.compare(with: try readLabels(path, start: analysed.analysis.session.start))
      }
      let document = analysed.analysis.documentText
      if let trial = try invocation.value(explain).map({ try explanation($0, of: analysed.analysis) }) {
        guard !invocation.has(.json) else {
          throw UsageError("analyze", .explainAndJSON)
        }
        console.document(trial.map { Printable.text($0) }.joined(separator: "\n"))
      } else if invocation.has(.json) {
        console.data(document)
      } else {
        console.document(AnalysisTable(analysed.analysis, isWide: invocation.has(wide)).text)
        let answers = RiderAnswer.lines(RiderAnswer.all(of: analysed.path))
        if !answers.isEmpty { console.document(([""] + answers).joined(separator: "\n")) }
        if let notes = try? SessionNotes.read(analysed.path).notes, !notes.isEmpty {
          console.document(
            (["", ReportLine.notesHeading.text] + NotesCommand.lines(notes)).joined(separator: "\n"))
        }
      }
      for problem in analysed.session.problems {
        console.notice(.sessionProblem(problem))
      }
      if analysed.session.state == .recording {
        console.notice(.beingRecorded)
      } else if case .failure(let error) = analysed.save(document) {
        console.notice(.resultNotStored(error))
      }
      return .done
    })

  private static func explanation(_ text: String, of analysis: Analysis) throws -> [String] {
    let numbers = analysis.trials.compactMap(\.cue.trial)
    guard let number = Int(text), let lines = analysis.explanation(ofTrial: number) else {
      throw UsageError("analyze", .noTrial(text: text, lowest: numbers.min(), highest: numbers.max()))
    }
    return lines
  }

  private static func readLabels(_ path: String, start: HostTime?) throws -> LabelFile {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try PosixFileSystem().readFile(path, limit: 16 << 20, followLinks: true)
    } catch {
      throw LabelFileError(.unreadable(reason: error.cause), file: path)
    }
    do throws(LabelFileError) {
      return try LabelFile(bytes, start: start)
    } catch {
      throw LabelFileError(error.problem, file: path)
    }
  }
}
