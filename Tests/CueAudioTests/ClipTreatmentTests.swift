import Foundation
import MotionCore
import Testing

@testable import CueAudio

@Suite struct ClipTreatmentTests {
  /// A tenth of a second of a tone at 0.5 that begins after 30 ms of a tenth of a thousandth of it.
  private let word: Clip = {
    let samples = (0..<6240).map { frame -> Int16 in
      let gain = frame < 1440 ? 0.0005 : 0.5
      return SampleFormat.int16(Float(gain * sin(2 * .pi * 500 * Double(frame) / 48_000)))
    }
    return ClipAnalysis.measured(name: "LEFT", source: "Left", pcm: samples)
  }()

  @Test func volumeScalesEverySampleAndChangesTheHash() {
    let soft = word.treated(ClipTreatment(volumeDB: -20))
    // −20 dB is a tenth; each sample is rounded to 16 bits.
    #expect(zip(soft.samples, word.samples).allSatisfy { abs($0 - $1 / 10) <= 1 / 32_767 })
    #expect(soft.sha256 != word.sha256)
    #expect(soft.onsetFrame == word.onsetFrame && soft.onsetFrame == 1440)
    #expect(soft == word.treated(ClipTreatment(volumeDB: -20)))
  }

  @Test func tickStandsAtFrame0AndIsTheOnset() {
    let ticked = word.treated(ClipTreatment(tick: true))
    #expect(ticked.samples.count == word.samples.count + 960)
    #expect(ticked.onsetFrame == 0)
    #expect(Array(ticked.samples[960...]) == word.samples)
    // 20 ms of 1 kHz at −3 dB (0.7): 20 periods, each through 0.7.
    let peak = ticked.samples[..<960].map(abs).max()!
    #expect(abs(peak - 0.7) < 0.005)
    let crossings = zip(ticked.samples[1..<959], ticked.samples[2..<960]).count { ($0 < 0) != ($1 < 0) }
    #expect((38...40).contains(crossings))
    // No click: the first sample is 1/48 of a ramp.
    #expect(abs(ticked.samples[0]) < 0.02 && abs(ticked.samples[959]) < 0.02)
  }

  @Test func nothingToDoLeavesAClipAsItIs() {
    #expect(word.treated(.none) == word)
    let nominal = Clip.nominal(name: "a", text: "a")
    #expect(nominal.treated(ClipTreatment(volumeDB: -6, tick: true)) == nominal)
  }

  // MARK: Checks

  @Test func goodCuesHaveNoWarnings() {
    let check = ClipCheck(
      of: word, source: RecordingFacts(rateHz: 44_100, channels: 1, levelDB: -20), isCue: true)
    #expect(check.warnings == [])
    #expect(check.duration == .milliseconds(130))
    #expect(check.onset == .milliseconds(30))
    // 0.5/√2 over 100 of 130 ms: 20·log10(0.5·√(100/260)) = −10.17 dB; the peak is −6.02 dB.
    #expect(abs(check.levelDB + 10.17) < 0.02)
    #expect(abs(check.peakDB + 6.02) < 0.01)
  }

  @Test func poorCuesAreToldWhy() {
    let poor = RecordingFacts(rateHz: 8000, channels: 2, levelDB: -50)
    let check = ClipCheck(of: word, source: poor, isCue: true)
    #expect(check.warnings == [ClipWarning.softSource, .lowRate(hertz: 8000)])
    let long = Fixture.constant(0.3, frames: 60_000, onsetFrame: 9600)
    // 9600 frames of 48 kHz are 200 ms; 60 000 are 1.25 s.
    #expect(
      ClipCheck(of: long, source: nil, isCue: true).warnings == [.longCue, .lateOnset(milliseconds: 200)])
    #expect(ClipCheck(of: long, source: nil, isCue: false).warnings == [])
    var peaky = [Float](repeating: 0.01, count: 9600)
    peaky[5] = 0.9
    let soft = Clip(name: "a", source: "a", samples: peaky, sha256: "1", onsetFrame: 0, peakFrame: 5)
    #expect(ClipCheck(of: soft, source: nil, isCue: true).warnings == [.soft])
  }

  @Test func clipsAreWrittenAndReadBack() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).wav").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try word.write(to: path)
    let (samples, source) = try SoundFile.samples(path: path, refuseClipped: true)
    #expect(source == SoundFile.Source(rateHz: 48_000, channels: 1))
    #expect(zip(samples, word.samples).allSatisfy { abs($0 - $1) < 1e-4 })
    let error = #expect(throws: ClipError.self) { try word.write(to: "/nonexistent/a.wav") }
    guard case .notWritten("/nonexistent/a.wav", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // ENOENT in strerror(3)'s words, as libsndfile passes them on.
    #expect(reason.contains("No such file or directory"))
    let faults = FaultPlan([FaultPlan.Fault("sf_writef_short", code: 7)])
    #expect(throws: ClipError.self) {
      try SoundFile.write(word, to: path + "2", calls: SoundCalls(faults: faults))
    }
    #expect(!FileManager.default.fileExists(atPath: path + "2"))
    #expect(!FileManager.default.fileExists(atPath: path + "2.part"))
  }

  @Test func sentencesAreCalmerThanCues() throws {
    for voice in [Voice.automatic, .espeakNG("en-us")] {
      let library = ClipLibrary(voice: voice, cacheFolder: nil)
      let text = "Sit centred and hold still."
      let brisk = try library.clip(name: "a", text: text)
      let calm = try library.clip(name: "a", text: text, style: .guidance)
      // 15 % longer, in whole phones.
      let ratio = Double(calm.samples.count) / Double(brisk.samples.count)
      #expect(ratio > 1.08 && ratio < 1.25)
    }
  }
}
