import Foundation
import MotionCore

/// The measured constants of this machine's outputs: `$XDG_CONFIG_HOME/drillrunner/latency.json` (`~/.config` by
/// default), by stable id. Written by `drillrunner latency`, read by every run.
public struct LatencyStore: Sendable {
  /// One measurement of one output.
  public struct Entry: Hashable, Sendable {
    public var latency: DeviceLatency
    /// How the output was set up: behind a sound server the constant may depend on it, so it holds for no other.
    public var periodFrames: Int
    public var bufferFrames: Int
    /// RFC 3339.
    public var measured: String
    /// What recorded: an ALSA name.
    public var recordedWith: String
    public var clicks: Int
    public var sdMs: Double

    public init(
      latency: DeviceLatency, periodFrames: Int, bufferFrames: Int, measured: String, recordedWith: String,
      clicks: Int, sdMs: Double
    ) {
      self.latency = latency
      self.periodFrames = periodFrames
      self.bufferFrames = bufferFrames
      self.measured = measured
      self.recordedWith = recordedWith
      self.clicks = clicks
      self.sdMs = sdMs
    }

    /// Whether it was measured with the set-up that an output of this class gets where nothing speaks against it.
    public func isOfUsualSetUp(for timingClass: TimingClass) -> Bool {
      let usual = PCMConfiguration.candidates(isCard: timingClass == .hardware)[0]
      return periodFrames == usual.periodFrames && bufferFrames == usual.bufferFrames
    }
  }

  static let fileName = "latency.json"
  static let largestFile = 1 << 20
  /// A constant outside of this is a mistake: sound that was heard before it left, or a recording of another cue.
  static let plausible: ClosedRange<Duration> = .milliseconds(-100)...(.seconds(2))

  public let folder: String
  private let fileSystem: any FileSystem

  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    fileSystem: any FileSystem = PosixFileSystem()
  ) {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let config =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
    folder = "\(config)/drillrunner"
    self.fileSystem = fileSystem
  }

  public var path: String { "\(folder)/\(LatencyStore.fileName)" }

  /// All measurements, by stable id; empty where none was ever stored. Errors: `LatencyStoreError.unreadable`, for a
  /// constant that is not applied in silence would change every latency.
  public func entries() throws(LatencyStoreError) -> [String: Entry] {
    guard let document = try document() else { return [:] }
    guard document["version"]?.integer == 1, let outputs = document["outputs"]?.object else {
      throw .otherVersion(path: path)
    }
    var entries: [String: Entry] = [:]
    for (id, value) in outputs.members.map({ ($0.key, $0.value) }) {
      guard let entry = LatencyStore.entry(value) else {
        throw .badEntry(path: path, id: JSONValue.string(id).text())
      }
      entries[id] = entry
    }
    return entries
  }

  /// Adds or replaces the measurement of one output. Errors: `unreadable`, `notStored`.
  public func store(_ entry: Entry, for stableID: String) throws(LatencyStoreError) {
    _ = try entries()
    var outputs = try document()?["outputs"]?.object ?? [:]
    outputs[stableID] = LatencyStore.json(entry)
    let document: JSONValue = ["version": 1, "outputs": .object(outputs)]
    do throws(FileError) {
      try fileSystem.makeFolders(folder, mode: 0o700)
      try fileSystem.replaceFile(
        LatencyStore.fileName, in: folder, Array((document.text(.indented) + "\n").utf8),
        isShared: true)
    } catch {
      throw .notStored(path: path, reason: "\(error.call): \(error.cause)")
    }
  }

  private func document() throws(LatencyStoreError) -> JSONValue? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try fileSystem.readFile(path, limit: LatencyStore.largestFile)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw .unreadable(path: path, reason: "\(error.call): \(error.cause)")
    }
    do throws(JSONError) {
      return try JSONValue.parse(bytes)
    } catch {
      throw .unreadable(path: path, reason: error.cause)
    }
  }

  private static func entry(_ value: JSONValue) -> Entry? {
    guard let ns = value["latency_constant_ns"]?.integer, plausible.contains(.nanoseconds(ns)),
      let uncertainty = value["uncertainty_ns"]?.double, uncertainty >= 0, uncertainty.isFinite,
      let period = value["period_frames"]?.integer, let buffer = value["buffer_frames"]?.integer
    else { return nil }
    let recordedWith = value["recorded_with"]?.string ?? ""
    return Entry(
      latency: DeviceLatency(
        constant: .nanoseconds(ns), uncertaintyNs: uncertainty, isOfServerAlone: isMonitor(recordedWith)),
      periodFrames: Int(period), bufferFrames: Int(buffer), measured: value["measured"]?.string ?? "",
      recordedWith: recordedWith, clicks: Int(value["clicks"]?.integer ?? 0),
      sdMs: value["sd_ms"]?.double ?? 0)
  }

  /// Whether an input is the monitor of a sound server's sink: by the word of `latency`, or by the name that servers give.
  static func isMonitor(_ input: String) -> Bool {
    input == LatencyMeasurement.monitor || input.hasSuffix(".monitor") || input.hasSuffix(".monitor\"")
  }

  private static func json(_ entry: Entry) -> JSONValue {
    [
      "latency_constant_ns": .integer(entry.latency.constant.wholeNanoseconds),
      "uncertainty_ns": .real(entry.latency.uncertaintyNs),
      "period_frames": .integer(Int64(entry.periodFrames)),
      "buffer_frames": .integer(Int64(entry.bufferFrames)), "measured": .string(entry.measured),
      "recorded_with": .string(entry.recordedWith), "clicks": .integer(Int64(entry.clicks)),
      "sd_ms": .real(entry.sdMs),
    ]
  }
}

/// Why the stored constants cannot be used or changed.
public enum LatencyStoreError: DiagnosedError, Hashable {
  case unreadable(path: String, reason: String)
  case otherVersion(path: String)
  case badEntry(path: String, id: String)
  case notStored(path: String, reason: String)

  public var failure: String {
    switch self {
    case .unreadable(let path, _), .otherVersion(let path), .badEntry(let path, _):
      "cannot read the measured latencies in \(path)"
    case .notStored(let path, _): "cannot store the measured latency in \(path)"
    }
  }

  public var cause: String {
    switch self {
    case .unreadable(_, let reason), .notStored(_, let reason): reason
    case .otherVersion: "it is not a list of version 1"
    case .badEntry(_, let id): "its entry \(id) cannot be used"
    }
  }

  public var remedy: String? {
    switch self {
    case .unreadable, .otherVersion, .badEntry:
      "correct the file, or remove it and measure again with `drillrunner latency`"
    case .notStored: "make the folder writable, and measure again"
    }
  }
}

extension LatencyStoreError: CatalogueMessage {
  public static let section = MessageSection("latency-store", "The measured latencies", .error)
  public static let examples: [LatencyStoreError] = [
    .unreadable(path: path, reason: "open: Permission denied"), .otherVersion(path: path),
    .badEntry(path: path, id: "\"sink:headset\""), .notStored(path: path, reason: "mkdir: Permission denied"),
  ]

  private static let path = "/home/you/.config/drillrunner/latency.json"
}
