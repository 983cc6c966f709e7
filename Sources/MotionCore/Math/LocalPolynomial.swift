/// A polynomial fitted by least squares to the samples within a fixed time on both sides of each sample, and
/// read at the sample's own time: what a Savitzky–Golay filter (A. Savitzky and M. J. E. Golay, Analytical
/// Chemistry 36, 1964) does on a uniform grid, done on the timestamps as they are. A polynomial up to the
/// order of the fit passes unchanged, with its derivatives, however irregular the times.
public struct LocalPolynomial: Hashable, Sendable {
  /// The highest power of the fit.
  public var order: Int
  /// Samples within this time of the sample, both ends included, take part.
  public var halfWidthSeconds: Double

  /// No more samples than this on either side take part. At 10 kHz 520 are within the default half-width; a
  /// file of a million samples with nearly one time must not cost their square.
  static let reach = 1024

  public init(order: Int = 3, halfWidthSeconds: Double = 0.052) {
    precondition((0...5).contains(order) && halfWidthSeconds > 0)
    self.order = order
    self.halfWidthSeconds = halfWidthSeconds
  }

  /// Value and derivatives at each sample's own time; NaN where fewer than three samples are in reach,
  /// and where their times lie too close together to be told apart. A derivative beyond the order that the
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
    let empty = [Double](repeating: .nan, count: count)
    var fits = columns.map { _ in Fit(value: empty, first: empty, second: empty, loweredOrder: 0) }
    let scale = 1 / halfWidthSeconds
    // Row after row, so that the values of a sample lie together.
    var rows = [Double](repeating: 0, count: count * columns.count)
    for (column, values) in columns.enumerated() {
      for i in 0..<count { rows[i * columns.count + column] = values[i] }
    }
    MomentSolver.with(order: order, columns: columns.count) { solver in
      times.withUnsafeBufferPointer { t in
        rows.withUnsafeBufferPointer { v in
          var first = 0
          var end = 0
          for i in 0..<count {
            while t[i] - t[first] > halfWidthSeconds { first += 1 }
            while end < count, t[end] - t[i] <= halfWidthSeconds { end += 1 }
            let used = min(order, end - first - 2)
            guard used >= 1 || (order == 0 && end > first) else { continue }
            if used < order { for column in fits.indices { fits[column].loweredOrder += 1 } }
            // Time in units of the half-width, so that the moments stay within a few powers of ten.
            let nearest = max(first, i - LocalPolynomial.reach)..<min(end, i + LocalPolynomial.reach + 1)
            solver.add(times: t, values: v, rows: nearest, around: t[i], scale: scale)
            solver.factorize(order: max(used, 0))
            for column in fits.indices {
              let coefficients = solver.solve(order: max(used, 0), column: column)
              guard coefficients.0.isFinite, coefficients.1.isFinite, coefficients.2.isFinite else {
                continue
              }
              fits[column].value[i] = coefficients.0
              if used >= 1 { fits[column].first[i] = coefficients.1 * scale }
              if used >= 2 { fits[column].second[i] = 2 * coefficients.2 * scale * scale }
            }
          }
        }
      }
    }
    return fits
  }
}

/// The normal equations of a small polynomial fit: sums of powers, solved by Cholesky's decomposition. Its work space lies
/// outside of Swift's arrays, which would be checked for uniqueness at each of the additions.
private struct MomentSolver {
  private let powers: UnsafeMutablePointer<Double>
  /// Column after column.
  private let moments: UnsafeMutablePointer<Double>
  private let factor: UnsafeMutablePointer<Double>
  private let solution: UnsafeMutablePointer<Double>
  private let size: Int
  private let columns: Int

  /// Calls `body` with a solver that lives as long.
  static func with(order: Int, columns: Int, _ body: (MomentSolver) -> Void) {
    let size = order + 1
    let parts = [2 * order + 1, size * columns, size * size, max(size, 3)]
    withUnsafeTemporaryAllocation(of: Double.self, capacity: parts.reduce(0, +)) { space in
      guard let base = space.baseAddress else { return }
      base.initialize(repeating: 0, count: space.count)
      body(
        MomentSolver(
          powers: base, moments: base + parts[0], factor: base + parts[0] + parts[1],
          solution: base + parts[0] + parts[1] + parts[2], size: size, columns: columns))
    }
  }

  /// The sums over `rows` at (time − centre) · scale; the values of a row stand together, one for each column.
  func add(
    times: UnsafeBufferPointer<Double>, values: UnsafeBufferPointer<Double>, rows: Range<Int>,
    around centre: Double, scale: Double
  ) {
    if columns == 1, size == 4 {
      addCubic(times: times, values: values, rows: rows, around: centre, scale: scale)
      return
    }
    let count = 2 * size - 1
    powers.update(repeating: 0, count: count)
    moments.update(repeating: 0, count: size * columns)
    for row in rows {
      let x = (times[row] - centre) * scale
      var power = 1.0
      for k in 0..<size {
        powers[k] += power
        for column in 0..<columns { moments[column * size + k] += power * values[row * columns + column] }
        power *= x
      }
      for k in size..<max(count, size) {
        powers[k] += power
        power *= x
      }
    }
  }

  /// The same for one column and the third order, with the sums in registers: a whole recording is fitted this way.
  private func addCubic(
    times: UnsafeBufferPointer<Double>, values: UnsafeBufferPointer<Double>, rows: Range<Int>,
    around centre: Double, scale: Double
  ) {
    var low = SIMD4<Double>.zero
    var high = SIMD4<Double>.zero
    var moment = SIMD4<Double>.zero
    for row in rows {
      let x = (times[row] - centre) * scale
      let x2 = x * x
      let x3 = x2 * x
      let x4 = x3 * x
      let x5 = x4 * x
      let first = SIMD4(1, x, x2, x3)
      low += first
      high += SIMD4(x4, x5, x5 * x, 0)
      moment += first * values[row]
    }
    for k in 0..<4 {
      powers[k] = low[k]
      moments[k] = moment[k]
    }
    for k in 4..<7 { powers[k] = high[k - 4] }
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
  func solve(order: Int, column: Int) -> (Double, Double, Double) {
    let n = order + 1
    solution.update(repeating: 0, count: max(size, 3))
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
