import CueAudio
import Testing

@testable import DrillRunner

/// Who speaks, how loudly, and with a tick or not.
@Suite struct DrillSoundTests {
  private func drill(_ cue: String, voice: String = "") -> DrillFile {
    parsedDrill(
      """
      drill: 1
      title: Sounds
      \(voice)
      cues:
        LEFT: { say: Left, expect: left\(cue) }
      steps:
        - block: { name: a, cues: [LEFT], interval: 4 s }
      """)
  }

  @Test func volumeAndTickAreRead() throws {
    #expect(try #require(drill("").drill).cues[0].treatment == .none)
    let treated = try #require(drill(", volume: -6 dB, tick: yes").drill).cues[0].treatment
    #expect(treated == ClipTreatment(volumeDB: -6, tick: true))
    #expect(try #require(drill(", volume: -2.5dB").drill).cues[0].treatment.volumeDB == -2.5)
  }

  @Test(arguments: [
    (", volume: -6", "has no unit"), (", volume: 3 dB", "out of range"), (", volume: -41 dB", "out of range"),
    (", volume: 3 Hz", "wrong unit"), (", tick: maybe", "cannot be"), (", volum: -6 dB", "unknown key"),
  ]) func mistakesArePointedAt(cue: String, message: String) throws {
    let problem = try #require(drill(cue).problems.first)
    #expect(problem.message.contains(message))
    #expect(problem.line == 5)
  }

  @Test(arguments: [
    ("voice: espeak-ng:de", Voice.espeakNG("de")), ("voice: flite", .flite("slt")),
    ("voice: voices/anna", .folder("voices/anna")), ("voice: /srv/anna", .folder("/srv/anna")),
  ]) func theDrillChoosesTheVoice(line: String, voice: Voice) throws {
    #expect(try #require(drill("", voice: line).drill).voice == voice)
  }

  @Test(arguments: ["voice: anna", "voice: ../anna/", "voice: []"]) func wrongVoices(line: String) {
    #expect(drill("", voice: line).problems.first?.line == 3)
  }

  @Test func theRunPlaysTreatedClips() throws {
    let drill = try #require(drill(", volume: -20 dB, tick: yes").drill)
    let plain = Clip(
      name: "LEFT", source: "Left", samples: [Float](repeating: 0.5, count: 4800), sha256: "1", onsetFrame: 0,
      peakFrame: 0)
    let clips = RunClips(
      drill: drill, extraSentences: [], speak: { _, _ in plain }, load: { _, _ in plain },
      guide: { _, _ in plain }, before: { _, _ in })
    let clip = try #require(clips.cue("LEFT"))
    #expect(clip.samples.count == 4800 + 960)
    #expect(abs(clip.samples[2000] - 0.05) < 0.001)
    #expect(clip.reference?.sha256 != "1")
  }
}
