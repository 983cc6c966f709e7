import Foundation
import MotionCore

/// The sound that latencies are measured with, and when it is played.
package enum ClickTrain {
  /// 20 ms of a sine that rises from 500 Hz to 4 kHz under a squared-sine window: what every loudspeaker and microphone
  /// passes, with a matched filter whose peak is 0.3 ms wide.
  package static let click: Clip = {
    let frames = Clip.rateHz / 50
    let seconds = Double(frames) / Double(Clip.rateHz)
    let samples = (0..<frames).map { frame -> Float in
      let t = Double(frame) / Double(Clip.rateHz)
      let window = sin(.pi * (Double(frame) + 0.5) / Double(frames))
      let phase = 2 * Double.pi * (500 * t + 3500 / (2 * seconds) * t * t)
      return Float(0.7 * window * window * sin(phase))
    }
    return Clip(
      name: "click", source: "500 to 4000 Hz in 20 ms", samples: samples, sha256: "", onsetFrame: 0,
      peakFrame: frames / 2)
  }()

  /// Times after the first click, always the same: intervals of 350 to 650 ms without a pattern, so that a train fits
  /// its recording at one offset only.
  package static func offsets(count: Int) -> [Duration] {
    var random = SeededRandom(seed: 1)
    var offset = Duration.zero
    return (0..<count).map { _ in
      defer { offset += .microseconds(350_000 + Int64(random.uniform() * 300_000)) }
      return offset
    }
  }
}
