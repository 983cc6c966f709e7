import Foundation
import MotionCore
import Testing

@Suite struct LocalPolynomialTests {
  /// 200 Hz with intervals from 2 to 8 ms.
  private let times: [Double] = {
    var random = SplitMix(state: 5)
    var t = 10.0
    return (0..<400).map { _ in
      t += 0.002 + 0.006 * random.uniform()
      return t
    }
  }()

  @Test func cubicsPassUnchangedWithTheirDerivativesAtIrregularTimes() {
    // p = 3 − 2s + 4s² − 5s³ with s = t − 11.
    let values = times.map { t -> Double in
      let s = t - 11
      return 3 - 2 * s + 4 * s * s - 5 * s * s * s
    }
    let fit = LocalPolynomial(order: 3, halfWidthSeconds: 0.052).fit(times: times, values: values)
    #expect(fit.loweredOrder == 0)
    for (i, t) in times.enumerated() {
      let s = t - 11
      #expect(abs(fit.value[i] - values[i]) < 1e-9)
      #expect(abs(fit.first[i] - (-2 + 8 * s - 15 * s * s)) < 1e-6)
      #expect(abs(fit.second[i] - (8 - 30 * s)) < 1e-3)
    }
  }

  /// Savitzky and Golay's published weights for a quadratic or cubic through five points: (−3, 12, 17, 12, −3)/35.
  @Test func onAUniformGridItIsTheSavitzkyGolayFilter() {
    let grid = (0..<9).map { 0.01 * Double($0) }
    let values: [Double] = [1, -3, 4, 2, 8, 0, -5, 6, 1]
    let fit = LocalPolynomial(order: 3, halfWidthSeconds: 0.0201).fit(times: grid, values: values)
    for i in 2..<7 {
      let weights: [Double] = [-3, 12, 17, 12, -3]
      let expected = (0..<5).reduce(0.0) { $0 + weights[$1] * values[i - 2 + $1] } / 35
      #expect(abs(fit.value[i] - expected) < 1e-9)
    }
  }

  @Test func tooFewNeighboursLowerTheOrderOrGiveNothing() {
    // Two lonely samples; then three, through which only a line can go.
    let fit = LocalPolynomial(order: 3, halfWidthSeconds: 0.052)
      .fit(times: [0, 0.01, 1, 1.01, 1.02], values: [1, 2, 0, 3, 6])
    #expect(fit.value[0].isNaN && fit.value[1].isNaN)
    let two = LocalPolynomial().fit(times: [0, 0.01], values: [1, 2])
    #expect(two.value.allSatisfy { $0.isNaN })
    #expect(fit.loweredOrder == 3)
    #expect(abs(fit.value[3] - 3) < 1e-9)
    #expect(abs(fit.first[3] - 300) < 1e-6)
    // A line has no second derivative that is known.
    #expect(fit.second[3].isNaN)
  }

  /// 33 Hz with a row lost, and 10 Hz: the neighbours stand in, and a line passes unchanged; at 5 Hz they are too far. By
  /// hand, in the first: the mean of three around the middle one's own time.
  @Test func aLineThroughTheNeighboursWhereTooFewAreNear() {
    let hole = [0, 0.03, 0.06, 0.12, 0.15, 0.18]
    let line = LocalPolynomial().fit(times: hole, values: hole.map { 2 * $0 + 1 })
    for (i, t) in hole.enumerated() {
      #expect(abs(line.value[i] - (2 * t + 1)) < 1e-9 && abs(line.first[i] - 2) < 1e-6, "\(t)")
    }
    let bump = LocalPolynomial().fit(times: hole, values: [0, 0, 0, 6, 0, 0])
    // t − 0.06 = −0.03, 0, 0.06 with values 0, 0, 6: mean 2 at 0.01, slope Σ(t − 0.01)(y − 2)/Σ(t − 0.01)² = 0.3/0.0042.
    #expect(abs(bump.value[2] - (2 - 0.01 * 0.3 / 0.0042)) < 1e-9)
    let slow = (0..<5).map { 0.1 * Double($0) }
    #expect(LocalPolynomial().fit(times: slow, values: slow).value.allSatisfy { $0.isFinite })
    let slower = slow.map { 2 * $0 }
    #expect(LocalPolynomial().fit(times: slower, values: slower).value.allSatisfy { $0.isNaN })
  }

  @Test func emptyInputGivesEmptyOutput() {
    #expect(LocalPolynomial().fit(times: [], values: []).value.isEmpty)
  }
}
