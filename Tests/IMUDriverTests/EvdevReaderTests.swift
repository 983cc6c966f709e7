import CLinux
import Foundation
import MotionCore
import Testing

@testable import IMUDriver

/// The reader on a pipe: everything but the requests is as on a node.
@Suite struct EvdevReaderTests {
  /// Collects what a reader delivers.
  private final class Sink: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var events: [SensorEvent] = []
    func take(_ event: SensorEvent) { lock.withLock { events.append(event) } }
    var all: [SensorEvent] { lock.withLock { events } }
    var deviceTimes: [Int64] {
      all.compactMap { event in
        if case .sample(0, let sample) = event, case .integer(let time) = sample.deviceTime {
          time
        } else {
          nil
        }
      }
    }
    /// The invalid keys of the accelerometer's rows.
    var invalid: [[String]] {
      all.compactMap { event in
        if case .sample(0, let sample) = event { sample.invalid } else { nil }
      }
    }
    var losses: [String] {
      all.compactMap { event in if case .lost(let reason, _) = event { reason } else { nil } }
    }
  }

  private static func reportBytes(_ deviceTime: Int32, at time: timeval = timeval()) -> [UInt8] {
    let events = [(EV_MSC, MSC_TIMESTAMP, deviceTime), (EV_SYN, SYN_REPORT, 0)]
    return events.flatMap { type, code, value in
      var event = input_event(time: time, type: UInt16(type), code: UInt16(code), value: value)
      return withUnsafeBytes(of: &event) { Array($0) }
    }
  }

  /// Runs a reader on a pipe into which `feed` writes, until it ends.
  private static func run(faults: FaultPlan? = nil, feed: (_ end: Int32) -> Void) throws -> Sink {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    let calls = EvdevCalls(faults: faults)
    let node = EvdevNode(path: "pipe", descriptor: ends[0], calls: calls)
    let stop = calls.makeStopDescriptor()
    let sink = Sink()
    let reader = EvdevReader(
      node: node, stopDescriptor: stop, clock: MonotonicClock(),
      decoder: EvdevDecoder(
        timing: EvdevTiming(hasDeviceClock: true, kernelClockIsHost: true), values: MotionAxisValues()),
      deliver: sink.take)
    let thread = try ReaderThread {
      var reader = reader
      reader.run()
    }
    feed(ends[1])
    Glibc.close(ends[1])
    thread.join()
    node.close()
    calls.close(stop)
    return sink
  }

  /// Writes `bytes` in pieces, each only when the one before has been read, so that reads end where pieces do.
  private static func write(_ bytes: [UInt8], pieces: Int, to end: Int32) {
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      let piece = Array(bytes[start..<min(start + pieces, bytes.count)])
      precondition(Glibc.write(end, piece, piece.count) == piece.count)
      var unread: Int32 = 1
      while unread > 0, clinux_ioctl(end, UInt(FIONREAD), &unread) == 0 { usleep(100) }
    }
  }

  @Test(arguments: [1, 7, 23, 24, 25, 47, 4095])
  func eventsThatAreCutByReadsAreJoined(pieces: Int) throws {
    let times = Array(Int32(1)...90)
    let sink = try EvdevReaderTests.run { end in
      EvdevReaderTests.write(times.flatMap { EvdevReaderTests.reportBytes($0) }, pieces: pieces, to: end)
    }
    #expect(sink.deviceTimes == times.map(Int64.init))
    #expect(sink.losses == ["the device was disconnected"])
  }

  @Test(arguments: [
    ("evdev_read", -ENODEV, "the device was disconnected"),
    ("evdev_read", -EIO, "read: Input/output error"),
    ("evdev_poll", -ENOMEM, "poll: Cannot allocate memory"),
  ])
  func aReadThatFailsIsALossSaidOnce(call: String, code: Int32, reason: String) throws {
    let sink = try EvdevReaderTests.run(faults: FaultPlan([.init(call, nth: 2, code: code)])) { end in
      EvdevReaderTests.write(EvdevReaderTests.reportBytes(5), pieces: 48, to: end)
      _ = Glibc.write(end, EvdevReaderTests.reportBytes(6), 48)
    }
    #expect(sink.deviceTimes == [5])
    #expect(sink.losses == [reason])
  }

  @Test(arguments: [("evdev_read", -EINTR), ("evdev_read", -EAGAIN), ("evdev_poll", -EINTR)])
  func anInterruptionIsNoLoss(call: String, code: Int32) throws {
    let sink = try EvdevReaderTests.run(faults: FaultPlan([.init(call, nth: 1, code: code)])) { end in
      EvdevReaderTests.write(EvdevReaderTests.reportBytes(5), pieces: 48, to: end)
    }
    #expect(sink.deviceTimes == [5])
    #expect(sink.losses == ["the device was disconnected"])
  }

  private static let dropped: [UInt8] = {
    var dropped = input_event(time: timeval(), type: UInt16(EV_SYN), code: UInt16(SYN_DROPPED), value: 0)
    return withUnsafeBytes(of: &dropped) { Array($0) }
  }()

  /// A pseudo-terminal that ran full has lost bytes in the middle of an event: what follows is read in step again,
  /// and the loss is told.
  @Test(arguments: [1, 7, 8, 16, 23]) func bytesThatAreMissingAreALoss(count: Int) throws {
    let sink = try EvdevReaderTests.run { end in
      func report(_ number: Int32) -> [UInt8] {
        EvdevReaderTests.reportBytes(number, at: timeval(tv_sec: 19_300, tv_usec: 663_000 + Int(number)))
      }
      let bytes = report(1) + report(2).dropFirst(count) + report(3) + report(4)
      EvdevReaderTests.write(bytes, pieces: bytes.count, to: end)
    }
    #expect(sink.deviceTimes.first == 1 && sink.deviceTimes.last == 4)
    #expect(!sink.deviceTimes.contains(2))
    let incidents = sink.all.compactMap { event in
      if case .incident(let incident) = event { incident.kind } else { nil }
    }
    #expect(incidents == [.droppedEvents])
    #expect(sink.losses == ["the device was disconnected"])
  }

  /// Axes that come before the device has told its time for the first time have none: they are left out, and told.
  @Test func aReportBeforeTheFirstDeviceTimeIsLeftOut() throws {
    let untimed = [(EV_ABS, ABS_X, Int32(7)), (EV_SYN, SYN_REPORT, 0)].flatMap { type, code, value in
      var event = input_event(time: timeval(), type: UInt16(type), code: UInt16(code), value: value)
      return withUnsafeBytes(of: &event) { Array($0) }
    }
    let sink = try EvdevReaderTests.run { end in
      let bytes = untimed + EvdevReaderTests.reportBytes(1)
      EvdevReaderTests.write(bytes, pieces: bytes.count, to: end)
    }
    #expect(sink.deviceTimes == [1])
    let incidents = sink.all.compactMap { event in
      if case .incident(let incident) = event { incident } else { nil }
    }
    #expect(incidents.map(\.kind) == [.droppedEvents])
    #expect(incidents.first?.fields["reason"] == .string(IncidentDetail.beforeDeviceTime.text))
  }

  /// A pipe answers no EVIOCGABS, as a node does not that has just gone. The axes after the loss are unknown.
  @Test func aLossIsReportedEvenWhenTheAxesCannotBeReadAgain() throws {
    let sink = try EvdevReaderTests.run { end in
      let bytes =
        EvdevReaderTests.reportBytes(1) + EvdevReaderTests.dropped + EvdevReaderTests.reportBytes(2)
        + EvdevReaderTests.reportBytes(3)
      EvdevReaderTests.write(bytes, pieces: bytes.count, to: end)
    }
    #expect(sink.deviceTimes == [1, 3])
    #expect(sink.invalid == [[], ["x", "y", "z"]])
    let incidents = sink.all.compactMap { event in
      if case .incident(let incident) = event { incident } else { nil }
    }
    #expect(incidents.map(\.kind) == [.droppedEvents])
    #expect(incidents.first?.fields["discarded_events"] == 1)
  }

  /// Report 3 waits in the queue with the loss: the device's axes would be younger than it, so they are asked for
  /// only behind it. When a report comes while they are asked for, the answer is thrown away.
  @Test(arguments: [
    (nil, [[], ["x", "y", "z"], [], []], 6),
    (2, [[], ["x", "y", "z"], ["x", "y", "z"], []], 12),
  ])
  func axesAreTakenFromTheDeviceOnlyWithAnEmptyQueue(
    busyPeek: Int?, invalid: [[String]], requests: Int
  ) throws {
    // Code 0: the request succeeds, on a pipe that would refuse it; the queue is empty.
    let faults = FaultPlan([.init("EVIOCGABS", nth: nil, code: 0)])
    if let busyPeek { faults.add(.init("evdev_peek", nth: busyPeek, code: 1)) }
    faults.add(.init("evdev_peek", nth: nil, code: 0))
    let sink = try EvdevReaderTests.run(faults: faults) { end in
      func write(_ bytes: [UInt8], andAwaitPeeks peeks: Int) {
        EvdevReaderTests.write(bytes, pieces: bytes.count, to: end)
        // A reader that never asks fails the test instead of holding it.
        var patience = 100_000
        while faults.count(of: "evdev_peek") < peeks, patience > 0 {
          usleep(100)
          patience -= 1
        }
      }
      write(
        EvdevReaderTests.reportBytes(1) + EvdevReaderTests.dropped + EvdevReaderTests.reportBytes(2)
          + EvdevReaderTests.reportBytes(3), andAwaitPeeks: 2)
      write(EvdevReaderTests.reportBytes(4), andAwaitPeeks: busyPeek == nil ? 2 : 4)
      write(EvdevReaderTests.reportBytes(5), andAwaitPeeks: 0)
    }
    #expect(sink.deviceTimes == [1, 3, 4, 5])
    #expect(sink.invalid == invalid)
    #expect(faults.count(of: "EVIOCGABS") == requests)
  }

  @Test func aQueueThatIsNotEmptyGivesNoAxes() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { Glibc.close(end) } }
    let calls = EvdevCalls(faults: FaultPlan([.init("EVIOCGABS", nth: nil, code: 0)]))
    let node = EvdevNode(path: "pipe", descriptor: ends[0], calls: calls)
    #expect(try node.settledValues() == MotionAxisValues())
    try #require(Glibc.write(ends[1], EvdevReaderTests.reportBytes(1), 48) == 48)
    #expect(try node.settledValues() == nil)
  }
}
