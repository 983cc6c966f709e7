import Foundation
import Testing

@testable import MotionCore

/// A reader written in another language from docs/session-schema.md alone gives what `SessionReader` gives, bit
/// for bit: whole sessions, ones cut off, ones in segments, ones being written.
@Suite struct SchemaReaderTests {
  private func read(_ path: String) throws -> JSONValue {
    try JSONValue.parse(try SchemaFixture.python("read_session.py", [path]))
  }

  /// Compares everything that the page's reader gives with the session that Swift reads.
  private func compare(_ path: String) throws -> (python: JSONValue, session: MotionSession) {
    let python = try read(path)
    let session = try SessionReader.read(path)
    #expect(python["state"]?.string == session.state.rawValue)
    #expect(python["streams"]?.object?.keys == session.streams.map(\.description.name))
    for stream in session.streams {
      let rows = try #require(python["streams"]?[stream.description.name]?.array)
      #expect(rows.count == stream.count, "\(stream.description.name)")
      let times = hostTimes(stream, session.manifest)
      for index in 0..<min(rows.count, stream.count) {
        compare(rows[index], stream, index, hostNs: times[index])
      }
    }
    let cues = try #require(python["cues"]?.array)
    let timed = SessionTimeline(session).cues
    #expect(cues.map { $0["n"]?.integer } == timed.map(\.sequence))
    #expect(cues.map { $0["audible_ns"]?.integer } == timed.map { $0.times.audible?.nanoseconds })
    #expect(cues.map { $0["frame0_ns"]?.integer } == timed.map { $0.times.frame0?.nanoseconds })
    return (python, session)
  }

  private func compare(_ row: JSONValue, _ stream: MotionStream, _ index: Int, hostNs: Double) {
    let name = "\(stream.description.name) row \(index)"
    #expect(row["row"]?["i"]?.integer == stream.sequence[index], "\(name)")
    #expect(row["row"]?["h"]?.integer == stream.receiptNs[index], "\(name)")
    #expect(row["host_ns"]?.double?.bitPattern == hostNs.bitPattern, "\(name)")
    let expected = values(stream, index)
    #expect(row["value"]?.object?.keys == stream.description.valueKeys, "\(name)")
    for (column, key) in stream.description.valueKeys.enumerated() {
      switch stream.values[column] {
      case .integers(let raw): #expect(row["row"]?[key]?.integer == raw[index], "\(name)")
      case .reals(let raw):
        #expect(
          row["row"]?[key]?.double?.bitPattern == (raw[index].isNaN ? nil : raw[index].bitPattern), "\(name)")
      }
      let value = expected[column]
      #expect(row["value"]?[key]?.double?.bitPattern == (value.isNaN ? nil : value.bitPattern), "\(name)")
    }
    #expect((row["row"]?["bad"] != nil) == stream.badRows.contains(index), "\(name)")
    #expect(
      row["row"]?["invalid"]?.array?.compactMap(\.string) ?? [] == stream.invalid[index] ?? [], "\(name)")
  }

  /// The page's formula for the times, on the columns that Swift read.
  private func hostTimes(_ stream: MotionStream, _ manifest: Manifest) -> [Double] {
    let clock = manifest.clocks.first { $0.name == stream.description.clock }
    let times = DeviceTime(stream: stream, clock: clock)
    return (0..<stream.count).map { row in
      guard times.isFinite(row) else { return Double(stream.receiptNs[row]) }
      if stream.description.clock == "host" { return times.double(row) }
      guard let clock, let mapping = clock.mapping, mapping.validated else {
        return Double(stream.receiptNs[row])
      }
      return Double(mapping.t0Host.nanoseconds)
        + (times.double(row) - mapping.t0) * clock.unit.nanoseconds * (1 + mapping.driftPPM * 1e-6)
    }
  }

  /// The page's formula for the values. NaN where a value is not there.
  private func values(_ stream: MotionStream, _ row: Int) -> [Double] {
    let it = stream.description
    let raw = stream.values.map { $0.doubles[row] }
    guard it.kind != .motion else { return raw }
    func three(_ values: [Double]?) -> [Double] {
      guard let values else { return [1, 1, 1] }
      return values.count == 1 ? [values[0], values[0], values[0]] : values
    }
    let (scale, offset, gain) = (three(it.scale), three(it.offset), three(it.gain))
    let scaled = (0..<3).map { gain[$0] * ((raw[$0] + offset[$0]) * scale[$0]) }
    return it.mountMatrix.map { matrix in
      matrix.map { $0[0] * scaled[0] + $0[1] * scaled[1] + $0[2] * scaled[2] }
    } ?? scaled
  }

  @Test func theReaderIsAsShortAsItIsSaidToBe() throws {
    let file = SchemaFixture.project.appendingPathComponent("Tests/readers/read_session.py")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count { !$0.allSatisfy(\.isWhitespace) } <= 40)
  }

  @Test(arguments: ["linux", "iphone", "apple_watch"])
  func anExampleIsReadAlike(name: String) throws {
    let (python, session) = try compare(SchemaFixture.example(name))
    #expect(session.streams.allSatisfy { $0.count > 50 })
    #expect(python["state"] == "complete")
  }

  @Test func theWatchesHeadingIsInvalidThenMissingThenThere() throws {
    // As docs/examples/README.md says.
    let session = try SessionReader.read(SchemaFixture.example("apple_watch"))
    let motion = try #require(session.stream(.motion))
    #expect(motion.description.valueKeys.contains("hd"))
    #expect(!motion.description.valueKeys.contains("mx"))
    #expect(motion.invalid == [0: ["hd", "hda"], 1: ["hd", "hda"], 2: ["hd", "hda"]])
    #expect(motion.badRows == [3])
    let heading = try #require(motion.description.valueKeys.firstIndex(of: "hd"))
    let values = motion.values[heading].doubles
    #expect(values[0] == -1)
    #expect(values[3].isNaN)
    #expect(values[4] == 118.25)
    // The heading of the phone is a field that is not there, with its reason; its rows are not bad for that.
    let phone = try SessionReader.read(SchemaFixture.example("iphone"))
    let phoneMotion = try #require(phone.stream(.motion))
    #expect(phoneMotion.badRows == [])
    #expect(
      phoneMotion.description.fields?["heading"]?["reason"]?.string == "the source has no heading")
  }

  /// Rows with a wrapping counter, a hard gain and matrix, temperatures, bad and invalid values; cues whose
  /// times were refined, and one that failed after it was handed over.
  private func record(_ fixture: SessionFixture, faults: FaultPlan? = nil) throws -> DirectRecorder {
    let sink = try fixture.direct(faults: faults, plan: SchemaFixture.plan())
    for index in 0..<30 {
      var sample = SessionFixture.sample(index)
      sample.deviceTime = .integer((4_294_967_296 - 95_000 + Int64(index) * 10_000) % 4_294_967_296)
      sample.values = [.integer(Int64(index * index)), .real(0.1 * Double(index)), .integer(-7)]
      if index % 7 == 3 { sample.values[1] = .real(.nan) }
      if index % 5 == 2 { sample.invalid = ["x"] }
      sink.record(sample, stream: 0)
      sink.record(sample, stream: 1)
      if index == 10 || index == 20 { sink.checkpoint() }
    }
    func cue(_ name: String, trial: Int?, _ status: CueStatus, reason: String? = nil) -> CueEvent {
      let isPlayed = status == .played
      let time = HostTime(nanoseconds: 9_007_199_254_740_993)
      return CueEvent(
        cue: name, trial: trial, block: "one", intent: "plain", expect: trial == nil ? .none : .left,
        scheduled: time, clip: nil,
        times: isPlayed
          ? SoundTimes(
            dispatched: time, frame0: time, audible: time, audibleUncertaintyNs: 0.1, timing: .estimated)
          : .none,
        status: status, reason: reason)
    }
    let now = HostTime(nanoseconds: 300_000_000)
    let first = sink.record(cue("LEFT", trial: 1, .played).event(now: now))
    sink.record(cue("NOISE", trial: nil, .played).event(now: now))
    sink.record(cue("RIGHT", trial: 2, .played).event(now: now))
    sink.record(cue("RIGHT", trial: 2, .failed, reason: "an underrun").event(now: now))
    let better = SoundTimes(
      dispatched: nil, frame0: now, audible: now + .nanoseconds(1), audibleUncertaintyNs: 0.3,
      timing: .measured)
    sink.record(better.refinement(ofCue: first, label: "LEFT", now: now))
    sink.checkpoint()
    return sink
  }

  private func mapped(_ manifest: inout Manifest) {
    manifest.clocks[1].mapping = ClockMapping(
      t0: 4_294_967_296 - 95_000, t0Host: HostTime(nanoseconds: 123_456_789), driftPPM: -40.078623,
      residualNs: 2e6, validated: true)
    manifest.anchors.append(
      Manifest.Anchor(
        at: .end, host: HostTime(nanoseconds: 400_000_000), wall: "2026-11-30T12:15:02.400000001+02:00",
        utcOffset: "+02:00", clockSynchronised: true))
  }

  @Test func aSealedSessionWithAWrapAndRefinedCues() throws {
    let fixture = SessionFixture()
    let sink = try record(fixture)
    _ = try sink.seal(state: .complete) { mapped(&$0) }
    #expect(try SchemaFixture.schemaProblems(sink.path) == "")
    let (python, session) = try compare(sink.path)
    // By hand: the counter returns to zero before the tenth row, 0.1 s after the first; 40 ppm slower.
    let tenth = try #require(python["streams"]?["gyroscope"]?.array?[10]["host_ns"]?.double)
    #expect(tenth == 123_456_789 + 100_000 * 1e3 * (1 - 40.078623e-6))
    #expect(session.cues.count == 4)
    let cues = try #require(python["cues"]?.array)
    #expect(cues.map { $0["status"] } == ["played", "played", "failed"])
    #expect(cues[0]["audible_ns"] == 300_000_001)
    #expect(cues[1]["audible_ns"] == 9_007_199_254_740_993)
  }

  @Test func anUnsealedSessionCutInTheMiddleOfARow() throws {
    let fixture = SessionFixture()
    let path: String
    do {
      // While the recorder holds it, it is being recorded.
      let sink = try record(fixture)
      path = sink.path
      #expect(try SchemaFixture.schemaProblems(path) == "")
      #expect(try compare(path).python["state"] == "recording")
      // The process dies: a copy has the files, and nobody holds its lock.
    }
    let dead = "\(path)-dead"
    try FileManager.default.copyItem(atPath: path, toPath: dead)
    let file = "\(dead)/accelerometer.jsonl"
    let bytes = try #require(FileManager.default.contents(atPath: file))
    try bytes.dropLast(20).write(to: URL(fileURLWithPath: file))
    #expect(try SchemaFixture.schemaProblems(dead) == "")
    let (python, session) = try compare(dead)
    #expect(python["state"] == "incomplete")
    #expect(session.stream(.accelerometer)?.count == 29)
    #expect(session.stream(.gyroscope)?.count == 30)
  }

  @Test func aSessionInSegments() throws {
    let fixture = SessionFixture()
    let faults = FaultPlan([2, 3, 5].map { FaultPlan.Fault("fdatasync", nth: $0, code: -EIO) })
    let sink = try record(fixture, faults: faults)
    let sealed = try sink.seal(state: .complete) { mapped(&$0) }
    #expect(sealed.manifest.state == .interrupted)
    #expect(sealed.manifest.streams.contains { !$0.segments.isEmpty })
    #expect(try SchemaFixture.schemaProblems(sink.path) == "")
    let (_, session) = try compare(sink.path)
    #expect(session.streams.map(\.sequence) == [Array(0..<30), Array(0..<30)])
  }
}
