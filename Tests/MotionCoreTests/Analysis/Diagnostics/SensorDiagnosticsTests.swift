import Foundation
import Testing

@testable import MotionCore

@Suite struct SensorDiagnosticsTests {
  /// A session whose sensor lies on a table from 30 s on, with white noise of 0.05 °/s at 200 Hz.
  private func tableSession(_ seconds: Double = 40) -> LeanSession {
    var session = LeanSession.standard
    session.seconds = 30 + seconds + 1
    session.noiseDegPerSecond = 0.05
    session.extraEvents = LeanSession.stationary(30...(30 + seconds), "table")
    return session
  }

  private func phase(_ session: LeanSession, _ place: StationaryPhase.Place) throws -> StationaryPhase {
    let diagnostics = MotionAnalyzer().analyze(session.build()).diagnostics
    return try #require(diagnostics.phases.first { $0.place == place })
  }

  /// White noise of SD s sampled every dt has σ(τ) = s·√(dt/τ) and so an angle random walk of s·√dt: 0.05·√0.005 =
  /// 0.0035355 °/√s. σ(1 s) of 40 s has a standard error of 1/√(2·39) = 11.3 %; three of them are allowed.
  @Test func noiseBiasAndRandomWalkOfASensorOnATable() throws {
    let found = try phase(tableSession(), .table)
    #expect(found.place.meaning == "the sensor's noise, bias and drift")
    let axes = try #require(found.gyroscope.value)
    // The fixture's bias; 8000 rows, 0.05/√8000 = 0.00056; five of them.
    for (value, truth) in zip([axes.mean.x, axes.mean.y, axes.mean.z], [0.3, -0.2, 0.1]) {
      #expect(abs(value - truth) < 0.003)
    }
    for value in [axes.sd.x, axes.sd.y, axes.sd.z] { #expect(abs(value / 0.05 - 1) < 0.05) }
    // √(mean² + SD²).
    #expect(abs(axes.rms.x - (0.3 * 0.3 + 0.05 * 0.05).squareRoot()) < 0.003)
    let allan = try #require(found.allan.value)
    #expect(allan.seconds > 39 && abs(allan.intervalSeconds - 0.005) < 1e-6)
    let error = try #require(allan.angleRandomWalkError.value)
    #expect(abs(error - 0.113) < 0.003)
    for walk in allan.angleRandomWalk {
      #expect(abs(try #require(walk.value) / 0.0035355 - 1) < 3 * error)
    }
    #expect(allan.biasInstability.allSatisfy { $0 == .unavailable("needs at least 2 hours at rest") })
    #expect(abs(try #require(found.gravityNorm.value) - 1) < 1e-9)
    #expect(try #require(found.orientationDispersionDegrees.value) < 1e-6)
  }

  @Test func aTorsoIsTheRidersStillnessAndHasNoAllanDeviation() throws {
    let found = try phase(tableSession(), .torso)
    #expect(found.place.meaning.hasPrefix("the rider's stillness"))
    #expect(found.allan.reason == "only a sensor on a table shows its own noise")
    #expect(found.gyroscope.value != nil)
  }

  @Test func withoutAWordOnWhereItLayNothingIsClaimed() throws {
    var session = tableSession()
    for i in session.extraEvents.indices { session.extraEvents[i].fields["where"] = nil }
    let found = try phase(session, .unknown)
    #expect(found.allan.value == nil)
    #expect(found.place.meaning.hasPrefix("where the sensor lay is not known"))
  }

  /// A push of 10° in the middle of the phase: its rows are left out, the noise is the same, and of the two stretches
  /// neither is 30 s long.
  @Test func movementIsLeftOut() throws {
    var session = tableSession()
    session.leans.append(LeanSession.Lean(start: 50, by: 10))
    let found = try phase(session, .table)
    let axes = try #require(found.gyroscope.value)
    #expect(abs(axes.sd.x / 0.05 - 1) < 0.05)
    #expect(abs(axes.mean.x - 0.3) < 0.003)
    #expect(found.stillSeconds > 37.5 && found.stillSeconds < 39.6)
    #expect(found.allan.reason == "the longest still stretch is shorter than 30 s")
  }

  @Test func tooLittleIsUnavailableAndNotZeroNoise() throws {
    let short = try phase(tableSession(20), .table)
    #expect(short.allan.reason == "the longest still stretch is shorter than 30 s")
    let moving = try phase(
      {
        var session = tableSession()
        session.sway = [(amplitude: 5, hz: 1, phase: 0)]
        return session
      }(), .table)
    #expect(moving.gyroscope.reason == "fewer than ten still rows in the phase")
    #expect(moving.stillSeconds == 0)
    #expect(moving.gravityNorm.reason == "no still rows")
    #expect(moving.gravityNormSD == .unavailable(StillnessReason.fewerThanTwo))
    #expect(moving.allan.reason == UnavailableReason(StillnessReason.notStill))
  }

  /// A bias that grows by 0.06 °/s a minute: slope 0.06, and between the first and the last tenth of 40 s lie 36 s,
  /// 0.036 °/s.
  @Test func driftIsASlopeAndAChange() throws {
    var session = tableSession()
    session.noiseDegPerSecond = 0.001
    var built = session.build()
    let place = try #require(built.streams.firstIndex { $0.description.kind == .gyroscope })
    guard case .reals(var z) = built.streams[place].values[2],
      case .integers(let times) = built.streams[place].deviceTime
    else { return }
    for i in z.indices { z[i] += 0.001 * Double(times[i] - session.startNs) / 1e9 }
    built.streams[place].values[2] = .reals(z)
    let diagnostics = MotionAnalyzer().analyze(built).diagnostics
    let found = try #require(diagnostics.phases.first { $0.place == .table })
    let axes = try #require(found.gyroscope.value)
    let trend = try #require(axes.slopePerMinute[2].value)
    #expect(abs(trend.slope - 0.06) < 0.001 && trend.low < 0.06 && trend.high > 0.06 - 0.0005)
    #expect(abs(try #require(axes.change.value).z - 0.036) < 0.001)
    #expect(abs(try #require(axes.change.value).x) < 0.001)
  }

  @Test func anAccelerometerAloneIsJudgedByItself() throws {
    var built = tableSession().build()
    built.streams.removeAll { $0.description.kind == .gyroscope }
    let diagnostics = MotionAnalyzer().analyze(built).diagnostics
    let found = try #require(diagnostics.phases.first { $0.place == .table })
    #expect(found.gyroscope.reason == "the session has no gyroscope stream")
    #expect(abs(try #require(found.gravityNorm.value) - 1) < 1e-9)
  }

  /// Intents of the blocks: of four answered cues two are slow.
  @Test func slowAndRapidMovementsHaveTheirResponse() throws {
    var session = LeanSession.standard
    session.leans[2].duration = 0.5
    session.leans[3].duration = 0.5
    var built = session.build()
    for i in built.events.indices where built.events[i].knownKind == .cue {
      built.events[i].fields["intent"] =
        (built.events[i].fields["trial"]?.integer ?? 0) <= 3 ? "slow" : "rapid"
    }
    let diagnostics = MotionAnalyzer().analyze(built).diagnostics
    let slow = try #require(diagnostics.slow.value)
    let rapid = try #require(diagnostics.rapid.value)
    #expect(slow.trials == 3 && slow.answered == 2 && rapid.trials == 2 && rapid.answered == 2)
    // 1.875 A/T: 37.5 °/s and 75 °/s; the local polynomial takes at most 2 % off.
    #expect(abs(try #require(slow.peakSpeedDegPerSecond.median.value) / 37.5 - 1) < 0.02)
    #expect(abs(try #require(rapid.peakSpeedDegPerSecond.median.value) / 75 - 1) < 0.02)
    let plain = MotionAnalyzer().analyze(LeanSession.standard.build()).diagnostics
    #expect(plain.slow.reason == "the session has no slow block")
  }

  /// σ of a rate that wanders slowly under white noise: the smallest σ over 0.664, where there are hours.
  @Test func biasInstabilityIsTheSmallestDeviation() {
    let deviation = AllanDeviation(
      points: [(1.0, 0.4), (2, 0.3), (4, 0.1992), (8, 0.25)].map {
        .init(tau: $0.0, deviation: $0.1, count: 9)
      })
    #expect(deviation.biasInstability(longest: 10).value.map { abs($0 - 0.3) < 1e-12 } == true)
    #expect(
      deviation.biasInstability(longest: 4)
        == .unavailable("the deviation still falls at the longest averages"))
  }
}
