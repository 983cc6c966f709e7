/// One table of a CSV export: a file with a header row.
protocol CSVTable {
  /// "gyroscope.csv".
  var fileName: String { get }
  var header: [String] { get }
  /// Writes the rows, each ended by a newline, and returns their number.
  func writeRows(to file: OutputFile) throws(ExportError) -> Int
}

extension CSVTable {
  /// Writes the whole file into `folder`, and returns the number of its rows.
  func write(in folder: ExportFolder) throws(ExportError) -> Int {
    let file = try folder.file(fileName)
    file.writeLine(header)
    let count = try writeRows(to: file)
    try file.finish()
    return count
  }
}
