import Foundation
import MotionCore

/// What the reader thread finds out about a chip's attitude: what its quaternion means, by gravity.
final class IIOFindings: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var test = GravityTest(.attitude)
  private nonisolated(unsafe) var acceleration: (g: Vector3, receipt: HostTime)?
  private let accelerometer: (stream: Int, scaling: IIOScaling)?
  private let attitude: (stream: Int, scaling: IIOScaling)?

  /// Acceleration and attitude that come from devices of their own belong together within this time.
  private static let pairing: Duration = .milliseconds(50)
  /// More samples than that decide nothing new.
  private static let enough = 1000

  init(captures: [IIOCapture]) {
    let streams = IIODescription.streams(of: captures)
    func find(_ quantity: IIOQuantity) -> (stream: Int, scaling: IIOScaling)? {
      streams.firstIndex { $0.quantity == quantity }.flatMap { index in
        captures[streams[index].capture].scalings[quantity].map { (index, $0) }
      }
    }
    accelerometer = find(.acceleration)
    attitude = find(.attitude)
  }

  /// Looks at a row, both in the chip's own axes.
  func note(_ sample: MotionSample, stream: Int) {
    guard let attitude, let accelerometer else { return }
    lock.withLock {
      if stream == accelerometer.stream {
        let scaling = accelerometer.scaling
        func value(_ axis: Int) -> Double {
          func of(_ numbers: [Double]) -> Double { numbers.count == 3 ? numbers[axis] : numbers[0] }
          return (sample.values[axis].double + of(scaling.offset)) * of(scaling.scale)
            * IIOQuantity.acceleration.unit.toCore
        }
        acceleration = (Vector3(value(0), value(1), value(2)), sample.receipt)
      } else if stream == attitude.stream, sample.invalid.isEmpty, let acceleration,
        sample.receipt - acceleration.receipt <= IIOFindings.pairing,
        (test?.samples ?? 0) < IIOFindings.enough
      {
        let q = sample.values.map { $0.double + attitude.scaling.offset[0] }
        let length = q.reduce(0) { $0 + $1 * $1 }.squareRoot()
        test?.add(q.map { $0 / length }, acceleration: acceleration.g)
      }
    }
  }

  /// What the quaternion means, as far as gravity has told; nil where there is none.
  var convention: String? { attitude == nil ? nil : lock.withLock { test?.convention } }

  /// For the manifest; nil without an attitude.
  var json: JSONValue? { attitude == nil ? nil : lock.withLock { test?.json } }
}
