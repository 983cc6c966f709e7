import Foundation

/// A speech synthesiser that is run as a program: its arguments are passed as they are, no shell sees the text.
struct SpeechProgram: Hashable, Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case flite
    /// GPL-3: run, never linked.
    case espeakNG = "espeak-ng"
  }

  var kind: Kind
  var path: String
  /// The program's name for the voice: slt, en-us.
  var voice: String

  /// A render that takes longer has hung; a word takes some ten milliseconds.
  static let limitSeconds = 10

  /// The program of that kind in `searchPath` (a list separated by colons).
  static func find(_ kind: Kind, voice: String, searchPath: String) -> SpeechProgram? {
    BoundedProcess.find(kind.rawValue, searchPath: searchPath)
      .map { SpeechProgram(kind: kind, path: $0, voice: voice) }
  }

  /// What the program says of its version, whatever code it ends with (flite ends with 1); empty where it says
  /// nothing.
  func version() -> String {
    (try? run(["--version"], text: "", limitSeconds: SpeechProgram.limitSeconds))?.said ?? ""
  }

  /// Why the program cannot speak with this voice. flite takes another voice in silence for one that it does not
  /// know, so its list (-lv) is asked; nil where the voice is known, or is a file, or no list is given. espeak-ng ends
  /// with an error, which is told in other words.
  func missingVoice() -> SpeechProblem? {
    if kind == .espeakNG {
      guard
        let (said, problem) = try? run(
          ["-q", "-v", voice, "--", "a"], text: "", limitSeconds: SpeechProgram.limitSeconds), problem != nil,
        said.contains("voice")
      else { return nil }
      return .noVoice(voice, alike: voices().filter { $0.first == voice.lowercased().first })
    }
    guard !voice.contains("/"),
      let list = (try? run(["-lv"], text: "", limitSeconds: SpeechProgram.limitSeconds))?.said,
      let names = list.split(separator: ":").dropFirst().first?.split(whereSeparator: \.isWhitespace),
      !names.contains(Substring(voice))
    else { return nil }
    return .noVoiceAmong(voice, voices: names.map(String.init))
  }

  /// The languages of espeak-ng's voices: the second column of what --voices lists. Empty where it lists nothing.
  private func voices() -> [String] {
    let list = (try? run(["--voices"], text: "", limitSeconds: SpeechProgram.limitSeconds))?.said ?? ""
    let names = list.split(separator: "\n").dropFirst().compactMap { line -> String? in
      let columns = line.split(separator: " ")
      return columns.count > 1 ? String(columns[1]) : nil
    }
    return Set(names).sorted()
  }

  /// What sets the pace: sentences take 15 % longer than the voice's own pace.
  func arguments(for style: SpeechStyle) -> [String] {
    switch (style, kind) {
    case (.cue, _): []
    case (.guidance, .flite): ["--setf", "duration_stretch=1.15"]
    // Words a minute; 175 is the program's own pace.
    case (.guidance, .espeakNG): ["-s", "152"]
    }
  }

  /// Speaks `text` into a WAV file at `output`. Errors: `speechFailed`, `speechHung`.
  func render(
    _ text: String, style: SpeechStyle, to output: String, limitSeconds: Int
  ) throws(ClipError) {
    let speech =
      switch kind {
      case .flite: ["-voice", voice, "-t", text, "-o", output]
      case .espeakNG: ["-v", voice, "-w", output, "--", text]
      }
    let arguments = arguments(for: style) + speech
    let (said, problem) = try run(arguments, text: text, limitSeconds: limitSeconds)
    let silence = FileManager.default.fileExists(atPath: output) ? nil : SpeechProblem.noSound(said: said)
    guard let reason = problem ?? silence else { return }
    throw .speechFailed(program: kind.rawValue, text: text, reason)
  }

  /// Runs the program, and returns what it wrote on standard output and error, and how it failed, if it did.
  private func run(
    _ arguments: [String], text: String, limitSeconds: Int
  ) throws(ClipError) -> (said: String, problem: SpeechProblem?) {
    switch BoundedProcess.run(path, arguments, limitSeconds: Double(limitSeconds)) {
    case .ended(0, let said): return (said, nil)
    case .ended(let code, let said): return (said, .endedWith(code: code, said: said))
    case .killedBySignal(let signal, let said): return (said, .endedBySignal(signal, said: said))
    case .cannotStart(let reason):
      throw .speechFailed(program: kind.rawValue, text: text, .cannotStart(cause: reason))
    case .hung: throw .speechHung(program: kind.rawValue, text: text, seconds: limitSeconds)
    }
  }
}
