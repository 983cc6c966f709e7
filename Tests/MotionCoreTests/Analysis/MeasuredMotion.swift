import Foundation

@testable import MotionCore

extension LateralMotion {
  /// A motion whose lateral rate is known at known times: the x axis of a gyroscope on the host's clock, without
  /// bias. The angle is the integral, from 0.
  static func measured(
    _ samples: [(seconds: Double, radiansPerSecond: Double)], configuration: AnalysisConfiguration = .default
  ) throws -> LateralMotion {
    let ns = samples.map { Int64(($0.seconds * 1e9).rounded()) }
    let zeros = [Double](repeating: 0, count: samples.count)
    let stream = MotionStream(
      description: StreamDescription(
        name: "gyroscope", kind: .gyroscope, sensor: "imu", clock: "host", timestampSource: .kernel,
        unit: .radiansPerSecond, scale: [1]),
      sequence: samples.indices.map(Int64.init), deviceTime: .integers(ns), receiptNs: ns,
      values: [.reals(samples.map(\.radiansPerSecond)), .reals(zeros), .reals(zeros)])
    let times = SamplingSummary.compute(stream: stream, clock: .host()).times
    let gyro = try SampledVectors(
      stream: stream, clock: .host(), mapping: nil, deviceTimes: times, units: [.radiansPerSecond],
      origin: HostTime(nanoseconds: 0))
    var motion = LateralMotion(
      gyro: gyro, bias: .zero, axis: Vector3(1, 0, 0), configuration: configuration)
    for i in motion.angle.indices { motion.angle[i] = motion.integral[i] }
    return motion
  }
}
