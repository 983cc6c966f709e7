import CLinux
import Foundation
import MotionCore

/// How long a USB adapter holds bytes back before it hands them over.
///
/// FTDI chips wait 16 ms unless told otherwise; the driver shows that as `latency_timer` in sysfs, in ms
/// (drivers/usb/serial/ftdi_sio.c). It is set to 1 while we read: by the file where that may be written, else by
/// the flag ASYNC_LOW_LATENCY, which the driver grants to everybody who may open the port. Other adapters have no
/// such file and are left alone.
struct LatencySetting: Sendable {
  private let file: String
  /// As it was found, in ms; nil where the adapter has no such setting.
  let found: Int?
  /// As it is while reading.
  let now: Int?
  /// The flags as they were, where they were changed.
  private let flags: Int32?
  private let wroteFile: Bool

  /// `sysfs` is where sysfs is mounted.
  init(port: String, descriptor: Int32, calls: SerialCalls, sysfs: String) {
    let name = (URL(fileURLWithPath: port).resolvingSymlinksInPath().path as NSString).lastPathComponent
    file = "\(sysfs)/class/tty/\(name)/device/latency_timer"
    found = LatencySetting.read(file)
    guard let found, found > 1 else {
      now = found
      flags = nil
      wroteFile = false
      return
    }
    wroteFile = LatencySetting.write(1, to: file)
    var changed: Int32?
    if LatencySetting.read(file) ?? found > 1 {
      var flags: Int32 = 0
      if calls.flags(descriptor, &flags) >= 0,
        calls.setFlags(descriptor, flags | cserial_low_latency()) >= 0
      {
        changed = flags
      }
    }
    flags = changed
    now = LatencySetting.read(file)
  }

  /// Puts it back as it was.
  func restore(descriptor: Int32, calls: SerialCalls) {
    if let flags { _ = calls.setFlags(descriptor, flags) }
    if wroteFile, let found { _ = LatencySetting.write(found, to: file) }
  }

  /// For the manifest; nil where the adapter has no such setting.
  var settings: JSONValue? {
    guard let found else { return nil }
    var object: JSONObject = [
      "found_ms": .integer(Int64(found)), "while_recording_ms": .integer(Int64(now ?? found)),
    ]
    if now ?? found > 1 {
      object["next_step"] = .string(
        SensorReason.bytesLate(milliseconds: now ?? found, file: file).text)
    }
    return .object(object)
  }

  private static func read(_ file: String) -> Int? {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private static func write(_ value: Int, to file: String) -> Bool {
    let descriptor = open(file, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { Glibc.close(descriptor) }
    let text = Array("\(value)\n".utf8)
    return Glibc.write(descriptor, text, text.count) == text.count
  }
}
