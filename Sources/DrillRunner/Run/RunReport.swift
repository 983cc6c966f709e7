import MotionCore

/// What is printed when a run is over: where its bundle is, how it ended, what it shows, and what to do next.
struct RunReport {
  var result: RunResult
  /// How a command names the session: "last", or its path where that would be another one.
  var session = "last"
  /// The drill that was rehearsed, as it was named; nil for a run.
  var rehearsed: String?

  /// Analyses the sealed bundle and prints. Returns the run's exit code.
  func print(to console: Console, json: Bool, strict: Bool) throws -> ExitCode {
    let end = RunEnd(state: result.state, reason: result.reason, session: session)
    let analysed: SessionAnalysis
    do {
      analysed = try result.analysis ?? SessionAnalysis(path: result.bundle, configuration: .default)
    } catch {
      // Where it is and how it ended is told whatever can be read of it.
      if !json { console.result(.sessionEnded(result.state, reason: end.words, bundle: result.bundle)) }
      throw error
    }
    let saved = analysed.save(analysed.analysis.documentText)
    if json {
      var object: JSONObject = [
        "bundle": .string(result.bundle), "state": .string(result.state.rawValue),
      ]
      if let reason = result.reason { object["reason"] = .string(reason) }
      object["losses"] = .object(
        JSONObject(result.losses.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) }))
      object["analysis"] = analysed.analysis.document
      console.json(.object(object))
    } else {
      console.document(analysed.table)
      console.document("")
      let answers = RiderAnswer.lines(RiderAnswer.all(of: result.bundle))
      if !answers.isEmpty {
        console.document(answers.joined(separator: "\n"))
        console.document("")
      }
      // What is said at the end of a run, also where nobody could hear it.
      if let words = ClosingWords(analysed.analysis)?.text(result.words) {
        console.document(TextColumns.wrapped(words, width: TextColumns.page).joined(separator: "\n"))
      }
      console.result(.sessionEnded(result.state, reason: end.words, bundle: result.bundle))
      if case .success(let path) = saved { console.result(.analysisStored(path: path)) }
      console.result(next(end, analysed.analysis))
    }
    if case .failure(let error) = saved { console.notice(.analysisNotStored(error)) }
    if result.state != .complete { return .notComplete }
    if !result.losses.isEmpty {
      console.notice(.losses(result.losses.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }))
      if strict { return .notComplete }
    }
    return .done
  }

  private func next(_ end: RunEnd, _ analysis: Analysis) -> NextStep {
    guard end.state == .complete else { return end.next }
    if !result.losses.isEmpty { return .mendConnection }
    let failed = analysis.trials.first { !$0.counts && $0.verdict != .notRequired }?.cue.trial
    if let failed, !analysis.trials.contains(where: \.counts) {
      return .seeWhyNoneCounts(session: session, trial: failed)
    }
    return rehearsed.map { .runForReal(drill: $0) } ?? .keepNotes(session: session)
  }
}

extension RunReport {
  init(result: RunResult, invocation: Invocation, isRehearsal: Bool = false) {
    self.init(result: result)
    if invocation.has(.sessions) { session = ShellWord.quoted(result.bundle) }
    if isRehearsal { rehearsed = invocation.arguments.first.map(ShellWord.quoted) }
  }
}

/// A word as it is typed into a shell.
enum ShellWord {
  /// The word, in quotes where a shell would not take it as it is.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "/._-+,:=@~%".contains($0) }
    return isPlain ? word : inQuotes(word)
  }

  /// The text in single quotes, whatever is in it.
  static func inQuotes(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}

/// A session, read and analysed.
struct SessionAnalysis: Sendable {
  var path: String
  var session: MotionSession
  var analysis: Analysis

  init(path: String, configuration: AnalysisConfiguration) throws {
    self.path = path
    session = try SessionReader.read(path)
    analysis = MotionAnalyzer(configuration: configuration).analyze(session)
  }

  /// The terminal report.
  var table: String { AnalysisTable(analysis).text }

  /// Writes the analysis' document to `derived/`; returns where it is, or why it could not be written.
  func save(_ document: String) -> Result<String, FileError> {
    do throws(FileError) {
      let written = try SessionStore.writeDerived(
        Array(document.utf8), name: "analysis.json",
        configurationHash: analysis.configuration.sha256, in: path)
      return .success(written)
    } catch {
      return .failure(error)
    }
  }
}
