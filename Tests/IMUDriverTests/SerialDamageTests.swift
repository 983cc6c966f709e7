import MotionCore
import Testing

@testable import IMUDriver

/// Damage on the wire: what is whole comes out, what is damaged does not, and it is counted.
@Suite struct SerialDamageTests {
  /// A stream of one protocol in which every bit of one frame can be tried.
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var framing: any SerialFraming
    var frames: [[UInt8]]
    /// The frame that is damaged; so many behind it are enough to find the way back.
    var damaged: Int
    var testDescription: String { name }
  }

  static let samples: [Sample] = {
    var noise = SerialNoise(seed: 11)
    let wit = (0..<24).map { n in
      // Payloads full of beginnings of frames.
      SerialBytes.wit(0x51 + UInt8(n % 2), n % 3 == 0 ? [0x5155, 0x5255, 0x5555, 0x51] : noise.words(4))
    }
    let vector = (0..<12).map { SerialBytes.rotationVector(index: UInt8($0), noise.words(6)) }
    let xsens = try! xsensPackets()
    let nav = try! vectorNavMessages()
    return [
      Sample(name: "WitMotion", framing: WitMotionFraming(), frames: wit, damaged: 6),
      Sample(name: "RVC", framing: RotationVectorFraming(), frames: vector, damaged: 4),
      Sample(name: "Xsens", framing: XsensFraming(), frames: xsens, damaged: 2),
      Sample(name: "VectorNav", framing: VectorNavFraming(), frames: nav, damaged: 2),
    ]
  }()

  /// The full packet of the recorded sensor, twelve times.
  static func xsensPackets() throws -> [[UInt8]] {
    let bytes = try SerialBytes.xsens()
    let frame = SerialBytes.frames(XsensFraming(), bytes)[2]
    return Array(repeating: Array(bytes[frame.start..<frame.end]), count: 12)
  }

  static func vectorNavMessages() throws -> [[UInt8]] {
    let bytes = try SerialBytes.vectorNav()
    return SerialBytes.frames(VectorNavFraming(), bytes).prefix(12).map { Array(bytes[$0.start..<$0.end]) }
  }

  /// The readings of every frame by itself.
  private static func readings(_ sample: Sample) -> [[SerialReading]] {
    sample.frames.map { SerialBytes.frames(sample.framing, $0).flatMap(\.readings) }
  }

  /// A single flipped bit changes every one of these checksums: exactly that frame is missing.
  @Test(arguments: samples) func aFlippedBitCostsItsFrameOnly(sample: Sample) {
    let readings = SerialDamageTests.readings(sample)
    var expected = readings
    expected.remove(at: sample.damaged)
    let start = sample.frames[..<sample.damaged].reduce(0) { $0 + $1.count }
    let stream = sample.frames.flatMap { $0 }
    for bit in 0..<sample.frames[sample.damaged].count * 8 {
      var bytes = stream
      bytes[start + bit / 8] ^= 1 << (bit % 8)
      var decoder = SerialDecoder(sample.framing)
      let outputs = decoder.append(bytes)
      let found = SerialBytes.frames(outputs).map(\.readings)
      guard found == expected else {
        Issue.record("bit \(bit): \(found.count) frames, not \(expected.count)")
        return
      }
      #expect(SerialBytes.skipped(outputs).count == sample.frames[sample.damaged].count)
    }
  }

  /// Bytes lost anywhere in a frame, one or all but one.
  @Test(arguments: samples) func aCutFrameCostsItselfOnly(sample: Sample) {
    let readings = SerialDamageTests.readings(sample)
    var expected = readings
    expected.remove(at: sample.damaged)
    let frame = sample.frames[sample.damaged]
    let before = sample.frames[..<sample.damaged].flatMap { $0 }
    let after = sample.frames[(sample.damaged + 1)...].flatMap { $0 }
    for lost in [1, 2, 5, frame.count - 1] {
      for position in 0...frame.count - lost {
        var cut = frame
        cut.removeSubrange(position..<position + lost)
        let found = SerialBytes.frames(sample.framing, before + cut + after).map(\.readings)
        guard found == expected else {
          Issue.record("\(lost) bytes lost at \(position): \(found.count) frames, not \(expected.count)")
          return
        }
      }
    }
  }

  @Test(arguments: samples) func noiseBetweenFramesCostsNone(sample: Sample) {
    let expected = SerialDamageTests.readings(sample)
    for seed in 1...20 {
      var noise = SerialNoise(seed: UInt64(seed))
      var bytes: [UInt8] = noise.bytes(noise.next(below: 40))
      var added = 0
      for (index, frame) in sample.frames.enumerated() {
        bytes += frame
        guard index + 2 < sample.frames.count, index < 5 else { continue }
        let rubbish = noise.bytes(noise.next(below: 30))
        bytes += rubbish
        added += rubbish.count
      }
      var decoder = SerialDecoder(sample.framing)
      let outputs = decoder.append(bytes)
      #expect(SerialBytes.frames(outputs).map(\.readings) == expected, "seed \(seed)")
      // What came before the first frame was cut by the opening, not by the wire.
      #expect(SerialBytes.skipped(outputs).count == added, "seed \(seed)")
    }
  }

  /// However reads cut the stream, the same comes out.
  @Test(arguments: samples) func readsMayEndAnywhere(sample: Sample) {
    let stream = sample.frames.flatMap { $0 }
    let whole = SerialBytes.frames(sample.framing, stream)
    var single = SerialDecoder(sample.framing)
    #expect(SerialBytes.frames(stream.flatMap { single.append([$0]) }) == whole)
    for split in 1..<stream.count {
      var decoder = SerialDecoder(sample.framing)
      let outputs = decoder.append(stream[..<split]) + decoder.append(stream[split...])
      guard SerialBytes.frames(outputs) == whole else {
        Issue.record("split at \(split)")
        return
      }
    }
  }

  @Test(arguments: samples) func aRestartForgetsHalfAFrame(sample: Sample) {
    var decoder = SerialDecoder(sample.framing)
    _ = decoder.append(sample.frames[0] + sample.frames[1].dropLast(3))
    decoder.restart(at: 0)
    let outputs = decoder.append(Array(sample.frames[1].suffix(3)) + sample.frames[2] + sample.frames[3])
    #expect(SerialBytes.frames(outputs).count == 2)
    #expect(SerialBytes.skipped(outputs).count == 0)
    #expect(SerialBytes.frames(outputs)[0].end == 3 + sample.frames[2].count)
  }
}
