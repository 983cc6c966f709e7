/// A polynomial fitted by least squares to the samples within a fixed time on both sides of each sample, and
/// read at the sample's own time: what a Savitzky–Golay filter (A. Savitzky and M. J. E. Golay, Analytical
/// Chemistry 36, 1964) does on a uniform grid, done on the timestamps as they are. A polynomial up to the
/// order of the fit passes unchanged, with its derivatives, however irregular the times.
public struct LocalPolynomial: Hashable, Sendable {
  /// The highest power of the fit.
  public var order: Int
  /// Samples within this time of the sample, both ends included, take part. Where these are fewer than three, the samples
  /// before and after it do (at either end the three at the end), where none is farther from the next than `widest`
  /// half-widths: a line through three.
  /// So a rate below 20 Hz, or a single lost sample at 30 Hz, leaves no sample without a value.
  public var halfWidthSeconds: Double
  /// Simulated onsets hold their stated uncertainty down to 8 Hz, and not at 5 (docs/accuracy.md, "Slow streams").
  static let widest = 2.5

  /// No more samples than this on either side take part. At 10 kHz 520 are within the default half-width; a
  /// file of a million samples with nearly one time must not cost their square.
  static let reach = 1024

  public init(order: Int = 3, halfWidthSeconds: Double = 0.052) {
    precondition((0...5).contains(order) && halfWidthSeconds > 0)
    self.order = order
    self.halfWidthSeconds = halfWidthSeconds
  }

  /// Value and derivatives at each sample's own time; NaN where fewer than three samples are in
  /// reach, and where their times lie too close together to be told apart. A derivative beyond the order that the
  /// samples in reach allow is NaN, too: it is not known, and not zero.
  public struct Fit: Sendable {
    public var value: [Double]
    /// First derivative, per second.
    public var first: [Double]
    /// Second derivative, per second squared.
    public var second: [Double]
    /// Samples where the order had to be lowered because too few neighbours were in reach.
    public var loweredOrder: Int
  }

  /// Fits around every sample. `times` in seconds, strictly ascending; `values` of the same length, finite.
  /// With n samples in reach the order is at most n − 2, so that at least one degree of freedom smooths.
  public func fit(times: [Double], values: [Double]) -> Fit {
    fit(times: times, columns: [values])[0]
  }

  /// The same for several `columns` of values at the same times: what depends on the times alone is computed once.
  public func fit(times: [Double], columns: [[Double]]) -> [Fit] {
    precondition(columns.allSatisfy { $0.count == times.count })
    let count = times.count
    var lowered = 0
    // Value, first and second derivative of each column after the other.
    var results = [Double](repeating: .nan, count: 3 * columns.count * count)
    // Row after row, so that the values of a sample lie together.
    var rows = [Double](repeating: 0, count: count * columns.count)
    for (column, values) in columns.enumerated() {
      for i in 0..<count { rows[i * columns.count + column] = values[i] }
    }
    results.withUnsafeMutableBufferPointer { results in
      times.withUnsafeBufferPointer { times in
        rows.withUnsafeBufferPointer { rows in
          lowered = fit(times, rows, columns: columns.count, into: results)
        }
      }
    }
    return columns.indices.map { column in
      func part(_ number: Int) -> [Double] {
        Array(results[(3 * column + number) * count..<(3 * column + number + 1) * count])
      }
      return Fit(value: part(0), first: part(1), second: part(2), loweredOrder: lowered)
    }
  }

  /// Samples that follow each other and are fitted with the same order, so that they are solved together.
  private struct Batch {
    var first = 0
    var count = 0
    var order = 0
  }

  /// Returns the number of samples whose order was lowered.
  private func fit(
    _ times: UnsafeBufferPointer<Double>, _ rows: UnsafeBufferPointer<Double>, columns: Int,
    into results: UnsafeMutableBufferPointer<Double>
  ) -> Int {
    var lowered = 0
    MomentSolver.with(order: order, columns: columns) { solver in
      var batch = Batch()
      var first = 0
      var end = 0
      for i in times.indices {
        while times[i] - times[first] > halfWidthSeconds { first += 1 }
        while end < times.count, times[end] - times[i] <= halfWidthSeconds { end += 1 }
        var reach = first..<end
        if reach.count < 3, times.count >= 3 {
          let three = max(0, min(i - 1, times.count - 3))
          let near = three..<three + 3
          let limit = halfWidthSeconds * LocalPolynomial.widest
          if times[three + 1] - times[three] <= limit, times[three + 2] - times[three + 1] <= limit {
            reach = min(first, near.lowerBound)..<max(end, near.upperBound)
          }
        }
        let used = min(order, reach.count - 2)
        guard used >= 1 || order == 0 else { continue }
        if used < order { lowered += 1 }
        let isFull = batch.count == MomentSolver.lanes
        if isFull || batch.first + batch.count != i || batch.order != max(used, 0) {
          finish(batch, solver, columns: columns, into: results)
          batch = Batch(first: i, order: max(used, 0))
        }
        // Time in units of the half-width, so that the moments stay within a few powers of ten.
        let nearest = reach.clamped(to: i - LocalPolynomial.reach..<i + LocalPolynomial.reach + 1)
        solver.add(
          lane: batch.count, times: times, values: rows, rows: nearest, around: times[i],
          scale: 1 / halfWidthSeconds)
        batch.count += 1
      }
      finish(batch, solver, columns: columns, into: results)
    }
    return lowered
  }

  private func finish(
    _ batch: Batch, _ solver: MomentSolver, columns: Int, into results: UnsafeMutableBufferPointer<Double>
  ) {
    guard batch.count > 0 else { return }
    let count = results.count / (3 * columns)
    let scale = 1 / halfWidthSeconds
    solver.factorize(order: batch.order)
    for column in 0..<columns {
      let (value, slope, curvature) = solver.solve(order: batch.order, column: column)
      let first = slope * scale
      let second = 2 * curvature * scale * scale
      for lane in 0..<batch.count
      where value[lane].isFinite && slope[lane].isFinite && curvature[lane].isFinite {
        let place = 3 * column * count + batch.first + lane
        results[place] = value[lane]
        if batch.order >= 1 { results[place + count] = first[lane] }
        if batch.order >= 2 { results[place + 2 * count] = second[lane] }
      }
    }
  }
}

/// The normal equations of small polynomial fits, four at a time: sums of powers, solved by Cholesky's decomposition. Its
/// work space lies outside of Swift's arrays, which would be checked for uniqueness at each of the additions.
private struct MomentSolver {
  /// As many fits are solved together; what is in a lane that was not filled comes to nothing.
  static let lanes = 4

  private let powers: UnsafeMutablePointer<SIMD4<Double>>
  /// Column after column.
  private let moments: UnsafeMutablePointer<SIMD4<Double>>
  private let factor: UnsafeMutablePointer<SIMD4<Double>>
  private let solution: UnsafeMutablePointer<SIMD4<Double>>
  private let size: Int
  private let columns: Int

  /// Calls `body` with a solver that lives as long.
  static func with(order: Int, columns: Int, _ body: (MomentSolver) -> Void) {
    let size = order + 1
    let parts = [2 * order + 1, size * columns, size * size, max(size, 3)]
    withUnsafeTemporaryAllocation(of: SIMD4<Double>.self, capacity: parts.reduce(0, +)) { space in
      guard let base = space.baseAddress else { return }
      base.initialize(repeating: .zero, count: space.count)
      body(
        MomentSolver(
          powers: base, moments: base + parts[0], factor: base + parts[0] + parts[1],
          solution: base + parts[0] + parts[1] + parts[2], size: size, columns: columns))
    }
  }

  /// The sums over `rows` at (time − centre) · scale; the values of a row stand together, one for each column.
  func add(
    lane: Int, times: UnsafeBufferPointer<Double>, values: UnsafeBufferPointer<Double>, rows: Range<Int>,
    around centre: Double, scale: Double
  ) {
    switch (size, columns) {
    // A whole recording, and a movement: with the sums in registers.
    case (4, 1): addCubic(1, lane, times, values, rows, centre, scale)
    case (4, 3): addCubic(3, lane, times, values, rows, centre, scale)
    default:
      for k in 0..<2 * size - 1 { powers[k][lane] = 0 }
      for k in 0..<size * columns { moments[k][lane] = 0 }
      for row in rows {
        let x = (times[row] - centre) * scale
        var power = 1.0
        for k in 0..<2 * size - 1 {
          powers[k][lane] += power
          if k < size {
            for column in 0..<columns {
              moments[column * size + k][lane] += power * values[row * columns + column]
            }
          }
          power *= x
        }
      }
    }
  }

  /// The same for the third order, and one or three columns.
  @inline(__always)
  private func addCubic(
    _ columns: Int, _ lane: Int, _ times: UnsafeBufferPointer<Double>, _ values: UnsafeBufferPointer<Double>,
    _ rows: Range<Int>, _ centre: Double, _ scale: Double
  ) {
    var low = SIMD4<Double>.zero
    var high = SIMD4<Double>.zero
    var sums = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
    for row in rows {
      let x = (times[row] - centre) * scale
      let x2 = x * x
      let x3 = x2 * x
      let x4 = x3 * x
      let x5 = x4 * x
      let first = SIMD4(1, x, x2, x3)
      low += first
      high += SIMD4(x4, x5, x5 * x, 0)
      sums.0 += first * values[row * columns]
      if columns == 3 {
        sums.1 += first * values[row * columns + 1]
        sums.2 += first * values[row * columns + 2]
      }
    }
    for k in 0..<4 {
      powers[k][lane] = low[k]
      moments[k][lane] = sums.0[k]
      if columns == 3 {
        moments[4 + k][lane] = sums.1[k]
        moments[8 + k][lane] = sums.2[k]
      }
    }
    for k in 4..<7 { powers[k][lane] = high[k - 4] }
  }

  /// Cholesky's factor of the sums of powers, for all columns.
  func factorize(order: Int) {
    let n = order + 1
    for row in 0..<n {
      for column in 0...row {
        var sum = powers[row + column]
        for k in 0..<column { sum -= factor[row * size + k] * factor[column * size + k] }
        factor[row * size + column] =
          row == column ? sum.squareRoot() : sum / factor[column * size + column]
      }
    }
  }

  /// The coefficients of 1, x and x² for a column, after `factorize`.
  func solve(order: Int, column: Int) -> (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
    let n = order + 1
    solution.update(repeating: .zero, count: max(size, 3))
    for row in 0..<n {
      var sum = moments[column * size + row]
      for k in 0..<row { sum -= factor[row * size + k] * solution[k] }
      solution[row] = sum / factor[row * size + row]
    }
    for row in stride(from: n - 1, through: 0, by: -1) {
      var sum = solution[row]
      for k in (row + 1)..<max(n, row + 1) { sum -= factor[k * size + row] * solution[k] }
      solution[row] = sum / factor[row * size + row]
    }
    return (solution[0], solution[1], solution[2])
  }
}
