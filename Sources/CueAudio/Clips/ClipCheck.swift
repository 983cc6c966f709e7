import Foundation
import MotionCore

/// What a clip is like, and what makes it a poor cue.
public struct ClipCheck: Hashable, Sendable {
  /// A cue that lasts longer covers the movement that it asks for.
  public static let longestCue = Duration.seconds(1)
  /// A word that rises more slowly has no sharp onset.
  public static let latestOnset = Duration.milliseconds(150)
  /// A recording that is softer than this is raised with its noise.
  public static let softestSourceDB = -45.0
  /// What telephones pass; consonants of words are lost below it.
  public static let lowestSourceRateHz = 16_000
  /// A clip that could not be raised to within so much of the common level: one loud sample keeps it soft.
  public static let softestDB = -26.0

  public var duration: Duration
  public var onset: Duration
  public var peakTime: Duration
  /// Root mean square of the whole clip, and its largest sample, dB of full scale.
  public var levelDB: Double
  public var peakDB: Double
  /// Of the recording that it was made from; nil for speech.
  public var source: RecordingFacts?
  /// What whoever listens would hear as a fault. Empty for a good cue.
  public var warnings: [ClipWarning]

  public init(of clip: Clip, source: RecordingFacts?, isCue: Bool) {
    duration = clip.duration
    onset = clip.onset
    peakTime = Clip.duration(ofFrames: clip.peakFrame)
    levelDB = ClipCheck.levelDB(clip.samples)
    peakDB = 20 * log10(Double(max(ClipAnalysis.peak(clip.samples), 1e-6)))
    self.source = source
    warnings = []
    if isCue, duration > ClipCheck.longestCue {
      warnings.append(.longCue)
    }
    if isCue, onset > ClipCheck.latestOnset {
      warnings.append(.lateOnset(milliseconds: Int((onset.inSeconds * 1000).rounded())))
    }
    if levelDB < ClipCheck.softestDB {
      warnings.append(.soft)
    }
    if let source {
      if source.levelDB < ClipCheck.softestSourceDB {
        warnings.append(.softSource)
      }
      if source.rateHz < ClipCheck.lowestSourceRateHz {
        warnings.append(.lowRate(hertz: source.rateHz))
      }
    }
  }

  /// Root mean square in dB of full scale.
  static func levelDB(_ samples: [Float]) -> Double {
    guard !samples.isEmpty else { return -120 }
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    return 10 * log10(max(power, 1e-12))
  }
}

/// What a file held before it became a clip.
public struct RecordingFacts: Hashable, Sendable {
  public var rateHz: Int
  public var channels: Int
  /// Root mean square, dB of full scale.
  public var levelDB: Double
}
