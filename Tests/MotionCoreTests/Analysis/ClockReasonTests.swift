import Testing

@testable import MotionCore

/// Streams whose clock, or whose arrivals, give no times: what is told of them.
@Suite struct ClockReasonTests {
  /// Two seconds at 100 Hz of a gyroscope; on the host's clock, or with one of its own that drifts.
  private func analyzed(driftPPM: Double? = nil, _ change: (inout MotionStream) -> Void) -> AnalyzedSession {
    var lean = LeanSession()
    lean.seconds = 2
    lean.hz = 100
    lean.accelerometer = false
    lean.stationary = nil
    lean.deviceDriftPPM = driftPPM
    var session = lean.build()
    change(&session.streams[0])
    return MotionAnalyzer().analyzed(session)
  }

  @Test func aClockThatStandsCannotBeMapped() {
    let found = analyzed(driftPPM: 0) {
      $0.deviceTime = .integers([Int64](repeating: 5, count: $0.count))
    }
    let statistics = found.analysis.sampling[0].statistics
    #expect(statistics.ageMedianSeconds == .unavailable(ClockReason.fewToMap))
    #expect(found.vectors.rate.value?.timeSourceReason == UnavailableReason(ClockReason.notMapped))
  }

  @Test func rowNumbersThatGoBackGiveNoLine() {
    let found = analyzed {
      $0.description.timestampSource = .receipt
      $0.sequence.swapAt(5, 6)
    }
    let sampling = found.analysis.sampling[0]
    let reason = UnavailableReason(ClockReason.numbersOutOfOrder)
    #expect(sampling.derivedTimes?.reason == reason)
    #expect(sampling.statistics.ageMedianSeconds == .unavailable(ClockReason.timesAreReceipts))
    #expect(
      found.vectors.rate.value?.timeSourceReason == UnavailableReason(ClockReason.noDeviceTimeAnd(reason)))
  }

  /// The second half arrives five seconds before the first: each is a line, and the lines go back.
  @Test func arrivalsThatGoBackGiveNoLine() {
    let found = analyzed { stream in
      stream.description.timestampSource = .receipt
      let count = stream.count
      stream.receiptNs = stream.receiptNs.enumerated().map { row, time in
        row < count / 2 ? time : time - 5_000_000_000
      }
      stream.deviceTime = .integers(stream.receiptNs)
    }
    #expect(
      found.analysis.sampling[0].derivedTimes?.reason == UnavailableReason(ClockReason.derivedOutOfOrder))
  }
}
