import Foundation
import MotionCore
import Testing

@testable import CueAudio

/// Clips that came with the program, where no speech program is installed.
@Suite struct ShippedClipsTests {
  /// A folder that goes away with the test, and one without programs in it.
  private final class Folders {
    let clips: String
    let empty: String
    private let base = FileManager.default.temporaryDirectory.path + "/shipped-\(UUID().uuidString)"

    init() throws {
      clips = base + "/clips"
      empty = base + "/bin"
      for folder in [clips, empty] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: base) }

    func library(_ voice: Voice = .automatic) -> ClipLibrary {
      ClipLibrary(
        voice: voice, cacheFolder: nil, shipped: ShippedClips(folder: clips), searchPath: empty)
    }
  }

  @Test(
    "A clip from the package is the one that the program would make, to the last sample",
    arguments: [Voice.automatic, .espeakNG("de")])
  func same(voice: Voice) throws {
    let folders = try Folders()
    let shipped = ShippedClips(folder: folders.clips)
    try shipped.add("Left", style: .cue, voice: voice)
    try shipped.add("Left, and now right.", style: .guidance, voice: voice)
    let made = ClipLibrary(voice: voice, cacheFolder: nil, shipped: nil)
    let library = folders.library(voice)
    #expect(try library.clip(name: "L", text: "Left") == made.clip(name: "L", text: "Left"))
    #expect(
      try library.clip(name: "say", text: "Left, and now right.", style: .guidance)
        == made.clip(name: "say", text: "Left, and now right.", style: .guidance))
    #expect(library.speaksOnlyShippedClips)
    #expect(library.voiceDescription == "clips of the package, \(voice.text)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folders.clips)
    #expect(files.count == 2 && files.allSatisfy { $0.hasPrefix("left") && $0.hasSuffix(".flac") })
  }

  @Test("Another text, manner or voice is another clip: it cannot be spoken, and that is said")
  func others() throws {
    let folders = try Folders()
    try ShippedClips(folder: folders.clips).add("Left", style: .cue, voice: .automatic)
    let library = folders.library()
    #expect(throws: ClipError.noSpeechProgram(programs: ["flite", "espeak-ng"])) {
      try library.clip(name: "R", text: "Right")
    }
    #expect(throws: ClipError.self) { try library.clip(name: "L", text: "Left", style: .guidance) }
    #expect(throws: ClipError.noSpeechProgram(programs: ["espeak-ng"])) {
      try folders.library(.espeakNG("de")).clip(name: "L", text: "Left")
    }
  }

  @Test("Where the program is installed, it speaks")
  func programFirst() throws {
    let folders = try Folders()
    let path = folders.clips + "/unused.flac"
    try ClipLibrary(cacheFolder: nil, shipped: nil).clip(name: "a", text: "Right").write(to: path)
    let library = ClipLibrary(cacheFolder: nil, shipped: ShippedClips(folder: folders.clips))
    #expect(!library.speaksOnlyShippedClips && library.voiceDescription.hasPrefix("flite"))
  }

  @Test("A damaged clip is an error that names its file")
  func damaged() throws {
    let folders = try Folders()
    try ShippedClips(folder: folders.clips).add("Left", style: .cue, voice: .automatic)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folders.clips).first)
    let path = folders.clips + "/" + name
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for damage in [Data(), Data("no sound".utf8), bytes.prefix(bytes.count / 2)] {
      try damage.write(to: URL(fileURLWithPath: path))
      #expect {
        try folders.library().clip(name: "L", text: "Left")
      } throws: { error in
        (error as? ClipError)?.failure.contains(path) == true
          && (error as? ClipError)?.isMissingProgram == false
      }
    }
    // A WAV file of another rate under its name.
    try FileManager.default.removeItem(atPath: path)
    try ClipLibrary(cacheFolder: nil, shipped: nil).clip(name: "a", text: "Left").write(
      to: path + ".wav")
    #expect(throws: ClipError.self) { try SoundFile.pcm(path: path) }
    // Bytes 24 to 27 are the rate (RIFF; Microsoft and IBM, 1991): 44100 Hz.
    let other = folders.clips + "/other.wav"
    var wav = try Data(contentsOf: URL(fileURLWithPath: path + ".wav"))
    wav.replaceSubrange(24..<28, with: [0x44, 0xAC, 0, 0])
    try wav.write(to: URL(fileURLWithPath: other))
    #expect(throws: ClipError.notPackaged(file: other)) { try SoundFile.pcm(path: other) }
    let short = SoundCalls(faults: FaultPlan([.init("sf_readf_short", code: 12)]))
    #expect {
      try SoundFile.pcm(path: path + ".wav", calls: short)
    } throws: {
      if case ClipError.framesMissing(_, 12, _) = $0 { true } else { false }
    }
    #expect(try SoundFile.pcm(path: path + ".wav").count > 4_800)
  }

  @Test("A voice that espeak-ng does not have is told in plain words")
  func missingVoice() throws {
    let error = #expect(throws: ClipError.self) {
      try ClipLibrary(voice: .espeakNG("xx"), cacheFolder: nil).clip(name: "a", text: "a")
    }
    #expect(error?.cause.contains("it has no voice “xx”") == true, "\(error?.cause ?? "")")
  }

  @Test("Voices are written as they are read", arguments: ["automatic", "flite:rms", "espeak-ng:de", "a/b"])
  func voiceText(text: String) {
    #expect(Voice(text)?.text == text)
  }
}
