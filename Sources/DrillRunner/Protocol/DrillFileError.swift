import MotionCore

/// A drill file that could not be read at all.
enum DrillFileError: DiagnosedError, Hashable {
  /// `looked` are the folders where a name without a path is looked for, `known` the drills that are there.
  case missing(path: String, looked: [String], known: [String])
  case notOpened(path: String, reason: String)
  case notRegular(path: String)
  case readFailed(path: String, reason: String)
  case tooLarge(path: String, limitKiB: Int)

  var failure: String {
    switch self {
    case .missing(let path, _, _), .notOpened(let path, _), .notRegular(let path), .readFailed(let path, _),
      .tooLarge(let path, _):
      "cannot read the drill \(path)"
    }
  }

  var cause: String {
    switch self {
    case .missing(_, let looked, _):
      systemErrorText(ENOENT)
        + (looked.isEmpty ? "" : "; looked in this folder, " + looked.joined(separator: ", "))
    case .notOpened(_, let reason), .readFailed(_, let reason): reason
    case .notRegular: "it is not a regular file"
    case .tooLarge(_, let limit): "it is larger than \(limit) KiB"
    }
  }

  var remedy: String? {
    switch self {
    case .missing(_, _, let known):
      "check the name"
        + (known.isEmpty ? "" : "; drills that can be named without a path: " + known.joined(separator: ", "))
    case .notOpened: "check the file's permissions"
    case .notRegular: "name a .yaml file"
    case .readFailed: "copy the file to another disk, and try again"
    case .tooLarge: "a drill is a short text; is it the right file?"
    }
  }
}

extension DrillFileError: CatalogueMessage {
  static let section = MessageSection("drill-file", "Reading a drill", .error)
  static let examples: [DrillFileError] = [
    .missing(
      path: "garag", looked: ["protocols", "/usr/share/drillrunner/protocols"],
      known: ["center-left-right", "diagnostics", "garage", "reaction"]),
    .notOpened(path: "garage.yaml", reason: "Permission denied"), .notRegular(path: "protocols"),
    .readFailed(path: "garage.yaml", reason: "Input/output error"),
    .tooLarge(path: "ride.mp4", limitKiB: 256),
  ]
}

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
