import Testing

@testable import MotionCore

/// Outputs are compared with published ones and with an independent implementation of the two generators in
/// Python's unbounded integers.
struct RandomNumbersTests {
  @Test func splitMixGivesItsReferenceOutputs() {
    // The values that implementations of S. Vigna's splitmix64.c publish for the seeds 0 and 1234567.
    var zero = SplitMix64(seed: 0)
    #expect(
      [zero.next(), zero.next(), zero.next()] == [
        0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F,
      ])
    var other = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in other.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func xoshiroGivesItsReferenceOutputs() {
    // The reference xoshiro256starstar.c from the state {1, 2, 3, 4}, as the crate rand_xoshiro quotes it.
    var random = SeededRandom(state: (1, 2, 3, 4))
    #expect(
      (0..<10).map { _ in random.next() } == [
        11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
        607_988_272_756_665_600, 16_172_922_978_634_559_625, 8_476_171_486_693_032_832,
        10_595_114_339_597_558_777, 2_904_607_092_377_533_576,
      ])
  }

  /// Computed in Python: four SplitMix64 draws as the state, then xoshiro256**.
  static let firstOutputs: [UInt64: [UInt64]] = [
    0: [
      11_091_344_671_253_066_420, 13_793_997_310_169_335_082, 1_900_383_378_846_508_768,
      7_684_712_102_626_143_532,
    ],
    42: [
      1_546_998_764_402_558_742, 6_990_951_692_964_543_102, 12_544_586_762_248_559_009,
      17_057_574_109_182_124_193,
    ],
    UInt64.max: [
      10_328_197_420_357_168_392, 14_156_678_507_024_973_869, 9_357_971_779_955_476_126,
      13_791_585_006_304_312_367,
    ],
  ]

  @Test(arguments: firstOutputs)
  func seedFillsTheState(seed: UInt64, expected: [UInt64]) {
    var random = SeededRandom(seed: seed)
    #expect((0..<4).map { _ in random.next() } == expected)
  }

  @Test func uniformTakesTheTop53Bits() {
    // The outputs for seed 42 above, shifted right by 11 and times 2⁻⁵³, by Python.
    var random = SeededRandom(seed: 42)
    let drawn = (0..<4).map { _ in random.uniform() }
    #expect(
      drawn == [0.08386297105988216, 0.3789802506626686, 0.6800434110281394, 0.9246929453253876])
  }

  @Test func normalAndExponentialFollowTheirFormulas() {
    // The same formulas in Python; its logarithm may differ in the last bit.
    var random = SeededRandom(seed: 42)
    for expected in [
      -0.7262191382447857, -0.21119691823195985, 0.2216227015035933, 0.5227716877560146,
    ] {
      #expect(abs(random.normal() - expected) < 1e-15)
    }
    var other = SeededRandom(seed: 42)
    for expected in [0.21897332645854392, 1.190980987696931, 2.8489248796346938] {
      #expect(abs(other.exponential(mean: 2.5) - expected) < 1e-14)
    }
  }

  @Test func momentsAreThoseOfTheDistributions() {
    // Tolerances are 4 standard errors at n = 100 000: 4σ/√n for a mean, 4·√((κ−1)/n)·σ² for a variance,
    // with kurtosis κ = 1.8 (uniform), 3 (normal), 9 (exponential).
    let n = 100_000
    var random = SeededRandom(seed: 7)
    func moments(_ draw: () -> Double) -> (mean: Double, variance: Double) {
      let values = (0..<n).map { _ in draw() }
      let mean = values.reduce(0, +) / Double(n)
      return (mean, values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(n - 1))
    }
    let uniform = moments { random.uniform() }
    #expect(abs(uniform.mean - 0.5) < 0.00366)
    #expect(abs(uniform.variance - 1.0 / 12) < 0.00095)
    let normal = moments { random.normal() }
    #expect(abs(normal.mean) < 0.0127)
    #expect(abs(normal.variance - 1) < 0.0179)
    let exponential = moments { random.exponential(mean: 2) }
    #expect(abs(exponential.mean - 2) < 0.0253)
    #expect(abs(exponential.variance - 4) < 0.143)
  }

  @Test func theSpareNormalSurvivesOtherDraws() {
    var random = SeededRandom(seed: 42)
    _ = random.normal()
    _ = random.next()
    #expect(abs(random.normal() - -0.21119691823195985) < 1e-15)
  }
}
