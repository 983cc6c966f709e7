/// `orientation.csv`: the derived attitude, one row for each row of the gyroscope, or of the stream that stands in
/// for it. Cells of a row without an attitude are
/// empty. The quaternion's sign is that with which it changes least from row to row. A calibrated rider's angles follow.
struct OrientationTable: CSVTable {
  static let name = "orientation.csv"

  let fileName = OrientationTable.name
  let header: [String]
  private let angles: [[Double]]
  private let orientation: SessionOrientation
  private let timed: TimedSession

  init(_ orientation: SessionOrientation, _ timed: TimedSession) {
    self.orientation = orientation
    self.timed = timed
    let traces = timed.analyzed.rider.value?.traces
    angles = traces.map { [$0.lateral, $0.forward, $0.axial] } ?? []
    header =
      ["host_ns", "t_s", "qx", "qy", "qz", "qw"]
      + (traces == nil ? [] : ["lateral_rad", "forward_rad", "axial_rad"])
  }

  func writeRows(to file: OutputFile) throws(ExportError) -> Int {
    let stream = orientation.stream
    let times = timed.times(of: stream).seconds
    var leftOut = orientation.leftOutRows.makeIterator()
    var nextLeftOut = leftOut.next()
    var place = 0
    var last = Quaternion.identity
    for row in 0..<stream.count {
      file.write(stream.receiptNs[row])
      file.write(",")
      if times[row].isFinite { file.write(times[row]) }
      if row == nextLeftOut {
        nextLeftOut = leftOut.next()
        for _ in 2..<header.count { file.write(",") }
        file.write("\n")
      } else {
        var q = orientation.track[place]
        if last.x * q.x + last.y * q.y + last.z * q.z + last.w * q.w < 0 { q = -q }
        last = q
        for component in q.components {
          file.write(",")
          file.write(component)
        }
        for angle in angles {
          file.write(",")
          if angle[place].isFinite { file.write(angle[place]) }
        }
        file.write("\n")
        place += 1
      }
      try file.flushWhenFull()
    }
    return stream.count
  }
}
