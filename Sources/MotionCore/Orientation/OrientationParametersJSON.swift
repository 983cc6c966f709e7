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
  /// - Throws: `ParametersError` for a missing or unknown schema, an unknown key, a value of a wrong type,
  ///   or one out of range.
  public init(json: JSONValue) throws(ParametersError) {
    guard let object = json.object else {
      throw ParametersError(.orientation, .notObject)
    }
    self.init()
    guard object["schema"]?["name"]?.string == Self.schemaName,
      let version = object["schema"]?["version"]?.integer
    else {
      throw ParametersError(
        .orientation, .wrongSchema(name: Self.schemaName, version: Self.schemaVersion))
    }
    guard version == Self.schemaVersion else {
      throw ParametersError(
        .orientation, .otherVersion(found: version, known: Self.schemaVersion))
    }
    for member in object.members where member.key != "schema" { try set(member.key, member.value) }
  }

  private mutating func set(_ key: String, _ json: JSONValue) throws(ParametersError) {
    if let entry = Self.switches.first(where: { $0.key == key }) {
      guard case .bool(let value) = json else {
        throw ParametersError(.orientation, .notTrueOrFalse(key: key))
      }
      self[keyPath: entry.path] = value
    } else if let entry = Self.parameters.first(where: { $0.key == key }) {
      guard let value = json.double else { throw ParametersError(.orientation, .notNumber(key: key)) }
      guard entry.range.contains(value) else {
        throw ParametersError(.orientation, .outOfRange(key, value, entry.range))
      }
      self[keyPath: entry.path] = value
    } else {
      throw ParametersError(.orientation, .unknownKey(key))
    }
  }
}
