import Foundation
import MotionCore

/// What a row of the orientation filter costs: a million rows of a sensor that turns and shakes, three runs each.
@main
struct OrientationBench {
  static let count = 1_000_000

  static func main() {
    let times = (0..<count).map { Double($0) / 200 }
    var random = SeededRandom(seed: 1)
    func noise(_ sigma: Double) -> Vector3 {
      Vector3(sigma * random.normal(), sigma * random.normal(), sigma * random.normal())
    }
    func stream(_ value: (Double) -> Vector3) -> TimedVectors {
      TimedVectors(times: times, vectors: times.map(value))
    }
    let gyroscope = stream { Vector3(sin($0), cos(0.7 * $0), 0.3 * sin(2 * $0)) + noise(0.01) }
    let accelerometer = stream { Vector3(0.1 * sin($0), 0.2, 0.97) + noise(0.02) }
    let magnetometer = stream { _ in Vector3(20, 5, -40) + noise(0.3) }
    let six = InertialRows(gyroscope: gyroscope, accelerometer: accelerometer)
    let nine = InertialRows(gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer)
    let intervals = OrientationFilter.Intervals(gyroscope: 1.0 / 200)

    measure("six-axis, row by row") {
      var filter = OrientationFilter(intervals: intervals)
      for row in 0..<count {
        filter.addGyroscope(gyroscope.vectors[row], at: times[row])
        filter.addAccelerometer(accelerometer.vectors[row], at: times[row])
      }
      return filter.attitude.w
    }
    measure("nine-axis, row by row") {
      var filter = OrientationFilter(intervals: intervals)
      for row in 0..<count {
        filter.addGyroscope(gyroscope.vectors[row], at: times[row])
        filter.addAccelerometer(accelerometer.vectors[row], at: times[row])
        filter.addMagnetometer(magnetometer.vectors[row], at: times[row])
      }
      return filter.attitude.w
    }
    measure("six-axis, merged into a track") {
      OrientationTrack.online(six, intervals: intervals)?[count - 1].w
    }
    measure("six-axis, offline") { OrientationTrack.offline(six, intervals: intervals)?[count - 1].w }
    measure("nine-axis, offline") { OrientationTrack.offline(nine, intervals: intervals)?[count - 1].w }
  }

  /// Prints the processor time per row, the least of five runs. The result is printed, too, so that it is computed.
  static func measure(_ name: String, _ work: () -> Double?) {
    var best = Double.infinity
    var result: Double?
    for _ in 0..<5 {
      let start = clock()
      result = work()
      best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }
    let microseconds = String(format: "%.3f", best / Double(count) * 1e6)
    print("\(name): \(microseconds) µs a row (\(result ?? .nan))")
  }
}
