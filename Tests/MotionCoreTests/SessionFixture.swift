import Foundation

@testable import MotionCore

/// A sessions folder of its own for each test, and bundles with known contents.
final class SessionFixture {
  let folder = "\(NSTemporaryDirectory())drillrunner-\(UUID().uuidString)"

  deinit {
    SessionFixture.makeWritable(folder)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Folders below `path` can be removed. Links are never followed: what they lead to is not the test's.
  private static func makeWritable(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & mode_t(0o170000) == mode_t(0o040000) else { return }
    chmod(path, 0o755)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      makeWritable("\(path)/\(name)")
    }
  }

  static let accelerometer = StreamDescription(
    name: "accelerometer", kind: .accelerometer, sensor: "imu", clock: "imu", timestampSource: .device,
    unit: .g,
    scale: [1.0 / 8192], convention: .specificForce, requestedHz: 100)
  static let gyroscope = StreamDescription(
    name: "gyroscope", kind: .gyroscope, sensor: "imu", clock: "imu", timestampSource: .device,
    unit: .degreesPerSecond, scale: [1.0 / 1024, 1.0 / 1024, 1.0 / 1000], gain: [1, 1, -1],
    mountMatrix: [[0, 1, 0], [-1, 0, 0], [0, 0, 1]], requestedHz: 100)
  static let magnetometer = StreamDescription(
    name: "magnetometer", kind: .magnetometer, sensor: "imu", clock: "imu", timestampSource: .device,
    unit: .microtesla, scale: [1], capability: .unavailable(reason: "the device has none"))

  static func manifest(uuid: String = "1f3a9c2e-0000-4000-8000-0123456789ab") -> Manifest {
    let sensor = SensorDescription(
      name: "Test IMU", driver: "simulated", bus: "virtual", path: "none", stableID: "test-1")
    return Manifest(
      uuid: uuid, state: .recording, synthetic: true,
      app: Manifest.App(name: "drillrunner", version: "0.1.0", revision: "test"),
      host: Manifest.Host(os: "linux", kernel: "6.1", machine: "x86_64"), sensors: [("imu", sensor)],
      drill: Manifest.Drill(title: "Garage: Übung 1", file: "garage.yaml", sha256: "00", seed: .max),
      anchors: [
        Manifest.Anchor(
          at: .start, host: HostTime(nanoseconds: 1000), wall: "2026-11-30T12:15:02.000000001+02:00",
          utcOffset: "+02:00", clockSynchronised: nil)
      ],
      clocks: [
        .host(virtual: true),
        ClockDescription(name: "imu", unit: .microseconds, epoch: "device", wrapsAt: 1 << 32),
      ],
      streams: [accelerometer, gyroscope, magnetometer].map {
        Manifest.StreamEntry(description: $0, file: nil)
      })
  }

  static func plan(_ manifest: Manifest = manifest()) -> BundlePlan {
    BundlePlan(
      manifest: manifest, protocolText: Array("title: Garage\n".utf8), timeline: ["seed": 7, "steps": []])
  }

  func direct(
    faults: FaultPlan? = nil, plan: BundlePlan = plan(), summarize: StreamSummarizer? = nil
  ) throws -> DirectRecorder {
    try DirectRecorder(
      in: folder, plan: plan, clock: VirtualClock(), fileSystem: PosixFileSystem(faults: faults),
      summarize: summarize)
  }

  static func sample(_ index: Int) -> MotionSample {
    MotionSample(
      deviceTime: .integer(Int64(index) * 10_000), receipt: HostTime(nanoseconds: Int64(index) * 10_000_000),
      kernelTime: HostTime(nanoseconds: Int64(index) * 10_000_000 - 500),
      values: [.integer(Int64(index)), .integer(-8192), .integer(3)])
  }

  static func marker(_ label: String) -> EventMarker {
    EventMarker(kind: .marker, label: label, host: HostTime(nanoseconds: 5), fields: ["source": "key"])
  }

  /// The bytes and the permission bits of every file below `path`, by relative name.
  static func contents(_ path: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      let data = FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data()
      found[name] = data + Data("\(try mode("\(path)/\(name)"))".utf8)
    }
    return found
  }

  static func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  /// What a program prints.
  static func output(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}

/// Keeps what a store reports.
final class Reports: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var reports: [StoreReport] = []

  func add(_ report: StoreReport) { lock.withLock { reports.append(report) } }
  var all: [StoreReport] { lock.withLock { reports } }
}
