import Foundation
import Glibc

/// The built program, run as a user runs it: its own process, its own folders, a time limit.
struct Program {
  /// What a run of it left.
  struct Result {
    var status: Int32
    var out: String
    var err: String

    var all: String { "exit \(status)\n--- stdout\n\(out)\n--- stderr\n\(err)" }
  }

  /// The folder of the built products: the tests are built beside the program.
  static let products: URL = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let path = String(decoding: buffer[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return URL(fileURLWithPath: path).deletingLastPathComponent()
  }()

  static let executable = products.appendingPathComponent("drillrunner").path

  /// The program as `make build` makes it: what its cost is measured on.
  static let optimised = project.appendingPathComponent(".build/release/drillrunner").path

  /// The project's folder.
  static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let rig = project.appendingPathComponent("Tests/rig")

  private let process = Process()
  private let out = Pipe()
  private let err = Pipe()
  private let outText: Captured
  private let errText: Captured

  /// Starts `command` with `environment` added to a clean one.
  init(_ command: [String], environment: [String: String] = [:], directory: URL? = nil) throws {
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    var clean = ProcessInfo.processInfo.environment.filter {
      ["PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH", "USER"].contains($0.key)
    }
    clean["LANG"] = clean["LANG"].flatMap { $0.lowercased().contains("utf") ? $0 : nil } ?? "C.UTF-8"
    // No test reads or leaves anything in the folders of whoever runs it.
    clean["XDG_STATE_HOME"] = NSTemporaryDirectory() + "/drillrunner-test-state"
    clean["XDG_CONFIG_HOME"] = NSTemporaryDirectory() + "/drillrunner-test-config"
    clean.merge(environment) { $1 }
    process.environment = clean
    process.currentDirectoryURL = directory
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = out
    process.standardError = err
    outText = Captured(out.fileHandleForReading)
    errText = Captured(err.fileHandleForReading)
    try process.run()
  }

  var processID: Int32 { process.processIdentifier }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end, at most `limit` seconds; a program that hangs is killed, and its status is −1.
  func wait(limit: Double) -> Result {
    let deadline = Date().addingTimeInterval(limit)
    while process.isRunning, Date() < deadline { usleep(10_000) }
    var hung = false
    if process.isRunning {
      hung = true
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let status: Int32 =
      hung ? -1 : process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return Result(status: status, out: outText.finish(), err: errText.finish())
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], limit: Double = 60
  ) throws -> Result {
    try Program([executable] + arguments, environment: environment).wait(limit: limit)
  }
}

/// Reads a pipe to its end on a thread of its own, so that the writer never waits.
private final class Captured: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  private nonisolated(unsafe) var data = Data()

  init(_ handle: FileHandle) {
    Thread.detachNewThread { [self] in
      // Piece by piece: what came counts, even where the end never comes.
      while true {
        let piece = handle.availableData
        if piece.isEmpty { break }
        lock.withLock { data.append(piece) }
      }
      done.signal()
    }
  }

  /// The text; waits a while for the end of the pipe, which a grandchild, or what another test has just started, may
  /// hold open.
  func finish() -> String {
    _ = done.wait(timeout: .now() + 5)
    return lock.withLock { String(decoding: data, as: UTF8.self) }
  }
}

/// A folder for one test, removed with it.
final class Scratch {
  let url: URL

  init(mode: mode_t = 0o755) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "drillrunner-test-" + UUID().uuidString.prefix(8).lowercased())
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    chmod(url.path, mode)
  }

  var sessions: String { url.appendingPathComponent("sessions").path }

  /// Writes a file into it and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  deinit {
    // Sealed folders are read-only, which root does not notice.
    _ = try? Process.run(
      URL(fileURLWithPath: "/bin/sh"),
      arguments: ["-c", "chmod -R u+w \"$0\" 2>/dev/null; rm -rf \"$0\"", url.path]
    ).waitUntilExit()
  }
}
