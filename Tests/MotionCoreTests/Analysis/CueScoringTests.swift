import Foundation
import Testing

@testable import MotionCore

/// Verdicts row by row: what happens, and the verdict and reasons that the definitions give for it. Trials of the
/// standard session: 1 CENTER at 6 s, 2 LEFT at 10, 3 CENTER at 14, 4 RIGHT at 18, 5 CENTER at 22; each movement
/// begins 0.3 s after its cue.
@Suite struct CueScoringTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var what: String
    var trial: Int
    var verdict: Trial.Verdict
    var reasons: [Trial.Reason]
    var change: @Sendable (inout LeanSession) -> Void
    var testDescription: String { what }
  }

  private static func event(
    _ kind: EventMarker.Kind, _ at: Double, _ fields: JSONObject, in session: LeanSession
  ) -> EventMarker {
    EventMarker(kind: kind, label: kind.rawValue, host: session.host(at), fields: fields)
  }

  private static func addPause(from begin: Double, to end: Double?, in session: inout LeanSession) {
    session.extraEvents.append(event(.pause, begin, ["edge": "begin"], in: session))
    if let end { session.extraEvents.append(event(.pause, end, ["edge": "end"], in: session)) }
  }

  private static func addSay(_ at: Double, status: String = "played", in session: inout LeanSession) {
    session.extraEvents.append(
      event(
        .say, at, ["text": "x", "status": .string(status), "audible_ns": .optional(session.host(at))],
        in: session)
    )
  }

  static let rows: [Row] = [
    // The window of trial 2 is 9.5 to 12.5 s.
    Row(what: "a pause in the window", trial: 2, verdict: .invalid, reasons: [.paused]) {
      addPause(from: 11.8, to: 12.2, in: &$0)
    },
    Row(what: "a pause that never ended", trial: 5, verdict: .invalid, reasons: [.paused]) {
      addPause(from: 23, to: nil, in: &$0)
    },
    Row(what: "a pause that ended before the window", trial: 2, verdict: .valid, reasons: []) {
      addPause(from: 7, to: 9.4, in: &$0)
    },
    Row(what: "guidance in the window", trial: 2, verdict: .attention, reasons: [.guidanceSpeech]) {
      addSay(9.6, in: &$0)
    },
    Row(what: "guidance after the window", trial: 2, verdict: .valid, reasons: []) { addSay(12.6, in: &$0) },
    Row(what: "guidance that was cancelled", trial: 2, verdict: .valid, reasons: []) {
      addSay(10.1, status: "cancelled", in: &$0)
    },
    // 20° taken back by 20°, 0.1 s after the end.
    Row(what: "taken back at once", trial: 2, verdict: .invalid, reasons: [.aborted]) {
      $0.leans[0] = .init(start: 10.3, duration: 0.8, by: 20)
      $0.leans[1] = .init(start: 11.2, duration: 0.8, by: -20)
    },
    Row(what: "late, and anticipated", trial: 2, verdict: .attention, reasons: [.lateCue, .anticipation]) {
      $0.cues[1].status = .late
      $0.leans[0].start = 10.06
    },
    Row(what: "an onset at 130 ms is no anticipation", trial: 2, verdict: .valid, reasons: []) {
      $0.leans[0].start = 10.13
    },
    Row(
      what: "before the cue, which was estimated, with guidance", trial: 2, verdict: .invalid,
      reasons: [.audibleEstimated, .guidanceSpeech, .onsetBeforeCue]
    ) {
      $0.leans[0].start = 9.8
      $0.cues[1].timing = .estimated
      addSay(9.9, in: &$0)
    },
    Row(
      what: "gone there before the window opened", trial: 2, verdict: .notRequired, reasons: [.alreadyThere]
    ) { $0.leans[0].start = 9.2 },
    Row(what: "an onset after 2.5 s is no answer", trial: 2, verdict: .invalid, reasons: [.missed]) {
      $0.leans[0].start = 12.7
      $0.cues[2].at = 17
      $0.leans[1].start = 17.3
      $0.cues[3].at = 20
      $0.leans[2].start = 20.3
      $0.cues[4].at = 24
      $0.leans[3].start = 24.3
    },
    Row(what: "failed", trial: 2, verdict: .invalid, reasons: [.cueFailed]) { $0.cues[1].status = .failed },
    Row(what: "cancelled by a pause", trial: 2, verdict: .invalid, reasons: [.cueCancelled, .paused]) {
      $0.cues[1].status = .cancelled
      $0.cues[1].reason = "paused"
    },
    Row(
      what: "at centre already, during guidance", trial: 1, verdict: .notRequired,
      reasons: [.guidanceSpeech, .alreadyThere]
    ) { addSay(6.2, in: &$0) },
    Row(what: "told to stay, and moved", trial: 1, verdict: .invalid, reasons: [.wrongDirection]) {
      $0.leans.insert(.init(start: 6.4, by: 20), at: 0)
      $0.leans.insert(.init(start: 8, by: -20), at: 1)
    },
    Row(what: "forward, without a forward axis", trial: 2, verdict: .invalid, reasons: [.directionNotScored])
    {
      $0.cues[1].expect = .forward
      $0.leans.removeSubrange(0...1)
      $0.cues[2].expect = .left
      $0.leans[0] = .init(start: 14.3, by: 20)
      $0.leans.insert(.init(start: 16, by: -20), at: 1)
    },
  ]

  @Test(arguments: rows) func row(_ row: Row) {
    var session = LeanSession.standard
    row.change(&session)
    let trial = MotionAnalyzer().analyze(session.build()).trials[row.trial - 1]
    #expect(trial.verdict == row.verdict)
    #expect(trial.reasons == row.reasons)
  }

  /// With a sensor at 200 Hz on the host's clock, a sound known to 0.2 ms and an onset known to u:
  /// √(5²/12 + 0.2² + u²) from audible, without the 0.2 from dispatch.
  @Test func theUncertaintyOfALatencyCombinesItsParts() throws {
    var session = LeanSession.standard
    session.noiseDegPerSecond = 0.1
    let trial = MotionAnalyzer().analyze(session.build()).trials[1]
    let u = try #require(trial.onsetUncertaintyNs.value) / 1e6
    let audible = (25.0 / 12 + 0.04 + u * u).squareRoot()
    let dispatch = (25.0 / 12 + u * u).squareRoot()
    #expect(abs(try #require(trial.latencyUncertaintyMilliseconds.value) - audible) < 1e-3)
    #expect(abs(try #require(trial.latencyFromDispatchUncertaintyMilliseconds.value) - dispatch) < 1e-3)
    let json = trial.json
    #expect(json["latency_dispatch_uncertainty_ms"]?.double != nil)
  }

  // MARK: Forward

  /// A track of a body that leans forward at 10.3 s and comes back at 14.3 s, and none to the side.
  private func forwardTrack(_ session: LeanSession, axis: Transition.Axis) throws -> MovementTrack {
    let motion = try LateralMotion.measured(
      (0..<6000).map { i in
        let t = Double(i) / 200
        return (1000 + t, axis == .forward ? session.rate(at: t) * .pi / 180 : 0)
      })
    return MovementTrack(
      builder: TransitionBuilder(motion: motion, axis: axis, configuration: .default),
      detector: TransitionDetector(configuration: .default, onsetSpeed: 5 * .pi / 180, restSD: 0.001))
  }

  @Test func forwardAndBackAreScoredOnTheForwardAxis() throws {
    var session = LeanSession()
    session.cues = [
      .init(at: 10, expect: .forward), .init(at: 14, expect: .center), .init(at: 18, expect: .left),
      .init(at: 22, expect: .back),
    ]
    session.leans = [.init(start: 10.3, by: 20), .init(start: 14.3, by: -20), .init(start: 22.3, by: -15)]
    var lateral: MovementTrack? = try forwardTrack(session, axis: .lateral)
    var forward: MovementTrack? = try forwardTrack(session, axis: .forward)
    let all = MovementTrack.joined(&lateral, &forward)
    #expect(all.map(\.direction.value) == [.forward, .back, .back])
    let scorer = CueScorer(
      timeline: SessionTimeline(session.session(streams: [])), configuration: .default,
      lateral: Measured(lateral, else: ""), forward: Measured(forward, else: ""))
    let (trials, _) = scorer.score()
    #expect(trials.map(\.verdict) == [.valid, .valid, .invalid, .valid])
    #expect(trials.map(\.asked.value) == [.forward, .back, .outboundLeft, .back])
    #expect(trials.map(\.direction.value) == [.forward, .back, nil, .back])
    #expect(trials[2].reasons == [.missed])
    #expect(trials.map(\.transition) == [0, 1, nil, 2])
    #expect(abs(try #require(trials[0].latencyMilliseconds.value) - 300) < 5)
  }

  @Test func aMovementForwardInASilentSlotIsAFalseStart() throws {
    var session = LeanSession()
    session.cues = [
      .init(at: 10, expect: .none, status: .silent), .init(at: 15, expect: .none, status: .silent),
    ]
    session.leans = [.init(start: 10.3, by: 20)]
    let scorer = CueScorer(
      timeline: SessionTimeline(session.session(streams: [])), configuration: .default,
      lateral: .value(try forwardTrack(session, axis: .lateral)),
      forward: .value(try forwardTrack(session, axis: .forward)))
    #expect(scorer.score().catches.map(\.falseStart) == [.value(true), .value(false)])
  }

  // MARK: Explanation and page

  @Test func anExplanationNamesEveryStateAndThreshold() throws {
    let analysis = MotionAnalyzer().analyze(LeanSession.standard.build())
    let text = try #require(analysis.explanation(ofTrial: 2)).joined(separator: "\n")
    for part in [
      "Trial 2: LEFT, expects left, played", "asked for: outbound_left", "searched from 9.500 s to 12.500 s",
      "rising: speed", "reaches the onset speed 5.00 °/s", "moving: above it for",
      "at least the minimum onset of 0.100 s", "highest speed 37.", "is below the settle speed 2.00 °/s",
      "at least the neutral band of 3.00°: a transition", "holding: for 0.400 s the angle stays within 1.00°",
      "answer: outbound_left", "verdict: valid", "audible at 10.000 s (measured)",
      "lateral onset speed 5.0 °/s, rest SD",
      "movement on the lateral axis:", "latency 3", "moving: highest speed 37.",
    ] {
      #expect(text.contains(part), "\(part)\n\(text)")
    }
    let nothing = try #require(analysis.explanation(ofTrial: 1)).joined(separator: "\n")
    #expect(nothing.contains("at rest: the speed never reached the onset speed"))
    #expect(nothing.contains("verdict: not_required, because of already_there (not_required)"))
    #expect(analysis.explanation(ofTrial: 99) == nil)
  }

  /// What was not heard, what cannot be told, and what begins in a gap.
  @Test func anExplanationSaysWhatIsNotThere() throws {
    var session = LeanSession.standard
    session.cues[1].status = .failed
    session.cues[3].timing = .unknown
    session.gaps = [18.1...18.6]
    session.leans.append(.init(start: 26, by: 15))
    let analysis = MotionAnalyzer().analyze(session.build())
    let failed = try #require(analysis.explanation(ofTrial: 2))
    #expect(failed[1] == "  audible at an unknown time (unknown)")
    #expect(failed[3] == "  not searched: the cue did not sound" && failed.count == 5)
    let cut = try #require(analysis.explanation(ofTrial: 4)).joined(separator: "\n")
    for part in [
      "asked for: outbound_right", "a gap ends while it moves",
      "no onset: the movement began before the data",
    ] {
      #expect(cut.contains(part), "\(part)\n\(cut)")
    }
  }

  /// Every key of a trial, a transition and the configuration stands in docs/metrics.md.
  @Test func everyKeyIsDocumented() throws {
    let page = try String(contentsOfFile: "\(SessionFixture.project)/docs/metrics.md", encoding: .utf8)
    let analysis = MotionAnalyzer().analyze(LeanSession.standard.build())
    let objects: [JSONValue] = [
      analysis.trials[1].json, analysis.transitions[1].json(smoothness: analysis.smoothness[1]),
      analysis.configuration.json,
      Transition.Correction(begin: HostTime(nanoseconds: 0), seconds: 1, magnitudeDegrees: 1).json,
    ]
    for key in objects.flatMap({ $0.object?.members.map(\.key) ?? [] }) {
      #expect(page.contains("`\(key)`"), "\(key)")
    }
    let words =
      Transition.Flag.allCases.map(\.rawValue) + Transition.Group.allCases.map(\.rawValue)
      + Trial.Reason.allCases.map(\.rawValue) + OnsetEstimate.Method.allCases.map(\.rawValue)
    for word in words { #expect(page.contains("`\(word)`"), "\(word)") }
  }
}
