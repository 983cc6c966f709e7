import Testing

@testable import MotionCore

/// Why a row of a comparison, or an alignment, is not there. Each message is met by two recordings that lack something.
@Suite struct ComparisonReasonTests {
  private static let first = "00000000-0000-4000-8000-000000000001"
  private static let second = "00000000-0000-4000-8000-000000000002"

  private static func other(_ session: MotionSession) -> MotionSession {
    var session = session
    session.manifest.uuid = second
    return session
  }

  @Test func ofRecordingsThatDoNotOverlap() {
    let a = LeanSession.standard.build()
    var rehearsed = Self.other(a)
    rehearsed.manifest.clocks[0].epoch = "virtual"
    var undated = Self.other(a)
    undated.manifest.anchors = []
    // Neither an end anchor nor anything after its start.
    var endless = Self.other(a)
    endless.streams = []
    endless.events = []
    for (b, reason) in [
      (rehearsed, AlignmentReason.virtualTime), (undated, .noWallTime), (endless, .noEnd),
    ] {
      let told = UnavailableReason(AlignmentReason.sideIs(side: "B", UnavailableReason(reason)))
      #expect(RecordingRelation.of(a, b) == .separate(reason: told))
      #expect(
        SessionComparison(a, b, aligning: true).alignment
          == .unavailable(AlignmentReason.notSimultaneous(told)))
    }
  }

  /// Sensors that did not turn, and that have no gyroscope, beside one that has both.
  @Test func ofSensorsThatHaveNothingToCompare() throws {
    let pair = TwoSensors()
    var (a, b) = pair.twoSessions()
    b.streams.removeAll { $0.description.kind == .gyroscope }
    b.manifest.streams.removeAll { $0.description.kind == .gyroscope }
    let none = UnavailableReason(SourceReason.noStream(kind: "gyroscope"))
    let comparison = SessionComparison(a, b, aligning: true)
    #expect(
      comparison.alignment
        == .unavailable(
          AlignmentReason.sideHas(side: "B", UnavailableReason(SourceReason.noAngularVelocity(none)))))
    #expect(comparison.pairs.reason?.text.hasPrefix("B has no movements: ") == true)
    let plain = try #require(comparison.row(.movement, "range_deg"))
    #expect(plain.pairs == .unavailable(AlignmentReason.notMatched))
    // Both the same way, and only one of them to the right.
    a = LeanSession.standard.build()
    var left = LeanSession.standard
    left.cues.removeAll { $0.expect == .right || $0.at > 18 }
    left.leans.removeLast(2)
    let sides = SessionComparison(a, Self.other(left.build()))
    let right = try #require(sides.row(.movement, "range_deg", "outbound_right"))
    #expect(right.b.value == .unavailable(SummaryReason.noCountedTrialOfDirection))
    let spread = try #require(sides.row(.repeatability, "range_deg"))
    #expect(spread.b.value.reason?.text.hasPrefix("too few values: ") == true, "\(spread.b)")
  }

  /// A still phase of a second is too short for a drift.
  @Test func ofStillPhasesThatAreShort() throws {
    var short = LeanSession.standard
    short.stationary = 0.5...3
    let sensor = ComparedSensor(short.build(), configuration: .default)
    let rows = StationaryRows.rows(sensor, sensor, configuration: .default)
    let drift = try #require(rows.first { $0.key == "rate_trend_deg_s_min" })
    #expect(drift.a.value == .unavailable(StillnessReason.fewerWindows(20)))
    var moved = LeanSession.standard
    moved.stationary = 10.35...11.25
    let moving = ComparedSensor(moved.build(), configuration: .default)
    let noise = try #require(
      StationaryRows.rows(moving, moving, configuration: .default).first { $0.key == "rate_stillness_deg_s" }
    )
    #expect(noise.a.value == .unavailable(StillnessReason.notStillThere))
  }

  /// Two riders who never moved alike, and a search that leaves hardly anything in common.
  @Test func ofAlignmentsThatAreNotDistinct() throws {
    let motion = FeltMotion(seconds: 100, seed: 1)
    let (a, _) = motion.sensors(seed: 1)
    var told: Set<String> = []
    for seed in UInt64(2)...9 {
      let other = FeltMotion(seconds: 100, seed: seed)
      let found = AlignmentSearch.align(
        a, other.sensors(seed: seed).b, nominal: other.nominal, searchSeconds: 60)
      told.insert(try #require(found.reason).text)
    }
    // Chance gives some correlation at some lag; how it is refused depends on the movement.
    #expect(
      told.allSatisfy { $0.hasPrefix("no distinct peak: ") || $0.contains("its parts do not agree") },
      "\(told)")
    // Noise about a speed that counts as movement, `bins` of 10 ms; each value stands for `hold` of them.
    func noise(_ seed: UInt64, bins: Int = 7_999, hold: Int = 1) -> SpeedGrid {
      var random = SplitMix(state: seed)
      let times = (0...bins).map { Double($0) * 0.01 }
      var speeds: [Double] = []
      for place in times.indices {
        speeds.append(place % hold == 0 ? 0.5 + 0.1 * random.normal() : speeds[place - 1])
      }
      let speed = AngularSpeed(
        origin: HostTime(nanoseconds: 0), times: times, speeds: speeds, segments: [0..<times.count],
        source: "test")
      return SpeedGrid(speed, start: 0, count: bins, step: 0.01)
    }
    // Ten seconds in common are below the least that a lag needs.
    let short = noise(1, bins: 1_000)
    #expect(
      AlignmentPeak.find(short, short, searchSeconds: 2).reason?.text
        == "no lag within ±2 s leaves 20 s in common")
    // Beside other noise nothing agrees, and chance gives little.
    let chance = try #require(AlignmentPeak.find(noise(1), noise(2), searchSeconds: 5).reason)
    #expect(chance.text.hasPrefix("no distinct peak: the highest correlation is 0."), "\(chance)")
    // Values that stand for a second agree with themselves over all of ±0.1 s.
    let held = noise(1, hold: 100)
    let peak = try #require(AlignmentPeak.find(held, held, searchSeconds: 0.1).value)
    #expect(peak.secondCorrelation == .unavailable(AlignmentReason.fillsRange))
  }
}
