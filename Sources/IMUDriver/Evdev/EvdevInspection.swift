import CLinux
import MotionCore

/// What an open motion node says of itself, and whether it can be used.
struct EvdevInspection: Sendable {
  var axes: [MotionAxisRange]
  var hasDeviceClock: Bool
  /// The sensors on the axes.
  var layout: MotionLayout
  /// Why it cannot be used; nil when it can.
  var problem: SensorError?

  /// `known` is what the table says of the controller, if it is in it.
  init(_ node: EvdevNode, known: KnownController?) throws(SensorError) {
    let infos = try node.axes()
    axes = MotionAxis.allCases.compactMap { axis in
      infos[axis].map {
        MotionAxisRange(
          axis: axis, minimum: $0.minimum, maximum: $0.maximum, fuzz: $0.fuzz, resolution: $0.resolution)
      }
    }
    hasDeviceClock = node.hasDeviceClock()
    layout = known?.layout ?? EvdevInspection.layout(of: axes)
    problem = EvdevInspection.problem(
      of: axes, layout: layout, declaresMotion: known != nil || node.declaresMotion(),
      hasUnits: known?.documentedUnits != nil, path: node.path)
  }

  /// By the kernel's rule, for a controller that is not known.
  static func layout(of axes: [MotionAxisRange]) -> MotionLayout {
    func present(_ wanted: [MotionAxis]) -> [MotionAxis]? {
      wanted.allSatisfy { axis in axes.contains { $0.axis == axis } } ? wanted : nil
    }
    return MotionLayout(
      accelerometer: present(MotionAxis.acceleration), gyroscope: present(MotionAxis.rotation))
  }

  /// A motion node has the axes of its sensors, each with a resolution, and declares that these are units of
  /// motion. `hasUnits`: the units are documented elsewhere.
  static func problem(
    of axes: [MotionAxisRange], layout: MotionLayout, declaresMotion: Bool, hasUnits: Bool = false,
    path: String
  ) -> SensorError? {
    func names(_ axes: [MotionAxis]) -> [String] { axes.map(\.kernelName) }
    let missing = layout.axes.filter { axis in !axes.contains { $0.axis == axis } }
    let noUnits = axes.filter { layout.axes.contains($0.axis) && $0.resolution <= 0 }.map(\.axis)
    let reason: SensorUnfitness
    if layout.axes.isEmpty {
      reason = .noAxes
    } else if !missing.isEmpty {
      reason = .axesMissing(names(missing))
    } else if !noUnits.isEmpty, !hasUnits {
      reason = .unitsUnknown(names(noUnits))
    } else if !declaresMotion {
      reason = .motionNotDeclared
    } else {
      return nil
    }
    return .unusable(path: path, reason)
  }
}
