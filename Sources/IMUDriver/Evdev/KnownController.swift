/// What is known of a game controller's motion node by its vendor and product: how its axes lie, how it is worn,
/// what its time stamps are, and its scale where the driver gives none.
struct KnownController: Hashable, Sendable {
  /// A plain name: "DualSense".
  var name: String
  /// What the node is, in the words of the driver: "Motion Sensors", "IMU", "Accelerometer", "Motion Plus".
  var part: String
  var vendor: UInt16
  var product: UInt16
  /// The end of the kernel's name of the node, where one device has several motion nodes; else nil.
  var kernelNameEnd: String?
  /// The kernel driver, whose source the facts come from.
  var driver: String
  var layout: MotionLayout
  var mounting: StandardMounting?
  var clock: ControllerClock
  /// Raw units per g, or per °/s, where the driver gives no resolution.
  var documentedUnits: DocumentedUnits?

  struct DocumentedUnits: Hashable, Sendable {
    var units: Double
    var source: String
  }

  /// "DualSense (Motion Sensors)".
  var plainName: String { "\(name) (\(part))" }

  /// Tells apart the nodes of one unit that has several: "accelerometer"; nil for the others.
  var partID: String? { kernelNameEnd?.lowercased().filter(\.isLetter) }

  /// The entry for a node; nil for one that is not known.
  static func find(vendor: UInt16, product: UInt16, kernelName: String) -> KnownController? {
    all.first {
      $0.vendor == vendor && $0.product == product
        && ($0.kernelNameEnd.map { kernelName.hasSuffix($0) } ?? true)
    }
  }
}

/// How a controller is worn for its mount matrix to hold, and that matrix.
///
/// The standard mounting of every controller is the same: its back against the breastbone, the buttons facing
/// forward, away from the body, the shoulder buttons (a Wii Remote's pointing end) up. The matrix turns the
/// device's axes into the rider's: +X forward, +Y left, +Z up. Any other rigid mounting can be calibrated.
struct StandardMounting: Hashable, Sendable {
  static let worn = "back against the breastbone, buttons facing forward, shoulder buttons up"

  /// Rows are rider X, Y, Z; columns the device's x, y, z.
  var matrix: [[Double]]
  /// How the device's own axes lie, and where that stands.
  var axes: String

  /// X right, Y out of the buttons, Z towards the player: seen from the rider who wears it, X is left, Y is
  /// forward and Z is down.
  static let playStation = StandardMounting(
    matrix: [[0, 1, 0], [1, 0, 0], [0, 0, -1]],
    axes: "X right, Y out of the buttons, Z away from the shoulder buttons")

  /// hid-nintendo.c: X to the shoulder buttons, Y left, Z out of the buttons; the driver negates Y and Z of the
  /// right Joy-Con to the same. Seen from the rider, X is up, Y is right and Z is forward.
  static let nintendo = StandardMounting(
    matrix: [[0, 0, 1], [0, -1, 0], [1, 0, 0]],
    axes: "X to the shoulder buttons, Y left, Z out of the buttons")

  /// X to the left side, Y to the end with the connector, Z out of the buttons ("Wiimote/Motion Analysis" of the
  /// WiiLi wiki: left side, expansion port or A button up read +1 g). Seen from the rider, X is right, Y is down
  /// and Z is forward.
  static let wiiRemote = StandardMounting(
    matrix: [[0, 0, 1], [-1, 0, 0], [0, -1, 0]],
    axes: "X to the left side, Y to the end with the connector, Z out of the buttons")
}

/// What the time stamps of a controller are (MSC_TIMESTAMP, µs in a u32).
enum ControllerClock: Hashable, Sendable {
  /// The device's own counter, wide enough for any gap.
  case hardware(String)
  /// The device's own counter, which wraps so soon that a radio gap can hide whole turns of it.
  case hardwareNarrow(String, wrapMicroseconds: Double)
  /// The kernel driver makes the times up.
  case synthetic(String)
  /// The node has none.
  case none(String)
  /// A node that is not known.
  case unknown

  /// What zero of the counter means, for the manifest: a clock that the driver makes up is the driver's.
  var epoch: String {
    if case .synthetic = self { return "driver" }
    return "device"
  }

  var kind: String {
    switch self {
    case .hardware, .hardwareNarrow: "hardware"
    case .synthetic: "synthetic"
    case .none: "none"
    case .unknown: "unknown"
    }
  }

  var note: String {
    switch self {
    case .hardware(let note), .hardwareNarrow(let note, _), .synthetic(let note), .none(let note): note
    case .unknown: SensorReason.unknownClock.text
    }
  }

  var wrapMicroseconds: Double? {
    if case .hardwareNarrow(_, let wrap) = self { return wrap }
    return nil
  }
}
