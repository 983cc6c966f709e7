/// A language that serial sensors speak.
public enum SerialProtocol: String, Hashable, Sendable, CaseIterable {
  /// WitMotion's 11-byte frames (WT901 family).
  case witMotion = "witmotion"
  /// The UART-RVC mode of the BNO080, BNO085 and BNO086.
  case rotationVector = "bno08x-rvc"
  /// Xsens MTData2 packets.
  case xsens
  /// VectorNav binary output.
  case vectorNav = "vectornav"
  /// VectorNav ASCII output.
  case vectorNavText = "vectornav-ascii"
  /// x-IMU3 ASCII messages.
  case ximu3 = "x-imu3"
  /// Lines of numbers whose columns the user declares.
  case csv

  /// The name to show.
  public var title: String {
    switch self {
    case .witMotion: "WitMotion sensor"
    case .rotationVector: "BNO08x in RVC mode"
    case .xsens: "Xsens MTi"
    case .vectorNav: "VectorNav sensor"
    case .vectorNavText: "VectorNav sensor (ASCII)"
    case .ximu3: "x-IMU3"
    case .csv: "CSV lines"
    }
  }

  /// A decoder for it; nil for CSV lines without declared columns.
  func framing(columns: CSVColumns?) -> (any SerialFraming)? {
    switch self {
    case .witMotion: WitMotionFraming()
    case .rotationVector: RotationVectorFraming()
    case .xsens: XsensFraming()
    case .vectorNav: VectorNavFraming()
    case .vectorNavText: VectorNavTextFraming()
    case .ximu3: XIMU3Framing()
    case .csv: columns.map(CSVLineFraming.init)
    }
  }
}
