#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Random numbers that are a function of their seed alone, on every machine and in every version: drawn
/// intervals of a drill and everything that a simulated rider does come from it.
///
/// The generator is xoshiro256** 1.0 (D. Blackman and S. Vigna, "Scrambled linear pseudorandom number
/// generators", ACM TOMS 47(4), 2021; reference code at prng.di.unimi.it), its 256 bits of state filled by
/// four draws of `SplitMix64`, as its authors recommend. It is not for secrets.
///
/// The order and the number of the draws behind each method are part of its contract: changing them changes
/// every drawn timeline.
public struct SeededRandom: Sendable {
  private var s0: UInt64
  private var s1: UInt64
  private var s2: UInt64
  private var s3: UInt64
  /// The second value of the last pair of normals.
  private var spareNormal: Double?

  public init(seed: UInt64) {
    var filler = SplitMix64(seed: seed)
    self.init(state: (filler.next(), filler.next(), filler.next(), filler.next()))
  }

  /// Starts from a given state, which must not be all zero. For the published reference outputs.
  init(state: (UInt64, UInt64, UInt64, UInt64)) {
    (s0, s1, s2, s3) = state
  }

  /// 64 random bits.
  public mutating func next() -> UInt64 {
    let result = SeededRandom.rotateLeft(s1 &* 5, 7) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = SeededRandom.rotateLeft(s3, 45)
    return result
  }

  /// Uniform in [0, 1): the top 53 bits of one draw, times 2⁻⁵³.
  public mutating func uniform() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Normal with mean 0 and standard deviation 1, by the polar method (G. Marsaglia and T. A. Bray, "A
  /// convenient method for generating normal variables", SIAM Review 6, 1964). Two uniforms an attempt give a
  /// pair; the second of a pair is kept for the next call, whatever is drawn in between.
  public mutating func normal() -> Double {
    if let spare = spareNormal {
      spareNormal = nil
      return spare
    }
    while true {
      let u = 2 * uniform() - 1
      let v = 2 * uniform() - 1
      let square = u * u + v * v
      guard square > 0, square < 1 else { continue }
      let factor = (-2 * log(square) / square).squareRoot()
      spareNormal = v * factor
      return u * factor
    }
  }

  /// Exponential with the given mean: −mean · ln(1 − u) of one uniform u, so that the logarithm never sees 0.
  public mutating func exponential(mean: Double) -> Double {
    -mean * log(1 - uniform())
  }

  private static func rotateLeft(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }
}

/// SplitMix64: turns any seed, 0 included, into well-mixed 64-bit numbers (G. L. Steele, D. Lea and C. H.
/// Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; S. Vigna's reference code at
/// prng.di.unimi.it).
struct SplitMix64: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
