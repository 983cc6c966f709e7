import CLinux

/// The six axes of a motion node, in the order of the rows (Documentation/input/event-codes.rst, "accelerometer":
/// with INPUT_PROP_ACCELEROMETER the linear axes are accelerations, and the resolution means units per g; the
/// rotational ones are rates, and it means units per degree per second). Which sensor a node has on them says its
/// `MotionLayout`.
public enum MotionAxis: Int, CaseIterable, Hashable, Sendable {
  case accelerationX, accelerationY, accelerationZ
  case rotationX, rotationY, rotationZ

  /// The axes of the accelerometer.
  static let acceleration: [MotionAxis] = [.accelerationX, .accelerationY, .accelerationZ]
  /// The axes of the gyroscope.
  static let rotation: [MotionAxis] = [.rotationX, .rotationY, .rotationZ]

  /// The kernel's code, ABS_X … ABS_RZ.
  var code: Int32 {
    switch self {
    case .accelerationX: ABS_X
    case .accelerationY: ABS_Y
    case .accelerationZ: ABS_Z
    case .rotationX: ABS_RX
    case .rotationY: ABS_RY
    case .rotationZ: ABS_RZ
    }
  }

  /// The key of the axis in a row of its stream.
  var rowKey: String { ["x", "y", "z"][rawValue % 3] }

  /// The kernel's name of the axis.
  public var kernelName: String {
    switch self {
    case .accelerationX: "ABS_X"
    case .accelerationY: "ABS_Y"
    case .accelerationZ: "ABS_Z"
    case .rotationX: "ABS_RX"
    case .rotationY: "ABS_RY"
    case .rotationZ: "ABS_RZ"
    }
  }
}

/// What the kernel says of one axis (struct input_absinfo), without its value.
public struct MotionAxisRange: Hashable, Sendable {
  public var axis: MotionAxis
  /// Raw units.
  public var minimum: Int32
  public var maximum: Int32
  /// Width in raw units of the kernel's smoothing; 0 is none.
  public var fuzz: Int32
  /// Raw units per g, or per degree per second; 0 where the driver gives none.
  public var resolution: Int32
}

/// One raw value of each axis.
struct MotionAxisValues: Hashable, Sendable {
  private var storage = SIMD8<Int32>()

  subscript(axis: MotionAxis) -> Int32 {
    get { storage[axis.rawValue] }
    set { storage[axis.rawValue] = newValue }
  }
}
