import Glibc
import MotionCore

/// The attributes of one IIO device or trigger in sysfs.
struct IIOFolder: Sendable {
  /// Its folder, below /sys/devices.
  let path: String
  let calls: IIOCalls

  /// The attribute's text without the line's end; nil where it is missing or cannot be read.
  func text(_ name: String) -> String? {
    var page = [UInt8](repeating: 0, count: 4096)
    let count = page.withUnsafeMutableBytes { calls.get(path + "/" + name, name: label(name), into: $0) }
    guard count >= 0 else { return nil }
    let text = String(decoding: page[..<count].prefix { $0 != 0 }, as: UTF8.self)
    return IIOFolder.trimmed(text)
  }

  /// The attribute as a number; nil where there is none.
  func number(_ name: String) -> Double? {
    text(name).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  func exists(_ name: String) -> Bool {
    calls.exists(path + "/" + name)
  }

  /// The names in the folder, or in one below it.
  func names(in folder: String = "") -> [String] {
    calls.names(in: folder.isEmpty ? path : path + "/" + folder)
  }

  /// Writes the attribute.
  func set(_ name: String, to value: String) throws(SettingRefusal) {
    let code = calls.set(path + "/" + name, name: label(name), value)
    guard code == 0 else { throw SettingRefusal(name: name, value: value, errno: -code) }
  }

  /// "iio:device0/buffer/enable".
  private func label(_ name: String) -> String {
    "\(path.split(separator: "/").last ?? "")/\(name)"
  }

  private static func trimmed(_ text: String) -> String {
    func isSpace(_ c: Character) -> Bool { c == " " || c == "\n" || c == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}

/// An attribute that did not take a value.
struct SettingRefusal: Error, Hashable, Sendable {
  var name: String
  var value: String
  var errno: Int32

  var note: SensorNote { .notTaken(name: name, value: value, cause: systemErrorText(errno)) }
  /// The same of a value that stood there before.
  var notPutBack: SensorNote { .attributeNotPutBack(name: name, value: value, cause: systemErrorText(errno)) }
}
