import CLinux
import Glibc

/// An open evdev node: the typed face of the calls on its descriptor. Whoever opened it closes it, once.
struct EvdevNode: Sendable {
  let path: String
  let descriptor: Int32
  let calls: EvdevCalls

  /// Bus, vendor, product and version as the driver gives them (struct input_id).
  struct Identity: Hashable, Sendable {
    var bus: UInt16
    var vendor: UInt16
    var product: UInt16
    var version: UInt16
  }

  /// Opens the node at `path` for reading.
  static func open(_ path: String, calls: EvdevCalls) throws(SensorError) -> EvdevNode {
    let descriptor = calls.open(path)
    guard descriptor >= 0 else { throw SensorError(opening: path, errno: -descriptor) }
    return EvdevNode(path: path, descriptor: descriptor, calls: calls)
  }

  func close() {
    calls.close(descriptor)
  }

  /// Bus, vendor, product and version.
  func identity() throws(SensorError) -> Identity {
    var id = input_id()
    try check(calls.ioctl(descriptor, .getID, &id), .getID)
    return Identity(bus: id.bustype, vendor: id.vendor, product: id.product, version: id.version)
  }

  /// The device's name; nil where the driver gives none.
  func name() -> String? { text(InputRequest.getName) }

  /// Where the device is attached; nil where the driver gives nothing.
  func physicalPath() -> String? { text(InputRequest.getPhysicalPath) }

  /// What identifies the unit, such as its Bluetooth address; nil where the driver gives nothing.
  func uniqueID() -> String? { text(InputRequest.getUniqueID) }

  /// Whether the node declares INPUT_PROP_ACCELEROMETER: that its axes are motion and have units.
  func declaresMotion() -> Bool {
    has(bit: INPUT_PROP_ACCELEROMETER) { .getProperties(length: $0) }
  }

  /// Whether the device stamps its reports (MSC_TIMESTAMP).
  func hasDeviceClock() -> Bool {
    has(bit: MSC_TIMESTAMP) { .getBits(ofType: EV_MSC, length: $0) }
  }

  /// Those of the six motion axes that the node has, with their ranges and present values.
  func axes() throws(SensorError) -> [MotionAxis: input_absinfo] {
    var mask: UInt64 = 0
    let request = InputRequest.getBits(ofType: EV_ABS, length: MemoryLayout<UInt64>.size)
    try check(calls.ioctl(descriptor, request, &mask), request)
    var found: [MotionAxis: input_absinfo] = [:]
    for axis in MotionAxis.allCases where mask & 1 << UInt64(axis.code) != 0 {
      found[axis] = try info(of: axis)
    }
    return found
  }

  /// Value, range, fuzz and resolution of one axis, now.
  func info(of axis: MotionAxis) throws(SensorError) -> input_absinfo {
    var info = input_absinfo()
    let request = InputRequest.getAxis(axis.code)
    try check(calls.ioctl(descriptor, request, &info), request)
    return info
  }

  /// The present values of all six axes.
  func values() throws(SensorError) -> MotionAxisValues {
    var values = MotionAxisValues()
    for axis in MotionAxis.allCases { values[axis] = try info(of: axis).value }
    return values
  }

  /// The present values of all six axes, if they are the state after all that was read of the node so far: the
  /// queue is empty before and after they are asked for. nil when it is not, since they would be younger than
  /// the reports in the queue. (A report that is just being made may be in them already; it brings them again.)
  func settledValues() throws(SensorError) -> MotionAxisValues? {
    guard calls.peek(descriptor) == 0 else { return nil }
    let values = try values()
    return calls.peek(descriptor) == 0 ? values : nil
  }

  /// Sets the fuzz of one axis, for every reader of the device. The request replaces the axis's present value
  /// too, so that value is read just before, to be written back as it is.
  func setFuzz(_ fuzz: Int32, of axis: MotionAxis) throws(SensorError) {
    var info = try info(of: axis)
    info.fuzz = fuzz
    let request = InputRequest.setAxis(axis.code)
    try check(calls.ioctl(descriptor, request, &info), request)
  }

  /// Has this descriptor's events stamped with CLOCK_MONOTONIC. The kernel throws away what is queued when the
  /// clock changes, so this comes right after open.
  func useMonotonicClock() throws(SensorError) {
    var clock = CLOCK_MONOTONIC
    try check(calls.ioctl(descriptor, .setClock, &clock), .setClock)
  }

  private func check(_ result: Int32, _ request: InputRequest) throws(SensorError) {
    guard result >= 0 else {
      throw .requestRefused(path: path, request: request.name, errno: -result)
    }
  }

  private func text(_ request: (Int) -> InputRequest) -> String? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let result = bytes.withUnsafeMutableBytes { buffer in
      calls.ioctl(descriptor, request(buffer.count), buffer.baseAddress!)
    }
    guard result >= 0 else { return nil }
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  /// Whether a bit is set in the mask that `request` gives. A node that refuses the request has no such bit.
  /// The masks of axes, of miscellaneous codes and of properties have 64 bits at most: one `unsigned long`.
  private func has(bit: Int32, request: (Int) -> InputRequest) -> Bool {
    var mask: UInt64 = 0
    let result = calls.ioctl(descriptor, request(MemoryLayout<UInt64>.size), &mask)
    return result >= 0 && mask & 1 << UInt64(bit) != 0
  }
}
