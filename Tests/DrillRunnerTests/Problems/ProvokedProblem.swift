import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// A drill with a mistake, and what must be said of it. The place stands between « and » in one of its files; the
/// replacement character stands for a byte that no UTF-8 text has.
struct ProvokedProblem: Sendable, CustomTestStringConvertible {
  var problem: DrillError.Problem
  var severity: DrillError.Severity
  /// By name; "d.yaml" is the drill.
  var files: [String: String]
  /// The call of libfyaml that fails.
  var fault: String?
  /// False: the text is read without the files beside it.
  var hasFolder: Bool

  init(
    _ problem: DrillError.Problem, _ drill: String, files: [String: String] = [:],
    severity: DrillError.Severity = .error, fault: String? = nil, hasFolder: Bool = true
  ) {
    self.problem = problem
    self.severity = severity
    self.files = files.merging(["d.yaml": drill]) { $1 }
    self.fault = fault
    self.hasFolder = hasFolder
  }

  /// A drill that is right but for some replacements; each replaced text stands there once.
  init(
    _ problem: DrillError.Problem, _ changes: (String, String)..., files: [String: String] = [:],
    severity: DrillError.Severity = .error
  ) {
    let drill = changes.reduce(ProvokedProblem.right) { text, change in
      text.components(separatedBy: change.0).count == 2 ? text.replacing(change.0, with: change.1) : ""
    }
    self.init(problem, drill, files: files, severity: severity)
  }

  static let right = """
    drill: 1
    title: T
    rate: 100 Hz
    seed: 7
    on_loss: { sensor: wait 20 s then stop, sound: stop }
    cues:
      C: { say: c, expect: center }
      L: { say: l, expect: left, volume: -6 dB }
      R: { say: r, expect: right }
    steps:
      - calibrate: neutral
      - calibrate: axes
      - stationary: 5 s
      - block:
          name: b
          cues: [C, L, C, R]
          interval: 3 s .. 6 s exponential
          order: shuffled
          most_alike: 2
          catch: 50 %
      - rest: 2 min
      - ask: Q
        answers: [GOOD, BAD]
        tap: BAD

    """

  static let all = yaml + value + number + step + include

  var id: String { problem.catalogued.messageID }
  var testDescription: String { id }

  /// The bytes of a file, without the marks.
  func bytes(_ name: String) -> [UInt8]? {
    files[name].map { text in
      Array(
        text.filter { !"«»".contains($0) }.components(separatedBy: "\u{FFFD}").map { Array($0.utf8) }
          .joined(separator: [0xFF]))
    }
  }

  /// What the real reader makes of it.
  func read() -> DrillFile {
    let faults = fault.map { FaultPlan([.init($0, code: -1)]) }
    return DrillFile.parse(
      bytes("d.yaml") ?? [], path: "d.yaml", calls: FyamlCalls(faults: faults),
      reading: hasFolder
        ? { path in bytes(path).map { .success($0) } ?? .failure(.missing(path: path, looked: [], known: []))
        } : nil,
      looksForClips: true)
  }

  /// Where something stands in a file: counted in characters, from 1.
  struct Place {
    var file: String
    /// The text of the line.
    var text: String
    var line: Int
    var column: Int
    var length: Int
  }

  /// The marked place. An empty mark is the end of a text, which has a caret too.
  var place: Place? {
    for (file, text) in files {
      for (index, line) in text.components(separatedBy: "\n").enumerated() {
        let scalars = Array(line.unicodeScalars)
        guard let first = scalars.firstIndex(of: "«"), let last = scalars.firstIndex(of: "»") else {
          continue
        }
        return Place(
          file: file, text: line.filter { !"«»".contains($0) }, line: index + 1, column: first + 1,
          length: max(1, last - first - 1))
      }
    }
    return nil
  }

  /// Whether a problem is the expected one; libfyaml's own words are its own.
  func isExpected(_ found: DrillError.Problem) -> Bool {
    if case .yaml(.notYAML) = problem, case .yaml(.notYAML(let reason)) = found { return !reason.isEmpty }
    return found == problem
  }
}
