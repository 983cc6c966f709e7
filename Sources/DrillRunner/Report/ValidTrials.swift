import Foundation
import MotionCore

/// How many of a session's trials are valid, from an analysis that is stored in it. A list of sessions analyses nothing
/// itself: that takes seconds a session.
enum ValidTrials {
  struct Count: Hashable {
    var valid: Int
    var all: Int
  }

  /// More than any analysis of a session takes, bytes.
  private static let limit = 64 << 20

  /// The count by the analysis of this version with the default configuration.
  static func stored(in path: String, fileSystem: any FileSystem = PosixFileSystem()) -> Measured<Count> {
    let hash = AnalysisConfiguration.default.sha256.prefix(16)
    let file = "\(path)/derived/\(hash)/analysis.json"
    let document: JSONObject
    do {
      document = try JSONValue.parse(try fileSystem.readFile(file, limit: limit)).object ?? [:]
    } catch let error as FileError where error.code == ENOENT {
      return .unavailable(ReportReason.notAnalysed)
    } catch {
      return .unavailable(ReportReason.analysisUnreadable)
    }
    guard document["analysis"]?.object?["version"]?.string == Analysis.version else {
      return .unavailable(ReportReason.otherAnalysis)
    }
    guard let trials = document["trials"]?.array else { return .unavailable(ReportReason.analysisUnreadable) }
    let verdicts = trials.compactMap { $0.object?["verdict"]?.string }
    return .value(
      Count(valid: verdicts.count { $0 == Trial.Verdict.valid.rawValue }, all: verdicts.count))
  }
}
