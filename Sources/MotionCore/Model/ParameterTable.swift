/// One parameter of a set: its key in JSON, where its value stands, and what it may be.
struct Parameter<Root: Sendable>: Sendable {
  enum Kind: Sendable {
    case real(WritableKeyPath<Root, Double> & Sendable, ClosedRange<Double>)
    case integer(WritableKeyPath<Root, Int> & Sendable, ClosedRange<Int64>)
    case flag(WritableKeyPath<Root, Bool> & Sendable)
    /// A set of its own, with its own schema.
    case table(
      write: @Sendable (Root) -> JSONValue,
      read: @Sendable (JSONValue, inout Root) throws(ParametersError) -> Void)
  }

  var key: String
  var kind: Kind

  static func real(
    _ key: String, _ path: WritableKeyPath<Root, Double> & Sendable, _ range: ClosedRange<Double>
  ) -> Parameter {
    Parameter(key: key, kind: .real(path, range))
  }

  static func integer(
    _ key: String, _ path: WritableKeyPath<Root, Int> & Sendable, _ range: ClosedRange<Int64>
  ) -> Parameter {
    Parameter(key: key, kind: .integer(path, range))
  }

  static func flag(_ key: String, _ path: WritableKeyPath<Root, Bool> & Sendable) -> Parameter {
    Parameter(key: key, kind: .flag(path))
  }

  static func table<Inner>(
    _ key: String, _ path: WritableKeyPath<Root, Inner> & Sendable, _ table: ParameterTable<Inner>
  ) -> Parameter {
    Parameter(
      key: key,
      kind: .table(
        write: { table.json(of: $0[keyPath: path]) },
        read: { (json, root) throws(ParametersError) in root[keyPath: path] = try table.read(json) }))
  }

  fileprivate func json(of root: Root) -> JSONValue {
    switch kind {
    case .real(let path, _): .real(root[keyPath: path])
    case .integer(let path, _): .integer(Int64(root[keyPath: path]))
    case .flag(let path): .bool(root[keyPath: path])
    case .table(let write, _): write(root)
    }
  }
}

/// The parameters of a set, as a document with a versioned schema: how they are written, and how they are read and
/// checked.
struct ParameterTable<Root: Sendable>: Sendable {
  var schemaName: String
  var schemaVersion: Int64
  /// Which parameters these are, for the error of a document that is refused.
  var document: ParametersError.Document
  /// What a parameter that a document does not name is.
  var defaults: Root
  /// In the order in which they are written.
  var parameters: [Parameter<Root>]

  /// The schema and all parameters of `root`.
  func json(of root: Root) -> JSONValue {
    var object: JSONObject = ["schema": ["name": .string(schemaName), "version": .integer(schemaVersion)]]
    for parameter in parameters { object.append(parameter.key, parameter.json(of: root)) }
    return .object(object)
  }

  /// Reads a document; a parameter that is not named keeps its default.
  ///
  /// - Throws: `ParametersError` for a missing or unknown schema, an unknown key, a value of a wrong type, or one out of
  ///   range.
  func read(_ json: JSONValue) throws(ParametersError) -> Root {
    guard let object = json.object else { throw error(.notObject) }
    guard object["schema"]?["name"]?.string == schemaName,
      let version = object["schema"]?["version"]?.integer
    else {
      throw error(.wrongSchema(name: schemaName, version: schemaVersion))
    }
    guard version == schemaVersion else {
      throw error(.otherVersion(found: version, known: schemaVersion))
    }
    var root = defaults
    var seen: Set<String> = []
    for member in object.members {
      guard seen.insert(member.key).inserted else { throw error(.keyTwice(member.key)) }
      guard member.key != "schema" else { continue }
      guard let parameter = parameters.first(where: { $0.key == member.key }) else {
        throw error(.unknownKey(member.key))
      }
      try set(parameter, member.value, &root)
    }
    return root
  }

  private func set(
    _ parameter: Parameter<Root>, _ json: JSONValue, _ root: inout Root
  ) throws(ParametersError) {
    let key = parameter.key
    switch parameter.kind {
    case .real(let path, let range):
      guard let value = json.double else { throw error(.notNumber(key: key)) }
      guard range.contains(value) else {
        throw error(.outOfRange(key, value, range))
      }
      root[keyPath: path] = value
    case .integer(let path, let range):
      guard let value = json.integer, range.contains(value) else {
        throw error(.notInteger(key, range))
      }
      root[keyPath: path] = Int(value)
    case .flag(let path):
      guard let value = json.bool else { throw error(.notTrueOrFalse(key: key)) }
      root[keyPath: path] = value
    case .table(_, let read):
      do throws(ParametersError) {
        try read(json, &root)
      } catch let inner {
        throw error(.inside(key: key, inner.problem))
      }
    }
  }

  private func error(_ problem: ParametersError.Problem) -> ParametersError {
    ParametersError(document, problem)
  }
}
