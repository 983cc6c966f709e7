import Foundation
import MotionCore
import Synchronization

/// Makes the clips of a drill before it runs: spoken by a program, or read from audio files; all of them trimmed,
/// levelled, of 48 kHz and mono, with their onset measured.
public final class ClipLibrary: Sendable {
  /// The file types that are looked for in a folder of clips, in this order.
  static let fileExtensions = ["wav", "flac", "ogg"]

  /// Changes whenever a clip made from the same speech would come out differently.
  private static let recipe = "trim -40 dB, level -18 dB RMS, ramps 1 and 2 ms, 48000 Hz, 1"

  private let voice: Voice
  private let cache: ClipCache?
  private let shipped: ShippedClips?
  private let searchPath: String
  private let limitSeconds: Int
  private let calls: SoundCalls
  /// The program and its version, or why there is none, found at the first use.
  private let found = Mutex<Result<(program: SpeechProgram, version: String), ClipError>?>(nil)

  /// - Parameters:
  ///   - cacheFolder: where rendered clips are kept; nil for no cache.
  ///   - shipped: clips that came with the program, for what no program can speak here.
  ///   - searchPath: where the speech programs are looked for, as in PATH.
  ///   - limitSeconds: a render that takes longer has hung.
  public init(
    voice: Voice = .automatic, cacheFolder: String? = ClipLibrary.defaultCacheFolder,
    shipped: ShippedClips? = ShippedClips.standard,
    searchPath: String = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    limitSeconds: Int = 10, faults: FaultPlan? = nil
  ) {
    self.voice = voice
    cache = cacheFolder.map { ClipCache(folder: $0) }
    self.shipped = shipped
    self.searchPath = searchPath
    self.limitSeconds = limitSeconds
    calls = SoundCalls(faults: faults)
  }

  /// $XDG_CACHE_HOME/drillrunner/clips; without that variable under ~/.cache (XDG Base Directory specification: a
  /// relative path in it is ignored).
  public static var defaultCacheFolder: String { cacheBase + "/clips" }

  /// Where `voice --preview` writes, beside it.
  public static var previewFolder: String { cacheBase + "/preview" }

  private static var cacheBase: String {
    let environment = ProcessInfo.processInfo.environment
    let base = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (base ?? NSHomeDirectory() + "/.cache") + "/drillrunner"
  }

  /// The voice for the manifest: "flite slt", "espeak-ng en-us", "folder /path"; or why there is none.
  public var voiceDescription: String {
    if case .folder(let folder) = voice { return "folder \(folder)" }
    if speaksOnlyShippedClips { return "clips of the package, \(voice.text)" }
    return (try? program()).map { "\($0.program.kind.rawValue) \($0.program.voice)" } ?? "none"
  }

  /// Why no word can be spoken although the program is installed: it does not know the voice, or the language; nil where
  /// nothing speaks against it.
  public var voiceProblem: ClipError? {
    if case .folder = voice { return nil }
    do throws(ClipError) {
      _ = try program()
      return nil
    } catch {
      if case .unknownVoice = error { return error } else { return nil }
    }
  }

  /// Whether the voice's program is not installed, and clips that came with DrillRunner take its place: what is not
  /// among them cannot be spoken.
  public var speaksOnlyShippedClips: Bool {
    guard shipped != nil else { return false }
    do throws(ClipError) {
      _ = try program()
      return false
    } catch {
      return error.isMissingProgram
    }
  }

  /// The clip of a cue or of guidance: `text` as spoken by the voice, or the file `name`.wav (.flac, .ogg) of the
  /// voice's folder.
  public func clip(name: String, text: String, style: SpeechStyle = .cue) throws(ClipError) -> Clip {
    try checked(name: name, text: text, style: style).clip
  }

  /// The same, with what the recording held that it was made from; nil for speech.
  public func checked(
    name: String, text: String, style: SpeechStyle = .cue
  ) throws(ClipError) -> (clip: Clip, source: RecordingFacts?) {
    guard case .folder(let folder) = voice else {
      return (try spoken(name: name, text: text, style: style), nil)
    }
    let paths = ClipLibrary.fileExtensions.map { "\(folder)/\(name).\($0)" }
    guard !name.contains("/"), let path = paths.first(where: FileManager.default.fileExists) else {
      throw .noClipFile(name: name, folder: folder)
    }
    return try checked(name: name, file: path)
  }

  /// The clip in one audio file. A recording whose peaks are cut off is refused.
  public func clip(name: String, file: String) throws(ClipError) -> Clip {
    try checked(name: name, file: file).clip
  }

  /// The same, with what the file held.
  public func checked(
    name: String, file: String
  ) throws(ClipError) -> (clip: Clip, source: RecordingFacts?) {
    let (samples, source) = try SoundFile.samples(path: file, refuseClipped: true, calls: calls)
    let facts = RecordingFacts(
      rateHz: source.rateHz, channels: source.channels, levelDB: ClipCheck.levelDB(samples))
    return (try ClipAnalysis.clip(name: name, source: file, samples: samples), facts)
  }

  private func spoken(name: String, text: String, style: SpeechStyle) throws(ClipError) -> Clip {
    let program: SpeechProgram
    let version: String
    do throws(ClipError) {
      (program, version) = try self.program()
    } catch {
      guard error.isMissingProgram, let pcm = try shipped?.samples(of: text, style: style, voice: voice)
      else {
        throw error
      }
      return ClipAnalysis.measured(name: name, source: text, pcm: pcm)
    }
    let arguments = program.arguments(for: style).joined(separator: " ")
    let key = SHA256Hash.hex(
      [UInt8](
        [text, program.kind.rawValue, program.voice, arguments, version, ClipLibrary.recipe]
          .joined(separator: "\0").utf8
      ))
    if let pcm = cache?.samples(key: key) {
      return ClipAnalysis.measured(name: name, source: text, pcm: pcm)
    }
    let output = FileManager.default.temporaryDirectory
      .appendingPathComponent("drillrunner-speech-\(UUID().uuidString).wav").path
    defer { try? FileManager.default.removeItem(atPath: output) }
    try program.render(text, style: style, to: output, limitSeconds: limitSeconds)
    let (samples, _) = try SoundFile.samples(path: output, refuseClipped: false, calls: calls)
    let clip = try ClipAnalysis.clip(name: name, source: text, samples: samples)
    cache?.store(clip.samples.map(SampleFormat.int16), key: key)
    return clip
  }

  /// The first of the voice's programs that is installed.
  private func program() throws(ClipError) -> (program: SpeechProgram, version: String) {
    if let known = found.withLock({ $0 }) { return try known.get() }
    let result: Result<(program: SpeechProgram, version: String), ClipError>
    do throws(ClipError) {
      result = .success(try findProgram())
    } catch {
      result = .failure(error)
    }
    found.withLock { $0 = result }
    return try result.get()
  }

  private func findProgram() throws(ClipError) -> (program: SpeechProgram, version: String) {
    let candidates: [(SpeechProgram.Kind, String)] =
      switch voice {
      case .automatic: [(.flite, Voice.fliteDefault), (.espeakNG, Voice.espeakNGDefault)]
      case .flite(let name): [(.flite, name)]
      case .espeakNG(let name): [(.espeakNG, name)]
      case .folder: []
      }
    for (kind, name) in candidates {
      guard let program = SpeechProgram.find(kind, voice: name, searchPath: searchPath) else { continue }
      if let reason = program.missingVoice() {
        throw .unknownVoice(program: kind.rawValue, reason)
      }
      return (program, program.version())
    }
    throw .noSpeechProgram(programs: candidates.map(\.0.rawValue))
  }
}
