/// Why a configuration file could not be used.
public struct AnalysisConfigurationError: DiagnosedError, Hashable {
  public var failure: String
  public var cause: String
  public var remedy: String?

  public init(failure: String, cause: String, remedy: String?) {
    self.failure = failure
    self.cause = cause
    self.remedy = remedy
  }
}

extension AnalysisConfiguration {
  /// The configuration with all its parameters.
  public var json: JSONValue {
    var object: JSONObject = [
      "schema": [
        "name": .string(AnalysisConfiguration.schemaName),
        "version": .integer(AnalysisConfiguration.schemaVersion),
      ]
    ]
    for parameter in AnalysisConfiguration.integerParameters {
      object.append(parameter.key, .integer(Int64(self[keyPath: parameter.path])))
    }
    for parameter in AnalysisConfiguration.parameters {
      object.append(parameter.key, .real(self[keyPath: parameter.path]))
    }
    object.append(AnalysisConfiguration.orientationKey, orientation.json)
    object.append(AnalysisConfiguration.calibrationKey, calibration.json)
    return .object(object)
  }

  /// SHA-256 of the configuration as one line of JSON with sorted keys.
  public var sha256: String {
    SHA256Hash.hex(Array(json.text(.line, sortedKeys: true).utf8))
  }

  /// Reads a configuration; a parameter that is not named keeps its default.
  ///
  /// - Throws: `AnalysisConfigurationError` for a missing or unknown schema, an unknown key, a value of a wrong
  ///   type, or one out of range.
  public init(json: JSONValue) throws(AnalysisConfigurationError) {
    guard let object = json.object else {
      throw Self.error("the document is not a JSON object", remedy: Self.printHint)
    }
    self.init()
    try Self.checkSchema(object["schema"])
    for member in object.members where member.key != "schema" {
      if let parameter = Self.integerParameters.first(where: { $0.key == member.key }) {
        guard let value = member.value.integer, parameter.range.contains(value) else {
          throw Self.error(
            "\(member.key) is not an integer from \(parameter.range.lowerBound) to "
              + "\(parameter.range.upperBound)")
        }
        self[keyPath: parameter.path] = Int(value)
      } else if let parameter = Self.parameters.first(where: { $0.key == member.key }) {
        guard let value = member.value.double else { throw Self.error("\(member.key) is not a number") }
        guard parameter.range.contains(value) else {
          throw Self.error(
            "\(member.key) is \(value); it may be from \(parameter.range.lowerBound) to "
              + "\(parameter.range.upperBound)")
        }
        self[keyPath: parameter.path] = value
      } else if member.key == Self.orientationKey {
        do {
          orientation = try OrientationParameters(json: member.value)
        } catch {
          throw Self.error("\(member.key): \(error.cause)", remedy: Self.printHint)
        }
      } else if member.key == Self.calibrationKey {
        do {
          calibration = try CalibrationParameters(json: member.value)
        } catch {
          throw Self.error("\(member.key): \(error.cause)", remedy: Self.printHint)
        }
      } else {
        throw Self.error("unknown key \"\(member.key)\"", remedy: Self.printHint)
      }
    }
  }

  private static func checkSchema(_ schema: JSONValue?) throws(AnalysisConfigurationError) {
    guard schema?["name"]?.string == schemaName, let version = schema?["version"]?.integer else {
      throw error(
        "schema is not {\"name\": \"\(schemaName)\", \"version\": \(schemaVersion)}", remedy: printHint)
    }
    guard version == schemaVersion else {
      throw error("it has schema version \(version); this program knows version \(schemaVersion)")
    }
  }

  private static let printHint = "Start from the configuration that stands in every analysis.json."

  private static func error(_ cause: String, remedy: String? = nil) -> AnalysisConfigurationError {
    AnalysisConfigurationError(
      failure: "cannot use the analysis configuration", cause: cause, remedy: remedy)
  }
}
