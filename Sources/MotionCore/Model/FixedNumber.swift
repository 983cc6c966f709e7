/// A number as text with a fixed count of decimals.
public enum FixedNumber {
  /// Rounded half away from zero; a number too large for that as it is. With a plus before what is not negative where
  /// `signed`.
  public static func text(_ value: Double, digits: Int, signed: Bool = false) -> String {
    let scale = (0..<digits).reduce(1.0) { result, _ in result * 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 1e15 else { return (signed && value > 0 ? "+" : "") + "\(value)" }
    let whole = Int64(scaled)
    let sign = value < 0 && whole > 0 ? "-" : signed ? "+" : ""
    guard digits > 0 else { return sign + String(whole) }
    let unit = Int64(scale)
    let fraction = String(whole % unit)
    return sign + String(whole / unit) + "." + String(repeating: "0", count: digits - fraction.count)
      + fraction
  }
}
