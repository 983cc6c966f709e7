import MotionCore

/// A selector that cannot be read.
public struct SensorSelectorError: DiagnosedError, Hashable {
  /// What is wrong with it.
  public enum Problem: Hashable, Sendable {
    case empty
    case kind(String)
    case name(String)
    case namesNothing(kind: String, what: String)
    case simulatedOption(String)
    case seed(String)
    // Of serial sensors.
    case notOption(String)
    case option(String, known: [String])
    case language(String, known: [String])
    case baud(option: String, text: String)
    case rate(String)
    case content(String, known: [String])
    case save(String)
    case columnsMissing
    case columnsOf(String)
    case configuresOther(String)
    case nothingToSave
  }

  public var selector: String
  public var problem: Problem
  /// What may have been meant.
  public var suggestion: String?

  public init(selector: String, _ problem: Problem, suggestion: String? = nil) {
    self.selector = selector
    self.problem = problem
    self.suggestion = suggestion
  }

  public var failure: String { "cannot read the sensor selector “\(selector)”" }

  public var cause: String {
    switch problem {
    case .empty: "it is empty"
    case .kind(let word): "“\(word)” is not a kind of sensor"
    case .name(let name): "the name “\(name)” must begin with a letter and have only letters, digits, _ and -"
    case .namesNothing(let kind, let what): "\(kind): names no \(what)"
    case .simulatedOption(let text): "simulated has one option, seed=N, and not “\(text)”"
    case .seed(let text): "the seed must be a whole number from 0 to \(UInt64.max), not “\(text)”"
    case .notOption(let text): "“\(text)” is not option=value"
    case .option(let name, let known):
      "serial has no option “\(name)”; there are \(known.joined(separator: ", "))"
    case .language(let name, let known):
      "“\(name)” is not a protocol; there are \(known.joined(separator: ", "))"
    case .baud(let option, let text):
      "\(option) is a whole number of baud from 50 to 20000000, not “\(text)”"
    case .rate(let text): "the rate is a number of Hz, not “\(text)”"
    case .content(let word, let known):
      "“\(word)” is not a content; there are \(known.joined(separator: "+"))"
    case .save(let text): "save is yes or no, not “\(text)”"
    case .columnsMissing: "CSV lines need to be told what their columns are"
    case .columnsOf(let language): "columns are declared for protocol=csv, not for \(language)"
    case .configuresOther(let language):
      "rate, set-baud and content configure a WitMotion sensor, not \(language)"
    case .nothingToSave: "save=yes has nothing to save without rate, set-baud or content"
    }
  }

  public var remedy: String? {
    suggestion.map { "did you mean \($0)?" } ?? "write one of: \(SensorSelector.forms)"
  }
}

extension SensorSelectorError: CatalogueMessage {
  public static let section = MessageSection("selector", "Naming a sensor with --imu", .error)
  public static let examples = [
    SensorSelectorError(selector: "", .empty),
    SensorSelectorError(selector: "simulatd", .kind("simulatd"), suggestion: "simulated"),
    SensorSelectorError(selector: "1st=auto", .name("1st")),
    SensorSelectorError(selector: "csv:", .namesNothing(kind: "csv", what: "file")),
    SensorSelectorError(
      selector: "simulated:sed=1", .simulatedOption("sed=1"), suggestion: "simulated:seed=1"),
    SensorSelectorError(selector: "simulated:seed=x", .seed("x")),
    SensorSelectorError(selector: "serial:/dev/ttyUSB0,fast", .notOption("fast")),
    SensorSelectorError(
      selector: "serial:/dev/ttyUSB0,bauds=9600", .option("bauds", known: SerialSelector.options),
      suggestion: "baud=9600"),
    SensorSelectorError(
      selector: "serial:/dev/ttyUSB0,protocol=wit",
      .language("wit", known: SerialProtocol.allCases.map(\.rawValue)), suggestion: "protocol=witmotion"),
    SensorSelectorError(selector: "serial:/dev/ttyUSB0,baud=fast", .baud(option: "baud", text: "fast")),
    SensorSelectorError(selector: "serial:/dev/ttyUSB0,rate=fast", .rate("fast")),
    SensorSelectorError(
      selector: "serial:/dev/ttyUSB0,content=all",
      .content("all", known: WitMotionContent.allCases.map(\.rawValue))),
    SensorSelectorError(selector: "serial:/dev/ttyUSB0,save=maybe", .save("maybe")),
    SensorSelectorError(
      selector: "serial:/dev/ttyUSB0,protocol=csv", .columnsMissing,
      suggestion: "serial:/dev/ttyUSB0,protocol=csv,columns=t_us+accel_x_g+accel_y_g+accel_z_g"),
    SensorSelectorError(selector: "serial:/dev/ttyUSB0,protocol=xsens,columns=t", .columnsOf("xsens")),
    SensorSelectorError(selector: "serial:/dev/ttyUSB0,protocol=xsens,rate=100", .configuresOther("xsens")),
    SensorSelectorError(selector: "serial:/dev/ttyUSB0,save=yes", .nothingToSave),
  ]
  public static var variants: Any.Type { Problem.self }
  public var variant: String { EnumCase.name(of: problem) ?? "" }
}
