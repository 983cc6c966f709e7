/// Reads a field of a `motion` stream's rows, in the core's unit.
struct MotionFieldReader: Sendable {
  let keys: [String]
  private let columns: [Int]
  private let scale: [Double]
  private let offset: [Double]
  let convention: String?

  /// Nil where the stream does not deliver the field, or says nothing usable of it.
  init?(_ name: String, of description: StreamDescription) {
    guard let field = description.fields?[name], field["capability"]?.string == "available",
      let keys = field["keys"]?.array?.compactMap(\.string), !keys.isEmpty,
      let unit = field["unit"]?.string.flatMap(MeasurementUnit.init)
    else { return nil }
    columns = keys.compactMap { description.valueKeys.firstIndex(of: $0) }
    func perKey(_ value: JSONValue?, _ absent: Double) -> [Double]? {
      guard let value else { return keys.map { _ in absent } }
      if let number = value.double { return keys.map { _ in number } }
      let numbers = value.array?.compactMap(\.double) ?? []
      return numbers.count == keys.count ? numbers : nil
    }
    guard columns.count == keys.count, let scale = perKey(field["scale"], 1),
      let offset = perKey(field["offset"], 0)
    else { return nil }
    self.keys = keys
    self.scale = scale.map { $0 * unit.toCore }
    self.offset = offset
    convention = field["convention"]?.string
  }

  /// Whether the device declared none of the field's values in `row` of `stream` invalid.
  func isValid(_ row: Int, of stream: MotionStream) -> Bool {
    stream.invalid[row].map { !$0.contains(where: keys.contains) } ?? true
  }

  /// The values; `raw` gives the value of a column of the row. Nil where one is not finite.
  func values(_ raw: (Int) -> Double) -> [Double]? {
    let values = columns.indices.map { (raw(columns[$0]) + offset[$0]) * scale[$0] }
    return values.allSatisfy(\.isFinite) ? values : nil
  }

  /// The field as a vector; nil where it has not three values, or one is not finite.
  func vector(_ raw: (Int) -> Double) -> Vector3? {
    guard columns.count == 3 else { return nil }
    func value(_ i: Int) -> Double { (raw(columns[i]) + offset[i]) * scale[i] }
    let vector = Vector3(value(0), value(1), value(2))
    return vector.isFinite ? vector : nil
  }

  /// The columns of `stream` that the field needs, at their places; the others are empty.
  func columns(of stream: MotionStream) -> [[Double]] {
    stream.values.indices.map { columns.contains($0) ? stream.values[$0].doubles : [] }
  }

  /// The attitude, of length one: four values x, y, z, w, or the nine of a matrix by rows. Nil where they are none.
  func attitude(_ raw: (Int) -> Double) -> Quaternion? {
    guard let v = values(raw) else { return nil }
    if v.count == 4 {
      let q = Quaternion(x: v[0], y: v[1], z: v[2], w: v[3])
      return abs(q.norm - 1) <= 0.05 ? q.normalized : nil
    }
    guard v.count == 9 else { return nil }
    return Quaternion(
      axes: Vector3(v[0], v[3], v[6]), Vector3(v[1], v[4], v[7]), Vector3(v[2], v[5], v[8]), tolerance: 0.05)
  }

  /// The attitude of a `motion` stream: its quaternion, else its matrix.
  static func attitude(of description: StreamDescription) -> MotionFieldReader? {
    MotionFieldReader("attitude", of: description) ?? MotionFieldReader("matrix", of: description)
  }
}
