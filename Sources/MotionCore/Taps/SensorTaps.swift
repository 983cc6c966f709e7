/// A `TapDetector` on the raw rows of one sensor's streams, at the times of the host clock.
public struct SensorTaps: Sendable {
  private let accelerometer: (stream: Int, value: AffineConversion)
  private let gyroscope: (stream: Int, value: AffineConversion)?
  private var detector = TapDetector()

  /// Throws `TapReason` where no stream is an accelerometer that can be read.
  public init(streams: [StreamDescription]) throws(TapReason) {
    func conversion(of kind: StreamKind) throws(TapReason) -> (Int, AffineConversion)? {
      guard
        let index = streams.firstIndex(where: { $0.kind == kind && $0.capability == .available })
      else { return nil }
      do throws(UnusableStream) {
        return (index, try AffineConversion(streams[index]))
      } catch {
        throw .unusable(error)
      }
    }
    guard let found = try conversion(of: .accelerometer) else {
      throw .noAccelerometer
    }
    accelerometer = found
    gyroscope = try conversion(of: .gyroscope)
  }

  /// Whether double taps can be told from the rows that come.
  public var ability: TapAbility { detector.ability }

  /// Takes a row of stream number `stream`; returns the double tap that it makes certain. A row that is not whole, or
  /// not finite, is passed over.
  public mutating func add(_ sample: MotionSample, stream: Int) -> TapDetector.DoubleTap? {
    let time = sample.kernelTime ?? sample.receipt
    if stream == accelerometer.stream {
      guard let force = accelerometer.value.vector(sample.values) else { return nil }
      return detector.accelerometer(force, at: time)
    }
    if let gyroscope, stream == gyroscope.stream, let rate = gyroscope.value.vector(sample.values) {
      detector.gyroscope(rate, at: time)
    }
    return nil
  }
}
