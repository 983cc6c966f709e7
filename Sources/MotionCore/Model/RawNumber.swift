/// A number as a device delivered it: an integer stays an integer, a real keeps its bits.
public enum RawNumber: Hashable, Sendable {
  case integer(Int64)
  case real(Double)

  /// The value as a double; integers beyond ±2⁵³ are rounded.
  public var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }

  /// False for NaN and ±∞, which a row must name in `bad` and leave out.
  public var isFinite: Bool {
    switch self {
    case .integer: true
    case .real(let value): value.isFinite
    }
  }
}
