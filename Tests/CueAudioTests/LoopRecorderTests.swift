import MotionCore
import Testing

@testable import CueAudio

@Suite struct LoopRecorderTests {
  /// A monitor that hands over blocks of 480 frames 9 ms before its clock has passed them, and cuts a negative delay
  /// to 0; read every 5.17 ms, which beats with its blocks. By its clock frame f enters at f / 48 ms, so every time is
  /// known without a fit. At some beats half of sixteen readings are cut, and would move the point that is
  /// made of them by 0.7 ms.
  @Test func aDelayThatTheServerCutDoesNotMoveTheTimeOfAFrame() {
    var honest = FrameClock(rateHz: 48_000)
    var gullible = FrameClock(rateHz: 48_000)
    var taken: Int64 = 0
    var worst = 0.0
    var worstOfAll = 0.0
    var cut = 0
    for poll in 1...2000 {
      let ms = Double(poll) * 5.17
      let entered = Int64(ms * 48)
      let status = PCMStatus(
        state: .running, timestampNs: Int64(ms * 1e6), delay: Int(max(0, entered - taken)), available: 0)
      let stamp = HostTime(nanoseconds: status.timestampNs)
      if let frame = LoopRecorder.frame(entering: status, taken: taken) {
        _ = honest.observe(frame: frame, at: stamp)
      } else {
        cut += 1
      }
      _ = gullible.observe(frame: taken + Int64(status.delay), at: stamp)
      if let point = honest.takePoint() { worst = max(worst, error(of: point)) }
      if let point = gullible.takePoint() { worstOfAll = max(worstOfAll, error(of: point)) }
      taken = max(taken, Int64((ms + 9) / 10) * 480)
    }
    #expect(cut > 200)
    // The position is cut to whole frames, 0.021 ms.
    #expect(worst < 0.03)
    #expect(worstOfAll > 0.5)
  }

  /// How far the time of a point is from that of its frame, ms.
  private func error(of point: FrameHistory.Point) -> Double {
    abs(Double(point.ns) / 1e6 - Double(point.frame) / 48)
  }

  @Test(arguments: [
    PCMStatus(state: .running, timestampNs: 0, delay: 100, available: 100),
    PCMStatus(state: .prepared, timestampNs: 5, delay: 100, available: 100),
    PCMStatus(state: .running, timestampNs: 5, delay: 0, available: 0),
  ])
  func aStatusWithoutATimeOrAPositionTellsNothing(status: PCMStatus) {
    #expect(LoopRecorder.frame(entering: status, taken: 480) == nil)
  }
}
