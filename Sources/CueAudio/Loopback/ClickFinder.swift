import MotionCore

/// Finds every click in a recording by matched filter, wherever it stands.
struct ClickFinder {
  struct Found: Hashable {
    /// Where the click's frame 0 stands, to a fraction of a frame.
    var frame: Double
    /// Normalised correlation, its sign left out.
    var correlation: Double
    /// The largest output of the filter elsewhere within 50 ms before and 80 ms after, relative to this one: an echo.
    var rival: Double
  }

  /// Under this a sound is no click. 20 ms of 3.5 kHz of noise correlate by 0.12 (1/√70); this is four times that.
  static let leastCorrelation = 0.5
  /// Two clicks are never closer.
  static let separation = Clip.rateHz / 10
  /// The first pass looks at every fourth frame.
  private static let decimation = 4
  /// The click's own peak is so wide, to each side.
  private static let ownWidth = Clip.rateHz * 3 / 2000

  private let click: [Float]

  init(click: Clip = ClickTrain.click) {
    self.click = click.samples
  }

  /// In order of their times.
  func find(in samples: [Int16]) -> [Found] {
    var found: [Found] = []
    for candidate in candidates(in: samples) {
      guard let match = refined(candidate, in: samples) else { continue }
      found.append(match)
    }
    return found.sorted { $0.frame < $1.frame }
  }

  /// Frames near which the correlation of the thinned recording with the thinned click is largest: each the largest
  /// within a tenth of a second.
  private func candidates(in samples: [Int16]) -> [Int] {
    let step = ClickFinder.decimation
    let thin = ClickFinder.thinned(samples.map { Float($0) })
    let template = ClickFinder.thinned(click)
    let own = template.reduce(0) { $0 + $1 * $1 }
    guard thin.count > template.count else { return [] }
    let scores = thin.withUnsafeBufferPointer { thin in
      template.withUnsafeBufferPointer { template -> [Float] in
        // In double precision: the running sum forgets nothing of what left it.
        var power = 0.0
        for index in 0..<template.count { power += Double(thin[index] * thin[index]) }
        var scores = [Float](repeating: 0, count: thin.count - template.count)
        for start in scores.indices {
          var product: Float = 0
          var index = 0
          while index < template.count {
            product += template[index] * thin[start + index]
            index += 1
          }
          scores[start] = power > 1 ? abs(product) / (Float(power) * own).squareRoot() : 0
          let (entering, leaving) = (thin[start + template.count], thin[start])
          power = max(0, power + Double(entering * entering) - Double(leaving * leaving))
        }
        return scores
      }
    }
    // The thinned signals correlate a little less.
    let threshold = Float(0.8 * ClickFinder.leastCorrelation)
    let ranked = scores.indices.filter { scores[$0] >= threshold }.sorted { scores[$0] > scores[$1] }
    var taken: [Int] = []
    let apart = ClickFinder.separation / step
    for index in ranked where !taken.contains(where: { abs($0 - index) < apart }) { taken.append(index) }
    return taken.map { $0 * step }
  }

  /// Means of four samples.
  private static func thinned(_ samples: [Float]) -> [Float] {
    (0..<samples.count / decimation).map { index in
      let first = index * decimation
      return (samples[first] + samples[first + 1] + samples[first + 2] + samples[first + 3]) / 4
    }
  }

  private func refined(_ near: Int, in samples: [Int16]) -> Found? {
    click.withUnsafeBufferPointer { click in
      samples.withUnsafeBufferPointer { samples in
        func score(_ start: Int) -> Double {
          abs(ClipFinder.correlation(click, samples, at: start, step: 1))
        }
        let best = (max(0, near - 12)...near + 12).max { score($0) < score($1) }!
        let (top, before, after) = (score(best), score(best - 1), score(best + 1))
        guard top >= ClickFinder.leastCorrelation else { return nil }
        let curvature = before - 2 * top + after
        let shift = curvature < 0 ? (before - after) / (2 * curvature) : 0
        let main = ClickFinder.product(click, samples, at: best)
        var rival = 0.0
        for start in stride(from: best - Clip.rateHz / 20, through: best + Clip.rateHz * 8 / 100, by: 3)
        where abs(start - best) > ClickFinder.ownWidth {
          rival = max(rival, ClickFinder.product(click, samples, at: start))
        }
        return Found(
          frame: Double(best) + max(-0.5, min(0.5, shift)), correlation: top,
          rival: main > 0 ? rival / main : 0)
      }
    }
  }

  /// The output of the matched filter, its sign left out.
  private static func product(
    _ click: UnsafeBufferPointer<Float>, _ samples: UnsafeBufferPointer<Int16>, at start: Int
  ) -> Double {
    guard start >= 0, start + click.count <= samples.count else { return 0 }
    var sum: Float = 0
    var index = 0
    while index < click.count {
      sum += click[index] * Float(samples[start + index])
      index += 1
    }
    return Double(abs(sum))
  }
}
