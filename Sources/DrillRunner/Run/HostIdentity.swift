import Glibc
import MotionCore

extension Manifest.Host {
  /// This machine, by uname(2).
  static var current: Manifest.Host {
    var name = utsname()
    uname(&name)
    func text<T>(_ field: T) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return Manifest.Host(os: text(name.sysname), kernel: text(name.release), machine: text(name.machine))
  }
}

extension Manifest.App {
  static let current = Manifest.App(
    name: "drillrunner", version: Version.number, revision: Version.revision)
}
