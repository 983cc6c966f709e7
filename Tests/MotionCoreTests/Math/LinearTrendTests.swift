import Foundation
import Testing

@testable import MotionCore

@Suite struct LinearTrendTests {
  /// By hand: x = 0…6, y = 2 + 3x + e with e = (1, −1, 0, 0, 0, −1, 1), whose sum and whose sum against x are 0 and 0:
  /// slope 3, intercept 2, Σe² = 4, Σ(x − 3)² = 28, error √(4/5/28); t(5) = 2.5706.
  @Test func slopeErrorAndInterval() throws {
    let e = [1.0, -1, 0, 0, 0, -1, 1]
    let x = (0..<7).map(Double.init)
    let found = try #require(LinearTrend(x: x, y: zip(x, e).map { 2 + 3 * $0 + $1 }))
    #expect(abs(found.slope - 3) < 1e-12 && abs(found.intercept - 2) < 1e-12)
    let error = (4.0 / 5 / 28).squareRoot()
    #expect(abs(found.slopeError - error) < 1e-12)
    #expect(abs(found.high - (3 + 2.5706 * error)) < 2e-4)
    #expect(abs(found.low - (3 - 2.5706 * error)) < 2e-4)
  }

  /// Printed tables of Student's t, 97.5 %.
  @Test(arguments: [(5, 2.5706), (6, 2.4469), (10, 2.2281), (30, 2.0423), (120, 1.9799), (100_000, 1.95999)])
  func quantilesOfStudent(degrees: Int, table: Double) {
    #expect(abs(StudentT.quantile975(degreesOfFreedom: degrees) - table) < 1e-3)
  }

  @Test func withoutEnoughThereIsNoTrend() {
    #expect(LinearTrend(x: [1, 2, 3, 4, 5, 6], y: [1, 2, 3, 4, 5, 6]) == nil)
    #expect(LinearTrend(x: [Double](repeating: 4, count: 9), y: (0..<9).map(Double.init)) == nil)
  }
}
