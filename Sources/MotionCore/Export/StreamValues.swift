/// The physical values of a stream, as the session format has them: value = M · (gain ∘ ((raw + offset) ∘ scale)),
/// computed in doubles in the order written. A coefficient of M that is 0 takes nothing from its axis, so that an axis
/// without a value leaves the others alone; gain and M that the manifest does not have are not applied at all.
struct StreamValues {
  struct Column {
    /// The key in the row.
    var key: String
    /// The unit of `values`.
    var unit: MeasurementUnit
    /// One a row; NaN where it is missing.
    var values: [Double]
  }

  var columns: [Column]
  /// Why there are none, or not all.
  var reasons: [UnavailableReason] = []

  /// The values of `stream`. A stream whose manifest entry cannot be used has none, and the reason.
  init(_ stream: MotionStream) {
    columns = []
    if case .invalid(let reason) = stream.description.capability {
      reasons = [reason]
    } else if stream.description.kind == .motion {
      addFields(stream)
    } else {
      addAxes(stream)
    }
  }

  private mutating func addAxes(_ stream: MotionStream) {
    let it = stream.description
    let axes = StreamKind.axes.compactMap { it.valueKeys.firstIndex(of: $0) }
    guard axes.count == 3, let scale = Self.perKey(it.scale, 3), let offset = Self.perKey(it.offset, 3),
      let gain = it.gain.map({ Self.perKey($0, 3) }) ?? [nil, nil, nil]
    else {
      reasons.append(UnavailableReason(ExportReason.noScale))
      return
    }
    var values = (0..<3).map { axis in
      Self.scaled(stream.values[axes[axis]], scale: scale[axis], offset: offset[axis], gain: gain[axis])
    }
    if let matrix = it.mountMatrix, matrix.count == 3, matrix.allSatisfy({ $0.count == 3 }) {
      values = matrix.map { Self.combined(values, $0) }
    }
    columns = (0..<3).map { Column(key: StreamKind.axes[$0], unit: it.unit, values: values[$0]) }
  }

  private mutating func addFields(_ stream: MotionStream) {
    for field in stream.description.fields?.object?.members ?? [] {
      guard let keys = field.value["keys"]?.array?.compactMap(\.string) else { continue }
      if field.value["capability"]?.string == "unavailable" { continue }
      let unit = field.value["unit"]?.string.flatMap(MeasurementUnit.init)
      guard let unit, let scale = Self.perKey(Self.numbers(field.value["scale"]) ?? [1], keys.count),
        let offset = Self.perKey(Self.numbers(field.value["offset"]) ?? [0], keys.count)
      else {
        reasons.append(UnavailableReason(ExportReason.fieldUnknown(field.key)))
        continue
      }
      for (index, key) in keys.enumerated() {
        // The accuracy of a calibration is a grade, not a quantity.
        guard key != "acc", let column = stream.description.valueKeys.firstIndex(of: key),
          stream.values.indices.contains(column)
        else { continue }
        columns.append(
          Column(
            key: key, unit: unit,
            values: Self.scaled(
              stream.values[column], scale: scale[index], offset: offset[index], gain: nil)))
      }
    }
  }

  private static func numbers(_ json: JSONValue?) -> [Double]? {
    json.flatMap { $0.double.map { [$0] } ?? $0.array?.compactMap(\.double) }
  }

  private static func perKey(_ values: [Double], _ count: Int) -> [Double?]? {
    values.count == count ? values : values.count == 1 ? Array(repeating: values[0], count: count) : nil
  }

  private static func scaled(
    _ raw: MotionStream.Column, scale: Double?, offset: Double?, gain: Double?
  ) -> [Double] {
    let scale = scale ?? 1
    let offset = offset ?? 0
    var values = raw.doubles
    for i in values.indices {
      let value = (values[i] + offset) * scale
      values[i] = gain.map { $0 * value } ?? value
    }
    return values
  }

  private static func combined(_ axes: [[Double]], _ row: [Double]) -> [Double] {
    let used = (0..<3).filter { row[$0] != 0 }
    return axes[0].indices.map { i in
      var sum: Double?
      for axis in used {
        let part = row[axis] * axes[axis][i]
        sum = sum.map { $0 + part } ?? part
      }
      return sum ?? 0
    }
  }
}
