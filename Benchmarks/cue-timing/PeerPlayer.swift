import CueAudio
import Foundation
import MotionCore

/// Another player, measured as the program's own output is: it is told when to play a word, says when it believes that
/// it did, and the recording says when it was heard.
struct PeerPlayer {
  struct Result {
    var name: String
    /// Heard minus what the player itself said.
    var logged: TimingReport
    /// Heard minus wanted.
    var wanted: TimingReport
    var played: Int
    var heard: Int
  }

  let name: String
  /// The program and its first arguments; a WAV file and a file of times follow.
  let command: [String]

  /// Reads "name=program argument…".
  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw Arguments.Wrong(description: "--player takes NAME=COMMAND, not \(text)")
    }
    name = parts[0]
    command = parts[1].split(separator: " ").map(String.init)
  }

  func measure(clip: Clip, count: Int, intervalMs: Int, record: String) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("player-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (sound, list) = (folder.path + "/cue.wav", folder.path + "/times")
    try clip.write(to: sound)
    let begin = MonotonicClock().now() + .seconds(4)
    let wanted = (0..<count).map {
      begin + .milliseconds(intervalMs * $0) + .microseconds(Int64($0 * 3_701 % 10_000))
    }
    try wanted.map { "\($0.nanoseconds)\n" }.joined().write(toFile: list, atomically: true, encoding: .utf8)
    let recorder = try LoopRecorder(pcm: record)
    let said = try output(of: command + [sound, list], seconds: 30 + Double(count * intervalMs) / 1000)
    Thread.sleep(forTimeInterval: 1.5)
    let recording = try recorder.stop()
    let logged = said.split(separator: "\n").compactMap { Int64($0) }
    guard logged.count == count else {
      throw Arguments.Wrong(description: "\(name) told \(logged.count) of \(count) times")
    }
    return try compare(clip, wanted: wanted, logged: logged, recording)
  }

  private func compare(
    _ clip: Clip, wanted: [HostTime], logged: [Int64], _ recording: Recording
  ) throws -> Result {
    var lags: [(atNs: Int64, lagNs: Double)] = []
    var wishes: [(atNs: Int64, lagNs: Double)] = []
    for (wish, ns) in zip(wanted, logged) {
      // Before a player's own time nothing is heard; a slow one takes up to half a second.
      guard let near = recording.frame(near: HostTime(nanoseconds: ns)),
        let match = ClipFinder.find(clip, in: recording.samples, nearFrame: near + 9600, within: 14_400),
        abs(match.correlation) > 0.9, let heard = recording.ns(ofFrame: match.frame)
      else { continue }
      lags.append((ns, heard - Double(ns)))
      wishes.append((wish.nanoseconds, heard - Double(wish.nanoseconds)))
    }
    guard lags.count >= 3 else {
      throw Arguments.Wrong(description: "\(name): \(lags.count) of \(wanted.count) cues were found")
    }
    return Result(
      name: name, logged: TimingReport(lags: lags), wanted: TimingReport(lags: wishes), played: wanted.count,
      heard: lags.count)
  }

  /// What a program writes on its standard output; it is ended after `seconds`.
  private func output(of command: [String], seconds: Double) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let limit = DispatchSource.makeTimerSource()
    limit.schedule(deadline: .now() + seconds)
    limit.setEventHandler { process.terminate() }
    limit.resume()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    limit.cancel()
    return String(decoding: said, as: UTF8.self)
  }
}
