/// Why parameters of the orientation filter could not be used.
public struct OrientationParametersError: DiagnosedError, Hashable {
  public var failure = "cannot use the parameters of the orientation filter"
  public var cause: String
  public var remedy: String?

  init(_ cause: String, remedy: String? = nil) {
    self.cause = cause
    self.remedy = remedy
  }
}

extension OrientationParameters {
  /// The parameters, all of them.
  public var json: JSONValue {
    var object: JSONObject = [
      "schema": ["name": .string(Self.schemaName), "version": .integer(Self.schemaVersion)]
    ]
    for entry in Self.switches { object.append(entry.key, .bool(self[keyPath: entry.path])) }
    for entry in Self.parameters { object.append(entry.key, .real(self[keyPath: entry.path])) }
    return .object(object)
  }

  /// Reads parameters; one that is not named keeps its default.
  ///
  /// - Throws: `OrientationParametersError` for a missing or unknown schema, an unknown key, a value of a wrong type,
  ///   or one out of range.
  public init(json: JSONValue) throws(OrientationParametersError) {
    guard let object = json.object else {
      throw OrientationParametersError("the document is not a JSON object", remedy: Self.hint)
    }
    self.init()
    guard object["schema"]?["name"]?.string == Self.schemaName,
      let version = object["schema"]?["version"]?.integer
    else {
      throw OrientationParametersError(
        "schema is not {\"name\": \"\(Self.schemaName)\", \"version\": \(Self.schemaVersion)}",
        remedy: Self.hint)
    }
    guard version == Self.schemaVersion else {
      throw OrientationParametersError(
        "it has schema version \(version); this program knows version \(Self.schemaVersion)")
    }
    for member in object.members where member.key != "schema" { try set(member.key, member.value) }
  }

  private mutating func set(_ key: String, _ json: JSONValue) throws(OrientationParametersError) {
    if let entry = Self.switches.first(where: { $0.key == key }) {
      guard case .bool(let value) = json else {
        throw OrientationParametersError("\(key) is neither true nor false")
      }
      self[keyPath: entry.path] = value
    } else if let entry = Self.parameters.first(where: { $0.key == key }) {
      guard let value = json.double else { throw OrientationParametersError("\(key) is not a number") }
      guard entry.range.contains(value) else {
        throw OrientationParametersError(
          "\(key) is \(value); it may be from \(entry.range.lowerBound) to \(entry.range.upperBound)")
      }
      self[keyPath: entry.path] = value
    } else {
      throw OrientationParametersError("unknown key \"\(key)\"", remedy: Self.hint)
    }
  }

  private static let hint = "Start from the parameters that stand in every export.json."
}
