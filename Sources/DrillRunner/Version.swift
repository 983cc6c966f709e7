import Foundation
import MotionCore

/// The version of the program, as it stands in every session and every derived result.
enum Version {
  static let number = "0.1.0"
  /// The day of this version, for the manual page and the package.
  static let date = "2026-11-30"

  /// Which build this is: the beginning of the SHA-256 of the program's own file, so that a session names the
  /// very binary that recorded it.
  static let revision: String = {
    guard let program = FileManager.default.contents(atPath: "/proc/self/exe") else { return "unknown" }
    return "sha256:" + SHA256Hash.hex(program).prefix(16)
  }()
}
