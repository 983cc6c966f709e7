import Foundation

/// What a drill wants done to the clip of a cue, beside its trimming and levelling.
public struct ClipTreatment: Hashable, Sendable {
  /// dB relative to the level that all clips have; 0 or less, since their peaks are near full scale.
  public var volumeDB: Double
  /// Whether a tick stands before the word, for a sharp onset.
  public var tick: Bool

  public init(volumeDB: Double = 0, tick: Bool = false) {
    self.volumeDB = volumeDB
    self.tick = tick
  }

  public static let none = ClipTreatment()

  /// 20 ms of 1 kHz at −3 dB with ramps of 1 ms. The word follows it at once, so that neither covers the other.
  static let tickSamples: [Float] = {
    let frames = Clip.rateHz / 50
    let ramp = Clip.rateHz / 1000
    return (0..<frames).map { frame in
      let edge = Float(min(frame + 1, frames - frame, ramp)) / Float(ramp)
      return 0.7 * edge * Float(sin(2 * Double.pi * 1000 * Double(frame) / Double(Clip.rateHz)))
    }
  }()
}

extension Clip {
  /// This clip at another volume, with a tick before it; its hash and its onset are those of the result. A nominal clip,
  /// which is never heard, stays as it is.
  public func treated(_ treatment: ClipTreatment) -> Clip {
    guard treatment != .none, !sha256.isEmpty else { return self }
    let gain = Float(pow(10, treatment.volumeDB / 20))
    let all = (treatment.tick ? ClipTreatment.tickSamples : []) + samples
    return ClipAnalysis.measured(name: name, source: source, pcm: all.map { SampleFormat.int16($0 * gain) })
  }
}
