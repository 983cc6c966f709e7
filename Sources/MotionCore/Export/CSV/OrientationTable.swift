/// `orientation.csv`: the derived attitude, one row for each row of the gyroscope. Cells of a row without an attitude are
/// empty. The quaternion's sign is that with which it changes least from row to row.
struct OrientationTable: CSVTable {
  static let name = "orientation.csv"

  let fileName = OrientationTable.name
  let header = ["host_ns", "t_s", "qx", "qy", "qz", "qw"]
  private let orientation: SessionOrientation
  private let timed: TimedSession

  init(_ orientation: SessionOrientation, _ timed: TimedSession) {
    self.orientation = orientation
    self.timed = timed
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
        file.write(",,,,\n")
      } else {
        var q = orientation.track[place]
        if last.x * q.x + last.y * q.y + last.z * q.z + last.w * q.w < 0 { q = -q }
        last = q
        place += 1
        for component in q.components {
          file.write(",")
          file.write(component)
        }
        file.write("\n")
      }
      try file.flushWhenFull()
    }
    return stream.count
  }
}
