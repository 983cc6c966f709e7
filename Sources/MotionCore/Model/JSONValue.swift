/// A JSON value that keeps the order of its keys and tells integers from reals, so that what is written is
/// decided by us and what is read back is what was written.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// The value under `key`, where this is an object that has it.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }
}

/// The members of a JSON object in their order. Setting a new key appends it; setting nil removes it.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  public struct Member: Hashable, Sendable {
    public var key: String
    public var value: JSONValue
  }

  public private(set) var members: [Member] = []

  public init() {}

  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    members = elements.map { Member(key: $0.0, value: $0.1) }
  }

  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    members = pairs.map { Member(key: $0.0, value: $0.1) }
  }

  public var keys: [String] { members.map(\.key) }

  public subscript(key: String) -> JSONValue? {
    get { members.first { $0.key == key }?.value }
    set {
      let index = members.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Appends without looking for an earlier member of the same key. For building and parsing.
  public mutating func append(_ key: String, _ value: JSONValue) {
    members.append(Member(key: key, value: value))
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .real(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }

  public init(_ number: RawNumber) {
    switch number {
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    }
  }

  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer, where it is one; a real with a fraction is not.
  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The integer as an instant of the host clock; nil where it is none, or beyond `HostTime.limitNs`.
  var hostTime: HostTime? { integer.flatMap(HostTime.init(read:)) }

  /// The number as a double, whether integer or real.
  public var double: Double? { number?.double }

  public var number: RawNumber? {
    switch self {
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    default: nil
    }
  }

  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The shape of a value that could not be had: `{"unavailable": "reason"}`.
  public static func unavailable(_ reason: UnavailableReason) -> JSONValue {
    ["unavailable": .string(reason.text)]
  }

  /// The same, where a message of the catalogue says why.
  public static func unavailable(_ message: some CatalogueMessage) -> JSONValue {
    ["unavailable": .string(message.text)]
  }
}
