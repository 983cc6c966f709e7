import Foundation
import MotionCore
import Testing

/// A recording of movement without a tap; Fixtures/README.md says where it comes from.
struct TapRecording: Sendable {
  /// On these the settings of the detector were chosen.
  static let tuning = ["rider", "ximu3", "phyphox", "11_undisturbed_slow_translation_B"]
  /// These were kept for measuring.
  static let held = [
    "lumbar", "iphone", "dualshock4", "02_undisturbed_slow_rotation_B", "07_undisturbed_fast_rotation_B",
    "26_disturbed_phone_vibration_A",
  ]

  var name: String
  /// Specific force, g.
  var force: TimedVectors
  /// rad/s, at the same times; nil where there is none.
  var rate: [Vector3]?

  var seconds: Double { (force.times.last ?? 0) - (force.times.first ?? 0) }

  init(_ name: String) throws {
    self.name = name
    if BroadRecording.names.contains(name) {
      let rows = try BroadRecording(name).rows
      force = rows.accelerometer
      rate = rows.gyroscope.vectors
      return
    }
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Fixtures")
    let bytes = try BroadRecording.unpacked("\(folder.path)/\(name).i32.xz", in: nil)
    func word(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
    let (count, width) = (word(0), word(4))
    try #require(count > 0 && bytes.count == 8 + count * width * 4)
    func column(_ index: Int, per unit: Double) -> [Double] {
      var value: UInt32 = 0
      return (0..<count).map { row in
        let place = 8 + index * 4 * count + row
        for plane in 0..<4 { value &+= UInt32(bytes[place + plane * count]) << UInt32(8 * plane) }
        return Double(Int32(bitPattern: value)) / unit
      }
    }
    func vectors(_ first: Int, per unit: Double) -> [Vector3] {
      let axes = (0..<3).map { column(first + $0, per: unit) }
      return (0..<count).map { Vector3(axes[0][$0], axes[1][$0], axes[2][$0]) }
    }
    force = TimedVectors(times: column(0, per: 1e6), vectors: vectors(1, per: 1e4))
    rate = width > 4 ? vectors(4, per: 1e3) : nil
  }

  init(name: String, force: TimedVectors, rate: [Vector3]?) {
    self.name = name
    self.force = force
    self.rate = rate
  }

  /// The rows that a sensor of `hz` rows a second would have given: each the mean over the interval before it, of the
  /// recording with straight lines between its rows; where the recording is not faster, its value at the instant.
  func sampled(at hz: Double) -> TapRecording {
    let source = force.times
    let own = Double(source.count - 1) / seconds
    let count = Int((seconds - 2 / hz) * hz)
    let times = (1...count).map { source[0] + Double($0) / hz }
    func resampled(_ vectors: [Vector3]) -> [Vector3] {
      if hz >= 0.98 * own { return times.map { Self.value(vectors, source, at: $0) } }
      var sums = [Vector3.zero]
      for row in 1..<source.count {
        sums.append(
          sums[row - 1] + (0.5 * (source[row] - source[row - 1])) * (vectors[row] + vectors[row - 1]))
      }
      return times.map { time in
        hz * (Self.value(sums, source, at: time) - Self.value(sums, source, at: time - 1 / hz))
      }
    }
    return TapRecording(
      name: name, force: TimedVectors(times: times, vectors: resampled(force.vectors)),
      rate: rate.map(resampled))
  }

  private static func value(_ vectors: [Vector3], _ times: [Double], at time: Double) -> Vector3 {
    var (low, high) = (0, times.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let part = min(max((time - times[low]) / (times[high] - times[low]), 0), 1)
    return vectors[low] + part * (vectors[high] - vectors[low])
  }

  /// The double taps that the detector finds.
  func doubleTaps(_ settings: TapSettings = .standard) -> [TapDetector.DoubleTap] {
    var detector = TapDetector(settings)
    return force.times.indices.compactMap { row in
      let time = HostTime(nanoseconds: Int64(force.times[row] * 1e9))
      if let rate { detector.gyroscope(rate[row], at: time) }
      return detector.accelerometer(force.vectors[row], at: time)
    }
  }

  /// SD of the norm of the specific force, g, in the 1.2 s around an instant: how calm the body is.
  func unrest(at time: Double) -> Double {
    var row = force.times.partitioned { $0 > time - 0.6 }
    var norms: [Double] = []
    while row < force.count, force.times[row] < time + 0.6 {
      norms.append(force.vectors[row].norm)
      row += 1
    }
    let count = Double(max(norms.count, 1))
    let mean = norms.reduce(0, +) / count
    let squares = norms.map { ($0 - mean) * ($0 - mean) }
    return (squares.reduce(0, +) / count).squareRoot()
  }
}

extension [Double] {
  /// The first index whose element fulfils `isBehind`, which no element before it does: by halving.
  fileprivate func partitioned(_ isBehind: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
