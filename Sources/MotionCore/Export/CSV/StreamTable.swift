/// The rows of a stream as a table: what was delivered, the time of each row, and its values in physical units.
struct StreamTable: CSVTable {
  /// A column and how its cells are written.
  private enum Cells {
    case integers([Int64])
    /// One that is not finite is an empty cell.
    case reals([Double])
    /// `MotionStream.absent` is an empty cell.
    case present([Int64])
    /// The text where the number is not NaN.
    case label(String, where: [Double])
    /// Text in a few rows.
    case sparse([Int: String])

    init(_ column: MotionStream.Column) {
      switch column {
      case .integers(let values): self = .integers(values)
      case .reals(let values): self = .reals(values)
      }
    }
  }

  let fileName: String
  let times: RowTimes
  let values: StreamValues
  private let stream: MotionStream
  private var columns: [(name: String, cells: Cells)] = []

  var header: [String] { columns.map(\.name) }

  init(_ stream: MotionStream, _ timed: TimedSession, fileName: String) {
    self.fileName = fileName
    self.stream = stream
    times = timed.times(of: stream)
    values = StreamValues(stream)
    columns = [
      ("i", .integers(stream.sequence)), ("device_t", Cells(stream.deviceTime)),
      ("host_ns", .integers(stream.receiptNs)), ("t_s", .reals(times.seconds)),
    ]
    let keys = stream.description.valueKeys
    columns += zip(keys, stream.values).map { ("raw_\($0)", Cells($1)) }
    columns += values.columns.map {
      (StreamTable.name(of: $0, in: stream.description), .reals($0.values))
    }
    columns.append(("t_source", .label(times.word, where: times.seconds)))
    if let kernel = stream.kernelNs { columns.append(("kernel_ns", .present(kernel))) }
    if let counter = stream.counter { columns.append(("counter", .present(counter))) }
    if let temperature = stream.temperature { columns.append(("temp_c", .reals(temperature))) }
    columns.append(("bad", .sparse(StreamTable.bad(stream))))
    columns.append(("invalid", .sparse(stream.invalid.mapValues { $0.joined(separator: " ") })))
  }

  /// "gyro_x_rad_s"; with the frame in it where it is not the sensor's own: "gyro_rider_x_rad_s".
  static func name(of column: StreamValues.Column, in stream: StreamDescription) -> String {
    let quantity =
      switch stream.kind {
      case .accelerometer: "accel"
      case .gyroscope: "gyro"
      case .magnetometer: "mag"
      case .motion: "motion"
      }
    let frame = stream.frame.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let unit =
      switch column.unit {
      case .one: ""
      case .g: "g"
      case .metresPerSecondSquared: "m_s2"
      case .radiansPerSecond: "rad_s"
      case .degreesPerSecond: "deg_s"
      case .microtesla: "uT"
      case .gauss: "G"
      case .radians: "rad"
      case .degrees: "deg"
      }
    return [quantity, frame == "sensor" ? "" : frame, column.key, unit].filter { !$0.isEmpty }
      .joined(separator: "_")
  }

  /// The keys whose value was not finite or is missing, by row.
  private static func bad(_ stream: MotionStream) -> [Int: String] {
    var found: [Int: String] = [:]
    for row in stream.badRows where row < stream.count {
      var keys: [String] = []
      if case .reals(let times) = stream.deviceTime, times[row].isNaN { keys.append("t") }
      for (key, column) in zip(stream.description.valueKeys, stream.values) {
        if case .reals(let values) = column, values[row].isNaN { keys.append(key) }
      }
      found[row] = keys.joined(separator: " ")
    }
    return found
  }

  func writeRows(to file: OutputFile) throws(ExportError) -> Int {
    for row in 0..<stream.count {
      for (index, column) in columns.enumerated() {
        if index > 0 { file.write(",") }
        switch column.cells {
        case .integers(let values): file.write(values[row])
        case .reals(let values): if values[row].isFinite { file.write(values[row]) }
        case .present(let values): if values[row] != MotionStream.absent { file.write(values[row]) }
        case .label(let text, let numbers): if !numbers[row].isNaN { file.write(text) }
        case .sparse(let texts): if let text = texts[row] { file.writeCell(text) }
        }
      }
      file.write("\n")
      try file.flushWhenFull()
    }
    return stream.count
  }
}
