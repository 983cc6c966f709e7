/// Why parameters that somebody gave could not be used: those of the analysis, and within them those of the
/// orientation filter and of the calibration.
public struct ParametersError: DiagnosedError, Hashable {
  public enum Document: Hashable, Sendable {
    case analysis, orientation, calibration
    /// A file with parameters of the analysis.
    case file(String)
  }

  /// What is wrong with them.
  public enum Problem: Hashable, Sendable {
    case unreadable(reason: String)
    case notJSON(JSONError)
    case notObject
    case wrongSchema(name: String, version: Int64)
    case otherVersion(found: Int64, known: Int64)
    case unknownKey(String)
    case keyTwice(String)
    case notNumber(key: String)
    case notTrueOrFalse(key: String)
    case notInteger(key: String, low: String, high: String)
    case outOfRange(key: String, value: String, low: String, high: String)
    /// In the parameters that stand under a key.
    indirect case inside(key: String, Problem)
  }

  public var document: Document
  public var problem: Problem

  public init(_ document: Document, _ problem: Problem) {
    self.document = document
    self.problem = problem
  }

  public var failure: String {
    switch document {
    case .analysis: "cannot use the analysis configuration"
    case .orientation: "cannot use the parameters of the orientation filter"
    case .calibration: "cannot use the parameters of the calibration"
    case .file(let path): "cannot read the configuration \(path)"
    }
  }

  public var cause: String { problem.text }

  public var remedy: String? {
    switch problem {
    case .unreadable, .notJSON: return "drillrunner analyze --print-config > FILE makes one"
    case .notObject, .wrongSchema, .unknownKey, .keyTwice, .inside:
      let place =
        switch document {
        case .analysis, .file: "the configuration that stands in every analysis.json"
        case .orientation: "the parameters that stand in every export.json"
        case .calibration: "the parameters that stand in every calibration.json"
        }
      return "Start from \(place)."
    case .otherVersion:
      return "use the version of drillrunner that they were written for, or start from --print-config"
    case .notNumber, .notTrueOrFalse, .notInteger, .outOfRange:
      return "correct the value; drillrunner analyze --print-config shows the defaults"
    }
  }
}

extension ParametersError.Problem {
  var text: String {
    switch self {
    case .unreadable(let reason): reason
    case .notJSON(let error): error.summary
    case .notObject: "the document is not a JSON object"
    case .wrongSchema(let name, let version):
      "schema is not {\"name\": \"\(name)\", \"version\": \(version)}"
    case .otherVersion(let found, let known):
      "it has schema version \(found); this program knows version \(known)"
    case .unknownKey(let key): "unknown key \"\(key)\""
    case .keyTwice(let key): "\(key) stands there twice"
    case .notNumber(let key): "\(key) is not a number"
    case .notTrueOrFalse(let key): "\(key) is neither true nor false"
    case .notInteger(let key, let low, let high): "\(key) is not an integer from \(low) to \(high)"
    case .outOfRange(let key, let value, let low, let high):
      "\(key) is \(value); it may be from \(low) to \(high)"
    case .inside(let key, let problem): "\(key): \(problem.text)"
    }
  }

  static func notInteger(_ key: String, _ range: ClosedRange<Int64>) -> Self {
    .notInteger(key: key, low: "\(range.lowerBound)", high: "\(range.upperBound)")
  }

  static func outOfRange(_ key: String, _ value: Double, _ range: ClosedRange<Double>) -> Self {
    .outOfRange(key: key, value: "\(value)", low: "\(range.lowerBound)", high: "\(range.upperBound)")
  }
}

extension ParametersError: CatalogueMessage {
  public static let section = MessageSection("parameters", "Parameters of the analysis", .error)
  public static let examples = [
    ParametersError(.file("mine.json"), .unreadable(reason: "No such file or directory")),
    ParametersError(
      .file("mine.json"),
      .notJSON(JSONError(cause: "the JSON document has an improper structure", offset: 214))),
    ParametersError(.analysis, .notObject),
    ParametersError(.analysis, .wrongSchema(name: "drillrunner.analysis-configuration", version: 1)),
    ParametersError(.analysis, .otherVersion(found: 9, known: 1)),
    ParametersError(.analysis, .unknownKey("onset_fracton")),
    ParametersError(.analysis, .keyTwice("onset_speed_deg_s")),
    ParametersError(.analysis, .notNumber(key: "onset_fraction")),
    ParametersError(.orientation, .notTrueOrFalse(key: "use_magnetometer")),
    ParametersError(.calibration, .notInteger(key: "attempts", low: "1", high: "100")),
    ParametersError(.analysis, .outOfRange(key: "onset_fraction", value: "7.0", low: "0.01", high: "0.5")),
    ParametersError(.analysis, .inside(key: "calibration", .unknownKey("lean"))),
  ]
  public static var variants: Any.Type { Problem.self }
  public var variant: String { EnumCase.name(of: problem) ?? "" }
}
