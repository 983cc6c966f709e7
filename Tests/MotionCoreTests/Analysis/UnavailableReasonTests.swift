import Foundation
import Testing

@testable import MotionCore

/// Why values of an analysis are unavailable: sessions that lack something, and what their documents say of it. The words
/// stand in the catalogue; these tests name the message.
@Suite struct UnavailableReasonTests {
  /// All reasons that stand in the document of `session`.
  private static func reasons(_ session: MotionSession) -> Set<String> {
    var found: Set<String> = []
    func collect(_ value: JSONValue) {
      switch value {
      case .object(let object):
        if object.members.count == 1, let reason = object["unavailable"]?.string { found.insert(reason) }
        for member in object.members { collect(member.value) }
      case .array(let values): values.forEach(collect)
      default: break
      }
    }
    collect(MotionAnalyzer().analyze(session).document)
    return found
  }

  private static func expect(
    _ session: MotionSession, says messages: [any CatalogueMessage],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = reasons(session)
    for message in messages {
      #expect(
        found.contains(message.text), "\(message.messageID): \(found.sorted())",
        sourceLocation: sourceLocation)
    }
  }

  @Test func ofMovementsAndTheirCues() {
    var session = LeanSession.standard
    // A lean that no word asks for and that nothing follows; one word that is taken back, one of unknown time; a slot that
    // lies beyond the recording.
    session.leans.append(.init(start: 26.5, by: 15))
    session.cues[2].status = .cancelled
    session.cues[4].timing = .unknown
    session.cues.append(.init(at: 29.5, expect: .none, status: .silent))
    Self.expect(
      session.build(),
      says: [
        MovementReason.answersNoCue, MovementReason.noneFollows, TrialReason.cueWas(.cancelled),
        TrialReason.notDispatched,
        TrialReason.audibleUnknown, TrialReason.noAudibleUncertainty, TrialReason.slotNotCovered,
        SummaryReason.fewerThan(5), SummaryReason.noBlock(intent: "slow"), SummaryReason.noLabels,
        SamplingReason.noRateAskedFor, ClockReason.hostClock, CalibrationReason.notCalibrated,
      ])
    #expect(MotionAnalyzer().analyze(session.build()).catchTrials.map(\.falseStart.value) == [nil])
  }

  /// Three leans to the same side, the first gone back over at once, and a gap after the second.
  @Test func ofMovementsThatFollowEachOther() {
    var session = LeanSession.standard
    session.leans = [
      .init(start: 10.3, by: 20), .init(start: 11.35, by: -12), .init(start: 14.3, by: -2),
      .init(start: 18.3, by: -20),
      .init(start: 21, by: 9), .init(start: 24, by: 8),
    ]
    session.gaps = [20.2...20.6]
    let none = UnavailableReason(MovementReason.noDwellBeforeNext)
    Self.expect(
      session.build(),
      says: [
        MovementReason.noHold(none), MovementReason.noTarget(none), MovementReason.gapBeforeNext,
        MovementReason.sameWay,
        MovementReason.noReturn,
      ])
  }

  /// A recording that begins and ends within a movement.
  @Test func ofMovementsThatAreCutOff() {
    var session = LeanSession.standard
    session.seconds = 22.8
    session.gaps = [10.2...10.7]
    Self.expect(
      session.build(),
      says: [
        MovementReason.beganBeforeData, MovementReason.dataEndFirst,
        SmoothnessReason.noOnset(UnavailableReason(MovementReason.beganBeforeData)),
        SmoothnessReason.noSettle(UnavailableReason(MovementReason.dataEndFirst)),
      ])
  }

  @Test func ofAxesAndAngles() {
    // No left or right cue: no axis, and so no angle.
    var center = LeanSession.standard
    center.cues.removeAll { $0.expect != .center }
    Self.expect(center.build(), says: [MovementReason.noSamplesAfterCues, MovementReason.noLateralAxis])
    // A rider who never sits still.
    var restless = LeanSession.standard
    restless.sway = [(3, 1.1, 0), (2, 0.7, 1)]
    restless.stationary = nil
    Self.expect(restless.build(), says: [MovementReason.neverStill, MovementReason.neverStillAtCentre])
    // An event without its number, and one without a clip.
    var session = LeanSession.standard.build()
    for i in session.events.indices where session.events[i].label == "LEFT" {
      session.events[i].fields["trial"] = nil
      for key in ["clip", "clip_sha256", "clip_onset_ns", "clip_peak_ns"] {
        session.events[i].fields[key] = nil
      }
    }
    Self.expect(
      session, says: [MovementReason.noTrialNumber, TrialReason.noClip, SummaryReason.noClipOnSide])
  }

  /// A sensor on a table that delivers nothing but zeros, and one whose noise is no noise.
  @Test func ofStillPhases() {
    var flat = LeanSession.standard
    flat.seconds = 71
    flat.extraEvents = LeanSession.stationary(30...70, "table")
    flat.biasDegPerSecond = .zero
    Self.expect(flat.build(), says: [StillnessReason.noDeviationAtOneSecond])
    // A slow sway below the limit of stillness: its deviation rises with the averaging time.
    var swaying = flat
    swaying.sway = [(0.5, 0.05, 0)]
    Self.expect(swaying.build(), says: [StillnessReason.notWhite])
    let none = AllanDeviation(rate: [], interval: 1, samples: [1])
    #expect(
      none.angleRandomWalk(secondSamples: 1, interval: 1)
        == .unavailable(StillnessReason.noDeviationAtOneSecond))
    #expect(none.biasInstability(longest: 1) == .unavailable(StillnessReason.stillFalling))
  }

  @Test func ofArrivalsAndClocks() {
    // One arrival for all rows but the last.
    let numbers = (0..<60).map { Int64($0) }
    #expect(
      IndexLine.fit(arrivals: [Double](repeating: 0, count: 59) + [1e-9], numbers: numbers).reason
        == UnavailableReason(ClockReason.allAtOnce))
    // A clock that runs ten per cent fast has no delivery ages.
    var session = LeanSession.standard
    session.deviceDriftPPM = 100_000
    let sampling = MotionAnalyzer().analyze(session.build()).sampling[0]
    let drift = sampling.mapping?.reason
    #expect(drift?.text.hasPrefix("the clocks run at different rates: ") == true)
    #expect(
      sampling.statistics.ageMedianSeconds
        == .unavailable(ClockReason.mappingInvalid(drift ?? .notKnown)))
  }

  @Test func ofNumbersThatAreNone() {
    #expect(Measured<Double>.value(.infinity).json == .unavailable(ValueReason.notFinite))
    var metrics = SmoothnessMetrics(unavailable: .notKnown)
    metrics[.ldlj] = .value(.nan)
    #expect(metrics[.ldlj] == .unavailable(ValueReason.notFinite))
    #expect(metrics[.sparc] == .unavailable(UnavailableReason(ValueReason.notKnown)))
    #expect(SmoothnessReason.noDuration.text == "the movement has no duration")
  }

  /// Of two sides each says its own.
  @Test func ofDifferences() {
    let cues = UnavailableReason(SummaryReason.noCues)
    let sides: [(Measured<Double>, Measured<Double>, ValueReason)] = [
      (.unavailable(cues), .value(1), .ofA(cues)), (.value(1), .unavailable(cues), .ofB(cues)),
      (.unavailable(cues), .unavailable(cues), .ofBoth(cues)),
      (.unavailable(cues), .unavailable(.notKnown), .ofEach(a: cues, b: .notKnown)),
    ]
    for (a, b, reason) in sides { #expect(Measured.difference(a, b) == .unavailable(reason)) }
  }

  /// What a manifest says of a stream that is not there is told as it stands; one that says nothing is told so.
  @Test func ofStreamsThatAreMissing() {
    var session = LeanSession.standard.build()
    let gyroscope = session.streams.removeFirst()
    for (capability, message) in [
      (
        Capability.unavailable(reason: "it broke"),
        SourceReason.missing(kind: "gyroscope", reason: "it broke")
      ),
      (.invalid(reason: "it hangs"), .invalid(kind: "gyroscope", reason: "it hangs")),
      (.available, .noStream(kind: "gyroscope")),
    ] {
      session.manifest.streams[0].description = gyroscope.description
      session.manifest.streams[0].description.capability = capability
      Self.expect(session, says: [message])
    }
    #expect(ManifestReason.recorded("it broke") == "it broke")
    #expect(ManifestReason.recorded(nil) == UnavailableReason(ManifestReason.noReason))
    #expect(CSVExport.reason(session.manifest.streams[0]) == UnavailableReason(ManifestReason.fileMissing))
  }

  @Test func ofStretchesAndPhasesThatAreShort() {
    // Without an accelerometer a lean between two gaps has no still period at centre.
    var parted = LeanSession.standard
    parted.accelerometer = false
    parted.gaps = [9.8...10.0, 13.8...14.0]
    Self.expect(parted.build(), says: [MovementReason.noAngleThen])
    // Two windows of half a second have no dispersion.
    var short = LeanSession.standard
    short.stationary = 0.5...1.7
    Self.expect(short.build(), says: [StillnessReason.fewWindows])
    // 0.4 of 24 Hz is below twice 5 Hz: no movement has a share of high frequencies.
    var slow = LeanSession.standard
    slow.hz = 24
    Self.expect(
      slow.build(), says: [SmoothnessReason.bandEndsTooLow(hz: 9), SummaryReason.noCountedTrialHasIt])
    // A slow word that needs no movement.
    var session = LeanSession.standard.build()
    let first = session.events.firstIndex { $0.label == "CENTER" }!
    session.events[first].fields["intent"] = "slow"
    Self.expect(session, says: [SummaryReason.noMovementHasIt])
  }

  /// A lean that is taken back so fast that no row lies near rest, and one that swings back a little before it is held.
  @Test func ofTurns() {
    var fast = LeanSession.standard
    fast.hz = 25
    fast.leans = [
      .init(start: 10.3, duration: 0.4, by: 20), .init(start: 10.45, duration: 0.4, by: -20),
      .init(start: 18.3, by: -20), .init(start: 22.3, by: 20),
    ]
    let turned = MotionAnalyzer().analyze(fast.build()).decisions[.lateral] ?? []
    #expect(turned.contains { $0.observation == .changedDirection })
    #expect(DetectionStep.Observation.changedDirection.text == "the direction changes")
    // 15/8 of 20° in 1 s.
    #expect(DetectionStep.Observation.peak(speed: 37.5).text == "highest speed 37.50 °/s")
    var swinging = LeanSession.standard
    swinging.leans.append(.init(start: 11.3, duration: 0.5, by: -1))
    let steps = MotionAnalyzer().analyze(swinging.build()).decisions[.lateral] ?? []
    #expect(
      steps.contains { step in
        if case .reversal(let magnitude, _) = step.observation { abs(magnitude - 1) < 0.1 } else { false }
      })
  }

  /// A stream whose times are none, in the analysis and in an export.
  @Test func ofRowsWithoutTimes() {
    var session = LeanSession.standard.build()
    let count = session.streams[0].count
    session.streams[0].deviceTime = .reals([Double](repeating: .nan, count: count))
    let timed = TimedSession(session)
    #expect(
      timed.analysis.sampling[0].statistics.ageMedianSeconds == .unavailable(SamplingReason.noTimestamps))
    let made = BIDSTracksys.make(session.streams[0], label: "x", in: timed)
    #expect(made.reason == UnavailableReason(ExportReason.noTimes))
  }

  @Test func ofAMagnetometerThatIsNotWanted() {
    var parameters = OrientationParameters()
    parameters.usesMagnetometer = false
    let vectors = MotionAnalyzer().analyzed(LeanSession.standard.build()).vectors
    #expect(
      vectors.orientation(parameters).value?.noMagnetometer
        == UnavailableReason(SourceReason.magnetometerLeftOut))
  }
}
