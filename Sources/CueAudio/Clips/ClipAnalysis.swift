import MotionCore

/// From a recording of 48 kHz to a clip: trimmed, levelled, ramped, with its onset measured.
///
/// Levels are those of the largest absolute sample of each whole millisecond, relative to the largest of all.
enum ClipAnalysis {
  /// Frames of a millisecond.
  static let block = Clip.rateHz / 1000
  /// −40 dB of the peak: where the clip begins and ends.
  static let edgeRatio: Float = 0.01
  /// −20 dB of the peak: where the word is heard to begin.
  static let onsetRatio: Float = 0.1
  /// All clips are brought to a root mean square of −18 dB of full scale, as far as their peaks stay under −1 dB.
  static let targetRMS: Float = 0.125_893
  static let largestPeak: Float = 0.891_251
  /// Under −60 dB of full scale nothing can be heard.
  static let faintestPeak: Float = 0.001
  static let rampInFrames = Clip.rateHz / 1000
  static let rampOutFrames = 2 * Clip.rateHz / 1000
  static let longestSeconds = 60

  /// A clip of `samples` at 48 kHz. Errors: `empty`, `silent`, `tooLong`.
  static func clip(name: String, source: String, samples: [Float]) throws(ClipError) -> Clip {
    guard !samples.isEmpty else { throw .empty(source: source) }
    let seconds = Double(samples.count) / Double(Clip.rateHz)
    guard seconds <= Double(longestSeconds) else { throw .tooLong(source: source, seconds: seconds) }
    guard peak(samples) >= faintestPeak else { throw .silent(source: source) }
    var prepared = levelled(trimmed(samples))
    ramp(&prepared)
    return measured(name: name, source: source, pcm: prepared.map(SampleFormat.int16))
  }

  /// A clip of samples that need nothing more than their measures.
  static func measured(name: String, source: String, pcm: [Int16]) -> Clip {
    let samples = pcm.map { Float($0) / 32_767 }
    let largest = peak(samples)
    return Clip(
      name: name, source: source, samples: samples, sha256: SHA256Hash.hex(SampleFormat.bytes(pcm)),
      onsetFrame: firstBlock(of: samples, above: onsetRatio * largest) * block,
      peakFrame: samples.firstIndex { abs($0) == largest } ?? 0)
  }

  static func peak(_ samples: some Collection<Float>) -> Float {
    samples.reduce(0) { max($0, abs($1)) }
  }

  /// From the first to the last millisecond above −40 dB of the peak.
  static func trimmed(_ samples: [Float]) -> [Float] {
    let threshold = edgeRatio * peak(samples)
    let first = firstBlock(of: samples, above: threshold) * block
    guard let last = samples.lastIndex(where: { abs($0) > threshold }) else { return samples }
    return Array(samples[first..<min(samples.count, (last / block + 1) * block)])
  }

  /// The first whole millisecond with a sample above `threshold`.
  static func firstBlock(of samples: [Float], above threshold: Float) -> Int {
    (samples.firstIndex { abs($0) > threshold } ?? 0) / block
  }

  static func levelled(_ samples: [Float]) -> [Float] {
    let meanSquare = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    let gain = min(targetRMS / Float(meanSquare.squareRoot()), largestPeak / peak(samples))
    return samples.map { $0 * gain }
  }

  /// 1 ms in, 2 ms out, so that no edge clicks.
  static func ramp(_ samples: inout [Float]) {
    let into = min(rampInFrames, samples.count / 2)
    for frame in 0..<into { samples[frame] *= Float(frame + 1) / Float(into + 1) }
    let out = min(rampOutFrames, samples.count / 2)
    for frame in 0..<out { samples[samples.count - 1 - frame] *= Float(frame + 1) / Float(out + 1) }
  }

  /// The first frame of a run of at least four samples at full scale: a recording whose peaks are cut off.
  static func clippedFrame(_ samples: [Float]) -> Int? {
    var run = 0
    for (frame, sample) in samples.enumerated() {
      run = abs(sample) >= 0.9995 ? run + 1 : 0
      if run == 4 { return frame - 3 }
    }
    return nil
  }
}
