import Foundation
import MotionCore

/// Finds out at which rate and in which protocol a port speaks, and what it sends: every protocol listens at one
/// rate after the other until one of them has valid frames.
struct SerialProbe {
  /// The usual rates, the likeliest first.
  static let bauds = [
    115_200, 9600, 921_600, 230_400, 460_800, 57_600, 38_400, 19_200, 1_000_000, 2_000_000, 256_000, 4800,
  ]

  /// What was found.
  struct Found {
    var language: SerialProtocol
    var baud: Int
    var decoder: SerialDecoder
    /// Bytes that came while listening.
    var bytes: Int
    var frames: [SerialFrame]
    /// The longest time between two frames.
    var longestGap: Duration
  }

  let port: SerialPort
  let framings: [(language: SerialProtocol, framing: any SerialFraming)]
  let clock: any HostClock

  /// How long the first byte may take: some boards spend two seconds in their boot loader after the port opens.
  private static let silence: Duration = .seconds(3)
  /// And how long at the rates after the first.
  private static let furtherSilence: Duration = .milliseconds(600)
  /// How long bytes without a frame are listened to at one rate.
  private static let withoutFrames: Duration = .milliseconds(900)
  /// And how long when there are frames, but not enough.
  private static let withFewFrames: Duration = .milliseconds(2500)
  private static let framesToDecide = 3
  /// How long the decided protocol is listened to, to learn what it sends.
  private static let learning: Duration = .milliseconds(600)

  /// Tries `bauds` in order. Throws a `SerialError`.
  func run(bauds: [Int]) throws(SerialError) -> Found {
    let begun = clock.now()
    var tried: [SerialError.Attempt] = []
    var text: String?
    for baud in bauds {
      switch try listen(baud, silence: tried.isEmpty ? SerialProbe.silence : SerialProbe.furtherSilence) {
      case .found(let found): return found
      case .attempt(let attempt, let line):
        tried.append(attempt)
        text = text ?? line
      }
    }
    // At a wrong rate bytes are garbage, but they come.
    if tried.allSatisfy({ $0.bytes == 0 }) {
      throw .silent(path: port.path, seconds: (clock.now() - begun).inSeconds)
    }
    throw .notUnderstood(path: port.path, tried: tried, asText: text)
  }

  private enum Outcome {
    case found(Found)
    case attempt(SerialError.Attempt, text: String?)
  }

  /// One protocol that listens.
  private struct Listener {
    var language: SerialProtocol
    var decoder: SerialDecoder
    var frames: [SerialFrame] = []
    var lastFrame: HostTime?
    var longestGap: Duration = .zero

    mutating func take(_ bytes: some Collection<UInt8>, at now: HostTime) {
      for case .frame(let frame) in decoder.append(bytes) where !frame.readings.isEmpty {
        frames.append(frame)
        if let lastFrame { longestGap = max(longestGap, now - lastFrame) }
        lastFrame = now
      }
    }
  }

  private func listen(_ baud: Int, silence: Duration) throws(SerialError) -> Outcome {
    try port.setBaud(baud)
    var listeners = framings.map { Listener(language: $0.language, decoder: SerialDecoder($0.framing)) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    defer { buffer.deallocate() }
    var heard: [UInt8] = []
    var count = 0
    var firstByte: HostTime?
    var decided: (index: Int, at: HostTime)?
    let begun = clock.now()
    while true {
      let now = clock.now()
      if let decided {
        if now >= decided.at + SerialProbe.learning {
          let it = listeners[decided.index]
          return .found(
            Found(
              language: it.language, baud: baud, decoder: it.decoder, bytes: count, frames: it.frames,
              longestGap: it.longestGap))
        }
      } else if let firstByte {
        let few = listeners.contains { !$0.frames.isEmpty }
        if now > firstByte + (few ? SerialProbe.withFewFrames : SerialProbe.withoutFrames) { break }
      } else if now > begun + silence {
        break
      }
      switch port.read(into: buffer, milliseconds: 50) {
      case .nothing: continue
      case .stopped: throw .callFailed(path: port.path, call: "read", errno: ECANCELED)
      case .gone: throw .callFailed(path: port.path, call: "read", errno: ENODEV)
      case .bytes(let length):
        let now = clock.now()
        firstByte = firstByte ?? now
        let bytes = Array(buffer[..<length])
        count += length
        if heard.count < 512 { heard += bytes.prefix(512 - heard.count) }
        for index in listeners.indices { listeners[index].take(bytes, at: now) }
        if decided == nil, let best = best(listeners, count) { decided = (best, now) }
      }
    }
    let attempt = SerialError.Attempt(
      baud: baud, bytes: count, first: Array(heard.prefix(16)),
      frames: listeners.map(\.frames.count).max() ?? 0)
    return .attempt(attempt, text: SerialProbe.line(of: heard))
  }

  /// The protocol with enough frames that make up at least half of what came.
  private func best(_ listeners: [Listener], _ count: Int) -> Int? {
    listeners.indices.filter {
      listeners[$0].frames.count >= SerialProbe.framesToDecide
        && listeners[$0].decoder.framedBytes * 2 >= count
    }.max { listeners[$0].decoder.framedBytes < listeners[$1].decoder.framedBytes }
  }

  /// A whole line, where the bytes are text.
  static func line(of heard: [UInt8]) -> String? {
    let isText = heard.allSatisfy { (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) }
    let lines = heard.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    guard isText, lines.count > 2 else { return nil }
    return String(decoding: lines[1].prefix(80), as: UTF8.self)
  }
}
