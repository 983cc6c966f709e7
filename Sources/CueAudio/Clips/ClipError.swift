import MotionCore

/// Why a clip cannot be had.
public enum ClipError: DiagnosedError, Hashable {
  /// Neither of the speech programs is installed, or not the one that was asked for.
  case noSpeechProgram(programs: [String])
  /// The program is installed, and does not know the voice, or the language.
  case unknownVoice(program: String, SpeechProblem)
  /// The program ended with a failure, or wrote no sound.
  case speechFailed(program: String, text: String, SpeechProblem)
  case speechHung(program: String, text: String, seconds: Int)
  case noClipFile(name: String, folder: String)
  case unreadable(file: String, reason: String)
  /// libsndfile does not know it.
  case noSoundFile(file: String, said: String)
  case wrongFormat(file: String, channels: Int, rateHz: Int)
  case cutShort(file: String, read: Int, frames: Int64, said: String)
  /// A clip of the package that is not in its form, or not whole.
  case notPackaged(file: String)
  case framesMissing(file: String, read: Int, frames: Int)
  case notNumbers(file: String)
  case rateNotConvertible(file: String, rateHz: Int)
  case conversionFailed(file: String, said: String)
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
    case .unknownVoice: "cannot speak"
    case .speechFailed(_, let text, _), .speechHung(_, let text, _): "cannot speak “\(text)”"
    case .noClipFile(let name, let folder): "no clip for “\(name)” in \(folder)"
    case .unreadable(let file, _), .notAFile(let file, _), .noSoundFile(let file, _),
      .wrongFormat(let file, _, _), .cutShort(let file, _, _, _), .notPackaged(let file),
      .framesMissing(let file, _, _), .notNumbers(let file),
      .rateNotConvertible(let file, _), .conversionFailed(let file, _):
      "cannot read clip \(file)"
    case .notWritten(let path, _): "cannot write \(path)"
    case .empty(let source), .silent(let source), .clipped(let source, _), .tooLong(let source, _):
      "cannot use clip \(source)"
    }
  }

  public var cause: String {
    switch self {
    case .noSpeechProgram(let programs): "\(programs.joined(separator: " or ")) is not installed"
    case .speechFailed(let program, _, let reason), .unknownVoice(let program, let reason):
      "\(program): \(reason.text)"
    case .speechHung(let program, _, let seconds): "\(program) did not end within \(seconds) s"
    case .noClipFile(let name, _):
      "there is none of \(ClipLibrary.fileExtensions.map { "\(name).\($0)" }.joined(separator: ", "))"
    case .unreadable(_, let reason), .notWritten(_, let reason): reason
    case .noSoundFile(_, let said): "libsndfile: \(said)"
    case .wrongFormat(_, let channels, let rate): "it has \(channels) channels of \(rate) Hz"
    case .cutShort(_, let read, let frames, let said):
      "\(read) of \(frames) frames could be read (libsndfile: \(said))"
    case .notPackaged: "it is not 16 bits, mono, \(Clip.rateHz) Hz"
    case .framesMissing(_, let read, let frames): "\(read) of \(frames) frames could be read"
    case .notNumbers: "it has samples that are not numbers"
    case .rateNotConvertible(_, let rate): "its rate of \(rate) Hz cannot be converted"
    case .conversionFailed(_, let said): "its rate cannot be converted (libsamplerate: \(said))"
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
    case .unknownVoice(_, let reason): reason.wording.nextStep
    case .speechFailed(let program, _, _):
      "try `\(program)` by hand; `sudo apt-get install --reinstall \(program)` repairs it"
    case .speechHung: "try the program by hand, or use another voice"
    case .noClipFile: "record it, or remove the folder to let the words be spoken"
    case .notPackaged, .framesMissing: "install the package anew, or give another voice"
    case .unreadable, .notAFile, .noSoundFile, .wrongFormat, .cutShort, .notNumbers, .rateNotConvertible,
      .conversionFailed:
      "give a WAV, FLAC or Ogg file"
    case .notWritten: "give another folder with -o"
    case .empty, .silent: "record it again"
    case .clipped: "record it again at a lower level"
    case .tooLong: "cut it, or say it as several steps"
    }
  }
}

extension ClipError: CatalogueMessage {
  public static let section = MessageSection("clip", "Words and clips", .error)
  public static let examples: [ClipError] = [
    .noSpeechProgram(programs: ["flite", "espeak-ng"]),
    .unknownVoice(program: "espeak-ng", .noVoice("dee", alike: ["da", "de"])),
    .speechFailed(program: "flite", text: "Left", .noSound(said: "")),
    .speechHung(program: "flite", text: "Left", seconds: 30), .noClipFile(name: "LEFT", folder: "voices"),
    .unreadable(file: file, reason: "Permission denied"),
    .noSoundFile(file: file, said: "File contains data in an unknown format."),
    .wrongFormat(file: file, channels: 99, rateHz: 48_000),
    .cutShort(file: file, read: 120, frames: 48_000, said: "System error."),
    .notPackaged(file: file), .framesMissing(file: file, read: 120, frames: 48_000), .notNumbers(file: file),
    .rateNotConvertible(file: file, rateHz: 90), .conversionFailed(file: file, said: "Malloc failed."),
    .notAFile(path: file, kind: "a folder"),
    .notWritten(path: "words/01-LEFT.wav", reason: "No space left on device"),
    .empty(source: file), .silent(source: file), .clipped(source: file, at: .milliseconds(320)),
    .tooLong(source: file, seconds: 75),
  ]

  private static let file = "voices/LEFT.wav"
}
