/// The overlap of two recordings in blocks, each aligned by itself: their offsets show how the clocks run against each
/// other, and by how much they scatter, how well that is known.
struct AlignmentBlocks {
  private typealias Limits = AlignmentLimits

  struct Fit {
    var line: ClockLine
    /// Standard uncertainties and half widths of the 95 % intervals: of the offset in the middle, s, and of the rate.
    var uncertainty: Double
    var halfWidth: Double
    var rateUncertainty: Double
    var rateHalfWidth: Double
    /// s.
    var residualSD: Double
    var used: Int
    var leftOut: Int
  }

  private struct Block {
    /// Middle of its movement, s.
    var time: Double
    var offset: Double
    var weight: Double
  }

  let gridA: SpeedGrid
  /// Second of the grid's first edge.
  let start: Double
  let ranges: [Range<Int>]
  /// Length of a block.
  let seconds: Double

  /// Blocks of the grid that `gridA` and its partner have in `common`, s.
  init(gridA: SpeedGrid, start: Double, common: ClosedRange<Double>) {
    self.gridA = gridA
    self.start = start
    let overlap = common.upperBound - common.lowerBound
    let length = max(Limits.blockSeconds, overlap / Double(Limits.mostBlocks))
    let count = Int(overlap / length)
    seconds = length
    let size = gridA.values.count
    ranges = (0..<count).map { number in
      let from = Int(((common.lowerBound + Double(number) * length - start) / gridA.step).rounded(.up))
      let to = Int(((common.lowerBound + Double(number + 1) * length - start) / gridA.step).rounded(.down))
      return min(max(0, from), size)..<min(max(from, to), size)
    }
  }

  /// The line through the blocks' offsets of `b` against A: searched within `reach` of the offset of the block beside it.
  func fit(_ b: SpeedGrid, middle: Double, reach: Double) -> Measured<Fit> {
    let (found, tried) = offsets(b, reach: Int((reach / b.step).rounded()))
    guard found.count >= Limits.fewestBlocks else {
      return .unavailable(
        AlignmentReason.fewParts(found.count, needed: Limits.fewestBlocks))
    }
    let kept = withoutOutliers(found)
    guard kept.count >= Limits.fewestBlocks, kept.count * 3 >= tried * 2 else {
      return .unavailable(AlignmentReason.partsElsewhere(tried - kept.count, of: tried))
    }
    return .value(line(capped(kept), middle: middle, leftOut: tried - kept.count))
  }

  // MARK: Blocks

  /// Offsets of the blocks with movement, from the strongest one in the middle third outwards, each searched from the
  /// one before it.
  private func offsets(_ b: SpeedGrid, reach: Int) -> (found: [Block], tried: Int) {
    let speed = Limits.movementDegPerSecond * .pi / 180
    let moving = ranges.filter {
      b.seconds(above: speed, in: $0) >= Limits.blockMovementSeconds
        && gridA.seconds(above: speed, in: $0) >= Limits.blockMovementSeconds
    }
    guard !moving.isEmpty else { return ([], 0) }
    let third = moving.count / 3..<moving.count - moving.count / 3
    let first = third.max { weight(b, moving[$0]).weight < weight(b, moving[$1]).weight } ?? third.lowerBound
    var blocks: [Int: Block] = [:]
    for order in [Array(first..<moving.count), Array((0..<first).reversed())] {
      var near = blocks[first].map { Int(($0.offset / b.step).rounded()) } ?? 0
      for number in order {
        guard let offset = offset(b, moving[number], near: near, reach: reach) else { continue }
        let (time, weight) = weight(b, moving[number])
        blocks[number] = Block(time: time, offset: offset * b.step, weight: weight)
        near = Int(offset.rounded())
      }
    }
    return (blocks.keys.sorted().compactMap { blocks[$0] }, moving.count)
  }

  /// The lag of a block in bins, to a part of one; nil where there is no clear one within `reach` of `near`.
  private func offset(_ b: SpeedGrid, _ bins: Range<Int>, near: Int, reach: Int) -> Double? {
    let lags = Array(near - reach - 2...near + reach + 2)
    let correlations = lags.map { lag -> Double in
      guard let found = CrossCorrelation.at(lag: lag, gridA, b, bins: bins), found.count * 5 >= bins.count * 4
      else { return -1 }
      return found.r
    }
    guard let best = correlations.indices.max(by: { correlations[$0] < correlations[$1] }),
      best >= 2, best + 2 < lags.count, correlations[best] >= Limits.blockCorrelation
    else { return nil }
    // A parabola by least squares through the peak and its two neighbours on both sides.
    let y = (best - 2...best + 2).map { correlations[$0] }
    guard !y.contains(-1) else { return nil }
    let slope = (-2 * y[0] - y[1] + y[3] + 2 * y[4]) / 10
    let curvature = (2 * y[0] - y[1] - 2 * y[2] - y[3] + 2 * y[4]) / 14
    guard curvature < 0 else { return nil }
    let part = -slope / (2 * curvature)
    return abs(part) <= 2 ? Double(lags[best]) + part : nil
  }

  /// How much a block tells of a delay: Σ of the squared changes of B's speed, to which the variance of a delay is
  /// inverse; and where in time it is told.
  private func weight(_ b: SpeedGrid, _ bins: Range<Int>) -> (time: Double, weight: Double) {
    var sum = 0.0
    var moment = 0.0
    for i in bins.dropFirst() where b.known[i] == 1 && b.known[i - 1] == 1 {
      let change = b.values[i] - b.values[i - 1]
      sum += change * change
      moment += change * change * Double(i)
    }
    let place = sum > 0 ? moment / sum : Double(bins.lowerBound + bins.upperBound) / 2
    return (start + place * b.step, sum)
  }

  private func withoutOutliers(_ blocks: [Block]) -> [Block] {
    guard let line = RobustLine.theilSen(x: blocks.map(\.time), y: blocks.map(\.offset)) else {
      return blocks
    }
    let distances = blocks.map { abs($0.offset - line($0.time)) }
    let limit = max(
      Limits.outlierSeconds, Limits.outlierFactor * 1.4826 * (Statistics.median(distances) ?? 0))
    return zip(blocks, distances).filter { $0.1 <= limit }.map(\.0)
  }

  /// One block alone must not decide: its own uncertainty could then not be seen.
  private func capped(_ blocks: [Block]) -> [Block] {
    let most = Limits.largestWeight * (Statistics.median(blocks.map(\.weight)) ?? 0)
    return blocks.map { Block(time: $0.time, offset: $0.offset, weight: min($0.weight, most)) }
  }

  // MARK: Line

  /// The weighted least-squares line; its uncertainty by the jackknife over blocks (B. Efron and C. Stein, Annals of
  /// Statistics 9, 1981): how much it moves when one block is left out.
  private func line(_ blocks: [Block], middle: Double, leftOut: Int) -> Fit {
    let whole = AlignmentBlocks.leastSquares(blocks, middle: middle)
    let parts = blocks.indices.map { out in
      AlignmentBlocks.leastSquares(blocks.indices.filter { $0 != out }.map { blocks[$0] }, middle: middle)
    }
    let count = Double(blocks.count)
    func jackknife(_ values: [Double]) -> Double {
      (Statistics.populationSD(values) ?? 0) * (count - 1).squareRoot()
    }
    let uncertainty = jackknife(parts.map(\.offset))
    let rateUncertainty = jackknife(parts.map(\.rate))
    let factor = StudentT.quantile975(degreesOfFreedom: max(5, blocks.count - 2))
    let total = blocks.reduce(0) { $0 + $1.weight }
    let squares = blocks.reduce(0.0) { sum, block in
      let rest = block.offset - whole.offset - whole.rate * (block.time - middle)
      return sum + block.weight * rest * rest
    }
    return Fit(
      line: ClockLine(middle: middle, offset: whole.offset, rate: whole.rate), uncertainty: uncertainty,
      halfWidth: factor * uncertainty, rateUncertainty: rateUncertainty,
      rateHalfWidth: factor * rateUncertainty,
      residualSD: (squares / total * count / (count - 2)).squareRoot(), used: blocks.count, leftOut: leftOut)
  }

  private static func leastSquares(_ blocks: [Block], middle: Double) -> (offset: Double, rate: Double) {
    var w = 0.0
    var wx = 0.0
    var wy = 0.0
    for block in blocks {
      w += block.weight
      wx += block.weight * (block.time - middle)
      wy += block.weight * block.offset
    }
    let (x, y) = (wx / w, wy / w)
    var xx = 0.0
    var xy = 0.0
    for block in blocks {
      let distance = block.time - middle - x
      xx += block.weight * distance * distance
      xy += block.weight * distance * (block.offset - y)
    }
    let rate = xx > 0 ? xy / xx : 0
    return (y - rate * x, rate)
  }
}
