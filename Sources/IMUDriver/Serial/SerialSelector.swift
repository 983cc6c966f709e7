import MotionCore

/// A serial sensor as the user names it: `serial:PORT[,option=value…]`.
public struct SerialSelector: Hashable, Sendable {
  /// The device node, or the stable id of its adapter ("serial-0403-6001-a50285bi").
  public var port: String
  /// nil: all protocols listen, and the one with valid frames is taken.
  public var language: SerialProtocol?
  /// nil: the usual rates are tried.
  public var baud: Int?
  /// Columns of CSV lines by name, as in the header of a CSV file.
  public var columns: [String]?
  /// A file that declares the columns of CSV lines.
  public var declaration: String?
  /// Rate that the sensor is told to send at, in Hz; nil leaves it as it is.
  public var rate: Double?
  /// Baud that the sensor is told to change to; nil leaves it as it is.
  public var newBaud: Int?
  /// What the sensor is told to send; nil leaves it as it is.
  public var content: [WitMotionContent]?
  /// Whether the sensor is told to keep its new settings without power.
  public var save = false

  public init(port: String) {
    self.port = port
  }

  /// The options, as they are written.
  static let options = [
    "protocol", "baud", "columns", "declaration", "rate", "set-baud", "content", "save",
  ]

  /// Whether the sensor is to be told anything.
  var configures: Bool { rate != nil || newBaud != nil || content != nil }

  /// Whether a path by itself, without `serial:`, is that of a serial port.
  static func isPort(_ path: String) -> Bool {
    ["/dev/tty", "/dev/serial/", "/dev/rfcomm"].contains { path.hasPrefix($0) }
  }

  /// Reads what stands behind `serial:`, or a port's path by itself.
  init(parsing text: String, of whole: String) throws(SensorSelectorError) {
    func problem(_ problem: SensorSelectorError.Problem, suggestion: String? = nil) -> SensorSelectorError {
      SensorSelectorError(selector: whole, problem, suggestion: suggestion)
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    port = parts[0]
    guard !port.isEmpty else {
      throw problem(.namesNothing(kind: "serial", what: "port"), suggestion: "serial:/dev/ttyUSB0")
    }
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2, !pair[1].isEmpty else { throw problem(.notOption(part)) }
      let value = pair[1]
      func number() throws(SensorSelectorError) -> Int {
        guard let number = Int(value), (50...20_000_000).contains(number) else {
          throw problem(.baud(option: pair[0], text: value))
        }
        return number
      }
      switch pair[0] {
      case "protocol":
        guard let known = SerialProtocol(rawValue: value) else {
          let words = SerialProtocol.allCases.map(\.rawValue)
          throw problem(
            .language(value, known: words),
            suggestion: Suggestion.nearest(to: value, among: words).map { "protocol=\($0)" })
        }
        language = known
      case "baud": baud = try number()
      case "set-baud": newBaud = try number()
      case "columns": columns = value.split(separator: "+").map(String.init)
      case "declaration": declaration = value
      case "rate":
        let text = value.hasSuffix("Hz") ? String(value.dropLast(2)) : value
        guard let hertz = Double(text), hertz > 0, hertz.isFinite else {
          throw problem(.rate(value))
        }
        rate = hertz
      case "content":
        content = []
        for word in value.split(separator: "+").map(String.init) {
          guard let known = WitMotionContent(rawValue: word) else {
            throw problem(.content(word, known: WitMotionContent.allCases.map(\.rawValue)))
          }
          content?.append(known)
        }
      case "save":
        guard ["yes", "no"].contains(value) else { throw problem(.save(value)) }
        save = value == "yes"
      default:
        throw problem(
          .option(pair[0], known: SerialSelector.options),
          suggestion: Suggestion.nearest(to: pair[0], among: SerialSelector.options).map {
            "\($0)=\(value)"
          })
      }
    }
    if columns != nil || declaration != nil {
      if let language, language != .csv {
        throw problem(.columnsOf(language.rawValue))
      }
      language = .csv
    }
    if language == .csv, columns == nil, declaration == nil {
      throw problem(
        .columnsMissing,
        suggestion:
          "\(whole),columns=t_us+accel_x_g+accel_y_g+accel_z_g+gyro_x_deg_s+gyro_y_deg_s+gyro_z_deg_s"
      )
    }
    if configures {
      if let language, language != .witMotion {
        throw problem(.configuresOther(language.rawValue))
      }
      language = .witMotion
    } else if save {
      throw problem(.nothingToSave)
    }
  }

  /// The same sensor again after a loss: found by its adapter, with what is known by now, and told nothing.
  func again(stableID: String?, language: SerialProtocol, baud: Int) -> SerialSelector {
    var again = self
    again.port = stableID ?? port
    again.language = language
    again.baud = baud
    again.rate = nil
    again.newBaud = nil
    again.content = nil
    again.save = false
    return again
  }
}
