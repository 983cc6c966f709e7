import MotionCore

/// What is printed when a run is over: where its bundle is, how it ended, and what it shows.
struct RunReport {
  var result: RunResult

  /// Analyses the sealed bundle and prints. Returns the run's exit code.
  func print(to console: Console, json: Bool, strict: Bool) throws -> ExitCode {
    let analysed =
      try result.analysis ?? SessionAnalysis(path: result.bundle, configuration: .default)
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
      console.result(.sessionEnded(result.state, reason: result.reason, bundle: result.bundle))
      if case .success(let path) = saved { console.result(.analysisStored(path: path)) }
    }
    if case .failure(let error) = saved { console.notice(.analysisNotStored(error)) }
    if result.state != .complete { return .notComplete }
    if !result.losses.isEmpty {
      console.notice(.losses(result.losses.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }))
      if strict { return .notComplete }
    }
    return .done
  }
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
