import MotionCore

/// Why a CSV file cannot be played.
public enum CSVError: DiagnosedError, Hashable {
  case unreadable(file: String, reason: String)
  case notRegular(file: String)
  case tooLarge(file: String, limitMiB: Int)
  case tooManyRows(file: String, limit: Int)
  case noRows(file: String)
  /// The columns' meaning is not known.
  case declaration(file: String, CSVProblem)
  /// A cell, by its line from 1 and its column as named.
  case cell(file: String, line: Int, column: String, text: String, Cell)
  /// A line with too few or too many cells.
  case width(file: String, line: Int, found: Int, expected: Int)

  /// What is wrong with a cell.
  public enum Cell: Hashable, Sendable {
    case notANumber
    /// Further from the first time than ten years.
    case tooFar
  }

  public var failure: String {
    switch self {
    case .unreadable(let file, _), .notRegular(let file), .tooLarge(let file, _), .tooManyRows(let file, _),
      .noRows(let file):
      "cannot play \(file)"
    case .declaration(let file, _): "cannot tell the columns of \(file)"
    case .cell(let file, let line, let column, _, _): "\(file), line \(line), column \"\(column)\""
    case .width(let file, let line, _, _): "\(file), line \(line)"
    }
  }

  public var cause: String {
    switch self {
    case .unreadable(_, let reason): reason
    case .notRegular: "it is not a regular file"
    case .tooLarge(_, let limit): "it is larger than \(limit) MiB"
    case .tooManyRows(_, let limit): "it has more than \(limit) rows"
    case .declaration(_, let problem): problem.text
    case .noRows: "it holds no row of values"
    case .cell(_, _, _, let text, .notANumber): "\"\(text)\" is not a number"
    case .cell(_, _, _, let text, .tooFar): "\"\(text)\" lies more than ten years from the first time"
    case .width(_, _, let found, let expected): "it has \(found) cells, the first line has \(expected)"
    }
  }

  public var remedy: String? {
    switch self {
    case .unreadable, .notRegular: "Check the path and the right to read it."
    case .tooLarge, .tooManyRows: "Cut the file into parts, each with the header line, and play one."
    case .noRows: "Choose a file with a header line and rows below it."
    case .declaration(let file, _):
      """
      Name the columns with their units, for example
      t_s,accel_x_g,accel_y_g,accel_z_g,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s
      or leave the file as it is and write \(file).columns.json beside it:
      {"time": {"column": "t", "unit": "us"},
       "accelerometer": {"columns": ["ax", "ay", "az"], "unit": "g"},
       "gyroscope": {"columns": ["gx", "gy", "gz"], "unit": "deg/s"}}
      """
    case .cell, .width: "Correct or remove that line in a copy of the file, and play the copy."
    }
  }
}

extension CSVError: CatalogueMessage {
  public static let section = MessageSection("csv", "Playing a CSV file", .error)
  public static let examples: [CSVError] = [
    .unreadable(file: "ride.csv", reason: "No such file or directory"), .notRegular(file: "/dev/null"),
    .tooLarge(file: "ride.csv", limitMiB: 512), .tooManyRows(file: "ride.csv", limit: 20_000_000),
    .noRows(file: "ride.csv"), .declaration(file: "ride.csv", .noTime(columns: "\"ax\", \"ay\"")),
    .cell(file: "ride.csv", line: 7, column: "t_s", text: "soon", .notANumber),
    .width(file: "ride.csv", line: 7, found: 6, expected: 7),
  ]
}
