import Foundation
import Glibc
import MotionCore
import Testing

@testable import CueAudio

/// Files that are none, and calls that fail.
@Suite struct SoundFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("sound-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// A tenth of a second of a tone, as sox(1) or any recorder would write it.
  private func wav(_ name: String, rate: Int = 48_000) throws -> String {
    func le(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let tone = (0..<rate / 10).map { Int16(9000 * sin(Double($0) * 0.1)) }
    let data = SampleFormat.bytes(tone)
    var file = Array("RIFF".utf8) + le(36 + data.count, 4) + Array("WAVEfmt ".utf8) + le(16, 4) + le(1, 2)
    file += le(1, 2) + le(rate, 4) + le(rate * 2, 4) + le(2, 2) + le(16, 2) + Array("data".utf8)
    file += le(data.count, 4) + data
    let path = "\(folder)/\(name).wav"
    try Data(file).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func read(_ path: String, _ faults: FaultPlan? = nil) throws -> [Float] {
    try SoundFile.samples(path: path, refuseClipped: true, calls: SoundCalls(faults: faults)).samples
  }

  /// Nobody writes into the pipe: opening it would wait for ever.
  @Test(.timeLimit(.minutes(1))) func pipesDevicesAndFoldersAreNotOpened() throws {
    let pipe = folder + "/LEFT.wav"
    #expect(mkfifo(pipe, 0o600) == 0)
    try FileManager.default.createDirectory(atPath: folder + "/RIGHT.wav", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/CENTER.wav", withDestinationPath: "/dev/zero")
    let library = ClipLibrary(voice: .folder(folder))
    for (name, kind) in [("LEFT", "a named pipe"), ("RIGHT", "a folder"), ("CENTER", "a device")] {
      #expect(throws: ClipError.notAFile(path: "\(folder)/\(name).wav", kind: kind)) {
        try library.clip(name: name, text: "")
      }
    }
  }

  @Test(arguments: [
    ("stat", -EACCES, "Permission denied"), ("open", -EMFILE, "Too many open files"),
    ("fstat", -EIO, "error"),
    ("sf_open_fd", -1, "libsndfile"), ("sf_readf_float", 17, "17 of 4410 frames"),
    ("src_simple", 3, "libsamplerate"),
  ]) func everyCallThatFailsIsSaid(call: String, code: Int32, text: String) throws {
    let path = try wav("tone", rate: 44_100)
    let faults = FaultPlan([FaultPlan.Fault(call, code: code)])
    do {
      _ = try read(path, faults)
      Issue.record("\(call) did not fail")
    } catch let error as ClipError {
      #expect(error.failure.contains(path))
      #expect(error.cause.contains(text))
    }
    // What was opened was closed.
    let opened = ["stat", "open"].contains(call) ? 0 : 1
    #expect(faults.count(of: "close") == opened)
  }

  @Test func soundFilesAreClosed() throws {
    let path = try wav("tone")
    let faults = FaultPlan()
    #expect(try read(path, faults).count == 4800)
    #expect(faults.trace == ["stat", "open", "fstat", "sf_open_fd", "sf_readf_float", "sf_close", "close"])
  }
}
