import Foundation
import Testing

@testable import CueAudio

@Suite struct ClipAnalysisTests {
  /// `silence` frames of nothing, a 1 kHz sine whose amplitude rises linearly from 0 to 1 over `rise` frames, then 0.1 s
  /// of it at 1, then 0.1 s of nothing.
  private func rising(silence: Int, rise: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: silence)
    for frame in 0..<(rise + 4800) {
      let amplitude = min(1, Double(frame) / Double(rise))
      samples.append(Float(amplitude * sin(2 * .pi * 1000 * Double(frame) / 48_000)))
    }
    return samples + [Float](repeating: 0, count: 4800)
  }

  @Test func edgesAndOnsetOfARisingTone() throws {
    // A period of 1 kHz is one block of 1 ms. Over a rise of 200 ms the amplitude passes −40 dB (0.01) at 2 ms and
    // −20 dB (0.1) at 20 ms; the block that contains the crossing is the first above it.
    let clip = try ClipAnalysis.clip(name: "a", source: "a", samples: rising(silence: 4800, rise: 9600))
    // Trimmed at 2 ms, so the onset stands 18 ms after the start.
    #expect(clip.onsetFrame == 18 * 48)
    #expect(clip.samples.count == 9600 + 4800 - 2 * 48)
  }

  @Test func abruptToneBeginsAtOnce() throws {
    let tone = (0..<4800).map { Float(cos(2 * .pi * 1000 * Double($0) / 48_000)) }
    let clip = try ClipAnalysis.clip(
      name: "a", source: "a", samples: [Float](repeating: 0, count: 480) + tone)
    #expect(clip.onsetFrame == 0)
    #expect(clip.samples.count == 4800)
    // Ramped: the first sample is 1/49 of its level, the last 1/97.
    #expect(abs(clip.samples[0]) < 0.02)
    #expect(abs(clip.samples[4799]) < 0.01)
  }

  @Test func levelIsTheSameForLoudAndSoft() throws {
    for gain in [Float(1), 0.01] {
      let tone = (0..<48_000).map { gain * Float(sin(2 * .pi * 1000 * Double($0) / 48_000)) }
      let clip = try ClipAnalysis.clip(name: "a", source: "a", samples: tone)
      let meanSquare = clip.samples.reduce(0) { $0 + Double($1 * $1) } / Double(clip.samples.count)
      // −18 dB of full scale; the ramps take less than 0.1 dB.
      #expect(abs(20 * log10(meanSquare.squareRoot()) + 18) < 0.1)
    }
  }

  @Test func peaksStayUnderOneDecibel() throws {
    var click = [Float](repeating: 0.011, count: 9600)
    click[5000] = 1
    let clip = try ClipAnalysis.clip(name: "a", source: "a", samples: click)
    #expect(abs(20 * log10(Double(ClipAnalysis.peak(clip.samples))) + 1) < 0.01)
    #expect(clip.peakFrame == 5000)
  }

  @Test func hashIsThatOfThePCM() {
    let clip = ClipAnalysis.measured(name: "a", source: "a", pcm: [1, -2, 32_767])
    // printf '\x01\x00\xfe\xff\xff\x7f' | sha256sum
    #expect(clip.sha256 == "7f4231ec64017c55932587dba168b9c1d35c7af723d015ad7ef58eb24f023c0c")
    #expect(SampleFormat.pcm(SampleFormat.bytes([1, -2, 32_767])) == [1, -2, 32_767])
  }

  @Test func samplesSurviveTheirConversion() {
    for value in [Int16.min + 1, -1, 0, 1, 12_345, .max] {
      #expect(SampleFormat.int16(Float(value) / 32_767) == value)
    }
    #expect(SampleFormat.int16(7) == 32_767)
    #expect(SampleFormat.int16(-7) == -32_767)
  }

  @Test func whatCannotBeHeardIsRefused() {
    #expect(throws: ClipError.empty(source: "s")) {
      try ClipAnalysis.clip(name: "a", source: "s", samples: [])
    }
    #expect(throws: ClipError.silent(source: "s")) {
      try ClipAnalysis.clip(name: "a", source: "s", samples: [Float](repeating: 0.0005, count: 480))
    }
    #expect(throws: ClipError.tooLong(source: "s", seconds: 61)) {
      try ClipAnalysis.clip(name: "a", source: "s", samples: [Float](repeating: 0.5, count: 61 * 48_000))
    }
  }

  @Test func clippingIsARunAtFullScale() {
    #expect(ClipAnalysis.clippedFrame([0, 1, 1, 1, 0, 1]) == nil)
    #expect(ClipAnalysis.clippedFrame([0, 0.5, 1, 1, 1, 1]) == 2)
    #expect(ClipAnalysis.clippedFrame([-1, -1, -1, -1]) == 0)
  }
}
