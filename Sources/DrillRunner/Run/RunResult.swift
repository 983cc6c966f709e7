import Foundation
import MotionCore

/// How a run ended, and where its bundle is.
struct RunResult: Sendable {
  var state: SessionState
  var reason: String?
  var bundle: String
  /// Losses that were observed while recording, by kind.
  var losses: [String: Int64] = [:]
  /// The sealed bundle, analysed; nil where that failed.
  var analysis: SessionAnalysis?
  /// The words of the run, for the last of them.
  var words = SpokenWords.english
}

/// The simulated rider's own account of what it did, beside the bundle, never in it: for tests. The analyzer
/// does not read it.
enum RiderTruth {
  static func write(
    _ truth: JSONValue?, beside bundle: String, fileSystem: any FileSystem = PosixFileSystem()
  ) throws(FileError) {
    guard let truth else { return }
    let place = bundle as NSString
    try fileSystem.replaceFile(
      place.lastPathComponent + ".truth.json", in: place.deletingLastPathComponent,
      Array((truth.text(.indented) + "\n").utf8))
  }
}
