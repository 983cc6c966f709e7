import Foundation
import MotionCore

/// How the manifest names a serial sensor, and how it was read.
struct SerialDescription: Sendable {
  let path: String
  let adapter: SerialAdapter?
  let language: SerialProtocol
  let baud: Int
  /// False where the port is a USB device that only calls itself serial: its bytes have no rate.
  let isUART: Bool
  let latency: JSONValue?
  let configuration: JSONObject?
  let requestedHz: Double?

  /// cdc_acm devices are mostly microcontrollers with USB of their own: the baud rate means nothing to them.
  static func isUART(path: String, sysfs: String) -> Bool {
    let name = (URL(fileURLWithPath: path).resolvingSymlinksInPath().path as NSString).lastPathComponent
    let link = "\(sysfs)/class/tty/\(name)/device/driver"
    return (URL(fileURLWithPath: link).resolvingSymlinksInPath().path as NSString).lastPathComponent
      != "cdc_acm"
  }

  func sensor(findings: SerialFindings, notRecorded: [SerialChannel]) -> SensorDescription {
    var settings: JSONObject = [
      "protocol": .string(language.rawValue), "baud": .integer(Int64(baud)),
      "back_dated": isUART
        ? .object([
          "bits_per_byte": 10,
          "what": "t of streams on the clock host: to the beginning of the frame on the wire",
        ])
        : .unavailable(SensorReason.noUART),
    ]
    if let latency { settings["latency_timer"] = latency }
    if let configuration { settings["configured"] = .object(configuration) }
    if let requestedHz, configuration?["rate"] == nil {
      settings["rate"] = [
        "wanted_hz": .real(requestedHz),
        "unavailable": .string(SensorReason.serialOwnRate.text),
      ]
    }
    if !notRecorded.isEmpty {
      settings["not_recorded"] = .array(notRecorded.map { .string($0.name) })
    }
    for member in findings.json.members { settings[member.key] = member.value }
    let port = (path as NSString).lastPathComponent
    return SensorDescription(
      name: adapter.map { "\(language.title) on \($0.name)" } ?? "\(language.title) on \(port)",
      driver: "serial", bus: adapter == nil ? "serial" : "usb", path: path,
      stableID: adapter?.stableID ?? "serial-\(port)", serial: adapter?.serial, settings: settings)
  }
}

/// The columns of CSV lines, as the user declares them.
enum SerialColumns {
  /// The usual order of sketches, for declarations that name columns.
  static let usual = ["t", "ax", "ay", "az", "gx", "gy", "gz"]

  /// nil where the selector declares none. Throws `SerialError.declaration`.
  static func declared(by selector: SerialSelector, path: String) throws -> CSVColumns? {
    do {
      if let file = selector.declaration {
        let data: Data
        do {
          data = try Data(contentsOf: URL(fileURLWithPath: file))
        } catch {
          throw SerialError.declaration(
            path: path, .unreadable(file: file, reason: error.localizedDescription))
        }
        return try CSVColumns(
          declaration: data, firstLine: selector.columns ?? usual, file: file, declarationFile: file)
      }
      return try selector.columns.map { try CSVColumns(header: $0, file: path) }
    } catch CSVError.declaration(_, let problem) {
      throw SerialError.declaration(path: path, problem)
    }
  }
}
