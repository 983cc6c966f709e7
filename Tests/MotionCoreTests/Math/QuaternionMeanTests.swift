import Foundation
import MotionCore
import Testing

@Suite struct QuaternionMeanTests {
  /// Pairs of turns by ±1° about each axis: their mean is the attitude between, their dispersion 1°; signs do not matter.
  @Test func symmetricTurnsCancelWhateverTheirSigns() throws {
    let degree = Double.pi / 180
    let centre = Quaternion(axis: Vector3(1, -2, 3), radians: 3)
    var samples: [Quaternion] = []
    for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)] {
      for angle in [1.0, -1] {
        let turned = Quaternion(axis: axis, radians: angle * degree) * centre
        samples += [turned, -turned]
      }
    }
    let mean = try #require(QuaternionMean(samples))
    #expect(mean.attitude.angle(to: centre) < 1e-15)
    #expect(abs(mean.dispersionRadians - degree) < 1e-12 && abs(mean.largestRadians - degree) < 1e-12)
  }

  /// 10 000 samples with 2° of noise per axis: the mean within 5 standard errors, the dispersion 2·√3°.
  @Test func noiseAveragesOut() throws {
    let degree = Double.pi / 180
    var random = SeededRandom(seed: 6)
    let centre = QuaternionRotationTests.random(&random)
    let samples = (0..<10_000).map { _ in
      centre * Quaternion(rotationVector: (2 * degree) * QuaternionRotationTests.vector(&random))
    }
    let mean = try #require(QuaternionMean(samples))
    #expect(mean.attitude.angle(to: centre) < 5 * 2 * degree / 100)
    #expect(abs(mean.dispersionRadians / (2 * 3.0.squareRoot() * degree) - 1) < 0.03)
  }

  @Test func nothingHasNoMean() {
    #expect(QuaternionMean([]) == nil)
    #expect(QuaternionMean([Quaternion(x: .nan, y: 0, z: 0, w: 1)]) == nil)
    let one = QuaternionMean([.identity])
    #expect(one?.attitude == .identity && one?.dispersionRadians == 0)
  }
}
