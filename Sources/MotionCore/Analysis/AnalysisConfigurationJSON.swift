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
  /// - Throws: `ParametersError` for a missing or unknown schema, an unknown key, a value of a wrong
  ///   type, or one out of range.
  public init(json: JSONValue) throws(ParametersError) {
    guard let object = json.object else {
      throw ParametersError(.analysis, .notObject)
    }
    self.init()
    try Self.checkSchema(object["schema"])
    for member in object.members where member.key != "schema" {
      if let parameter = Self.integerParameters.first(where: { $0.key == member.key }) {
        guard let value = member.value.integer, parameter.range.contains(value) else {
          throw ParametersError(
            .analysis,
            .notInteger(
              key: member.key, low: "\(parameter.range.lowerBound)", high: "\(parameter.range.upperBound)"))
        }
        self[keyPath: parameter.path] = Int(value)
      } else if let parameter = Self.parameters.first(where: { $0.key == member.key }) {
        guard let value = member.value.double else {
          throw ParametersError(.analysis, .notNumber(key: member.key))
        }
        guard parameter.range.contains(value) else {
          throw ParametersError(.analysis, .outOfRange(member.key, value, parameter.range))
        }
        self[keyPath: parameter.path] = value
      } else if member.key == Self.orientationKey {
        do throws(ParametersError) {
          orientation = try OrientationParameters(json: member.value)
        } catch {
          throw ParametersError(.analysis, .inside(key: member.key, error.problem))
        }
      } else if member.key == Self.calibrationKey {
        do throws(ParametersError) {
          calibration = try CalibrationParameters(json: member.value)
        } catch {
          throw ParametersError(.analysis, .inside(key: member.key, error.problem))
        }
      } else {
        throw ParametersError(.analysis, .unknownKey(member.key))
      }
    }
  }

  private static func checkSchema(_ schema: JSONValue?) throws(ParametersError) {
    guard schema?["name"]?.string == schemaName, let version = schema?["version"]?.integer else {
      throw ParametersError(.analysis, .wrongSchema(name: schemaName, version: schemaVersion))
    }
    guard version == schemaVersion else {
      throw ParametersError(.analysis, .otherVersion(found: version, known: schemaVersion))
    }
  }
}
