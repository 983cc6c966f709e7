import Foundation
import Glibc
import MotionCore
import Testing

@testable import CueAudio

/// Files that are none, and calls that fail.
@Suite final class SoundFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("sound-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// A tenth of a second of a tone, as sox(1) or any recorder would write it.
  private func wav(_ name: String, rate: Int = 48_000) throws -> String {
    let tone = (0..<rate / 10).map { Int16(9000 * sin(Double($0) * 0.1)) }
    return try wav(name, format: 1, bits: 16, rate: rate, Array(SampleFormat.bytes(tone)))
  }

  /// A mono WAV file with these samples (RIFF; Microsoft and IBM, Multimedia Programming Interface 1.0, 1991).
  private func wav(_ name: String, format: Int, bits: Int, rate: Int, _ data: [UInt8]) throws -> String {
    func le(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let width = bits / 8
    var file = Array("RIFF".utf8) + le(36 + data.count, 4) + Array("WAVEfmt ".utf8) + le(16, 4)
    file += le(format, 2) + le(1, 2) + le(rate, 4) + le(rate * width, 4) + le(width, 2) + le(bits, 2)
    file += Array("data".utf8) + le(data.count, 4) + data
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

  /// What the library said of a call that fails stands in the error that belongs to the call.
  @Test func everyFailureHasItsOwnError() throws {
    let path = try wav("tone", rate: 44_100)
    func error(_ call: String, _ code: Int32) -> ClipError? {
      #expect(throws: ClipError.self) {
        _ = try read(path, FaultPlan([FaultPlan.Fault(call, code: code)]))
      }
    }
    #expect(error("stat", -EACCES) == .unreadable(file: path, reason: "Permission denied"))
    guard case .cutShort(path, 17, 4410, _) = error("sf_readf_float", 17) else {
      Issue.record("a read that ends early is no .cutShort")
      return
    }
    // SRC_ERR_MALLOC_FAILED is 1 (samplerate.h, src_strerror).
    #expect(error("src_simple", 1) == .conversionFailed(file: path, said: "Malloc failed."))
  }

  /// libsamplerate converts by a factor of 256 at most (src_is_valid_ratio); 48 000 / 90 is 533.
  @Test func ratesThatCannotBeConvertedAreRefused() throws {
    let slow = try wav("slow", rate: 90)
    #expect(throws: ClipError.rateNotConvertible(file: slow, rateHz: 90)) { try read(slow) }
    let fast = try wav("fast", rate: 400_000)
    #expect(throws: ClipError.wrongFormat(file: fast, channels: 1, rateHz: 400_000)) { try read(fast) }
  }

  /// WAVE_FORMAT_IEEE_FLOAT, 3: 32 bits a sample.
  @Test func samplesThatAreNotNumbersAreRefused() throws {
    let samples: [Float] = [0.1, .nan, 0.2, 0.1]
    let file = try wav("nan", format: 3, bits: 32, rate: 48_000, samples.flatMap { bytes(of: $0.bitPattern) })
    #expect(throws: ClipError.notNumbers(file: file)) { try read(file) }
  }

  private func bytes(of value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }

  @Test func soundFilesAreClosed() throws {
    let path = try wav("tone")
    let faults = FaultPlan()
    #expect(try read(path, faults).count == 4800)
    #expect(faults.trace == ["stat", "open", "fstat", "sf_open_fd", "sf_readf_float", "sf_close", "close"])
  }
}
