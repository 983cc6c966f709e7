import Foundation
import MotionCore
import Testing

/// The session of Fixtures/README.md, which another simulator made: its rows, cues and true onsets.
struct RiderSimulation {
  struct Truth {
    var cue: Double
    var onset: Double
    var duration: Double
    /// Right positive, degrees.
    var target: Double
    var way: Double
    var expect: ExpectedPosition
  }

  static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "Fixtures"
  ).path

  var truth: [Truth]
  var session: MotionSession
  var host: (Double) -> HostTime

  init() throws {
    let bytes = try BroadRecording.unpacked("imu.i32.xz", in: Self.fixtures)
    let count = bytes.count / (7 * 4)
    try #require(count == 35_988)
    func column(_ index: Int, per unit: Double) -> [Double] {
      var value: UInt32 = 0
      return (0..<count).map { row in
        let place = index * 4 * count + row
        for plane in 0..<4 { value &+= UInt32(bytes[place + plane * count]) << (8 * UInt32(plane)) }
        return Double(Int32(bitPattern: value)) / unit
      }
    }
    let text = try String(contentsOfFile: "\(Self.fixtures)/truth.csv", encoding: .utf8)
    truth = text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: ",").map(String.init)
      let numbers = cells.prefix(5).compactMap(Double.init)
      guard cells.count == 6, numbers.count == 5, let expect = ExpectedPosition(rawValue: cells[5]) else {
        return nil
      }
      return Truth(
        cue: numbers[0], onset: numbers[1], duration: numbers[2], target: numbers[3], way: numbers[4],
        expect: expect)
    }
    try #require(truth.count == 90)

    var frame = LeanSession()
    frame.stationary = 0.5...11.5
    frame.cues = truth.map { LeanSession.Cue(at: $0.cue, expect: $0.expect) }
    host = frame.host
    let times = column(0, per: 1e6).map { frame.host($0).nanoseconds }
    func stream(_ kind: StreamKind, _ unit: MeasurementUnit, _ first: Int, per digit: Double) -> MotionStream
    {
      MotionStream(
        description: StreamDescription(
          name: kind.rawValue, kind: kind, sensor: "imu", clock: "host", timestampSource: .kernel, unit: unit,
          scale: [1], convention: kind == .accelerometer ? .specificForce : nil),
        sequence: times.indices.map(Int64.init), deviceTime: .integers(times), receiptNs: times,
        values: (0..<3).map { .reals(column(first + $0, per: digit)) })
    }
    session = frame.session(streams: [
      stream(.gyroscope, .radiansPerSecond, 1, per: 1e5),
      stream(.accelerometer, .metresPerSecondSquared, 4, per: 1e3),
    ])
  }
}
