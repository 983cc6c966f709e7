import Foundation
import MotionCore

/// What the columns of a CSV file mean.
struct CSVColumns {
  struct Stream {
    var kind: StreamKind
    /// Indices of x, y and z.
    var columns: [Int]
    var unit: MeasurementUnit
    var scale: [Double] = [1]
    var offset: [Double] = [0]
    var convention: AccelerationConvention?
  }

  var names: [String]
  var hasHeader = true
  var time: Int
  var timeUnit: TimeUnit
  var wrapsAt: Int64?
  /// A column of host nanoseconds that paces the rows: `host_ns` of a session's own export.
  var receipt: Int?
  var streams: [Stream]
  var synthetic = false

  /// The names of the columns that are not read.
  var ignored: [String] {
    let used = Set([time] + (receipt.map { [$0] } ?? []) + streams.flatMap(\.columns))
    return names.enumerated().filter { !used.contains($0.offset) }.map(\.element)
  }

  /// Reads the meaning from the names in the header: `accel_x_g`, "Gyroscope X (deg/s)", and phyphox's
  /// "X (m/s^2)", whose unit says the kind. Throws `CSVError.declaration`.
  init(header: [String], file: String) throws {
    names = header
    func fail(_ problem: CSVProblem) -> CSVError { .declaration(file: file, problem) }
    var time: (Int, TimeUnit)?
    var axes: [StreamKind: [Int: Int]] = [:]
    var units: [StreamKind: MeasurementUnit] = [:]
    for (index, name) in header.enumerated() {
      if name == "host_ns" {
        receipt = index
        continue
      }
      let words = CSVColumns.words(name)
      if let first = words.first, ["t", "time", "timestamp"].contains(first), words.count == 2 {
        guard let unit = CSVColumns.timeUnits[words[1]] else {
          throw fail(.timeUnit(column: Printable.excerpt(name)))
        }
        if time == nil { time = (index, unit) }
        continue
      }
      guard let position = words.firstIndex(where: { ["x", "y", "z"].contains($0) }), position <= 1 else {
        continue
      }
      let unit = CSVColumns.units[words[(position + 1)...].joined(separator: "_")]
      let kind: StreamKind
      if position == 1 {
        guard let named = CSVColumns.kinds[words[0]] else { continue }
        guard let unit, CSVColumns.kind(of: unit) == named else {
          throw fail(.unit(column: Printable.excerpt(name), of: named.rawValue))
        }
        kind = named
      } else if let unit, let meant = CSVColumns.kind(of: unit) {
        kind = meant
      } else {
        continue
      }
      let axis = ["x", "y", "z"].firstIndex(of: words[position]) ?? 0
      guard axes[kind]?[axis] == nil else {
        throw fail(
          .secondAxis(column: Printable.excerpt(name), axis: words[position], of: kind.rawValue))
      }
      if let other = units[kind], other != unit {
        throw fail(.differentUnits(of: kind.rawValue))
      }
      axes[kind, default: [:]][axis] = index
      units[kind] = unit
    }
    let shown =
      header.prefix(30).map { "\"\(Printable.excerpt($0, count: 40))\"" }.joined(separator: ", ")
      + (header.count > 30 ? " and more" : "")
    guard let time else { throw fail(.noTime(columns: shown)) }
    self.time = time.0
    timeUnit = time.1
    streams = []
    for kind in [StreamKind.accelerometer, .gyroscope, .magnetometer] {
      guard let found = axes[kind], let unit = units[kind] else { continue }
      guard let x = found[0], let y = found[1], let z = found[2] else {
        throw fail(.axisMissing(of: kind.rawValue, columns: shown))
      }
      streams.append(
        Stream(
          kind: kind, columns: [x, y, z], unit: unit,
          convention: kind == .accelerometer ? .specificForce : nil))
    }
    guard !streams.isEmpty else { throw fail(.noSensor(columns: shown)) }
  }

  private static let kinds: [String: StreamKind] = [
    "accel": .accelerometer, "acc": .accelerometer, "accelerometer": .accelerometer,
    "acceleration": .accelerometer, "gyro": .gyroscope, "gyr": .gyroscope, "gyroscope": .gyroscope,
    "mag": .magnetometer, "magnetometer": .magnetometer,
  ]
  private static let timeUnits: [String: TimeUnit] = [
    "s": .seconds, "ms": .milliseconds, "us": .microseconds, "µs": .microseconds, "ns": .nanoseconds,
  ]
  private static let units: [String: MeasurementUnit] = [
    "g": .g, "m_s2": .metresPerSecondSquared, "m_s_2": .metresPerSecondSquared,
    "m_s²": .metresPerSecondSquared, "rad_s": .radiansPerSecond, "deg_s": .degreesPerSecond,
    "°_s": .degreesPerSecond, "dps": .degreesPerSecond, "ut": .microtesla, "µt": .microtesla,
    "gauss": .gauss,
  ]

  /// What a unit can measure.
  static func kind(of unit: MeasurementUnit) -> StreamKind? {
    switch unit {
    case .g, .metresPerSecondSquared: .accelerometer
    case .radiansPerSecond, .degreesPerSecond: .gyroscope
    case .microtesla, .gauss: .magnetometer
    case .radians, .degrees, .one: nil
    }
  }

  /// A name in lower case, cut at everything that is neither a letter, a digit nor part of a unit's sign.
  private static func words(_ name: String) -> [String] {
    // U+03BC (mu) and U+00B5 (micro sign) look the same.
    let text = name.replacingOccurrences(of: "\u{3BC}", with: "\u{B5}").lowercased()
      .replacingOccurrences(of: "\u{3BC}", with: "\u{B5}")
    return text.split { !($0.isLetter || $0.isNumber || $0 == "°") }.map(String.init)
  }
}
