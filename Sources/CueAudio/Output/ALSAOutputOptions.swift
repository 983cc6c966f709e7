import MotionCore

/// What may be set when an output is opened.
public struct ALSAOutputOptions: Sendable {
  /// Named in the manifest: the voice of the run's clips.
  public var voice: String
  /// From a frame's leaving the output to its being heard, as measured for this device; nil where it was not.
  public var latencyConstant: Duration?
  /// Frames of a period and of the buffer asked for, at 48 kHz; the manifest says what was granted. Whole
  /// milliseconds: sound servers keep their rate only then.
  public var periodFrames: Int
  public var bufferFrames: Int
  /// Without any progress for so long, the output is lost.
  public var stallLimit: Duration

  public init(
    voice: String = "none", latencyConstant: Duration? = nil, periodFrames: Int = 480,
    bufferFrames: Int = 4800, stallLimit: Duration = .milliseconds(1500)
  ) {
    self.voice = voice
    self.latencyConstant = latencyConstant
    self.periodFrames = periodFrames
    self.bufferFrames = bufferFrames
    self.stallLimit = stallLimit
  }

  var configuration: PCMConfiguration {
    var configuration = PCMConfiguration.standard
    configuration.periodFrames = periodFrames
    configuration.bufferFrames = bufferFrames
    return configuration
  }
}
