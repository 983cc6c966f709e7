import Foundation
import Testing

@testable import MotionCore

/// Rows: what is written, and what is read back.
@Suite struct SessionRowTests {
  private func line(_ sample: MotionSample, _ stream: StreamDescription) -> String {
    var bytes: [UInt8] = []
    RowEncoder(stream).write(sample, sequence: 4, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  // Expected lines by hand, from the key table of the session schema.
  @Test func keysStandInTheOrderOfTheSchema() {
    let sample = MotionSample(
      deviceTime: .integer(4_294_967_295), receipt: HostTime(nanoseconds: 9),
      kernelTime: HostTime(nanoseconds: 8), counter: 255,
      values: [.integer(-1), .real(0.1), .integer(0)], temperature: .real(36.5), invalid: ["z"])
    #expect(
      line(sample, SessionFixture.accelerometer)
        == #"{"i":4,"t":4294967295,"h":9,"k":8,"c":255,"x":-1,"y":0.1,"z":0,"temp":36.5,"invalid":["z"]}"#
        + "\n")
  }

  @Test func temperatureOfAFusedRowStandsBeforeItsValues() {
    let motion = StreamDescription(
      name: "motion", kind: .motion, sensor: "imu", clock: "host", timestampSource: .receipt, unit: .one,
      scale: [1], valueKeys: ["qx", "qy", "qz", "qw"])
    let sample = MotionSample(
      deviceTime: .real(1.5), receipt: HostTime(nanoseconds: 9),
      values: [.integer(0), .integer(0), .integer(0), .integer(1)], temperature: .integer(20))
    #expect(line(sample, motion) == #"{"i":4,"t":1.5,"h":9,"temp":20,"qx":0,"qy":0,"qz":0,"qw":1}"# + "\n")
  }

  @Test func valuesThatAreNotFiniteAreNamedAndLeftOut() {
    let sample = MotionSample(
      deviceTime: .real(.nan), receipt: HostTime(nanoseconds: 9), values: [.real(.infinity), .integer(2)],
      temperature: .real(-.infinity))
    #expect(
      line(sample, SessionFixture.accelerometer)
        == #"{"i":4,"h":9,"y":2,"bad":["t","x","z","temp"]}"# + "\n")
  }

  private static let difficult: [Double] = [
    .leastNonzeroMagnitude, -0.0, 0, .greatestFiniteMagnitude, -.leastNormalMagnitude, 0.1 + 0.2,
    9_007_199_254_740_992, 1e22, 1e23, Double.leastNormalMagnitude.nextDown, .pi,
  ]

  @Test func difficultRealsComeBackBitForBit() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    for (index, number) in SessionRowTests.difficult.enumerated() {
      var sample = SessionFixture.sample(index)
      sample.values = [.real(number), .integer(1), .real(-number)]
      sink.record(sample, stream: 0)
    }
    _ = try sink.seal(state: .complete) { _ in }
    let stream = try #require(try SessionReader.read(sink.path).stream(.accelerometer))
    guard case .reals(let x) = stream.values[0], case .reals(let z) = stream.values[2] else {
      Issue.record("not columns of reals")
      return
    }
    #expect(x.map(\.bitPattern) == SessionRowTests.difficult.map(\.bitPattern))
    #expect(z.map(\.bitPattern) == SessionRowTests.difficult.map { (-$0).bitPattern })
    #expect(stream.values[1] == .integers(Array(repeating: 1, count: x.count)))
    // A second reader of the same text: Python's json.
    let python = try SessionFixture.output(
      "/usr/bin/python3",
      [
        "-c",
        "import json,struct,sys\nfor l in open(sys.argv[1]): print(struct.unpack('>Q',struct.pack('>d',json.loads(l)['x']))[0])",
        "\(sink.path)/accelerometer.jsonl",
      ])
    #expect(
      python.split(separator: "\n").map(String.init) == SessionRowTests.difficult.map { "\($0.bitPattern)" })
  }

  @Test func difficultIntegersStayIntegers() throws {
    let numbers: [Int64] = [
      .max, .min + 1, .min, 9_007_199_254_740_993, -9_007_199_254_740_993, 4_294_967_295, 4_294_967_296, 0,
      -1,
    ]
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    for (index, number) in numbers.enumerated() {
      var sample = SessionFixture.sample(index)
      sample.deviceTime = .integer(number)
      sample.values[0] = .integer(number)
      sink.record(sample, stream: 1)
    }
    _ = try sink.seal(state: .complete) { _ in }
    let stream = try #require(try SessionReader.read(sink.path).stream(.gyroscope))
    #expect(stream.deviceTime == .integers(numbers))
    #expect(stream.values[0] == .integers(numbers))
  }

  @Test func aColumnBecomesRealAtItsFirstReal() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    for (index, number) in [RawNumber.integer(3), .integer(-4), .real(0.5), .integer(6)].enumerated() {
      var sample = SessionFixture.sample(index)
      sample.values[0] = number
      sample.values[1] = index == 2 ? .real(.nan) : .integer(7)
      if index == 3 { sample.invalid = ["y", "z"] }
      sink.record(sample, stream: 0)
    }
    _ = try sink.seal(state: .complete) { _ in }
    let session = try SessionReader.read(sink.path)
    let stream = try #require(session.stream(.accelerometer))
    #expect(stream.values[0] == .reals([3, -4, 0.5, 6]))
    #expect(stream.values[1].doubles[2].isNaN)
    #expect(stream.values[1].doubles[3] == 7)
    #expect(stream.badRows == [2])
    #expect(stream.invalid == [3: ["y", "z"]])
    #expect(session.problems.isEmpty)
  }
}
