import CArchive
import Foundation
import MotionCore
import Testing

/// A recording with the optical attitude beside it. Fixtures/README.md says where it comes from.
struct BroadRecording {
  static let names = [
    "02_undisturbed_slow_rotation_B", "07_undisturbed_fast_rotation_B", "11_undisturbed_slow_translation_B",
    "26_disturbed_phone_vibration_A",
  ]
  /// Constant: the recordings have no times.
  static let interval = 0.0035
  static let intervals = OrientationFilter.Intervals(gyroscope: interval)
  static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "Fixtures"
  ).path

  var name: String
  /// Values with the constant times.
  var rows: InertialRows
  /// Sensor to east-north-up; nil where markers were lost.
  var truth: [Quaternion?]
  var isScored: [Bool]

  init(_ name: String) throws {
    self.name = name
    let bytes = try Self.unpacked("\(name).i32.xz")
    let count = bytes.count / (14 * 4)
    try #require(count == 37_000)
    func column(_ index: Int) -> [Int32] {
      var value: UInt32 = 0
      return bytes.withUnsafeBufferPointer { bytes in
        (0..<count).map { row in
          let place = index * 4 * count + row
          value &+=
            UInt32(bytes[place]) | UInt32(bytes[place + count]) << 8 | UInt32(bytes[place + 2 * count]) << 16
            | UInt32(bytes[place + 3 * count]) << 24
          return Int32(bitPattern: value)
        }
      }
    }
    let times = (0..<count).map { Double($0) * Self.interval }
    // The digits as written, divided by a power of ten, are the doubles that the text reads as.
    func vectors(_ first: Int, per unit: Double, times factor: Double = 1) -> TimedVectors {
      let axes = (0..<3).map { column(first + $0).map { factor * (Double($0) / unit) } }
      return TimedVectors(
        times: times, vectors: (0..<count).map { Vector3(axes[0][$0], axes[1][$0], axes[2][$0]) })
    }
    rows = InertialRows(
      gyroscope: vectors(0, per: 1e5),
      accelerometer: vectors(3, per: 1e4, times: MeasurementUnit.metresPerSecondSquared.toCore),
      magnetometer: vectors(6, per: 1e2))
    let q = (9...12).map(column)
    truth = (0..<count).map { row in
      guard q[0][row] != .max else { return nil }
      return Quaternion(
        x: Double(q[1][row]), y: Double(q[2][row]), z: Double(q[3][row]), w: Double(q[0][row])
      ).normalized
    }
    isScored = column(13).map { $0 == 1 }
  }

  /// A fixture's contents, through libarchive. `folder` is nil where `name` is a path.
  static func unpacked(_ name: String, in folder: String? = fixtures) throws -> [UInt8] {
    let archive = archive_read_new()
    defer { archive_read_free(archive) }
    archive_read_support_filter_xz(archive)
    archive_read_support_format_raw(archive)
    var entry: OpaquePointer?
    try #require(
      archive_read_open_filename(archive, folder.map { "\($0)/\(name)" } ?? name, 65536) == ARCHIVE_OK)
    try #require(archive_read_next_header(archive, &entry) == ARCHIVE_OK)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let read = archive_read_data(archive, &buffer, buffer.count)
      try #require(read >= 0)
      if read == 0 { return bytes }
      bytes += buffer[..<read]
    }
  }
}

/// Root mean square errors against the optical attitude, degrees.
struct OrientationError {
  var total: Double
  var heading: Double
  var inclination: Double

  /// `attitude` gives that of row k of `recording`. The recipe is that of the published figures: e = q·q̂⁻¹ in the
  /// earth's frame, over the scored rows that have an optical attitude. `freeHeading` takes off the heading error of
  /// the first of these, as a filter without magnetometer asks for.
  init(
    _ recording: BroadRecording, rows: some Sequence<Int>, freeHeading: Bool, attitude: (Int) -> Quaternion
  ) {
    var offset: Quaternion?
    var squares = (0.0, 0.0, 0.0)
    var count = 0.0
    for row in rows where recording.isScored[row] {
      guard let truth = recording.truth[row] else { continue }
      var e = attitude(row) * truth.conjugate
      if freeHeading {
        if offset == nil { offset = Quaternion(axis: Vector3(0, 0, 1), radians: -2 * atan2(e.z, e.w)) }
        e = (offset ?? .identity) * e
      }
      let total = 2 * acos(min(abs(e.w), 1))
      let heading = 2 * atan(abs(e.z / e.w))
      let inclination = 2 * acos(min((e.w * e.w + e.z * e.z).squareRoot(), 1))
      squares.0 += total * total
      squares.1 += heading * heading
      squares.2 += inclination * inclination
      count += 1
    }
    func degrees(_ sum: Double) -> Double { (sum / count).squareRoot() * 180 / .pi }
    total = degrees(squares.0)
    heading = degrees(squares.1)
    inclination = degrees(squares.2)
  }

  init(_ recording: BroadRecording, _ track: OrientationTrack, sixAxis: Bool) {
    self.init(recording, rows: 0..<track.count, freeHeading: sixAxis) {
      sixAxis ? track.inclinationAttitudes[$0] : track[$0]
    }
  }

  /// The published figures for a recording.
  static func published(_ name: String) throws -> [String: OrientationError] {
    let data = try #require(FileManager.default.contents(atPath: "\(BroadRecording.fixtures)/reference.json"))
    let entries = try #require(try JSONValue.parse([UInt8](data))[name]?.object)
    var found: [String: OrientationError] = [:]
    for member in entries.members {
      let values = try #require(member.value.array).compactMap(\.double)
      found[member.key] = OrientationError(total: values[0], heading: values[1], inclination: values[2])
    }
    return found
  }

  init(total: Double, heading: Double, inclination: Double) {
    self.total = total
    self.heading = heading
    self.inclination = inclination
  }
}
