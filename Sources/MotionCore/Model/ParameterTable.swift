/// Why a set of parameters could not be used.
public struct ParametersError: DiagnosedError, Hashable {
  public var failure: String
  public var cause: String
  public var remedy: String?

  public init(failure: String, cause: String, remedy: String?) {
    self.failure = failure
    self.cause = cause
    self.remedy = remedy
  }
}

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
  /// What cannot be done with a document that is refused: "cannot use the analysis configuration".
  var failure: String
  /// Where a document that is right can be had.
  var hint: String
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
    guard let object = json.object else { throw error("the document is not a JSON object", remedy: hint) }
    guard object["schema"]?["name"]?.string == schemaName,
      let version = object["schema"]?["version"]?.integer
    else {
      throw error(
        "schema is not {\"name\": \"\(schemaName)\", \"version\": \(schemaVersion)}", remedy: hint)
    }
    guard version == schemaVersion else {
      throw error("it has schema version \(version); this program knows version \(schemaVersion)")
    }
    var root = defaults
    for member in object.members where member.key != "schema" {
      guard let parameter = parameters.first(where: { $0.key == member.key }) else {
        throw error("unknown key \"\(member.key)\"", remedy: hint)
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
      guard let value = json.double else { throw error("\(key) is not a number") }
      guard range.contains(value) else {
        throw error("\(key) is \(value); it may be from \(range.lowerBound) to \(range.upperBound)")
      }
      root[keyPath: path] = value
    case .integer(let path, let range):
      guard let value = json.integer, range.contains(value) else {
        throw error("\(key) is not an integer from \(range.lowerBound) to \(range.upperBound)")
      }
      root[keyPath: path] = Int(value)
    case .flag(let path):
      guard let value = json.bool else { throw error("\(key) is neither true nor false") }
      root[keyPath: path] = value
    case .table(_, let read):
      do throws(ParametersError) {
        try read(json, &root)
      } catch let inner {
        throw error("\(key): \(inner.cause)", remedy: hint)
      }
    }
  }

  private func error(_ cause: String, remedy: String? = nil) -> ParametersError {
    ParametersError(failure: failure, cause: cause, remedy: remedy)
  }
}
