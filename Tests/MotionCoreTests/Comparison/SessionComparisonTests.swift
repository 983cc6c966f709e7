import Foundation
import Testing

@testable import MotionCore

/// Two sensors in every relation that they can have.
@Suite struct SessionComparisonTests {
  private let pair = TwoSensors()

  @Test func twoSensorsOfOneSessionAreComparedMovementByMovement() throws {
    let session = try pair.oneSession()
    let comparison = SessionComparison(try session.choosing("imu"), try session.choosing("wrist"))
    #expect(comparison.relation == .oneClock && comparison.b.sensorName == "wrist")
    #expect(comparison.synchronisation.contains("one host clock"))
    let pairs = try #require(comparison.pairs.value)
    #expect(pairs.pairs.count == pair.first.leans.count && pairs.onlyA == 0 && pairs.onlyB == 0)
    func difference(_ quantity: MovementPairs.Quantity) throws -> MovementPairs.Difference {
      try #require(pairs.differences.first { $0.quantity == quantity })
    }
    // B is stamped 12 ms late, so A's onsets are 12 ms earlier; it sees 18° of 20°.
    let onset = try difference(.onset)
    let interval = try #require(onset.medianInterval.value)
    #expect((interval.low...interval.high).contains(-12) && interval.high - interval.low < 12, "\(onset)")
    let peak = try #require(try difference(.peak).distribution.median.value)
    #expect(abs(peak - -12) < 6)
    let range = try #require(try difference(.range).distribution.median.value)
    #expect(abs(range - 2) < 0.2)

    // The table has the same, paired, and both sides beside it.
    let latency = try #require(comparison.row(.timing, "latency_ms"))
    #expect(latency.method == .paired && latency.a.count == latency.b.count)
    #expect(near(latency.difference.value, -12, within: 6))
    let speed = try #require(comparison.row(.movement, "range_deg"))
    #expect(speed.method == .paired && near(speed.a.value.value, 20, within: 0.4))
    #expect(near(speed.b.value.value, 18, within: 0.4))
    let side = try #require(comparison.row(.movement, "range_deg", "outbound_left"))
    #expect(side.pairs == .value(side.a.count) && side.a.count > 4)
  }

  /// On one clock the alignment is the delay of the sensors against each other.
  @Test func anAlignmentOnOneClockIsTheDelay() throws {
    let session = try pair.oneSession()
    let comparison = SessionComparison(
      try session.choosing("imu"), try session.choosing("wrist"), aligning: true)
    let found = try #require(comparison.alignment.value)
    // A's rows show a movement 12 ms before B's.
    #expect(abs(found.wallDifferenceSeconds - -0.012) < 0.002 && found.halfWidthSeconds < 0.003)
    #expect(abs(found.ratePPM) < 60)
    // The one clock stays the measure of the movements.
    let onset = try #require(comparison.pairs.value?.differences[0].distribution.median.value)
    #expect(abs(onset - -12) < 6)
  }

  @Test func separateRecordingsAreNeverHeldAgainstEachOtherInTime() throws {
    let a = pair.first.build()
    var b = pair.second.build()
    b.manifest.uuid = "00000000-0000-4000-8000-000000000002"
    b.manifest.anchors = []
    for aligning in [false, true] {
      let comparison = SessionComparison(a, b, aligning: aligning)
      #expect(comparison.synchronisation.contains("separate recordings are not synchronised"))
      #expect(comparison.alignment.reason?.text.hasPrefix("the recordings are not simultaneous: ") == true)
      #expect(comparison.pairs.value == nil)
      let limits = comparison.limitations
      #expect(limits.contains(ComparisonLimitation.otherMovements), "\(limits)")
      #expect(
        limits.suffix(3) == [
          ComparisonLimitation.medianOfDifferences, .oneIntervalAtATime, .ofOneSession,
        ])
      #expect(comparison.rows.allSatisfy { $0.method != .paired && $0.pairs.value == nil })
      // Each side's number is its analysis's own, the difference that of both.
      let row = try #require(comparison.row(.timing, "latency_ms"))
      #expect(row.a.value == comparison.a.analysis.summary.groups[0].summary.counted.distribution.median)
      #expect(row.b.value == comparison.b.analysis.summary.groups[0].summary.counted.distribution.median)
      #expect(row.difference.value == row.a.value.value! - row.b.value.value!)
      // Another movement 12 ms later by the stamps: the interval of the difference holds it.
      let interval = try #require(row.interval.value)
      #expect(row.method == .unpaired && (interval.low...interval.high).contains(-12))
    }
  }

  @Test func whatRanTogetherIsAlignedOnlyWhenAskedAndOnlyThenMatched() throws {
    let (a, b) = pair.twoSessions(wallBehind: 0.4)
    let plain = SessionComparison(a, b)
    #expect(plain.alignment.reason == "not asked for: --align")
    guard case .simultaneous(let overlap) = plain.relation else {
      Issue.record("\(plain.relation)")
      return
    }
    #expect(plain.synchronisation == Synchronisation.simultaneous(overlap).text)
    #expect(plain.pairs.value == nil && plain.rows.allSatisfy { $0.method != .paired })

    let aligned = SessionComparison(a, b, aligning: true)
    let found = try #require(aligned.alignment.value)
    // B's wall clock is 0.4 s behind, and its rows are stamped 12 ms late: A's clock is ahead by 0.388 s.
    #expect(abs(found.wallDifferenceSeconds - 0.388) < 0.003, "\(found)")
    #expect(aligned.synchronisation == Synchronisation.aligned(overlap).text)
    let pairs = try #require(aligned.pairs.value)
    #expect(pairs.pairs.count == pair.first.leans.count)
    let onset = pairs.differences[0].distribution
    #expect(near(onset.median.value, 0, within: 6) && onset.count >= 20)
    #expect(aligned.limitations.contains(.fittedTogether))
    // Each has cues of its own, on its own clock: their latencies are not paired, their ranges are.
    #expect(aligned.row(.timing, "latency_ms")?.method == .unpaired)
    #expect(aligned.row(.movement, "range_deg")?.method == .paired)
  }

  /// A phone in the pocket that knows nothing of the drill.
  @Test func aRecordingWithoutCuesTakesThoseOfTheOtherOnlyByAnAlignment() throws {
    let (a, b) = pair.twoSessions(wallBehind: -0.3, isSilent: true)
    let plain = SessionComparison(a, b)
    #expect(plain.b.cues == .none)
    let missing = try #require(plain.row(.timing, "latency_ms"))
    #expect(missing.b.value == .unavailable("the session has no cue that expects a position"))
    #expect(missing.b.count == 0 && missing.difference.value == nil && missing.interval.value == nil)
    #expect(missing.difference.reason?.text.hasPrefix("B: ") == true)
    // What needs no cue is compared all the same.
    let rate = try #require(plain.row(.sampling, "mean_hz", "gyroscope"))
    #expect(near(rate.difference.value, 50, within: 0.5))

    let aligned = SessionComparison(a, b, aligning: true)
    let alignment = try #require(aligned.alignment.value)
    #expect(aligned.b.cues == .moved && aligned.b.analysis.trials.count == a.cues.count)
    let cue = try #require(aligned.b.analysis.trials.first?.cue.times)
    // 200 µs of the cue's own, and the alignment's.
    let own = 200_000.0
    let added = alignment.uncertaintySeconds(at: try #require(a.cues.first?.times.audible)) * 1e9
    #expect(near(cue.audibleUncertaintyNs, (own * own + added * added).squareRoot(), within: 1))
    let latency = try #require(aligned.row(.timing, "latency_ms"))
    #expect(latency.method == .paired && latency.b.count == latency.a.count)
    // The alignment takes the delay of 12 ms away, and the text says so.
    #expect(near(latency.difference.value, 0, within: 6))
    #expect(aligned.limitations.contains(.cuesOfTheOther(side: "B")))
    let range = try #require(aligned.row(.movement, "range_deg"))
    #expect(near(range.difference.value, 2, within: 0.2))
    // The other way round it is A that takes them.
    let turned = SessionComparison(b, a, aligning: true)
    #expect(
      turned.a.cues == .moved && near(turned.row(.movement, "range_deg")?.difference.value, -2, within: 0.2))
    // The session that was compared is as it was.
    #expect(b.events.isEmpty && aligned.b.session.events.count > 20)
  }

  @Test func aMissingStreamIsUnavailableWithItsReasonAndNeverZero() throws {
    var second = pair.second
    second.accelerometer = false
    var b = second.build()
    b.manifest.uuid = "00000000-0000-4000-8000-000000000002"
    let comparison = SessionComparison(pair.first.build(), b)
    for key in ["mean_hz", "interval_sd_ms", "age_median_ms"] {
      let row = try #require(comparison.row(.sampling, key, "accelerometer"))
      #expect(row.b.value == .unavailable("the session has no accelerometer stream") && row.b.count == 0)
      #expect(row.a.value.value != nil && row.difference.value == nil)
    }
    let noise = try #require(comparison.row(.stationary, "force_stillness_mg", "torso"))
    #expect(noise.b.value.reason == "the session has no accelerometer stream")
    // Neither has a slow block; neither a magnetometer, which then has no rows at all.
    let slow = try #require(comparison.row(.response, "peak_speed_deg_s", "slow"))
    #expect(slow.difference == .unavailable("A and B: the session has no slow block"))
    #expect(comparison.row(.response, "answered_percent", "slow")?.a.value.value == nil)
    #expect(comparison.row(.sampling, "mean_hz", "magnetometer") == nil)
  }

  @Test func fewTrialsHaveADifferenceAndNoInterval() throws {
    let a = LeanSession.standard.build()
    var b = LeanSession.standard.build()
    b.manifest.uuid = "00000000-0000-4000-8000-000000000002"
    b.state = .incomplete
    b.manifest.synthetic = true
    let comparison = SessionComparison(a, b)
    let row = try #require(comparison.row(.timing, "latency_ms"))
    #expect(row.a.count == 4 && row.difference == .value(0))
    #expect(row.interval == .unavailable("fewer than 5 values on a side") && row.method == .none)
    #expect(comparison.limitations.contains(.notComplete(side: "B", state: .incomplete)))
    #expect(comparison.limitations.contains(ComparisonLimitation.synthetic(side: "B")))
    b.problems = [MotionSession.Problem("gyroscope.jsonl", .cutLine(bytes: 31))]
    #expect(
      SessionComparison(a, b).limitations.map(\.messageID).contains("comparison.damaged"))
  }

  @Test func sessionsWithNothingInThemAreComparedToo() throws {
    var empty = LeanSession()
    empty.seconds = 0
    var b = empty.build()
    b.manifest.uuid = "00000000-0000-4000-8000-000000000002"
    for aligning in [false, true] {
      let comparison = SessionComparison(empty.build(), b, aligning: aligning)
      #expect(comparison.rows.allSatisfy { $0.difference.value == nil && $0.interval.value == nil })
    }
  }

  @Test func theSameSessionsGiveTheSameBytes() throws {
    let (a, b) = pair.twoSessions(isSilent: true)
    let text = SessionComparison(a, b, aligning: true).documentText
    #expect(text == SessionComparison(a, b, aligning: true).documentText)
    var other = AnalysisConfiguration.default
    other.summary.bootstrapSeed = 5
    let changed = SessionComparison(a, b, configuration: other, aligning: true)
    #expect(changed.document["analysis"]?["configuration_sha256"]?.string == other.sha256)
    #expect(changed.documentText != text)
  }

  @Test func aSensorThatIsNotThereIsNamed() throws {
    let session = try pair.oneSession()
    let error = try #require(throws: SensorChoiceError.self) { try session.choosing("ankle") }
    #expect(error.description.contains("ankle") && error.description.contains("imu, wrist"))
    #expect(try session.choosing(nil).streams.map(\.description.name) == ["gyroscope", "accelerometer"])
    let wrist = try session.choosing("wrist")
    #expect(wrist.streams.map(\.description.name) == ["gyroscope@wrist", "accelerometer@wrist"])
    #expect(wrist.manifest.streams.count == 2 && wrist.stream(.gyroscope) != nil)
    #expect(session.streams.count == 4)
  }

  /// The second sensor sees the leans of the calibration in its own rows; the run's rotations, which are of the first, are
  /// compared with nothing.
  @Test func aSecondSensorIsCalibratedByItsOwnRowsOfTheSameLeans() throws {
    let rows = CalibrationRows(json: ["gyroscope": [200, 399], "accelerometer": [200, 399]])
    var session = try pair.oneSession()
    session.calibration = Calibration(
      json: [
        "version": 1, "neutral": ["q": [0, 0, 0, 1], "rows": rows?.json ?? .null],
        "axes": [
          "method": "gestures", "sensor_to_rider": [0, 0, 0, 1],
          "left": ["rows": ["gyroscope": [800, 1199]], "angle_deg": 12],
        ],
      ])
    let wrist = try #require(try session.choosing("wrist").calibration)
    #expect(wrist.isOfAnotherSensor)
    // 100 Hz and 50 Hz with a tenth of jitter: half the numbers, give or take the jitter.
    let neutral = try #require(wrist.neutral?.rows["gyroscope@wrist"])
    #expect(abs(neutral.lowerBound - 100) <= 3 && abs(neutral.upperBound - 199) <= 3)
    #expect(wrist.neutral?.rows["accelerometer@wrist"] != nil && wrist.neutral?.rows["gyroscope"] == nil)
    let left = try #require(wrist.axes?.left?.rows["gyroscope@wrist"])
    #expect(abs(left.lowerBound - 400) <= 6 && abs(left.upperBound - 599) <= 6)
    #expect(try session.choosing("imu").calibration?.isOfAnotherSensor == false)
    let both = SessionComparison(try session.choosing("imu"), try session.choosing("wrist"))
    #expect(both.limitations.contains(ComparisonLimitation.calibratedByTheOther(side: "B")))
  }
}
