/// value = mountMatrix · (gain ∘ ((raw + offset) ∘ scale)), then to the core's unit.
struct AffineConversion: Sendable {
  /// The columns of x, y and z.
  var columns: [Int]
  private var factors: [Vector3]
  private var constant = Vector3.zero

  init(_ description: StreamDescription) throws(UnusableStream) {
    columns = StreamKind.axes.compactMap { description.valueKeys.firstIndex(of: $0) }
    func perAxis(_ values: [Double]) -> [Double]? {
      values.count == 3 ? values : values.count == 1 ? [values[0], values[0], values[0]] : nil
    }
    let matrix = description.mountMatrix ?? [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    guard columns.count == 3, let scale = perAxis(description.scale),
      let offset = perAxis(description.offset), let gain = perAxis(description.gain ?? [1]),
      matrix.count == 3, matrix.allSatisfy({ $0.count == 3 })
    else {
      throw .noAxes(stream: description.name)
    }
    let unit = description.unit.toCore
    let slope = (0..<3).map { gain[$0] * scale[$0] * unit }
    factors = matrix.map { Vector3($0[0] * slope[0], $0[1] * slope[1], $0[2] * slope[2]) }
    let shift = Vector3(offset[0], offset[1], offset[2])
    constant = Vector3(factors[0].dot(shift), factors[1].dot(shift), factors[2].dot(shift))
  }

  func callAsFunction(_ raw: Vector3) -> Vector3 {
    Vector3(factors[0].dot(raw), factors[1].dot(raw), factors[2].dot(raw)) + constant
  }

  /// The value of a row's raw numbers; nil where it is not finite.
  func vector(_ values: [RawNumber]) -> Vector3? {
    let last = columns[0] > columns[1] ? max(columns[0], columns[2]) : max(columns[1], columns[2])
    guard last < values.count else { return nil }
    let value = self(
      Vector3(values[columns[0]].double, values[columns[1]].double, values[columns[2]].double))
    return value.isFinite && value.norm <= SampledVectors.largestValue ? value : nil
  }
}
