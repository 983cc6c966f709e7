/// How a PCM shall be set up, or was: what is granted may differ from what was asked.
struct PCMConfiguration: Hashable, Sendable {
  var rateHz: Int
  var channels: Int
  var periodFrames: Int
  var bufferFrames: Int

  /// 48 kHz, stereo, periods of a whole 10 ms and a tenth of a second of buffer: short enough that a cue may be
  /// decided a tenth of a second ahead, long enough for a busy desktop.
  static let standard = of(periodMs: 10, bufferMs: 100)

  /// 48 kHz, stereo, of whole milliseconds: the rate of a PulseAudio null sink follows the client's block and is off
  /// by up to 250 ppm at others.
  static func of(periodMs: Int, bufferMs: Int) -> PCMConfiguration {
    PCMConfiguration(
      rateHz: Clip.rateHz, channels: 2, periodFrames: periodMs * Clip.rateHz / 1000,
      bufferFrames: bufferMs * Clip.rateHz / 1000)
  }

  /// What is asked for, in this order, until one is granted and plays the self-test without an underrun. A card of the
  /// kernel needs half the buffer of a sound server, whose own thread must be scheduled as well.
  static func candidates(isCard: Bool) -> [PCMConfiguration] {
    (isCard ? [of(periodMs: 10, bufferMs: 50)] : [])
      + [standard, of(periodMs: 20, bufferMs: 200), of(periodMs: 50, bufferMs: 400)]
  }

  /// Why this grant cannot be played on, or nil.
  ///
  /// A full buffer starts by itself in the PulseAudio plugin, so the buffer must be at least twice the longest
  /// write, which is half a buffer at the start and one period after it.
  func refusal(asked: PCMConfiguration) -> PCMUnfitness? {
    if rateHz != asked.rateHz { return .rate(hertz: rateHz, asked: asked.rateHz) }
    if channels != asked.channels { return .channels(channels, asked: asked.channels) }
    if periodFrames < 1 || bufferFrames < 2 * periodFrames {
      return .shortBuffer(frames: bufferFrames, period: periodFrames)
    }
    return nil
  }
}
