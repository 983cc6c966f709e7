import Foundation
import MotionCore

/// Sessions of made-up rows: three streams of integers, as a controller gives them.
enum BenchSession {
  static let kinds: [(kind: StreamKind, unit: MeasurementUnit)] = [
    (.accelerometer, .g), (.gyroscope, .degreesPerSecond), (.magnetometer, .microtesla),
  ]

  static func plan(rateHz: Double, virtual: Bool) -> BundlePlan {
    let drill = Array("drill: 1\ntitle: Bench\nsteps:\n  - stationary: 1 s\n".utf8)
    let host = HostTime(nanoseconds: virtual ? 1_000_000_000_000 : MonotonicClock().now().nanoseconds)
    let manifest = Manifest(
      uuid: UUID().uuidString.lowercased(), state: .recording, synthetic: true,
      app: .init(name: "session-bench", version: "1", revision: ""),
      host: .init(os: "Linux", kernel: "", machine: ""),
      sensors: [
        (
          "made-up",
          SensorDescription(
            name: "Made-up rows", driver: "simulated", bus: "virtual", path: "", stableID: "made-up")
        )
      ],
      drill: .init(title: "Bench", file: "bench.yaml", sha256: SHA256Hash.hex(drill), seed: 1),
      anchors: [
        Manifest.Anchor(
          at: .start, host: host, wall: "2026-01-01T00:00:00.000000000+00:00", utcOffset: "+00:00",
          clockSynchronised: nil)
      ],
      clocks: [
        .host(virtual: virtual),
        ClockDescription(name: "device", unit: .microseconds, epoch: "device", wrapsAt: 1 << 32),
      ],
      streams: kinds.map { kind, unit in
        Manifest.StreamEntry(
          description: StreamDescription(
            name: kind.rawValue, kind: kind, sensor: "made-up", clock: "device", timestampSource: .device,
            unit: unit, scale: [1.0 / 1024], convention: kind == .accelerometer ? .specificForce : nil,
            requestedHz: rateHz), file: nil)
      })
    return BundlePlan(
      manifest: manifest, protocolText: drill,
      timeline: ["version": 1, "drill": 1, "title": "Bench", "seed": 1, "nominal_ms": 0, "steps": []])
  }

  /// Rows whose values have as many digits as those of a sensor of 16 bits in movement.
  struct Rows {
    private var random = SeededRandom(seed: 1)

    mutating func sample(deviceMicroseconds: Int64, receipt: HostTime) -> MotionSample {
      let bits = random.next()
      return MotionSample(
        deviceTime: .integer(deviceMicroseconds & 0xFFFF_FFFF), receipt: receipt,
        values: (0..<3).map { .integer(Int64(Int16(truncatingIfNeeded: bits >> (16 * $0)) / 4)) })
    }
  }

  /// Writes an hour at 200 Hz; returns the bundle's path.
  static func writeHour(in folder: String) throws -> String {
    let sink = try DirectRecorder(
      in: folder, plan: plan(rateHz: 200, virtual: true), clock: MonotonicClock())
    var rows = Rows()
    for index in 0..<Int64(3600 * 200) {
      let receipt = HostTime(nanoseconds: 1_000_000_000_000 + index * 5_000_000 + 1_234_567)
      for stream in kinds.indices {
        sink.record(rows.sample(deviceMicroseconds: index * 5000, receipt: receipt), stream: stream)
      }
    }
    return try sink.seal(state: .complete) { manifest in
      var end = manifest.anchors[0]
      end.at = .end
      end.host = HostTime(nanoseconds: 1_000_000_000_000 + 3_600_000_000_000)
      end.wall = "2026-01-01T01:00:00.000000000+00:00"
      manifest.anchors.append(end)
    }.path
  }
}
