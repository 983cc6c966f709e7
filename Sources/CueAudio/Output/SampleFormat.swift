/// The one conversion from samples in −1…1 to the 16-bit integers that are hashed and played.
enum SampleFormat {
  static func int16(_ sample: Float) -> Int16 {
    Int16((max(-1, min(1, sample)) * 32_767).rounded())
  }

  /// As 16-bit little-endian bytes.
  static func bytes(_ pcm: [Int16]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pcm.count * 2)
    for sample in pcm {
      let value = UInt16(bitPattern: sample)
      bytes.append(UInt8(value & 0xFF))
      bytes.append(UInt8(value >> 8))
    }
    return bytes
  }

  /// From 16-bit little-endian bytes; a last odd byte is left out.
  static func pcm(_ bytes: some Collection<UInt8>) -> [Int16] {
    var pcm: [Int16] = []
    pcm.reserveCapacity(bytes.count / 2)
    var low: UInt8?
    for byte in bytes {
      if let first = low {
        pcm.append(Int16(bitPattern: UInt16(first) | UInt16(byte) << 8))
        low = nil
      } else {
        low = byte
      }
    }
    return pcm
  }
}
