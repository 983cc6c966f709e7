/// Finds a clip in a recording by matched filter: the lag at which their normalised cross-correlation is largest.
package enum ClipFinder {
  package struct Match: Hashable, Sendable {
    /// Frame of the recording at which the clip's frame 0 stands, to a fraction of a frame.
    package var frame: Double
    /// Normalised correlation there, 1 for an identical shape, −1 for one that is upside down.
    package var correlation: Double
  }

  /// Frames of the clip that are compared, around its loudest part: enough for every word.
  static let templateFrames = 4800

  /// Searches the starts from `nearFrame − within` to `nearFrame + within`: first every fourth frame with every
  /// fourth sample, then all of them near the best, then the top of a parabola. nil where the recording
  /// does not reach so far.
  package static func find(
    _ clip: Clip, in samples: [Int16], nearFrame: Int, within: Int
  ) -> Match? {
    let count = min(templateFrames, clip.samples.count)
    let offset = min(max(0, clip.peakFrame - count / 2), clip.samples.count - count)
    let first = max(-offset, nearFrame - within)
    let last = min(samples.count - offset - count, nearFrame + within)
    guard first < last else { return nil }
    let template = Array(clip.samples[offset..<offset + count])
    return template.withUnsafeBufferPointer { template in
      samples.withUnsafeBufferPointer { samples in
        func score(_ start: Int, step: Int = 1) -> Double {
          abs(correlation(template, samples, at: start + offset, step: step))
        }
        let coarse = stride(from: first, through: last, by: 4).max {
          score($0, step: 4) < score($1, step: 4)
        }!
        let best = (max(first, coarse - 8)...min(last, coarse + 8)).max { score($0) < score($1) }!
        let (top, before, after) = (score(best), score(best - 1), score(best + 1))
        let curvature = before - 2 * top + after
        let shift = curvature < 0 ? (before - after) / (2 * curvature) : 0
        return Match(
          frame: Double(best) + max(-0.5, min(0.5, shift)),
          correlation: correlation(template, samples, at: best + offset, step: 1))
      }
    }
  }

  /// Normalised correlation of the template with the recording from `start` on, every `step`th sample; 0 where it
  /// does not reach so far or is all zeros.
  static func correlation(
    _ template: UnsafeBufferPointer<Float>, _ samples: UnsafeBufferPointer<Int16>, at start: Int, step: Int
  ) -> Double {
    guard start >= 0, start + template.count <= samples.count else { return 0 }
    var product: Float = 0
    var power: Float = 0
    var own: Float = 0
    var index = 0
    while index < template.count {
      let (a, b) = (template[index], Float(samples[start + index]))
      product += a * b
      power += b * b
      own += a * a
      index += step
    }
    return power > 0 && own > 0 ? Double(product) / (Double(power) * Double(own)).squareRoot() : 0
  }
}
