import MotionCore

/// Why the meaning of a CSV file's columns, or of the lines of a serial port, is not known.
public enum CSVProblem: Hashable, Sendable {
  // By their names.
  case timeUnit(column: String)
  case unit(column: String, of: String)
  case secondAxis(column: String, axis: String, of: String)
  case differentUnits(of: String)
  case noTime(columns: String)
  case axisMissing(of: String, columns: String)
  case noSensor(columns: String)
  case tooManyColumns(limit: Int)
  // By a declaration.
  case unreadable(file: String, reason: String)
  indirect case declared(file: String, CSVProblem)
  case notObject
  case notJSON(reason: String)
  case unknownKey(String, place: String, known: [String])
  case noColumn(String)
  case severalColumns(String)
  case notAColumn(count: Int)
  case timeMissing
  case declaredTimeUnit(known: [String])
  case wrapsAt
  case sensorNotObject(String)
  case notThreeColumns(of: String)
  case declaredUnit(of: String, known: [String])
  case notNumbers(key: String, of: String)
  case convention
  case nothingDeclared
}

extension CSVProblem: CatalogueMessage {
  public static let section = MessageSection("csv-columns", "Columns of CSV files", .error)
  public static let examples: [CSVProblem] = [
    .timeUnit(column: "t_h"), .unit(column: "accel_x_ft", of: "accelerometer"),
    .secondAxis(column: "ax_g", axis: "x", of: "accelerometer"), .differentUnits(of: "gyroscope"),
    .noTime(columns: "\"ax\", \"ay\""), .axisMissing(of: "gyroscope", columns: "\"gyro_x_deg_s\""),
    .noSensor(columns: "\"t_s\", \"speed\""), .tooManyColumns(limit: 1024),
    .unreadable(file: "ride.csv.columns.json", reason: "Permission denied"),
    .declared(file: "ride.csv.columns.json", .timeMissing), .notObject,
    .notJSON(reason: "The data is not in the correct format."),
    .unknownKey("units", place: " in time", known: ["column", "unit", "wraps_at"]), .noColumn("ax"),
    .severalColumns("ax"), .notAColumn(count: 7), .timeMissing,
    .declaredTimeUnit(known: ["s", "ms", "us", "ns"]),
    .wrapsAt, .sensorNotObject("gyroscope"), .notThreeColumns(of: "gyroscope"),
    .declaredUnit(of: "gyroscope", known: ["rad/s", "deg/s"]), .notNumbers(key: "scale", of: "gyroscope"),
    .convention, .nothingDeclared,
  ]

  public var wording: MessageWording {
    let name =
      "name the columns with their units: t_s,accel_x_g,…,gyro_x_deg_s,…; or declare them beside the file"
    let declare = "correct the declaration; docs/sensors.md shows one"
    func names(_ text: String, _ cause: String) -> MessageWording {
      MessageWording(text, cause: cause, next: name)
    }
    func declares(_ text: String, _ cause: String) -> MessageWording {
      MessageWording(text, cause: cause, next: declare)
    }
    return switch self {
    case .timeUnit(let column):
      names(
        "the time column \"\(column)\" has no known unit (s, ms, us, ns)", "its name ends with another word")
    case .unit(let column, let kind):
      names(
        "the column \"\(column)\" has no unit of a \(kind)", "its name says the sensor and not how it counts")
    case .secondAxis(let column, let axis, let kind):
      names("the column \"\(column)\" is a second \(axis) of the \(kind)", "a file has one sensor of a kind")
    case .differentUnits(let kind):
      names("the columns of the \(kind) have different units", "the three axes of a sensor count alike")
    case .noTime(let columns):
      names("no column is a time with a unit; there are \(columns)", "rows without times cannot be played")
    case .axisMissing(let kind, let columns):
      names("the \(kind) lacks an axis; there are \(columns)", "a sensor has x, y and z")
    case .noSensor(let columns):
      names("no column is an axis of a sensor; there are \(columns)", "the names say nothing of a sensor")
    case .tooManyColumns(let limit):
      names("it has more than \(limit) columns", "no recording has so many")
    case .unreadable(let file, let reason):
      declares("\(file): \(reason)", "the system refused to read the declaration")
    case .declared(let file, let problem):
      MessageWording("\(file): \(problem.text)", cause: problem.wording.cause, next: problem.wording.nextStep)
    case .notObject: declares("it is not a JSON object", "the declaration is another document")
    case .notJSON(let reason): declares("it is not JSON (\(reason))", "the declaration cannot be parsed")
    case .unknownKey(let key, let place, let known):
      declares(
        "unknown key \"\(key)\"\(place); known are \(known.joined(separator: ", "))", "it may be misspelt")
    case .noColumn(let column): declares("there is no column \"\(column)\"", "the header names it otherwise")
    case .severalColumns(let column):
      declares("there are several columns \"\(column)\"", "number the column instead, from 1")
    case .notAColumn(let count):
      declares("a column is a name, or a number from 1 to \(count)", "what stands there is neither")
    case .timeMissing: declares("\"time\" is missing", "rows without times cannot be played")
    case .declaredTimeUnit(let known):
      declares("the unit of time is one of \(known.joined(separator: ", "))", "another word stands there")
    case .wrapsAt: declares("\"wraps_at\" is above 0", "a counter begins anew after some count")
    case .sensorNotObject(let kind):
      declares("\"\(kind)\" is not an object", "columns and unit are its members")
    case .notThreeColumns(let kind):
      declares("\"columns\" of the \(kind) are three: x, y, z", "there are more or less")
    case .declaredUnit(let kind, let known):
      declares(
        "the unit of the \(kind) is one of \(known.joined(separator: ", "))", "another word stands there")
    case .notNumbers(let key, let kind):
      declares("\"\(key)\" of the \(kind) is a number or three", "something else stands there")
    case .convention:
      declares(
        "\"convention\" is specific_force or gravity", "an accelerometer at rest shows one g up, or down")
    case .nothingDeclared: declares("no sensor is declared", "the declaration names a time alone")
    }
  }
}
