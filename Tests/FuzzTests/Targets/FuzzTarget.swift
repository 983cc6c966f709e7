import Foundation
import MotionCore

/// What reads bytes that anybody may have written. Each target is run by libFuzzer (`make fuzz`) and, over the
/// stored corpus and mutations of it, by the ordinary tests. A target traps where a promise is broken.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// Any JSON document, and what is read from small ones: analysis configurations, calibrations, labels.
  case json
  /// Stream rows, in segments.
  case rows
  /// `manifest.json` with a `.lock`.
  case manifest
  /// `events.jsonl`, in segments, up to the cues.
  case events
  /// A drill file up to its timeline and report.
  case drill
  /// A CSV file with its declaration, played to its end.
  case csv
  /// A whole bundle: read, listed, analysed, printed, replayed.
  case bundle

  /// The longest input that is worth a mutation.
  var maximumBytes: Int {
    switch self {
    case .json, .rows, .manifest, .events, .drill, .csv: 8192
    case .bundle: 65_536
    }
  }

  func run(_ bytes: [UInt8]) {
    switch self {
    case .json: FuzzTarget.readJSON(bytes)
    case .rows: FuzzTarget.readRows(bytes)
    case .manifest: FuzzTarget.readManifest(bytes)
    case .events: FuzzTarget.readEvents(bytes)
    case .drill: FuzzTarget.readDrill(bytes)
    case .csv: FuzzTarget.readCSV(bytes)
    case .bundle: FuzzTarget.readBundle(bytes)
    }
  }

  private static let bidirectional: Set<UInt32> = [
    0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
  ]

  /// Traps where text that goes to a terminal holds anything that the terminal would obey. By the classes of
  /// Unicode itself, not the program's own list: controls, line and paragraph separators, and Bidi_Control.
  static func requirePrintable(_ text: String) {
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        precondition(
          (0x20..<0x7F).contains(scalar.value) || scalar == "\n" || scalar == "\t",
          "U+\(String(scalar.value, radix: 16)) in \(text.debugDescription)")
        continue
      }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        preconditionFailure("U+\(String(scalar.value, radix: 16)) in \(text.debugDescription)")
      default: break
      }
      precondition(
        !bidirectional.contains(scalar.value), "a direction control in \(text.debugDescription)")
    }
  }

  /// Traps where a list of problems has grown with its input.
  static func requireBounded(_ problems: [MotionSession.Problem]) {
    precondition(problems.count <= MotionSession.maximumProblems + 1)
    for problem in problems { precondition(problem.description.unicodeScalars.count < 2000) }
  }
}
