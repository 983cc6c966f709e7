/// Where the body was and how it moved, one value for each valid row of the angular velocity, in the rider's axes. Derived, never
/// evidence.
public struct RiderTraces: Sendable {
  /// An axis of the rider that a movement turns about.
  public enum Axis: String, Sendable, CaseIterable {
    /// To the side, left positive: a rotation about −X.
    case lateral
    /// Forward positive: a rotation about +Y.
    case forward
    /// To the left positive: a rotation about +Z.
    case axial
  }

  public let frame: RiderFrame
  /// Angles from neutral, radians; NaN where the attitude is not known.
  public private(set) var lateral: [Double] = []
  public private(set) var forward: [Double] = []
  public private(set) var axial: [Double] = []
  /// What the axial angles are worth; the others do not depend on it.
  public let heading: HeadingQuality
  private let attitudes: [Quaternion]

  init(frame: RiderFrame, attitudes: SessionAttitudes) {
    self.frame = frame
    self.attitudes = attitudes.attitudes
    heading = attitudes.heading
    lateral.reserveCapacity(attitudes.attitudes.count)
    forward.reserveCapacity(attitudes.attitudes.count)
    axial.reserveCapacity(attitudes.attitudes.count)
    for attitude in attitudes.attitudes {
      let angles = frame.angles(attitude, heading: attitudes.heading)
      lateral.append(angles?.lateralRadians ?? .nan)
      forward.append(angles?.forwardRadians ?? .nan)
      axial.append(angles?.axialRadians ?? .nan)
    }
  }

  /// The angles about an axis.
  public func angles(_ axis: Axis) -> [Double] {
    switch axis {
    case .lateral: lateral
    case .forward: forward
    case .axial: axial
    }
  }

  /// The axis in the sensor frame: a positive rotation about it is a positive angle.
  public func direction(_ axis: Axis) -> Vector3 {
    switch axis {
    case .lateral: -frame.forward
    case .forward: frame.left
    case .axial: frame.up
    }
  }

  /// The movement about an axis: the gyroscope's rate about it, less `bias`, and the angle from neutral.
  func motion(
    _ axis: Axis, gyro: SampledVectors, bias: Vector3, configuration: AnalysisConfiguration
  ) -> LateralMotion {
    var motion = LateralMotion(
      gyro: gyro, bias: bias, axis: direction(axis), configuration: configuration)
    motion.angle = angles(axis)
    return motion
  }

  /// Acceleration without gravity in the rider's axes, g, at `rows` of the angular velocity: the specific force between two
  /// rows of `force`, less up. NaN where either or the attitude is not known.
  func linearAccelerations(
    _ gyro: SampledVectors, _ force: SampledVectors, rows: Range<Int>
  ) -> [Vector3] {
    guard let first = rows.first else { return [] }
    let unknown = Vector3(.nan, .nan, .nan)
    let gap = SamplingStatistics.gapFactor * force.medianIntervalSeconds
    var after = force.firstIndex(atOrAfter: gyro.times[first])
    return rows.map { row in
      let time = gyro.times[row]
      while after < force.times.count, force.times[after] < time { after += 1 }
      guard after < force.times.count else { return unknown }
      var measured = force.vectors[after]
      if force.times[after] > time {
        guard after > 0, force.times[after] - force.times[after - 1] <= gap else { return unknown }
        let part = (time - force.times[after - 1]) / (force.times[after] - force.times[after - 1])
        measured = (1 - part) * force.vectors[after - 1] + part * measured
      }
      let up = attitudes[row].conjugate.rotate(Vector3(0, 0, 1))
      return frame.turn(measured - up)
    }
  }
}
