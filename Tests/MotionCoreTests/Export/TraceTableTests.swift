import Foundation
import Testing

@testable import MotionCore

/// `traces.csv` against motions that are known.
@Suite struct TraceTableTests {
  private struct Exported {
    var header: [String]
    var rows: [[String]]
    var json: JSONValue

    func cells(_ column: String) throws -> [Double?] {
      let place = try #require(header.firstIndex(of: column), "\(column)")
      return rows.map { Double($0[place]) }
    }
  }

  private func export(_ session: MotionSession) throws -> (Exported?, JSONValue) {
    let fixture = SessionFixture()
    try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
    let folder = ExportFolder(path: fixture.folder, target: fixture.folder, fileSystem: PosixFileSystem())
    var report = ExportReport()
    try CSVExport(session: session, programVersion: "1").write(to: folder, &report)
    let bytes = try #require(FileManager.default.contents(atPath: "\(fixture.folder)/export.json"))
    let json = try #require(try JSONValue.parse([UInt8](bytes))["traces"])
    guard SessionFixture.visible(fixture.folder).contains("traces.csv") else { return (nil, json) }
    let cells = try SessionFixture.cells("\(fixture.folder)/traces.csv", separator: ",")
    #expect(cells.allSatisfy { $0.count == cells[0].count })
    return (Exported(header: cells[0], rows: Array(cells.dropFirst()), json: json), json)
  }

  /// A calibrated rider who leans 20° to the left in 0.8 s at 14.4 s and is shaken forward and back by 0.05 g at 2 Hz from
  /// 17 s on, with 0.3 s missing while held.
  private func calibrated() throws -> (SyntheticRider, MotionSession) {
    var rider = SyntheticRider.calibrating
    rider.mounting = Quaternion(axis: Vector3(1, -2, 0.7), radians: 1.4)
    rider.seconds = 20
    rider.moves.append(SyntheticRider.Move(start: 14.4, by: (20, 0, 0)))
    rider.gaps = [16.0...16.3]
    var led = LedCalibration(rider)
    led.all()
    var lean = LeanSession()
    lean.stationary = nil
    lean.cues = [LeanSession.Cue(at: 14, expect: .left)]
    var session = lean.session(streams: rider.streams)
    session.calibration = led.session.calibration
    let push = rider.mounting.conjugate.rotate(Vector3(1, 0, 0))
    session.streams[0].values = zip(session.streams[0].values, [push.x, push.y, push.z]).map { column, more in
      .reals(zip(column.doubles, rider.times).map { $0 + more * Self.push($1) })
    }
    return (rider, session)
  }

  /// g, along the rider's X.
  private static func push(_ t: Double) -> Double { t > 17 ? 0.05 * sin(2 * .pi * 2 * t) : 0 }

  @Test func aCalibratedSessionHasEveryColumn() throws {
    let (rider, session) = try calibrated()
    let (found, json) = try export(session)
    let traces = try #require(found)
    #expect(traces.header.count == 30 && Set(traces.header).count == 30)
    #expect(traces.rows.count == rider.times.count)
    #expect(json["file"] == "traces.csv" && json["rows_of"] == "gyroscope")
    #expect(json["rate_source"] == "gyroscope" && json["lateral_angle_source"] == "calibration")
    #expect(json["unavailable"] == [:])
    let lateral = try traces.cells("lateral_rad")
    let forward = try traces.cells("forward_rad")
    for (row, t) in rider.times.enumerated() where row > 0 && t < 17 {
      let truth = rider.angles(t)
      #expect(abs(try #require(lateral[row]) * 180 / .pi - truth.lateral) < 0.1)
      #expect(abs(try #require(forward[row]) * 180 / .pi - truth.forward) < 0.1)
    }
  }

  /// 20° in T = 0.8 s by minimum jerk: rate A/T·30u²(1−u)², acceleration A/T²·60u(1−u)(1−2u), jerk A/T³·60(1−6u+6u²). Rates
  /// are means over the 10 ms before their row. Here at u from 0.2 to 0.8, where the curvature of the jerk is small.
  @Test(arguments: ["unfiltered", "local_polynomial"])
  func ratesAndDerivativesAreThoseOfTheMovement(variant: String) throws {
    let (rider, session) = try calibrated()
    let traces = try #require(try export(session).0)
    let rate = try traces.cells("\(variant)_lateral_rate_rad_s")
    let acceleration = try traces.cells("\(variant)_lateral_acceleration_rad_s2")
    let jerk = try traces.cells("\(variant)_lateral_jerk_rad_s3")
    let still = try traces.cells("\(variant)_axial_rate_rad_s")
    let a = 20 * Double.pi / 180
    for (row, t) in rider.times.enumerated() {
      let u = (t - 0.005 - 14.4) / 0.8
      guard u > 0.2, u < 0.8 else { continue }
      #expect(abs(try #require(rate[row]) - a / 0.8 * 30 * u * u * (1 - u) * (1 - u)) < 0.005)
      #expect(abs(try #require(acceleration[row]) - a / 0.64 * 60 * u * (1 - u) * (1 - 2 * u)) < 0.05)
      // 60A/T³ is 41 rad/s³; the polynomial of ±52 ms weakens what changes within 0.1 s.
      let truth = a / 0.512 * 60 * (1 - 6 * u + 6 * u * u)
      #expect(abs(try #require(jerk[row]) - truth) < (variant == "unfiltered" ? 0.5 : 1.5))
      #expect(abs(try #require(still[row])) < 0.003)
    }
  }

  @Test func nothingIsComputedAcrossAGap() throws {
    let (rider, session) = try calibrated()
    let traces = try #require(try export(session).0)
    let segments = try traces.cells("segment")
    let edge = try #require(rider.times.firstIndex { $0 > 16 })
    #expect(Set(segments[..<edge]) == [0] && Set(segments[edge...]) == [1])
    let acceleration = try traces.cells("unfiltered_lateral_acceleration_rad_s2")
    let rate = try traces.cells("unfiltered_lateral_rate_rad_s")
    for row in [0, edge - 1, edge, rider.times.count - 1] {
      #expect(acceleration[row] == nil && rate[row] != nil, "\(row)")
    }
    #expect(acceleration[edge - 2] != nil && acceleration[edge + 1] != nil)
  }

  @Test(arguments: ["unfiltered", "local_polynomial"])
  func theAccelerationIsWithoutGravityAndInTheRidersAxes(variant: String) throws {
    let (rider, session) = try calibrated()
    let traces = try #require(try export(session).0)
    let axes = try ["x", "y", "z"].map { try traces.cells("\(variant)_linear_acceleration_rider_\($0)_g") }
    for (row, t) in rider.times.enumerated() where (2...4).contains(t) || (17.5...19.5).contains(t) {
      // The filter of 3 s hardly follows; the local cubic takes some 2 % of 2 Hz off.
      #expect(abs(try #require(axes[0][row]) - Self.push(t)) < 0.004)
      #expect(abs(try #require(axes[1][row])) < 0.002)
      #expect(abs(try #require(axes[2][row])) < 0.002)
    }
  }

  /// More rows than are computed at once: at the seam the numbers are those of the whole.
  @Test func partsAreJoinedWithoutASeam() throws {
    let session = LeanSession.standard.build()
    let traces = try #require(try export(session).0)
    let analyzed = MotionAnalyzer().analyzed(session)
    let axis = try #require(analyzed.analysis.movement.axis.value?.direction)
    let motion = LateralMotion(
      gyro: try #require(analyzed.vectors.rate.value),
      bias: try #require(analyzed.analysis.movement.bias.value?.radiansPerSecond), axis: axis,
      configuration: .default)
    let rate = try traces.cells("local_polynomial_lateral_rate_rad_s")
    let slope = try traces.cells("local_polynomial_lateral_acceleration_rad_s2")
    #expect(rate.count == session.streams[0].count)
    for row in 4000..<4200 {
      #expect(rate[row] == motion.rate[row] && slope[row] == motion.rateChange[row])
    }
  }

  /// Without a calibration the lateral axis alone is known: the other cells are empty, and the reasons given.
  @Test func anUncalibratedSessionHasTheLateralOnes() throws {
    var lean = LeanSession.standard
    lean.gaps = [12.0...12.2]
    var session = lean.build()
    let place = try #require(session.streams.firstIndex { $0.description.kind == .gyroscope })
    session.streams[place].badRows = [3]
    let (found, json) = try export(session)
    let traces = try #require(found)
    let lateral = try traces.cells("lateral_rad")
    // Held at 20° from 11.3 to 14.3 s.
    let times = try traces.cells("t_s")
    for (row, t) in times.enumerated() where t.map({ $0 > 11.5 && $0 < 14.2 }) == true {
      #expect(abs(try #require(lateral[row]) * 180 / .pi - 20) < 0.2)
    }
    for column in [
      "forward_rad", "unfiltered_forward_rate_rad_s", "local_polynomial_linear_acceleration_rider_x_g",
    ] {
      #expect(try traces.cells(column).allSatisfy { $0 == nil })
    }
    #expect(json["unavailable"]?["forward_rad"]?.string == "the session was not calibrated")
    #expect(json["unavailable"]?["forward rates"]?.string == "the session was not calibrated")
    #expect(json["unavailable"]?["linear_acceleration"]?.string == "the session was not calibrated")
    #expect(json["unavailable"]?["lateral_rad"] == nil)
    #expect(json["rows_without_rate"] == 1 && json["segments"] == 2)
    // The row without a value has its times and nothing else.
    #expect(traces.rows[3].dropFirst(2).allSatisfy(\.isEmpty) && !traces.rows[3][0].isEmpty)
  }

  @Test func withoutAnAxisThereIsNoTableAndTheReason() throws {
    var lean = LeanSession.standard
    lean.cues = []
    let (found, json) = try export(lean.build())
    #expect(found == nil)
    #expect(json["unavailable"]?.string == "no left or right cue has samples after it")
  }

  /// A phone's rows: those of its motion stream.
  @Test func theRowsAreThoseOfTheAngularVelocity() throws {
    let session = try #require(MotionOnlySession().derived(from: LeanSession.standard.build()))
    let (found, json) = try export(session)
    #expect(try #require(found).rows.count == session.streams[0].count)
    #expect(json["rows_of"] == "motion" && json["rate_source"] == "rotation_rate")
  }
}
