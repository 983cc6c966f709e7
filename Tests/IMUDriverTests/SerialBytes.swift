import Foundation
import MotionCore

@testable import IMUDriver

/// Bytes as serial sensors send them, made by the tests themselves, and decoded frames in a form that can be
/// compared with `Tests/rig/serial_reference.py`.
enum SerialBytes {
  static func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }
    return stride(from: 0, to: digits.count, by: 2).map { offset in
      let start = digits.index(digits.startIndex, offsetBy: offset)
      return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)!
    }
  }

  /// A WitMotion frame: header, type, four words, sum of the first ten bytes.
  static func wit(_ type: UInt8, _ words: [Int16]) -> [UInt8] {
    var bytes: [UInt8] = [0x55, type]
    for word in words {
      bytes.append(UInt8(truncatingIfNeeded: word))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
    }
    bytes.append(bytes.reduce(0, &+))
    return bytes
  }

  /// The frame 50 for a number of milliseconds after 2025-11-30 02:15:00.
  static func witTime(_ milliseconds: Int) -> [UInt8] {
    let second = milliseconds / 1000 % 60
    let minute = 15 + milliseconds / 60_000
    let ms = UInt16(milliseconds % 1000)
    let bytes: [UInt8] = [
      0x55, 0x50, 25, 11, 30, 2, UInt8(minute), UInt8(second), UInt8(ms & 0xFF), UInt8(ms >> 8),
    ]
    return bytes + [bytes.reduce(0, &+)]
  }

  /// A BNO08x frame in RVC mode.
  static func rotationVector(index: UInt8, _ words: [Int16]) -> [UInt8] {
    var body: [UInt8] = [index]
    for word in words {
      body.append(UInt8(truncatingIfNeeded: word))
      body.append(UInt8(truncatingIfNeeded: word >> 8))
    }
    body += [0, 0, 0]
    return [0xAA, 0xAA] + body + [body.reduce(0, &+)]
  }

  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Fixtures/serial")

  /// The messages of the recorded MTi-300, joined.
  static func xsens() throws -> [UInt8] {
    try String(contentsOf: fixtures.appending(path: "xsens_mti300_packets.txt"), encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .flatMap { line in hex(line.split(separator: ":").last.map(String.init) ?? "") }
  }

  static func vectorNav() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: fixtures.appending(path: "vn100_F00294.bin")))
  }

  /// All frames of `bytes`, in one piece.
  static func frames(_ framing: any SerialFraming, _ bytes: [UInt8]) -> [SerialFrame] {
    var decoder = SerialDecoder(framing)
    return frames(decoder.append(bytes))
  }

  static func frames(_ outputs: [SerialDecoder.Output]) -> [SerialFrame] {
    outputs.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
  }

  static func skipped(_ outputs: [SerialDecoder.Output]) -> SkippedBytes {
    var total = SkippedBytes()
    for case .skipped(let skipped) in outputs {
      total.count += skipped.count
      total.damagedFrames += skipped.damagedFrames
    }
    return total
  }
}

/// A frame as the reference decoder prints it.
struct ReferenceFrame: Decodable, Equatable {
  var start: Int
  var end: Int
  var time: Int64?
  var counter: Int64?
  var temperature: Double?
  var values: [String: [Double]]
  var invalid: [String: [String]]

  init(_ frame: SerialFrame) {
    start = frame.start
    end = frame.end
    if case .at(.integer(let value)) = frame.time { time = value }
    counter = frame.counter
    temperature = frame.temperature?.double
    values = [:]
    invalid = [:]
    for reading in frame.readings {
      let name = reading.channel.field?.rawValue ?? reading.channel.kind.rawValue
      values[name] = reading.physical(toCore: 1)
      if !reading.invalid.isEmpty { invalid[name] = reading.invalid }
    }
  }

  /// What the reference makes of a file.
  static func decode(_ language: SerialProtocol, file: URL) throws -> [ReferenceFrame] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "rig/serial_reference.py").path, language.rawValue, file.path,
    ]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try data.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(ReferenceFrame.self, from: $0)
    }
  }

  static func decode(_ language: SerialProtocol, _ bytes: [UInt8]) throws -> [ReferenceFrame] {
    let file = FileManager.default.temporaryDirectory.appending(path: "serial-\(UUID().uuidString).bin")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try decode(language, file: file)
  }
}

/// A small generator for noise, so that every run has the same (Knuth's MMIX constants).
struct SerialNoise {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(next(below: 256)) } }

  mutating func words(_ count: Int) -> [Int16] {
    (0..<count).map { _ in Int16(truncatingIfNeeded: next(below: 65536)) }
  }
}
