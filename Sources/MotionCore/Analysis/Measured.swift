/// A number or other value of the analysis, or the reason why it could not be had. Never a zero, a NaN or a
/// default in its place.
public enum Measured<Value: Sendable>: Sendable {
  case value(Value)
  case unavailable(UnavailableReason)

  /// Unavailable, and a message of the catalogue says why.
  public static func unavailable(_ message: some CatalogueMessage) -> Measured {
    .unavailable(UnavailableReason(message))
  }

  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  public var reason: UnavailableReason? {
    if case .unavailable(let reason) = self { reason } else { nil }
  }

  /// `value`, or unavailable with `reason` where it is nil.
  public init(_ value: Value?, else reason: @autoclosure () -> UnavailableReason) {
    if let value { self = .value(value) } else { self = .unavailable(reason()) }
  }

  /// `value`, or unavailable where it is nil, and a message of the catalogue says why.
  public init<Message: CatalogueMessage>(_ value: Value?, else message: @autoclosure () -> Message) {
    self.init(value, else: UnavailableReason(message()))
  }

  public func map<Other>(_ transform: (Value) -> Other) -> Measured<Other> {
    switch self {
    case .value(let value): .value(transform(value))
    case .unavailable(let reason): .unavailable(reason)
    }
  }

  public func flatMap<Other>(_ transform: (Value) -> Measured<Other>) -> Measured<Other> {
    switch self {
    case .value(let value): transform(value)
    case .unavailable(let reason): .unavailable(reason)
    }
  }

  /// The value as JSON, or `{"unavailable": reason}`.
  public func json(_ encode: (Value) -> JSONValue) -> JSONValue {
    switch self {
    case .value(let value): encode(value)
    case .unavailable(let reason): .unavailable(reason)
    }
  }
}

extension Measured: Equatable where Value: Equatable {}
extension Measured: Hashable where Value: Hashable {}

extension Measured where Value == Double {
  /// The number; one that is not finite is unavailable, because JSON has none.
  public var json: JSONValue {
    json { $0.isFinite ? .real($0) : .unavailable(ValueReason.notFinite) }
  }
}

extension Measured where Value == Int {
  public var json: JSONValue { json { .integer(Int64($0)) } }
}

extension Measured where Value == HostTime {
  /// Host nanoseconds.
  public var json: JSONValue { json { .integer($0.nanoseconds) } }
}

extension Measured where Value == String {
  public var json: JSONValue { json { .string($0) } }
}
