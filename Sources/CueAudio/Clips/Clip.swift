import MotionCore

/// A mono sound of 48 kHz, rendered before the run, trimmed and levelled, with its onset measured.
public struct Clip: Hashable, Sendable {
  /// All clips are played at this rate.
  public static let rateHz = 48_000

  public var name: String
  /// What is said, or the file that it came from.
  public var source: String
  /// Mono samples, −1…1, at `rateHz`.
  public var samples: [Float]
  /// SHA-256 of the samples as 16-bit little-endian PCM, hex.
  public var sha256: String
  /// First frame of the first 1 ms above −20 dB of the clip's peak.
  public var onsetFrame: Int
  /// Frame of the largest absolute sample.
  public var peakFrame: Int

  public init(
    name: String, source: String, samples: [Float], sha256: String, onsetFrame: Int, peakFrame: Int
  ) {
    self.name = name
    self.source = source
    self.samples = samples
    self.sha256 = sha256
    self.onsetFrame = onsetFrame
    self.peakFrame = peakFrame
  }

  public var duration: Duration { Clip.duration(ofFrames: samples.count) }
  public var onset: Duration { Clip.duration(ofFrames: onsetFrame) }

  /// A clip that only lasts: what a silent output plays in place of speech. It has no samples of a voice, no
  /// hash and its onset at frame 0; its duration is a nominal speaking time, a function of the text alone.
  public static func nominal(name: String, text: String) -> Clip {
    let frames = rateHz * 3 / 10 + text.unicodeScalars.count * rateHz * 6 / 100
    return Clip(
      name: name, source: text, samples: Array(repeating: 0, count: frames), sha256: "", onsetFrame: 0,
      peakFrame: 0)
  }

  /// How a cue event names the clip; nil for a nominal one, which was never heard.
  public var reference: ClipReference? {
    sha256.isEmpty
      ? nil
      : ClipReference(
        name: name, sha256: sha256, onsetNs: onset.wholeNanoseconds,
        peakNs: Clip.duration(ofFrames: peakFrame).wholeNanoseconds)
  }

  /// The time that `frames` frames take, rounded to the nearest nanosecond.
  public static func duration(ofFrames frames: Int) -> Duration {
    .nanoseconds((Int64(frames) * 1_000_000_000 + Int64(rateHz) / 2) / Int64(rateHz))
  }

  /// Writes it as a WAV file. Errors: `ClipError.notWritten`.
  public func write(to path: String) throws(ClipError) {
    try SoundFile.write(self, to: path)
  }
}
