import Foundation
import MotionCore

/// What a reader learns while it reads: counts of what was lost, and what the attitude means. Shared between the
/// reader's thread and whoever writes the manifest.
final class SerialFindings: Sendable {
  struct Counts: Hashable, Sendable {
    var frames = 0
    var damagedFrames = 0
    var skippedBytes = 0
    /// Text between frames of a protocol that allows it.
    var textBytes = 0
    /// Frames that the packet counter says are missing.
    var missingFrames = 0
    /// Readings of a kind that was not there when the sensor was opened.
    var unexpectedReadings = 0
  }

  private let lock = NSLock()
  private nonisolated(unsafe) var counted = Counts()
  private nonisolated(unsafe) var tests: [(channel: SerialChannel, test: GravityTest)]
  private nonisolated(unsafe) var acceleration: (g: Vector3, began: Int64)?
  private let layout: SerialLayout

  /// Acceleration and attitude that come in frames of their own belong together within this time.
  private static let pairing: Int64 = 50_000_000
  /// More samples than that decide nothing new.
  private static let enough = 1000

  init(layout: SerialLayout) {
    self.layout = layout
    tests = layout.testable.compactMap { channel in
      channel.field.flatMap(GravityTest.init).map { (channel, $0) }
    }
  }

  var counts: Counts { lock.withLock { counted } }

  func count(_ change: (inout Counts) -> Void) {
    lock.withLock { change(&counted) }
  }

  /// Tests a frame's attitude against its acceleration, or the last one.
  func test(_ frame: SerialFrame, began: Int64) {
    lock.withLock {
      for reading in frame.readings where layout.isAccelerometer(reading.channel) {
        let g = reading.physical(toCore: reading.channel.unit.toCore)
        let sign: Double = reading.channel.convention == .gravity ? -1 : 1
        acceleration = (sign * Vector3(g[0], g[1], g[2]), began)
      }
      guard let acceleration, began - acceleration.began <= SerialFindings.pairing else { return }
      for index in tests.indices where tests[index].test.samples < SerialFindings.enough {
        guard let reading = frame.readings.first(where: { $0.channel == tests[index].channel }) else {
          continue
        }
        let values = reading.physical(toCore: reading.channel.unit.toCore)
        tests[index].test.add(values, acceleration: acceleration.g)
      }
    }
  }

  /// What the attitude fields mean, by field, as far as gravity has told.
  var conventions: [String: String] {
    lock.withLock {
      Dictionary(
        uniqueKeysWithValues: tests.map { ($0.channel.field?.rawValue ?? "", $0.test.convention) })
    }
  }

  /// For the manifest.
  var json: JSONObject {
    lock.withLock {
      var object: JSONObject = [
        "frames": .integer(Int64(counted.frames)),
        "damaged_frames": .integer(Int64(counted.damagedFrames)),
        "skipped_bytes": .integer(Int64(counted.skippedBytes)),
      ]
      let rare = [
        ("text_bytes", counted.textBytes), ("missing_frames", counted.missingFrames),
        ("unexpected_readings", counted.unexpectedReadings),
      ]
      for (name, count) in rare where count > 0 { object[name] = .integer(Int64(count)) }
      if !tests.isEmpty {
        object["gravity_test"] = .object(
          JSONObject(tests.map { ($0.channel.field?.rawValue ?? "", $0.test.json) }))
      }
      return object
    }
  }
}

extension SerialReading {
  /// The values in the channel's unit times `factor`.
  func physical(toCore factor: Double) -> [Double] {
    values.indices.map { index in
      func of(_ parameters: [Double]) -> Double { parameters.count == 3 ? parameters[index] : parameters[0] }
      return (values[index].double + of(channel.offset)) * of(channel.scale) * factor
    }
  }
}
