import MotionCore

/// What may be set when an output is opened.
public struct ALSAOutputOptions: Sendable {
  /// Named in the manifest: the voice of the run's clips.
  public var voice: String
  /// From a frame's leaving the output to its being heard; for whoever knows it. Else what `stored` has for the device
  /// that was opened counts, and nil where it was never measured.
  public var latency: DeviceLatency?
  /// Measured constants by stable id, as `LatencyStore` reads them.
  public var stored: [String: LatencyStore.Entry]
  /// Frames of a period and of the buffer asked for, at 48 kHz; the manifest says what was granted. Whole
  /// milliseconds: sound servers keep their rate only then. nil chooses the shortest that play well.
  public var frames: (period: Int, buffer: Int)?
  /// Asks for a real-time priority of the audio thread. It is given on kernel cards only; its refusal is no error.
  public var realtime: Bool
  /// Without any progress for so long, the output is lost.
  public var stallLimit: Duration
  /// How often it is looked whether a sound server still plays on the same sink.
  public var sinkCheckInterval: Duration

  public init(
    voice: String = "none", latency: DeviceLatency? = nil, stored: [String: LatencyStore.Entry] = [:],
    frames: (period: Int, buffer: Int)? = nil, realtime: Bool = false,
    stallLimit: Duration = .milliseconds(1500), sinkCheckInterval: Duration = .seconds(5)
  ) {
    self.voice = voice
    self.latency = latency
    self.stored = stored
    self.frames = frames
    self.realtime = realtime
    self.stallLimit = stallLimit
    self.sinkCheckInterval = sinkCheckInterval
  }

  /// What is asked for, in this order.
  func candidates(isCard: Bool) -> [PCMConfiguration] {
    guard let frames else { return PCMConfiguration.candidates(isCard: isCard) }
    var configuration = PCMConfiguration.standard
    configuration.periodFrames = frames.period
    configuration.bufferFrames = frames.buffer
    return [configuration]
  }

  /// The constant that holds for an opened output: a stored one holds only for the set-up that it was measured with.
  func latency(of identity: OutputIdentity) -> DeviceLatency? {
    if let latency { return latency }
    guard let entry = stored[identity.stableID], entry.periodFrames == identity.granted.periodFrames,
      entry.bufferFrames == identity.granted.bufferFrames
    else { return nil }
    return entry.latency
  }
}
