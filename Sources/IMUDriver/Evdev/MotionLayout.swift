/// Which axes of a node carry which sensor.
///
/// The kernel's rule is ABS_X … ABS_Z for acceleration and ABS_RX … ABS_RZ for rates; hid-wiimote puts both of
/// its sensors on ABS_RX … ABS_RZ of two nodes.
struct MotionLayout: Hashable, Sendable {
  /// x, y and z of the accelerometer; nil where the node has none.
  var accelerometer: [MotionAxis]?
  /// x, y and z of the gyroscope; nil where the node has none.
  var gyroscope: [MotionAxis]?

  static let both = MotionLayout(accelerometer: MotionAxis.acceleration, gyroscope: MotionAxis.rotation)
  static let accelerometerAlone = MotionLayout(accelerometer: MotionAxis.acceleration, gyroscope: nil)
  static let wiiAccelerometer = MotionLayout(accelerometer: MotionAxis.rotation, gyroscope: nil)
  static let wiiMotionPlus = MotionLayout(accelerometer: nil, gyroscope: MotionAxis.rotation)

  /// All axes that are read.
  var axes: [MotionAxis] { (accelerometer ?? []) + (gyroscope ?? []) }
}
