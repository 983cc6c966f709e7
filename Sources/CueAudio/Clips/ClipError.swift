import MotionCore

/// Why a clip cannot be had.
public enum ClipError: DiagnosedError, Hashable {
  /// Neither of the speech programs is installed, or not the one that was asked for.
  case noSpeechProgram(programs: [String])
  /// The program ended with a failure, or wrote no sound.
  case speechFailed(program: String, text: String, reason: String)
  case speechHung(program: String, text: String, seconds: Int)
  case noClipFile(name: String, folder: String)
  case unreadable(file: String, reason: String)
  /// It is a pipe, a device or a folder, and was not opened.
  case notAFile(path: String, kind: String)
  case notWritten(path: String, reason: String)
  /// Nothing is in it.
  case empty(source: String)
  /// Nothing can be heard in it.
  case silent(source: String)
  /// Its peaks are cut off.
  case clipped(source: String, at: Duration)
  case tooLong(source: String, seconds: Double)

  /// Whether the machine lacks a program, and the clip has no fault.
  public var isMissingProgram: Bool {
    if case .noSpeechProgram = self { true } else { false }
  }

  public var failure: String {
    switch self {
    case .noSpeechProgram: "cannot speak"
    case .speechFailed(_, "", _): "cannot speak"
    case .speechFailed(_, let text, _), .speechHung(_, let text, _): "cannot speak “\(text)”"
    case .noClipFile(let name, let folder): "no clip for “\(name)” in \(folder)"
    case .unreadable(let file, _), .notAFile(let file, _): "cannot read clip \(file)"
    case .notWritten(let path, _): "cannot write \(path)"
    case .empty(let source), .silent(let source), .clipped(let source, _), .tooLong(let source, _):
      "cannot use clip \(source)"
    }
  }

  public var cause: String {
    switch self {
    case .noSpeechProgram(let programs): "\(programs.joined(separator: " or ")) is not installed"
    case .speechFailed(let program, _, let reason): "\(program): \(reason)"
    case .speechHung(let program, _, let seconds): "\(program) did not end within \(seconds) s"
    case .noClipFile(let name, _):
      "there is none of \(ClipLibrary.fileExtensions.map { "\(name).\($0)" }.joined(separator: ", "))"
    case .unreadable(_, let reason), .notWritten(_, let reason): reason
    case .notAFile(_, let kind): "it is \(kind)"
    case .empty: "it has no samples"
    case .silent: "it is silent"
    case .clipped(_, let time):
      "its peaks are cut off (first at \(Int((time.inSeconds * 1000).rounded())) ms)"
    case .tooLong(_, let seconds):
      "it lasts \(Int(seconds.rounded())) s; the longest clip is \(ClipAnalysis.longestSeconds) s"
    }
  }

  public var remedy: String? {
    switch self {
    case .noSpeechProgram(let programs):
      "sudo apt-get install \(programs[0]), or give a folder of recorded clips as the voice"
    case .speechFailed(let program, _, _):
      "try `\(program)` by hand; `sudo apt-get install --reinstall \(program)` repairs it"
    case .speechHung: "try the program by hand, or use another voice"
    case .noClipFile: "record it, or remove the folder to let the words be spoken"
    case .unreadable, .notAFile: "give a WAV, FLAC or Ogg file"
    case .notWritten: "give another folder with -o"
    case .empty, .silent: "record it again"
    case .clipped: "record it again at a lower level"
    case .tooLong: "cut it, or say it as several steps"
    }
  }
}
