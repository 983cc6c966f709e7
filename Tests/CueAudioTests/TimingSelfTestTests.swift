import Glibc
import MotionCore
import Testing

@testable import CueAudio

/// Synthetic readings of an output of 48 kHz with periods of 480 frames.
@Suite struct TimingSelfTestTests {
  private let start = HostTime(nanoseconds: 5_000_000_000_000)

  /// 25 readings, one each 10 ms; `change` falsifies what a perfect card would say.
  private func doubt(_ change: (Int, inout Int64, inout HostTime, inout HostTime) -> Void) -> OutputDoubt? {
    var test = TimingSelfTest(rateHz: 48_000, periodFrames: 480)
    for index in 0..<25 {
      var frame = Int64(index * 480)
      var stamp = start + .milliseconds(10 * index)
      var now = stamp + .microseconds(200)
      change(index, &frame, &stamp, &now)
      test.observe(frame: frame, stamp: stamp, now: now)
    }
    return test.doubt
  }

  @Test func perfectAndSlightlyWrongCardsAreHardware() {
    #expect(doubt { _, _, _, _ in } == nil)
    // A clock that is 100 ppm off, and a position that is told a whole period late.
    #expect(doubt { index, _, stamp, _ in stamp = stamp + .microseconds(index) } == nil)
    #expect(doubt { index, frame, _, _ in frame -= index == 7 ? 480 : 0 } == nil)
    // One that fetches 25 ms at once when it starts, and keeps time from there on.
    #expect(doubt { index, frame, _, _ in frame += index > 0 ? 1200 : 0 } == nil)
  }

  @Test func stampsThatCannotBeHardwareAreFound() {
    #expect(doubt { _, _, stamp, now in stamp = now + .milliseconds(1) } == .inFuture)
    #expect(doubt { index, _, stamp, _ in if index == 6 { stamp = start } } == .stampsBackwards)
    #expect(doubt { index, frame, _, _ in if index == 6 { frame = 0 } } == .positionBackwards)
    #expect(doubt { _, _, stamp, _ in stamp = start } == .stampsStandStill)
    // A burst in every attempt is no start.
    #expect(doubt { index, frame, _, _ in frame += Int64(index / 4 * 1200) }?.variant == "wrongRate")
    // A null PCM: the position runs away.
    #expect(doubt { index, frame, _, _ in frame *= 2 }?.text.contains("frames in the time of") == true)
  }

  @Test func aDoubtIsToldInTheLineThatNamesTheOutput() {
    let told = OutputRemark.notHardware(.positionBackwards).text
    #expect(told == "not of the hardware class, for its position goes backwards")
  }

  @Test func tooFewReadingsTellNothing() {
    var test = TimingSelfTest(rateHz: 48_000, periodFrames: 480)
    test.observe(frame: 0, stamp: start, now: start)
    #expect(test.doubt == .fewStamps)
  }

  @Test func priorityIsForKernelCardsAndItsRefusalIsNoError() {
    let allowed = FaultPlan([
      FaultPlan.Fault("pthread_setschedparam", code: 0), FaultPlan.Fault("mlockall", code: 0),
    ])
    #expect(
      ThreadPriority.request(for: .hardware, calls: SchedulingCalls(faults: allowed))
        == .realtime(priority: 20, memoryLocked: true))
    let forbidden = FaultPlan([FaultPlan.Fault("pthread_setschedparam", code: -EPERM)])
    #expect(
      ThreadPriority.request(for: .hardware, calls: SchedulingCalls(faults: forbidden))
        == .refused(PriorityRefusal.refused(cause: "Operation not permitted")))
    #expect(forbidden.count(of: "mlockall") == 0)
    let unlocked = FaultPlan([
      FaultPlan.Fault("pthread_setschedparam", code: 0), FaultPlan.Fault("mlockall", code: -ENOMEM),
    ])
    #expect(
      ThreadPriority.request(for: .hardware, calls: SchedulingCalls(faults: unlocked))
        == .realtime(priority: 20, memoryLocked: false))
  }
}
