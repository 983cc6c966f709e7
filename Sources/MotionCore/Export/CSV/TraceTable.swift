/// `traces.csv`: the derived traces, one row for each row of the angular velocity. A cell that cannot be had is empty; why a
/// whole column is, stands in `export.json`.
struct TraceTable: CSVTable {
  static let name = "traces.csv"
  /// Rows that are computed at once.
  private static let partRows = 4096

  let fileName = TraceTable.name
  private let traces: DerivedTraces
  private let timed: TimedSession

  init(_ traces: DerivedTraces, _ timed: TimedSession) {
    self.traces = traces
    self.timed = timed
  }

  private static let variants: [MotionDerivatives.Variant] = [.unfiltered, .localPolynomial]

  var header: [String] {
    let axes = RiderTraces.Axis.allCases.map(\.rawValue)
    return ["host_ns", "t_s", "segment"] + axes.map { "\($0)_rad" }
      + TraceTable.variants.flatMap { variant in
        axes.flatMap { axis in
          ["rate_rad_s", "acceleration_rad_s2", "jerk_rad_s3"].map { "\(variant.rawValue)_\(axis)_\($0)" }
        } + StreamKind.axes.map { "\(variant.rawValue)_linear_acceleration_rider_\($0)_g" }
      }
  }

  func writeRows(to file: OutputFile) throws(ExportError) -> Int {
    let stream = traces.stream
    let rate = traces.rate
    let times = timed.times(of: stream).seconds
    let angles = RiderTraces.Axis.allCases.map { traces.angles[$0]?.value }
    var leftOut = rate.leftOutRows.makeIterator()
    var nextLeftOut = leftOut.next()
    var place = 0
    var segment = 0
    var part = 0..<0
    var columns: [[Double]?] = []
    let blanks = String(repeating: ",", count: header.count - 2)
    for row in 0..<stream.count {
      file.write(stream.receiptNs[row])
      file.write(",")
      if times[row].isFinite { file.write(times[row]) }
      if row == nextLeftOut {
        nextLeftOut = leftOut.next()
        file.write(blanks)
      } else {
        if place == part.upperBound {
          part = place..<min(place + TraceTable.partRows, rate.times.count)
          columns = TraceTable.columns(traces.part(part))
        }
        while place >= rate.segments[segment].upperBound { segment += 1 }
        file.write(",")
        file.write(Int64(segment))
        for values in angles { file.writeCell(values?[place] ?? .nan) }
        for values in columns { file.writeCell(values?[place - part.lowerBound] ?? .nan) }
        place += 1
      }
      file.write("\n")
      try file.flushWhenFull()
    }
    return stream.count
  }

  /// The columns after the angles, in the order of the header; nil for one that cannot be had.
  private static func columns(_ parts: [MotionDerivatives.Variant: DerivedTraces.Part]) -> [[Double]?] {
    variants.flatMap { variant -> [[Double]?] in
      let part = parts[variant]
      let rates = RiderTraces.Axis.allCases.flatMap { axis -> [[Double]?] in
        let found = part?.rates[axis]
        return [found?.value, found?.first, found?.second]
      }
      let accelerations = (part?.accelerations ?? []).map { Optional($0.value) }
      return rates + (accelerations.isEmpty ? [nil, nil, nil] : accelerations)
    }
  }
}

extension OutputFile {
  /// A comma and a number, or nothing after the comma where it is not finite.
  fileprivate func writeCell(_ number: Double) {
    write(",")
    if number.isFinite { write(number) }
  }
}

extension DerivedTraces {
  /// What the table is, for `export.json`.
  func json(_ analysis: Analysis) -> JSONValue {
    let unavailable = RiderTraces.Axis.allCases.flatMap { axis -> [(String, JSONValue)] in
      let names: [(String, UnavailableReason?)] = [
        ("\(axis.rawValue)_rad", angles[axis]?.reason), ("\(axis.rawValue) rates", directions[axis]?.reason),
      ]
      return names.compactMap { name, reason in reason.map { (name, .string($0.text)) } }
    }
    let linear = noLinearAcceleration.map { [("linear_acceleration", JSONValue.string($0.text))] } ?? []
    return [
      "file": .string(TraceTable.name), "rows_of": .string(stream.description.name),
      "rate_source": analysis.movement.rateSource.json { .string($0.rawValue) },
      "frame": "the rider's: X forward, Y left, Z up",
      "signs": "lateral left (about −X), forward forward (about Y), axial to the left (about Z) positive",
      "lateral_axis_source": analysis.movement.axis.json { .string($0.source.rawValue) },
      "lateral_angle_source": analysis.movement.angleSource.json,
      "bias_rad_s": bias.json, "segments": .integer(Int64(rate.segments.count)),
      "rows_without_rate": .integer(Int64(rate.leftOutRows.count)),
      "variants": [
        "unfiltered": "as measured, less the bias; derivatives by central differences",
        "local_polynomial": [
          "order": .integer(Int64(polynomial.order)), "half_width_s": .real(polynomial.halfWidthSeconds),
        ],
      ],
      "unavailable": .object(JSONObject(unavailable + linear)),
    ]
  }
}
