import Foundation
import Testing

@testable import MotionCore

/// Difficult numbers through writer and reader, and streams without rows.
@Suite struct SchemaNumberTests {
  @Test func randomBitPatternsComeBackInShortestForm() throws {
    var random = SeededRandom(seed: 1)
    var numbers: [Double] = []
    while numbers.count < 20_000 {
      let number = Double(bitPattern: random.next())
      if number.isFinite { numbers.append(number) }
    }
    // Subnormals, which random patterns seldom are.
    for _ in 0..<2000 { numbers.append(Double(bitPattern: random.next() & 0x800F_FFFF_FFFF_FFFF)) }
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    for (index, number) in numbers.enumerated() {
      var sample = SessionFixture.sample(index)
      sample.values = [.real(number), .integer(Int64(bitPattern: number.bitPattern)), .real(-number)]
      sink.record(sample, stream: 0)
    }
    _ = try sink.seal(state: .complete) { _ in }
    let stream = try #require(try SessionReader.read(sink.path).stream(.accelerometer))
    guard case .reals(let x) = stream.values[0], case .integers(let y) = stream.values[1] else {
      Issue.record("not columns of reals and integers")
      return
    }
    #expect(x.map(\.bitPattern) == numbers.map(\.bitPattern))
    #expect(y == numbers.map { Int64(bitPattern: $0.bitPattern) })
    // Python's float() reads the same bits, and its repr, which is the shortest form too, has as many digits.
    let program = """
      import json, sys
      digits = lambda text: len(text.split('e')[0].replace('-', '').replace('.', '').strip('0'))
      texts = []
      for line in open(sys.argv[1]):
          json.loads(line, parse_float=lambda text: texts.append(text) or float(text))
      print(len(texts), sum(digits(text) != digits(repr(float(text))) for text in texts))
      rows = [json.loads(line) for line in open(sys.argv[1])]
      import struct, hashlib
      print(hashlib.sha256(b''.join(struct.pack('>d', row['x']) for row in rows)).hexdigest())
      """
    let output = try SessionFixture.output(
      "/usr/bin/python3", ["-c", program, "\(sink.path)/accelerometer.jsonl"])
    let bytes = numbers.flatMap { number in withUnsafeBytes(of: number.bitPattern.bigEndian, Array.init) }
    #expect(output.split(separator: "\n") == ["44000 0", Substring(SHA256Hash.hex(bytes))])
  }

  @Test func integersAtTheEndsOfTheirRangesKeepEveryDigit() throws {
    let numbers: [Int64] = [
      .min, .min + 1, -9_007_199_254_740_993, -1, 0, 9_007_199_254_740_993, 4_294_967_295, 4_294_967_296,
      .max - 1, .max,
    ]
    let fixture = SessionFixture()
    let sink = try fixture.direct(plan: SchemaFixture.plan())
    for number in numbers {
      let sample = MotionSample(
        deviceTime: .integer(number), receipt: HostTime(nanoseconds: number),
        kernelTime: HostTime(nanoseconds: number),
        counter: number, values: [.integer(number), .integer(~number), .integer(0)])
      sink.record(sample, stream: 1)
    }
    sink.record(
      EventMarker(
        kind: .incident, label: "clock_jump", host: HostTime(nanoseconds: .min),
        fields: ["by": .integer(.max)]))
    _ = try sink.seal(state: .interrupted) { _ in }
    let session = try SessionReader.read(sink.path)
    let stream = try #require(session.stream(.gyroscope))
    #expect(stream.deviceTime == .integers(numbers))
    #expect(stream.receiptNs == numbers)
    #expect(stream.kernelNs == numbers)
    #expect(stream.counter == numbers)
    #expect(
      stream.values == [
        .integers(numbers), .integers(numbers.map { ~$0 }), .integers(numbers.map { _ in 0 }),
      ])
    #expect(session.events.last?.host.nanoseconds == .min)
    #expect(session.events.last?.fields == ["by": .integer(.max)])
    #expect(try SchemaFixture.schemaProblems(sink.path) == "")
  }

  @Test func aCounterThatWrapsStaysWrappedInTheFile() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    let counts: [Int64] = [4_294_947_296, 4_294_957_296, 0, 10_000]
    for (index, count) in counts.enumerated() {
      var sample = SessionFixture.sample(index)
      sample.deviceTime = .integer(count)
      sink.record(sample, stream: 0)
    }
    _ = try sink.seal(state: .complete) { _ in }
    let session = try SessionReader.read(sink.path)
    let stream = try #require(session.stream(.accelerometer))
    #expect(stream.deviceTime == .integers(counts))
    let clock = session.manifest.clocks.first { $0.name == "imu" }
    guard case .integers(let unrolled) = DeviceTime(stream: stream, clock: clock) else {
      Issue.record("not integers")
      return
    }
    // 2³² = 4 294 967 296: the steps are 10 000 µs throughout.
    #expect(unrolled == [4_294_947_296, 4_294_957_296, 4_294_967_296, 4_294_977_296])
  }

  @Test func aStreamWithoutRowsIsNotAStreamThatCannotBeHad() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct(plan: SchemaFixture.plan())
    sink.record(SessionFixture.sample(0), stream: 0)
    _ = try sink.seal(state: .interrupted) { _ in }
    #expect(try SchemaFixture.schemaProblems(sink.path) == "")
    let session = try SessionReader.read(sink.path)
    #expect(session.problems.isEmpty)
    let empty = try #require(session.stream(.gyroscope))
    #expect(empty.count == 0)
    #expect(empty.description.capability == .available)
    #expect(session.stream(.magnetometer) == nil)
    let entries = session.manifest.streams
    #expect(entries.map(\.count) == [1, 0, nil])
    #expect(entries.map(\.file) == ["accelerometer.jsonl", "gyroscope.jsonl", nil])
    #expect(entries[2].description.capability == .unavailable(reason: "the device has none"))
    #expect(!FileManager.default.fileExists(atPath: "\(sink.path)/magnetometer.jsonl"))
    // The analysis keeps them apart as well.
    let sampling = MotionAnalyzer().analyze(session).sampling
    #expect(sampling.map(\.name) == ["accelerometer", "gyroscope"])
    #expect(sampling[1].statistics.count == 0)
  }
}
