import MotionCore

/// A sound to be played: a clip, and when its word shall be heard.
public struct SoundRequest: Sendable {
  /// Chosen by the caller; reports carry it.
  public var id: Int
  public var clip: Clip
  /// When the word's −20 dB onset is wanted; nil for as soon as possible (guidance).
  public var onsetAt: HostTime?

  public init(id: Int, clip: Clip, onsetAt: HostTime?) {
    self.id = id
    self.clip = clip
    self.onsetAt = onsetAt
  }
}

/// What an output says while it plays. Reports come in order, from one thread.
public enum SoundReport: Sendable {
  /// The clip's first frames were handed over: the times are what is known now. `late` when the wanted onset
  /// could not be met; the times are then the real ones, not the wish.
  case committed(id: Int, times: SoundTimes, late: Bool)
  /// The clip's last frame has left.
  case finished(id: Int, at: HostTime)
  /// It was cancelled. Without an earlier `committed` nothing of it was heard; after one it was cut.
  case cancelled(id: Int, at: HostTime)
  case failed(id: Int, reason: String, at: HostTime)
  case underrun(at: HostTime)
  /// The output is gone; nothing follows. Sounds without a last report failed just before it.
  case lost(reason: String, at: HostTime)
}

/// One sound output, open for the whole run and always playing: silence, into which clips are mixed at a
/// computed frame.
public protocol CueOutput: AnyObject, Sendable {
  /// The `audio` member of the manifest, as known now (underruns, drift and residual grow during the run).
  var manifestEntry: JSONValue { get }
  /// One line for a person: "PulseAudio via pcm default, server class, 48000 Hz".
  var summary: String { get }

  /// Starts playing silence. Reports are delivered until `stop`.
  func start(report: @escaping @Sendable (SoundReport) -> Void) throws
  /// Queues a sound. Never blocks.
  func play(_ request: SoundRequest)
  /// Cancels every sound that has not left yet.
  func cancelAll()
  /// The best times for each committed sound, from the whole run's frame clock, by id.
  func refinedTimes() -> [Int: SoundTimes]
  /// Stops and closes the output in bounded time. May be called twice.
  func stop()
}
