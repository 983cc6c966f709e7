import Foundation
import Glibc
import MotionCore
import Testing

@testable import IMUDriver

@Suite struct ReaderLifeTests {
  /// What happened, in order, from several threads.
  private final class Log: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var entries: [String] = []

    func add(_ entry: String) { lock.withLock { entries.append(entry) } }
    var all: [String] { lock.withLock { entries } }
  }

  private struct Refusal: Error {}

  /// A body that waits until it is interrupted.
  private func run(
    _ life: ReaderLife, _ log: Log, priority: ReaderPriority = .ordinary, faults: FaultPlan? = nil
  ) throws -> DispatchSemaphore {
    let end = DispatchSemaphore(value: 0)
    try life.start(priority, calls: EvdevCalls(faults: faults)) {
      log.add("prepared")
      return {
        log.add("reading")
        end.wait()
        log.add("ended")
      }
    }
    return end
  }

  @Test func aThreadIsToldToEndAndWaitedForBeforeTheDeviceIsClosed() throws {
    let (life, log) = (ReaderLife(), Log())
    let end = try run(life, log)
    _ = try run(life, log)
    for _ in 0..<2 {
      life.stop {
        log.add("interrupted")
        end.signal()
      } close: {
        log.add("closed")
      }
    }
    _ = try run(life, log)
    #expect(log.all.filter { $0 != "reading" } == ["prepared", "interrupted", "ended", "closed"])
    #expect(life.realTime == nil)
  }

  @Test func withoutAThreadThereIsNothingToInterrupt() throws {
    let (life, log) = (ReaderLife(), Log())
    #expect(throws: Refusal.self) {
      try life.start(.ordinary, calls: EvdevCalls()) { () throws -> @Sendable () -> Void in throw Refusal() }
    }
    life.stop {
      log.add("interrupted")
    } close: {
      log.add("closed")
    }
    #expect(log.all == ["closed"])
  }

  /// A refused priority is noted, and the thread reads all the same.
  @Test func aRefusedPriorityIsNoError() throws {
    let (life, log) = (ReaderLife(), Log())
    let faults = FaultPlan([.init("evdev_schedule", code: -EPERM)])
    let end = try run(life, log, priority: .realTime, faults: faults)
    end.signal()
    life.stop {
    } close: {
    }
    #expect(log.all == ["prepared", "reading", "ended"])
    #expect(life.realTime?.text() == #"{"unavailable":"not permitted: Operation not permitted"}"#)
    #expect(life.realTime == .unavailable(SensorReason.notPermitted(cause: "Operation not permitted")))
  }

  /// Whatever this machine permits, it is noted, and it concerns the reader's thread alone.
  @Test func theOutcomeOfTheRealRequestIsNoted() throws {
    let (life, log) = (ReaderLife(), Log())
    let end = try run(life, log, priority: .realTime)
    end.signal()
    life.stop {
    } close: {
    }
    let outcome = try #require(life.realTime)
    #expect(outcome.bool == true || outcome["unavailable"] != nil)
    var (policy, parameters) = (Int32(-1), sched_param())
    #expect(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0 && policy == SCHED_OTHER)
  }
}
