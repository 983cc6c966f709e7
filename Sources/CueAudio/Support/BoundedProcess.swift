import Foundation

/// Runs a program that may hang, and does not hang with it. Arguments are passed as they are; no shell sees them.
enum BoundedProcess {
  enum Outcome: Hashable, Sendable {
    /// It ended with this code, after writing `said` on standard output and error.
    case ended(code: Int32, said: String)
    case killedBySignal(Int32, said: String)
    case cannotStart(String)
    /// It did not end in time, and was killed.
    case hung
  }

  /// Runs `path`; standard input is empty. A file takes what it writes: a full pipe that nobody reads would
  /// hang it. `errors` false leaves out what it writes on standard error.
  static func run(
    _ path: String, _ arguments: [String], limitSeconds: Double, errors: Bool = true
  ) -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let output = FileManager.default.temporaryDirectory
      .appendingPathComponent("drillrunner-\(UUID().uuidString).txt")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: output) }
    let sink = FileHandle(forWritingAtPath: output.path) ?? FileHandle.nullDevice
    process.standardOutput = sink
    process.standardError = errors ? sink : FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do {
      try process.run()
    } catch {
      return .cannotStart("\(error)")
    }
    guard ended.wait(timeout: .now() + limitSeconds) == .success else {
      kill(process.processIdentifier, SIGKILL)
      return .hung
    }
    let said =
      ((try? String(contentsOf: output, encoding: .utf8)) ?? "")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return process.terminationReason == .exit
      ? .ended(code: process.terminationStatus, said: said)
      : .killedBySignal(process.terminationStatus, said: said)
  }

  /// The program of that name in `searchPath` (a list separated by colons).
  static func find(_ name: String, searchPath: String) -> String? {
    searchPath.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
