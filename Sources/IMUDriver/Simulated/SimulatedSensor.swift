import Foundation
import MotionCore

/// The sensor and the radio of a simulated rider: whole counts with noise, bias and offset; a device clock that
/// wraps and runs fast; late, bunched and rarely lost delivery.
struct SimulatedSensor: Sendable {
  /// When one row of both streams is taken, when it arrives, and whether it does.
  struct Slot: Sendable {
    var taken: HostTime
    var receipt: HostTime
    var lost: Bool
    /// The device's microseconds, wrapped.
    var deviceTime: Int64
  }

  /// Counts for 1 g and for 1 °/s, those of a DualSense controller (Linux, hid-playstation.c); the largest
  /// magnitudes that it declares.
  static let countsPerG = 8192.0
  static let countsPerDegreePerSecond = 1024.0
  static let accelerometerLimit = 32768.0
  static let gyroscopeLimit = 2_097_152.0
  static let clockWrapsAt: Int64 = 1 << 32

  let gyroBias: Vector3
  let accelerometerOffset: Vector3
  let firstDeviceTime: Int64
  /// Between two rows: host seconds.
  let interval: Double
  /// Between the beginning and the first row: host seconds.
  let firstDelay: Double

  private let parameters: RiderParameters
  private let rateHz: Double
  private let toSensor: Quaternion
  private let gyroNoise: Double
  private let accelerometerNoise: Double
  private var noise: SeededRandom
  private var delivery: SeededRandom
  private var row: Int64 = 0
  private var lastReceipt: HostTime?

  /// `mounting` takes a vector from the sensor frame to the rider frame.
  init(
    parameters: RiderParameters, rateHz: Double, mounting: Quaternion, setup: inout SeededRandom,
    noise: SeededRandom, delivery: SeededRandom
  ) {
    self.parameters = parameters
    self.rateHz = rateHz
    self.noise = noise
    self.delivery = delivery
    toSensor = mounting.conjugate
    interval = 1 / rateHz / (1 + parameters.clockPPM * 1e-6)
    gyroNoise = parameters.gyroNoiseDegreesPerSecondPerRootHz * rateHz.squareRoot()
    accelerometerNoise = parameters.accelerometerNoiseMicroGPerRootHz * 1e-6 * rateHz.squareRoot()
    let bounds = parameters.gyroBiasDegreesPerSecond
    let magnitude = bounds.lowerBound + (bounds.upperBound - bounds.lowerBound) * setup.uniform()
    let direction = Vector3(setup.normal(), setup.normal(), setup.normal())
    gyroBias = (magnitude / direction.norm) * direction
    func offset() -> Double { parameters.accelerometerOffsetMilliG * 1e-3 * (2 * setup.uniform() - 1) }
    accelerometerOffset = Vector3(offset(), offset(), offset())
    firstDeviceTime = Int64(setup.next() >> 32)
    firstDelay = interval * setup.uniform()
  }

  /// The next row's times. Its values are computed only when it is delivered.
  mutating func nextSlot(start: HostTime) -> Slot {
    let index = row
    row += 1
    let seconds = firstDelay + Double(index) * interval
    let taken = start + .nanoseconds(Int64((seconds * 1e9).rounded()))
    let micros = Int64((Double(index) * 1e6 / rateHz).rounded())
    func within(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * delivery.uniform()
    }
    let ordinary = within(parameters.deliverySeconds)
    let burst = delivery.uniform() < parameters.burstProbability
    let late = within(parameters.burstSeconds)
    let lost = delivery.uniform() < parameters.lossProbability
    var receipt = taken + Duration(fromSeconds: burst ? late : ordinary)
    if let lastReceipt {
      // What queued up behind a late report arrives right after it, in order.
      receipt = max(receipt, lastReceipt + .microseconds(50))
    }
    // A lost report has no receipt that others could queue behind.
    if !lost { lastReceipt = receipt }
    return Slot(
      taken: taken, receipt: receipt, lost: lost,
      deviceTime: (firstDeviceTime + micros) % SimulatedSensor.clockWrapsAt)
  }

  /// The counts of a row. Draws its noise whether the row arrives or not.
  mutating func counts(_ motion: TorsoMotion) -> (accelerometer: [RawNumber], gyroscope: [RawNumber]) {
    let force = toSensor.rotate(motion.specificForce) + accelerometerOffset + drawn(accelerometerNoise)
    let rate = (180 / Double.pi) * toSensor.rotate(motion.angularVelocity) + gyroBias + drawn(gyroNoise)
    return (
      SimulatedSensor.whole(
        SimulatedSensor.countsPerG * force, limit: SimulatedSensor.accelerometerLimit),
      SimulatedSensor.whole(
        SimulatedSensor.countsPerDegreePerSecond * rate, limit: SimulatedSensor.gyroscopeLimit)
    )
  }

  private mutating func drawn(_ sd: Double) -> Vector3 {
    Vector3(sd * noise.normal(), sd * noise.normal(), sd * noise.normal())
  }

  private static func whole(_ value: Vector3, limit: Double) -> [RawNumber] {
    func clamped(_ component: Double) -> RawNumber {
      .integer(Int64(max(-limit, min(limit - 1, component.rounded()))))
    }
    return [clamped(value.x), clamped(value.y), clamped(value.z)]
  }
}
