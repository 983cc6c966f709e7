import CLinux
import MotionCore

/// What an open motion node says of itself, and whether this version can use it.
struct EvdevInspection: Sendable {
  var axes: [MotionAxisRange]
  var hasDeviceClock: Bool
  /// Why it cannot be used; nil when it can.
  var problem: SensorError?

  init(_ node: EvdevNode) throws(SensorError) {
    let infos = try node.axes()
    axes = MotionAxis.allCases.compactMap { axis in
      infos[axis].map {
        MotionAxisRange(
          axis: axis, minimum: $0.minimum, maximum: $0.maximum, fuzz: $0.fuzz, resolution: $0.resolution)
      }
    }
    hasDeviceClock = node.hasDeviceClock()
    problem = EvdevInspection.problem(of: axes, declaresMotion: node.declaresMotion(), path: node.path)
  }

  /// A motion node has all six axes, each with a resolution, and declares that these are units of motion.
  static func problem(of axes: [MotionAxisRange], declaresMotion: Bool, path: String) -> SensorError? {
    func missing(_ wanted: [MotionAxis]) -> [MotionAxis] {
      wanted.filter { axis in !axes.contains { $0.axis == axis } }
    }
    func names(_ axes: [MotionAxis]) -> String { axes.map(\.kernelName).joined(separator: ", ") }
    let remedy = "use a controller whose motion sensor has an accelerometer and a gyroscope (docs/sensors.md)"
    let noGyroscope = missing(MotionAxis.rotation)
    let noAccelerometer = missing(MotionAxis.acceleration)
    let noUnits = axes.filter { $0.resolution <= 0 }.map(\.axis)
    let reason: String
    if !noAccelerometer.isEmpty {
      reason = "it has no accelerometer (axes \(names(noAccelerometer)) are missing)"
    } else if !noGyroscope.isEmpty {
      reason = "it has no gyroscope (axes \(names(noGyroscope)) are missing), which this version needs"
    } else if !noUnits.isEmpty {
      reason = "its driver gives no resolution for \(names(noUnits)), so their unit is unknown"
    } else if !declaresMotion {
      reason = "its driver does not declare a motion sensor, so the unit of its axes is unknown"
    } else {
      return nil
    }
    return .unusable(path: path, reason: reason, remedy: remedy)
  }
}
