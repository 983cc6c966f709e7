/// The one conversion from samples in −1…1 to the 16-bit integers that are hashed and played.
enum SampleFormat {
  static func int16(_ sample: Float) -> Int16 {
    Int16((max(-1, min(1, sample)) * 32_767).rounded())
  }

  /// 16-bit little-endian bytes.
  static func bytes(_ samples: [Float]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * 2)
    for sample in samples {
      let value = UInt16(bitPattern: int16(sample))
      bytes.append(UInt8(value & 0xFF))
      bytes.append(UInt8(value >> 8))
    }
    return bytes
  }
}
