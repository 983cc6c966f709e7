import Foundation

/// Times for people, in milliseconds.
enum Milliseconds {
  /// "12.31"; with a sign before it where `signed`.
  static func text(_ value: Double, digits: Int = 2, signed: Bool = false) -> String {
    String(format: signed ? "%+.*f" : "%.*f", digits, value)
  }
}
