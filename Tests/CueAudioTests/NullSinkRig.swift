import Foundation

/// The sound server of Tests/rig/null_sink.sh, for the length of a test. Tests that use it run one after another: the
/// ALSA library finds the server through the environment of the whole process.
final class NullSinkRig {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let process = Process()
  private let input = Pipe()
  /// Process id of the sound server.
  let server: pid_t
  let folder: String

  /// Fails, with the script's own words on standard error, where PulseAudio is not installed.
  init() throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("rig/null_sink.sh")
    let output = Pipe()
    process.executableURL = script
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 3, words[0] == "ready", let id = pid_t(words[1]) else {
      throw Failure(
        description: "the null sink of Tests/rig/null_sink.sh did not start; is pulseaudio installed?")
    }
    server = id
    folder = String(words[2])
    setenv("ALSA_CONFIG_PATH", folder + "/asound.conf", 1)
    setenv("PULSE_SERVER", "unix:\(folder)/native", 1)
    setenv("PULSE_COOKIE", folder + "/cookie", 1)
    setenv("PULSE_RUNTIME_PATH", folder + "/pulse", 1)
  }

  /// Runs pactl on the rig's server.
  func pactl(_ arguments: String...) throws {
    _ = try run(arguments)
  }

  /// What pactl says.
  func said(_ arguments: String...) throws -> String {
    try run(arguments)
  }

  /// The number of the first stream that plays.
  func firstStream() throws -> String {
    try first(try run(["list", "short", "sink-inputs"]))
  }

  /// The number of the module of the sink that plays.
  func firstNullSinkModule() throws -> String {
    let lines = try run(["list", "short", "modules"]).split(separator: "\n")
    return try first(lines.first { $0.contains("sink_name=cuesink") }.map(String.init) ?? "")
  }

  private func first(_ line: String) throws -> String {
    guard let word = line.split(whereSeparator: \.isWhitespace).first else {
      throw Failure(description: "pactl lists nothing")
    }
    return String(word)
  }

  private func run(_ arguments: [String]) throws -> String {
    let pactl = Process()
    let output = Pipe()
    pactl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    pactl.arguments = ["pactl"] + arguments
    pactl.standardOutput = output
    try pactl.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    pactl.waitUntilExit()
    guard pactl.terminationStatus == 0 else { throw Failure(description: "pactl \(arguments) failed") }
    return String(decoding: said, as: UTF8.self)
  }

  func killServer() {
    kill(server, SIGKILL)
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
