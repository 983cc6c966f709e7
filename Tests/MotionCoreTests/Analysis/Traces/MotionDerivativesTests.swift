import Foundation
import Testing

@testable import MotionCore

/// Both variants against the derivatives of functions that are known, on irregular times.
@Suite struct MotionDerivativesTests {
  /// A motion about x with intervals from 2 to 8 ms and the given rate (rad/s); rows within `gap` are not there.
  private func motion(_ rate: (Double) -> Double, gap: ClosedRange<Double>? = nil) throws -> LateralMotion {
    var random = SplitMix(state: 11)
    var t = 0.0
    var samples: [(Double, Double)] = []
    for _ in 0..<600 {
      t += 0.002 + 0.006 * random.uniform()
      if gap?.contains(t) != true { samples.append((t, rate(t))) }
    }
    return try LateralMotion.measured(samples)
  }

  private func localPolynomial(_ motion: LateralMotion, _ rows: Range<Int>) throws -> MotionDerivatives {
    try #require(
      MotionDerivatives.localPolynomial(motion.polynomial, motion.gyro, rows: rows, count: 1) { rows in
        [rows.map { motion.unfilteredRate[$0] }]
      }.first)
  }

  private func unfiltered(_ motion: LateralMotion, _ rows: Range<Int>) throws -> MotionDerivatives {
    try #require(
      MotionDerivatives.unfiltered(motion.gyro, rows: rows, count: 1) { rows in
        [rows.map { motion.unfilteredRate[$0] }]
      }.first)
  }

  /// ω = 0.4 − 0.3s + 0.8s² − 0.5s³, s = t − 1.5: the local cubic has it exactly, at every own time.
  @Test func localPolynomialOfACubicIsExactAtTheTimesAsTheyAre() throws {
    func omega(_ t: Double) -> Double {
      let s = t - 1.5
      return 0.4 - 0.3 * s + 0.8 * s * s - 0.5 * s * s * s
    }
    let motion = try motion(omega)
    let rows = 40..<500
    let found = try localPolynomial(motion, rows)
    #expect(found.variant.rawValue == "local_polynomial")
    #expect(found.value.count == rows.count && found.second.count == rows.count)
    for i in rows {
      let s = motion.times[i] - 1.5
      #expect(abs(found.value[i - 40] - omega(motion.times[i])) < 1e-8)
      #expect(abs(found.first[i - 40] - (-0.3 + 1.6 * s - 1.5 * s * s)) < 1e-6)
      #expect(abs(found.second[i - 40] - (1.6 - 3 * s)) < 1e-3)
    }
  }

  /// A part of the rows gives what all of them give, bit for bit: neighbours beyond the part are looked at.
  @Test func aPartIsAsTheWhole() throws {
    let motion = try motion({ 0.3 * sin(9 * $0) + 0.1 * cos(61 * $0) }, gap: 1.4...1.6)
    let rows = motion.times.indices
    for compute in [localPolynomial, unfiltered] {
      let whole = try compute(motion, rows)
      for part in [0..<1, 100..<103, 250..<400, rows.upperBound - 1..<rows.upperBound] {
        let found = try compute(motion, part)
        for (i, row) in part.enumerated() {
          #expect(found.value[i].bitPattern == whole.value[row].bitPattern)
          #expect(found.first[i].bitPattern == whole.first[row].bitPattern)
          #expect(found.second[i].bitPattern == whole.second[row].bitPattern)
        }
      }
    }
    // It is the rate that the analysis detects with.
    #expect(try localPolynomial(motion, rows).value == motion.rate)
  }

  /// A parabola goes through its own three points: ω = 1 + 2t − 3t².
  @Test func centralDifferencesOfAParabolaAreExactAndUnfiltered() throws {
    let motion = try motion { 1 + 2 * $0 - 3 * $0 * $0 }
    let all = motion.times.indices
    let found = try unfiltered(motion, all)
    #expect(found.variant.rawValue == "unfiltered")
    for i in all.dropFirst().dropLast() {
      #expect(found.value[i] == motion.unfilteredRate[i])
      // Times are whole nanoseconds: half of one, at a slope of 16, over the square of 2 ms.
      #expect(abs(found.first[i] - (2 - 6 * motion.times[i])) < 2e-5)
      #expect(abs(found.second[i] + 6) < 1e-2)
    }
    // The first and the last sample have one neighbour only.
    #expect(found.first.first?.isNaN == true && found.first.last?.isNaN == true)
    #expect(found.value.first?.isNaN == false)
  }

  @Test func neitherVariantReachesAcrossAGap() throws {
    // A step of 1 rad/s hides in the gap: a difference across it would show it.
    let motion = try motion({ $0 < 1.2 ? 0.5 : 1.5 }, gap: 1.15...1.3)
    #expect(motion.gyro.segments.count == 2)
    let all = motion.times.indices
    let edge = motion.gyro.segments[1].lowerBound
    for found in [try localPolynomial(motion, all), try unfiltered(motion, all)] {
      #expect(found.first.allSatisfy { $0.isNaN || abs($0) < 1e-6 })
      #expect(found.second.allSatisfy { $0.isNaN || abs($0) < 1e-2 })
    }
    let differences = try unfiltered(motion, all)
    #expect(differences.first[edge].isNaN && differences.first[edge - 1].isNaN)
    #expect(differences.value[edge] == motion.unfilteredRate[edge])
  }

  /// A 20 Hz perturbation of 0.01 rad/s: 1.26 rad/s² in the differences, which sample it densely; the local cubic
  /// of ±52 ms (Savitzky–Golay, about 11 Hz at −3 dB for the slope) takes most of it away.
  @Test func theVariantsDifferInHowTheyTreatHighFrequencies() throws {
    let motion = try motion { 0.01 * sin(2 * .pi * 20 * $0) }
    let rows = 100..<500
    func peak(_ values: [Double]) -> Double { values.map(abs).max() ?? 0 }
    let differences = peak(try unfiltered(motion, rows).first)
    let smooth = peak(try localPolynomial(motion, rows).first)
    let analytic = 0.01 * 2 * Double.pi * 20
    #expect(differences > 0.85 * analytic && differences < 1.15 * analytic)
    #expect(smooth < 0.4 * analytic)
  }
}
