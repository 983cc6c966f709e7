import Foundation
import Testing

@testable import CueAudio

@Suite struct ClipLibraryTests {
  /// A folder that goes away with the test.
  private final class Folder {
    let path: String

    init() throws {
      path = FileManager.default.temporaryDirectory.appendingPathComponent("clips-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    /// A program that does what `script` says, under the name of a speech program.
    func program(_ name: String, _ script: String) throws {
      try "#!/bin/sh\n\(script)\n".write(
        toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/\(name)")
    }

    /// A 16-bit WAV file (RIFF; Microsoft and IBM, Multimedia Programming Interface 1.0, 1991).
    func wav(_ name: String, rate: Int, channels: Int, frames: [[Float]]) throws {
      func le(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) } }
      let data = SampleFormat.bytes(frames.flatMap { $0 }.map(SampleFormat.int16))
      var file = Array("RIFF".utf8) + le(36 + data.count, 4) + Array("WAVEfmt ".utf8) + le(16, 4) + le(1, 2)
      file += le(channels, 2) + le(rate, 4) + le(rate * channels * 2, 4) + le(channels * 2, 2) + le(16, 2)
      file += Array("data".utf8) + le(data.count, 4) + data
      try Data(file).write(to: URL(fileURLWithPath: "\(path)/\(name).wav"))
    }
  }

  private func tone(rate: Int, hz: Double = 500, level: Float = 0.5, seconds: Double = 0.2) -> [Float] {
    (0..<Int(Double(rate) * seconds)).map { level * Float(sin(2 * .pi * hz * Double($0) / Double(rate))) }
  }

  // MARK: Speech

  @Test(arguments: [Voice.automatic, .flite("rms"), .espeakNG("en-us")]) func wordsAreSpoken(voice: Voice)
    throws
  {
    let cache = try Folder()
    let library = ClipLibrary(voice: voice, cacheFolder: cache.path)
    let clip = try library.clip(name: "LEFT", text: "Left")
    #expect(clip.name == "LEFT" && clip.source == "Left")
    // A short word lasts between a tenth and a whole second.
    #expect(clip.samples.count > 4_800 && clip.samples.count < 48_000)
    #expect(clip.onsetFrame < clip.peakFrame && clip.onsetFrame < 9_600)
    #expect(clip.sha256.count == 64)
    #expect(cache.files.count == 1)
    #expect(try library.clip(name: "LEFT", text: "Left") == clip)
    #expect(try ClipLibrary(voice: voice, cacheFolder: nil).clip(name: "LEFT", text: "Left") == clip)
  }

  @Test func corruptCacheEntryIsRenderedAgain() throws {
    let cache = try Folder()
    let library = ClipLibrary(cacheFolder: cache.path)
    let clip = try library.clip(name: "a", text: "Center")
    let entry = "\(cache.path)/\(try #require(cache.files.first))"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: entry))
    bytes[bytes.count - 1] ^= 0xFF
    for damaged in [bytes, bytes.prefix(10), Data(), bytes.dropLast()] {
      try Data(damaged).write(to: URL(fileURLWithPath: entry))
      #expect(try library.clip(name: "a", text: "Center") == clip)
    }
  }

  @Test func withoutACacheFolderItStillSpeaks() throws {
    let library = ClipLibrary(cacheFolder: "/proc/none/clips")
    #expect(try library.clip(name: "a", text: "Go").samples.count > 4_800)
  }

  @Test func textIsNeverAnOptionOrACommand() throws {
    for voice in [Voice.automatic, .espeakNG("en-us")] {
      let clip = try ClipLibrary(voice: voice, cacheFolder: nil).clip(name: "a", text: "-o $(false); left")
      #expect(clip.samples.count > 4_800)
    }
  }

  @Test func missingProgramNamesThePackage() throws {
    let empty = try Folder()
    let library = ClipLibrary(cacheFolder: nil, searchPath: empty.path)
    let error = ClipError.noSpeechProgram(programs: ["flite", "espeak-ng"])
    #expect(throws: error) { try library.clip(name: "a", text: "Left") }
    #expect(error.remedy?.contains("apt-get install flite") == true)
    #expect(library.voiceDescription == "none")
  }

  @Test func espeakNGIsTheFallback() throws {
    let folder = try Folder()
    let espeak = try #require(
      SpeechProgram.find(.espeakNG, voice: "en-us", searchPath: "/usr/bin:/usr/local/bin"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/espeak-ng", withDestinationPath: espeak.path)
    let library = ClipLibrary(cacheFolder: nil, searchPath: folder.path)
    #expect(library.voiceDescription == "espeak-ng en-us")
    #expect(try library.clip(name: "a", text: "Left").samples.count > 4_800)
  }

  @Test func unknownVoiceIsAnError() {
    #expect(throws: ClipError.self) {
      try ClipLibrary(voice: .flite("nosuch"), cacheFolder: nil).clip(name: "a", text: "Left")
    }
    #expect(throws: ClipError.self) {
      try ClipLibrary(voice: .espeakNG("nosuch"), cacheFolder: nil).clip(name: "a", text: "Left")
    }
  }

  @Test func hungFailingAndSilentPrograms() throws {
    let folder = try Folder()
    let library = { ClipLibrary(cacheFolder: nil, searchPath: folder.path, limitSeconds: 1) }
    let version = #"case "$1" in --version) exit 1;; -lv) echo "Voices available: slt"; exit 0;; esac; "#
    try folder.program("flite", version + "exec /bin/sleep 60")
    #expect(throws: ClipError.speechHung(program: "flite", text: "Left", seconds: 1)) {
      try library().clip(name: "a", text: "Left")
    }
    try folder.program("flite", version + "echo no memory >&2; exit 3")
    #expect(
      throws: ClipError.speechFailed(
        program: "flite", text: "Left", SpeechProblem.endedWith(code: 3, said: "no memory"))
    ) { try library().clip(name: "a", text: "Left") }
    try folder.program("flite", version + "kill -9 $$")
    #expect(
      throws: ClipError.speechFailed(
        program: "flite", text: "Left", SpeechProblem.endedBySignal(9, said: ""))
    ) {
      try library().clip(name: "a", text: "Left")
    }
    try folder.program("flite", version + "exit 0")
    #expect(
      throws: ClipError.speechFailed(program: "flite", text: "Left", SpeechProblem.noSound(said: ""))
    ) {
      try library().clip(name: "a", text: "Left")
    }
    // It is installed for another machine, or its interpreter is missing.
    try "#!/nowhere/sh\n".write(toFile: folder.path + "/flite", atomically: false, encoding: .utf8)
    let error = #expect(throws: ClipError.self) { try library().clip(name: "a", text: "Left") }
    guard case .speechFailed("flite", "Left", SpeechProblem.cannotStart(let cause))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!cause.isEmpty)
  }

  /// flite would take another voice in silence: its own list is asked.
  @Test func aVoiceThatIsNotListedIsToldWithThoseThatAre() throws {
    let folder = try Folder()
    try folder.program("flite", "echo Voices available: kal slt")
    let library = ClipLibrary(voice: .flite("rms"), cacheFolder: nil, searchPath: folder.path)
    let error = ClipError.unknownVoice(
      program: "flite", SpeechProblem.noVoiceAmong("rms", voices: ["kal", "slt"]))
    #expect(throws: error) { try library.clip(name: "a", text: "Left") }
    #expect(
      error.remedy == "correct voice: or language: of the drill, or --voice, to one that there is")
  }

  /// The program is asked once, and not for every word again; voices of espeak-ng are in the second column of its list.
  @Test func aLanguageThatIsNotThereIsToldWithThoseThatBeginAlike() throws {
    let folder = try Folder()
    try folder.program(
      "espeak-ng",
      """
      echo asked >>\(folder.path)/log
      case $1 in
        --voices) echo 'Pty Language Age/Gender VoiceName'; echo ' 5  de  --/M German'; echo ' 5  da  --/M Danish'
          echo ' 5  en-us  --/M English' ;;
        *) echo 'Error: The specified espeak-ng voice does not exist.' >&2; exit 1 ;;
      esac
      """)
    let library = ClipLibrary(
      voice: .espeakNG("dee"), cacheFolder: nil, shipped: nil, searchPath: folder.path)
    let error = ClipError.unknownVoice(
      program: "espeak-ng", SpeechProblem.noVoice("dee", alike: ["da", "de"]))
    for word in ["Left", "Right"] {
      #expect(throws: error) { try library.clip(name: "a", text: word) }
    }
    #expect(try String(contentsOfFile: folder.path + "/log", encoding: .utf8) == "asked\nasked\n")
    #expect(error.cause.contains("there is da, de; espeak-ng --voices lists all"))
  }

  @Test func voicesAreReadFromText() {
    #expect(Voice("automatic") == .automatic)
    #expect(Voice("flite") == .flite("slt"))
    #expect(Voice("flite:rms") == .flite("rms"))
    #expect(Voice("espeak-ng:de") == .espeakNG("de"))
    #expect(Voice("./voices/anna") == .folder("./voices/anna"))
    #expect(Voice("anna") == nil)
    #expect(Voice("") == nil)
  }

  // MARK: Files

  @Test func recordingOfAnotherRateAndTwoChannelsIsConverted() throws {
    let folder = try Folder()
    let mono = tone(rate: 44_100)
    try folder.wav("LEFT", rate: 44_100, channels: 2, frames: mono.map { [$0, $0] })
    let clip = try ClipLibrary(voice: .folder(folder.path)).clip(name: "LEFT", text: "ignored")
    // 0.2 s, to the millisecond of the trimming; 500 Hz has 200 changes of sign in it.
    #expect(abs(clip.samples.count - 9_600) <= 96)
    let crossings = zip(clip.samples, clip.samples.dropFirst()).filter { ($0 < 0) != ($1 < 0) }.count
    #expect(abs(crossings - 200) <= 2)
    #expect(clip.onsetFrame == 0)
  }

  @Test func badRecordingsAreRefused() throws {
    let folder = try Folder()
    let library = ClipLibrary(voice: .folder(folder.path))
    try folder.wav("silent", rate: 48_000, channels: 1, frames: [[Float]](repeating: [0], count: 480))
    try folder.wav("empty", rate: 48_000, channels: 1, frames: [])
    try folder.wav(
      "clipped", rate: 48_000, channels: 1, frames: tone(rate: 48_000, level: 3).map { [$0] })
    try Data("not sound".utf8).write(to: URL(fileURLWithPath: folder.path + "/text.wav"))
    #expect(throws: ClipError.silent(source: folder.path + "/silent.wav")) {
      try library.clip(name: "silent", text: "")
    }
    #expect(throws: ClipError.empty(source: folder.path + "/empty.wav")) {
      try library.clip(name: "empty", text: "")
    }
    // 3·sin passes 0.9995 at asin(0.33317)/(2π·500) s = 108.1 µs, so from frame 6 (125 µs).
    #expect(throws: ClipError.clipped(source: folder.path + "/clipped.wav", at: .microseconds(125))) {
      try library.clip(name: "clipped", text: "")
    }
    let error = #expect(throws: ClipError.self) { try library.clip(name: "text", text: "") }
    guard case .noSoundFile(folder.path + "/text.wav", let said) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!said.isEmpty)
    #expect(throws: ClipError.noClipFile(name: "RIGHT", folder: folder.path)) {
      try library.clip(name: "RIGHT", text: "")
    }
    #expect(throws: ClipError.self) { try library.clip(name: "../up", text: "") }
  }
}
