import MotionCore
import Testing

@Suite struct RobustLineTests {
  @Test func aQuarterOfWildPointsDoesNotMoveIt() throws {
    let x = (0..<40).map(Double.init)
    let y = x.map { Int($0).isMultiple(of: 4) ? 1e6 : 2 + 0.5 * $0 }
    let line = try #require(RobustLine.theilSen(x: x, y: y))
    #expect(abs(line.slope - 0.5) < 1e-12)
    #expect(abs(line.intercept - 2) < 1e-9)
    #expect(abs(line(100) - 52) < 1e-9)
  }

  /// Slopes of the pairs of (0,0) (1,1) (2,4): 1, 2, 3; intercepts with slope 2: 0, −1, 0.
  @Test func handWorkedMedianOfSlopes() throws {
    let line = try #require(RobustLine.theilSen(x: [0, 1, 2], y: [0, 1, 4]))
    #expect(line.slope == 2)
    #expect(line.intercept == 0)
  }

  @Test func noTwoDifferentPlacesNoLine() {
    #expect(RobustLine.theilSen(x: [], y: []) == nil)
    #expect(RobustLine.theilSen(x: [1], y: [2]) == nil)
    #expect(RobustLine.theilSen(x: [1, 1], y: [2, 3]) == nil)
  }
}
