import Foundation

@testable import MotionCore

/// Sessions with the numbers that exports get wrong, and exports of them.
extension SessionFixture {
  static let version = "1.2.3"
  /// The package's folder.
  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  static let motion = StreamDescription(
    name: "motion", kind: .motion, sensor: "imu", clock: "imu", timestampSource: .device, unit: .one,
    scale: [1],
    valueKeys: ["qx", "qy", "qz", "qw", "gx", "gy", "gz", "acc"],
    fields: [
      "attitude": [
        "keys": ["qx", "qy", "qz", "qw"], "unit": "1", "scale": 1, "offset": 0, "capability": "available",
      ],
      "gravity": [
        "keys": ["gx", "gy", "gz"], "unit": "g", "scale": 0.25, "offset": 0, "capability": "available",
      ],
      "field": ["keys": ["acc"], "unit": "uT", "scale": 1, "offset": 0, "capability": "available"],
      "heading": [
        "keys": [], "unit": "deg", "capability": "unavailable", "reason": "there is no magnetometer",
      ],
    ])
  static let emptyGyroscope = StreamDescription(
    name: "gyroscope@wrist", kind: .gyroscope, sensor: "imu", clock: "host", timestampSource: .receipt,
    unit: .radiansPerSecond, scale: [1])

  /// Reals that are hard to write and to read.
  static let difficultReals: [Double] = [
    .leastNonzeroMagnitude, -0.0, .leastNormalMagnitude.nextDown, 0.1 + 0.2, 1e23, -1e-7, .pi,
    -.leastNormalMagnitude / 1024,
    9_007_199_254_740_993.5,
  ]

  /// A bundle with accelerometer, gyroscope and motion on a device clock that wraps, an empty stream, one that is
  /// unavailable, and events with difficult text. Without `seal` it stays as a killed run leaves it.
  func difficultBundle(
    folder: String? = nil, rows: Int = 60, seal: Bool = true,
    uuid: String = "1f3a9c2e-0000-4000-8000-0123456789ab", title: String = "Garage: Übung 1"
  ) throws -> String {
    var manifest = SessionFixture.manifest(uuid: uuid)
    manifest.drill.title = title
    manifest.streams = [
      SessionFixture.accelerometer, SessionFixture.gyroscope, SessionFixture.magnetometer,
      SessionFixture.motion, SessionFixture.emptyGyroscope,
    ].map { Manifest.StreamEntry(description: $0, file: nil) }
    let sink = try DirectRecorder(
      in: folder ?? self.folder, plan: SessionFixture.plan(manifest), clock: VirtualClock(),
      summarize: { stream, clock in
        let found = SamplingSummary.of(stream: stream, clock: clock)
        return StreamSummary(statistics: found.statistics, mapping: found.mapping)
      })
    for index in 0..<rows {
      // 100 Hz; the counter of µs returns to zero in the middle; receipts are 1 to 3 ms late.
      let ticks = Int64(index) * 10_000
      let device = ((1 << 32) - Int64(rows / 2) * 10_000 + ticks) % (1 << 32)
      let receipt = HostTime(nanoseconds: 5_000_000_000 + ticks * 1000 + Int64(index % 3 + 1) * 1_000_000)
      func sample(_ values: [RawNumber], invalid: [String] = []) -> MotionSample {
        MotionSample(
          deviceTime: .integer(device), receipt: receipt,
          kernelTime: HostTime(nanoseconds: receipt.nanoseconds - 400_000), counter: Int64(index % 256),
          values: values, temperature: .real(20.5 + Double(index) / 10), invalid: invalid)
      }
      let difficult = SessionFixture.difficultReals[index % SessionFixture.difficultReals.count]
      sink.record(
        sample([
          .integer((1 << 53) + 1), .real(difficult),
          index == 7 ? .real(.nan) : .integer(Int64(index) - 8192),
        ]), stream: 0)
      sink.record(sample([.integer(1024), .integer(2048), .integer(3000)]), stream: 1)
      sink.record(
        sample(
          [
            .real(0), .real(0), .real(-0.0), .integer(1), .integer(0), .integer(0), .integer(4), .integer(2),
          ], invalid: index == 3 ? ["gx", "gy"] : []), stream: 3)
    }
    let start = HostTime(nanoseconds: 5_000_000_000)
    sink.record(SessionFixture.marker("LEFT, \"quoted\"\nand = more\r"))
    sink.record(
      EventMarker(
        kind: .incident, label: "=HYPERLINK(1)", host: start,
        fields: ["count": 3, "names": ["a", "b"], "x": .null]))
    sink.record(
      CueEvent(
        cue: "LEFT", trial: 1, block: "one", intent: "plain", expect: .left, scheduled: start,
        clip: ClipReference(name: "left", sha256: "00", onsetNs: 5, peakNs: 9),
        times: SoundTimes(
          dispatched: start, frame0: start, audible: start + .milliseconds(100), audibleUncertaintyNs: 250.5,
          timing: .measured), status: .played
      ).event(now: start))
    sink.record(
      CueEvent(
        cue: "RIGHT", trial: 2, block: "one", intent: "plain", expect: .right, scheduled: nil, clip: nil,
        times: .none, status: .cancelled, reason: "stopped"
      ).event(now: start + .milliseconds(300)))
    guard seal else {
      sink.checkpoint()
      return sink.path
    }
    _ = try sink.seal(state: .complete) { _ in }
    return sink.path
  }

  /// Makes an export into `target`.
  @discardableResult
  func export(
    _ format: ExportFormat, _ bundles: [String], to target: String, force: Bool = false,
    faults: FaultPlan? = nil, archiveFaults: FaultPlan? = nil
  ) throws(ExportError) -> ExportResult {
    try SessionExport(
      format: format, sources: bundles.map { ExportSource(path: $0) }, target: target, force: force,
      programVersion: SessionFixture.version, fileSystem: PosixFileSystem(faults: faults),
      archiveFaults: archiveFaults
    ).run()
  }

  /// Names in a folder that a person sees.
  static func visible(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }
      .sorted()
  }

  /// What a Python script of `Tests/rig` says.
  static func python(_ script: String, _ arguments: [String]) throws -> String {
    try output("\(project)/.build/python/bin/python", ["\(project)/Tests/rig/\(script)"] + arguments)
  }

  /// A CSV or TSV file as lines of cells; for files without quotes.
  static func cells(_ path: String, separator: Character) throws -> [[String]] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
  }
}
