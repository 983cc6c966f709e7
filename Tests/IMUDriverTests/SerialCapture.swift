import Foundation
import Glibc
import MotionCore

@testable import IMUDriver

/// What the tests of the driver on pseudo-terminals share.
enum SerialCapture {
  /// Cycle n of a WitMotion sensor at 100 Hz: its number is in every value.
  static func cycle(_ n: Int) -> [UInt8] {
    let k = Int16(truncatingIfNeeded: n)
    return SerialBytes.witTime(n * 10) + SerialBytes.wit(0x51, [k, -k, 2048, 2550])
      + SerialBytes.wit(0x52, [k, 0, -k, 0]) + SerialBytes.wit(0x53, [k, 1, 2, 0])
  }

  static func open(
    _ selector: String, faults: FaultPlan? = nil, sysfs: String = "/sys"
  ) throws -> SerialSource {
    guard case .serial(let serial) = try SensorSelector(parsing: selector) else { throw POSIXError(.EINVAL) }
    return try SerialSource(
      serial, requestedHz: 100, clock: MonotonicClock(), calls: SerialCalls(faults: faults), sysfs: sysfs)
  }

  static func capture(_ source: SerialSource, rows: Int) throws -> SerialSink {
    let sink = SerialSink()
    try source.start(deliver: sink.take)
    sink.wait { $0.samples(0).count >= rows || !$0.losses.isEmpty }
    return sink
  }
}

/// A folder that goes with the test.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "serial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func write(_ text: String, to name: String) throws -> String {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
    return file.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
