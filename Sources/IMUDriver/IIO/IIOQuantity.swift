import MotionCore

/// What three channels of an IIO device measure together
/// (Documentation/ABI/testing/sysfs-bus-iio: m/s², rad/s and Gauss after scaling).
enum IIOQuantity: String, CaseIterable, Hashable, Sendable {
  case acceleration = "in_accel"
  case rotation = "in_anglvel"
  case field = "in_magn"
  /// A quaternion that the chip or its hub computes, one channel of four values.
  case attitude = "in_rot_quaternion"

  /// What a chip without acceleration and rotation has: it can only go with another device of the same chip.
  static let companions: Set<IIOQuantity> = [.field, .attitude]

  /// The channels of x, y and z; of an attitude the only one.
  var channels: [String] {
    self == .attitude ? [rawValue] : StreamKind.axes.map { "\(rawValue)_\($0)" }
  }

  /// Whether `channels` are what they must be: a quaternion has four values in one.
  func isServed(by channels: [ScanChannel]) -> Bool {
    self.channels.allSatisfy { name in
      channels.contains { $0.name == name && $0.type.repeats == (self == .attitude ? 4 : 1) }
    }
  }

  var kind: StreamKind {
    switch self {
    case .acceleration: .accelerometer
    case .rotation: .gyroscope
    case .field: .magnetometer
    case .attitude: .motion
    }
  }

  var unit: MeasurementUnit {
    switch self {
    case .acceleration: .metresPerSecondSquared
    case .rotation: .radiansPerSecond
    case .field: .gauss
    case .attitude: .one
    }
  }

  var convention: AccelerationConvention? { self == .acceleration ? .specificForce : nil }
}

/// How raw numbers of one quantity become values: value = M · ((raw + offset) ∘ scale).
struct IIOScaling: Hashable, Sendable {
  /// One number, or one an axis.
  var scale: [Double]
  var offset: [Double]
  /// By how much of itself the printed scale may be off, because the kernel prints nine decimals at most.
  var printedPrecision: Double
  var mount: MountMatrix?
  /// The matrix's text, and why it is not applied where it is not.
  var mountText: String?
  var mountRefusal: MountMatrixProblem?
  /// False where the driver tells none for a quaternion.
  var isScaleKnown = true
  /// Of a quaternion: which of the four values are x, y, z and w.
  var parts: [Int]?

  /// Reads them. Throws the reason why they cannot be had.
  init(of quantity: IIOQuantity, in folder: IIOFolder) throws(Missing) {
    if quantity == .attitude {
      self = IIOScaling(ofAttitudeIn: folder)
      return
    }
    func texts(_ what: String) -> [String] {
      if let common = folder.text("\(quantity.rawValue)_\(what)") { return [common] }
      let each = quantity.channels.compactMap { folder.text("\($0)_\(what)") }
      return each.count == 3 ? each : []
    }
    let scaleTexts = texts("scale")
    let scale = scaleTexts.compactMap(Double.init)
    guard !scale.isEmpty, scale.count == scaleTexts.count, scale.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      throw Missing(quantity: quantity.rawValue)
    }
    self.scale = scale
    let offset = texts("offset").compactMap(Double.init)
    self.offset = offset.isEmpty ? [0] : offset
    printedPrecision = zip(scaleTexts, scale).map { IIOScaling.halfLastDigit($0) / $1 }.max()!
    guard
      let text = MountMatrix.attributes(prefix: quantity.rawValue).lazy.compactMap({ folder.text($0) }).first
    else { return }
    mountText = text
    do throws(MountMatrixProblem) {
      mount = try MountMatrix(parsing: text)
    } catch {
      mountRefusal = error
    }
  }

  /// Of a quaternion. The bno055's `in_rot_scale` is that of its angles: the scale of its quaternion is 2⁻¹⁴, and its
  /// values come in the order of its registers, w first (drivers/iio/imu/bno055/bno055.c, bno055_read_quaternion and
  /// bno055_scan_xfer). Others come as x, y, z, w (Documentation/ABI/testing/sysfs-bus-iio, in_rot_quaternion_raw),
  /// and an older sensor hub tells no scale (hid-sensor-rotation.c): then only the direction counts.
  private init(ofAttitudeIn folder: IIOFolder) {
    let isBNO055 = folder.text("name") == "bno055"
    let told = ["in_rot_quaternion_scale", "in_rot_scale"].lazy.compactMap { folder.number($0) }
      .first { $0 > 0 && $0.isFinite }
    let known = isBNO055 ? 0x1p-14 : told
    scale = [known ?? 1]
    isScaleKnown = known != nil
    offset = [
      isBNO055
        ? 0
        : ["in_rot_quaternion_offset", "in_rot_offset"].lazy.compactMap { folder.number($0) }.first ?? 0
    ]
    printedPrecision = 0
    parts = isBNO055 ? [1, 2, 3, 0] : [0, 1, 2, 3]
  }

  /// Half of the last decimal that a number is printed with.
  private static func halfLastDigit(_ text: String) -> Double {
    let decimals = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.count ?? 0
    return (0..<decimals).reduce(0.5) { half, _ in half / 10 }
  }

  struct Missing: Error, Hashable, Sendable {
    var quantity: String
  }
}

/// How a raw temperature becomes °C: (raw + offset) · scale is in thousandths.
struct IIOTemperature: Hashable, Sendable {
  /// The channel in the scan.
  var channel: String
  var scale: Double
  var offset: Double

  /// Reads them; nil where the channel is none of temperature, or gives no scale.
  init?(channel: String, in folder: IIOFolder) {
    guard channel == "in_temp" || channel == "in_temp0", let scale = folder.number("\(channel)_scale") else {
      return nil
    }
    self.channel = channel
    self.scale = scale
    offset = folder.number("\(channel)_offset") ?? 0
  }

  func celsius(_ raw: RawNumber) -> RawNumber {
    .real((raw.double + offset) * scale / 1000)
  }
}
