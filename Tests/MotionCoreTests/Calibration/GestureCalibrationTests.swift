import Foundation
import Testing

@testable import MotionCore

/// The robust line through the tilts of a lean.
@Suite struct GestureCalibrationTests {
  private let up = Vector3(0.2, -0.5, 0.84).normalized!
  private var e1: Vector3 { up.cross(Vector3(1, 0, 0)).normalized! }
  private var e2: Vector3 { up.cross(e1) }
  private let degree = Double.pi / 180

  /// Tilts out to `angle` degrees and back in the direction `heading` (degrees from e1), with an offset.
  private func tilts(_ angle: Double, heading: Double, offset: Vector3 = .zero) -> [Vector3] {
    let axis = cos(heading * degree) * e1 + sin(heading * degree) * e2
    return (0...200).map { step in
      (angle * degree * sin(.pi * Double(step) / 200)) * axis + offset
    }
  }

  @Test(arguments: [0.0, 37, 90, 145, 180, 200, 271, 359]) func aLineIsFoundWithItsSense(heading: Double)
    throws
  {
    let gesture = try #require(GestureCalibration(tilts: tilts(15, heading: heading), up: up))
    let expected = cos(heading * degree) * e1 + sin(heading * degree) * e2
    #expect((gesture.axis - expected).norm < 1e-9)
    #expect(abs(gesture.angleDegrees - 15) < 1e-3 && gesture.crossShare < 1e-6)
  }

  /// A rider who sits 3° off neutral leans along a line beside it.
  @Test func anOffsetDoesNotTurnTheLine() throws {
    let offset = (3 * degree) * e2
    let gesture = try #require(GestureCalibration(tilts: tilts(15, heading: 0, offset: offset), up: up))
    #expect((gesture.axis - e1).norm < 1e-9)
  }

  /// A tenth of the tilts are 10° off the line: an ordinary fit turns by 5° and more, this one by less than 1.5°.
  @Test func outliersHardlyTurnTheLine() throws {
    var rows = tilts(15, heading: 0)
    for index in 95..<115 { rows[index] = rows[index] + (10 * degree) * e2 }
    let gesture = try #require(GestureCalibration(tilts: rows, up: up))
    let robust = acos(min(1, gesture.axis.dot(e1))) / degree
    var moments = SymmetricMatrix3()
    let mean = (1 / Double(rows.count)) * rows.reduce(Vector3.zero, +)
    for row in rows { moments.addOuterProduct(row - mean) }
    let ordinary = acos(min(1, abs(moments.eigen()[0].vector.dot(e1)))) / degree
    #expect(robust < 1.5 && ordinary > 5)
  }

  @Test func aCircleIsNotStraight() throws {
    let circle = (0..<100).map { step in
      let angle = 2 * Double.pi * Double(step) / 100
      return (10 * degree) * (cos(angle) * e1 + sin(angle) * e2)
    }
    let gesture = GestureCalibration(tilts: circle, up: up)
    #expect((gesture?.crossShare ?? 1) > 0.9)
  }

  @Test func tiltsAllTheSameHaveNoAxis() {
    #expect(GestureCalibration(tilts: [Vector3](repeating: .zero, count: 10), up: up) == nil)
    #expect(GestureCalibration(tilts: [e1, e2], up: up) == nil)
  }
}
