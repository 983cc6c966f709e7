import Foundation
import Testing

@testable import MotionCore

/// What the reader of an analysis is told, in sessions that each give a reason for it.
@Suite struct LimitationTests {
  private func limitations(_ change: (inout LeanSession) -> Void) -> [Limitation] {
    var session = LeanSession.standard
    change(&session)
    return MotionAnalyzer().analyze(session.build()).limitations
  }

  /// The words of a limit, where it is among those found.
  private func text(_ id: String, _ found: [Limitation]) -> String? {
    found.first { $0.messageID == id }?.text
  }

  /// Two leans after a LEFT and a RIGHT, and the two back.
  @Test func theStandardSession() {
    let found = limitations { _ in }
    #expect(found.contains(Limitation.constantDelay) && found.contains(.startShape))
    #expect(found.contains(Limitation.anglesFromGravity))
    #expect(found.contains(Limitation.signFromCues(agreeing: 2, of: 2)), "\(found)")
    #expect(!found.contains(.noAudibleTime) && !found.contains(.usesReceipt))
    #expect(!found.map(\.messageID).contains("limit.gaps"))
  }

  @Test func withoutAnAccelerometer() {
    let found = limitations { $0.accelerometer = false }
    #expect(found.contains(Limitation.anglesFromCues) && !found.contains(.anglesFromGravity))
  }

  @Test func simulatedInput() {
    #expect(limitations { $0.synthetic = true }.first == Limitation.synthetic)
  }

  /// Streams of the standard session that stamp nothing themselves: their rows' arrivals follow a line.
  @Test func rowsWithoutTheirOwnTimes() {
    var streams = LeanSession.standard.build().streams
    for index in streams.indices {
      streams[index].description.timestampSource = .receipt
      streams[index].deviceTime = .integers(streams[index].receiptNs)
    }
    let found = MotionAnalyzer().analyze(LeanSession.standard.session(streams: streams)).limitations
    #expect(found.contains(Limitation.receiptTimes), "\(found)")
    #expect(found.contains(Limitation.derivedTimes), "\(found)")
  }

  @Test func withoutAStillPhase() {
    #expect(limitations { $0.stationary = nil }.contains(Limitation.biasFromStillParts))
  }

  /// One value that is no number, and one row that stands before the one that came before it.
  @Test func rowsThatCannotBeUsed() {
    var session = LeanSession.standard.build()
    guard case .reals(var column) = session.streams[0].values[0],
      case .integers(var times) = session.streams[0].deviceTime
    else {
      Issue.record("the streams of the fixture have other columns")
      return
    }
    column[3000] = .nan
    times[3200] = times[3190]
    session.streams[0].values[0] = .reals(column)
    session.streams[0].deviceTime = .integers(times)
    let found = MotionAnalyzer().analyze(session).limitations
    #expect(found.contains(Limitation.rowsLeftOut(badValues: 1, badTimes: 1)), "\(found)")
  }

  /// Three rows between two gaps are too few for a polynomial of the third order.
  @Test func rowsWithoutNeighbours() {
    let found = limitations { $0.gaps = [25...25.5, 25.516...26] }
    #expect(found.contains(Limitation.loweredOrder(3)), "\(found)")
  }

  /// Noise in all directions, ten times as fast as the leans.
  @Test func aMovementWithoutAMainAxis() {
    let found = limitations { $0.noiseDegPerSecond = 60 }
    #expect(
      found.contains { if case Limitation.noClearAxis(let percent) = $0 { percent < 60 } else { false } },
      "\(found)")
  }

  @Test func rowsThatAreMissing() {
    #expect(limitations { $0.gaps = [25...25.5, 27...27.2] }.contains(Limitation.gaps(2)))
  }

  /// A clock of a tenth more than real time: 5 % are the most that a mapping allows (docs/metrics.md).
  @Test func aDeviceClockThatCannotBeUsed() {
    #expect(limitations { $0.deviceDriftPPM = 100_000 }.contains(Limitation.usesReceipt))
  }

  @Test func aCueThatWasNotHeard() {
    #expect(limitations { $0.cues[1].timing = .unknown }.contains(Limitation.noAudibleTime))
  }

  @Test func withoutCues() {
    let found = limitations { $0.cues = [] }
    #expect(
      text("limit.no-lateral-movement", found)?.contains("no left or right cue has samples after it") == true)
    #expect(found.contains(.noCues))
  }

  @Test func withoutAGyroscope() {
    let built = LeanSession.standard.build()
    let session = LeanSession.standard.session(
      streams: built.streams.filter { $0.description.kind != .gyroscope })
    let found = MotionAnalyzer().analyze(session).limitations
    #expect(text("limit.no-movement", found)?.contains("the session has no gyroscope stream") == true)
  }

  /// Swaying all the time, by more than still is.
  @Test func aSensorThatIsNeverStill() {
    var session = LeanSession.standard
    session.stationary = nil
    session.sway = [(amplitude: 4, hz: 0.7, phase: 0)]
    let analysis = MotionAnalyzer().analyze(session.build())
    let found = analysis.limitations
    #expect(text("limit.bias-not-removed", found) != nil, "\(found)")
    #expect(text("limit.no-lateral-angles", found)?.contains("no still period at centre") == true, "\(found)")
    // Where the rider was when CENTER came is not known.
    #expect(
      analysis.trials[2].reasons.contains(Trial.Reason.angleUnavailable), "\(analysis.trials[2].reasons)")
  }

  @Test func aDeviceThatGivesGravityAlone() throws {
    let rider = SyntheticRider.calibrating
    let device = MotionOnlySession(without: ["user_acceleration"])
    let session = device.rider(rider, in: LeanSession().session(streams: []))
    #expect(MotionAnalyzer().analyze(session).limitations.contains(Limitation.fusedGravity))
    let both = MotionOnlySession().rider(rider, in: LeanSession().session(streams: []))
    #expect(MotionAnalyzer().analyze(both).limitations.contains(Limitation.fusedAcceleration))
  }
}
