import Foundation
import Testing

@testable import MotionCore

/// The live sink: queue, writer thread, checkpoint thread.
@Suite struct SessionRecorderTests {
  private func now() -> HostTime { MonotonicClock().now() }

  private func recorder(
    _ fixture: SessionFixture, faults: FaultPlan = FaultPlan(),
    configuration: SessionRecorder.Configuration = .init(), reports: Reports = Reports()
  ) throws -> SessionRecorder {
    try SessionRecorder(
      in: fixture.folder, plan: SessionFixture.plan(), fileSystem: PosixFileSystem(faults: faults),
      configuration: configuration, report: { reports.add($0) })
  }

  private func sample(_ index: Int) -> MotionSample {
    var sample = SessionFixture.sample(index)
    sample.receipt = now()
    return sample
  }

  /// Waits for something that another thread does; fails after 20 s.
  private func eventually(_ condition: () -> Bool) -> Bool {
    let limit = now() + .seconds(20)
    while now() < limit {
      if condition() { return true }
      usleep(5000)
    }
    return condition()
  }

  @Test func rowsOfManyThreadsComeToTheDiskInOrder() throws {
    let fixture = SessionFixture()
    let sink = try recorder(fixture)
    DispatchQueue.concurrentPerform(iterations: 2) { stream in
      for index in 0..<5000 { sink.record(sample(index), stream: stream) }
    }
    for index in 0..<50 { #expect(sink.record(SessionFixture.marker("LEFT")) == Int64(index)) }
    let sealed = try sink.seal(state: .complete) { _ in }
    #expect(sealed.streams.map(\.rows) == [5000, 5000, 0])
    let session = try SessionReader.read(sink.path)
    #expect(session.problems.isEmpty)
    #expect(session.streams.allSatisfy { $0.values[0] == .integers(Array(0..<5000)) })
    #expect(session.events.map(\.sequence) == Array(0..<50))
  }

  /// The disk is filled by others while the run goes on: told once, and once more after it had been better.
  @Test func littleSpaceIsToldOnceUntilItIsBetter() throws {
    let fixture = SessionFixture()
    // The run needs 600 s of two streams at 100 Hz, more than 10 MB; 3 MB are free at first, then 2 GB, then 1 MB.
    let faults = FaultPlan(
      (1...4).map { FaultPlan.Fault("statvfs", nth: $0, code: 3_000_000) }
        + (5...8).map { FaultPlan.Fault("statvfs", nth: $0, code: .max) })
    let reports = Reports()
    var configuration = SessionRecorder.Configuration()
    configuration.checkpointInterval = .milliseconds(5)
    configuration.spaceInterval = .zero
    configuration.expectedDuration = .seconds(600)
    let sink = try recorder(fixture, faults: faults, configuration: configuration, reports: reports)
    #expect(eventually { faults.count(of: "statvfs") > 8 })
    faults.add(.init("statvfs", nth: nil, code: 1_000_000))
    #expect(eventually { reports.all.count == 2 })
    let seen = faults.count(of: "statvfs")
    #expect(eventually { faults.count(of: "statvfs") > seen + 5 })
    let sealed = try sink.seal(state: .complete) { _ in }
    // A disk that is nearly full is no damage: nothing has been lost.
    #expect(sealed.manifest.state == .complete)
    #expect(sealed.manifest.incidents == ["disk_low": 2])
    let events = try SessionReader.read(sink.path).events.filter { $0.label == "disk_low" }
    #expect(events.map { $0.fields["available_bytes"]?.integer } == [3_000_000, 1_000_000])
    #expect(events.allSatisfy { ($0.fields["needed_bytes"]?.integer ?? 0) > 10_000_000 })
    #expect(
      reports.all.allSatisfy {
        guard case StoreTrouble.diskNearlyFull(let free, let needed) = $0.told else { return false }
        return !$0.mustStop && free <= 3 && needed > 10
      }, "\(reports.all)")
  }

  @Test func anEventIsSyncedSoon() throws {
    let fixture = SessionFixture()
    let faults = FaultPlan()
    var configuration = SessionRecorder.Configuration()
    configuration.checkpointInterval = .seconds(3600)
    let sink = try recorder(fixture, faults: faults, configuration: configuration)
    sink.record(SessionFixture.marker("LEFT"))
    #expect(eventually { faults.count(of: "fdatasync") > 0 })
    #expect(try SessionReader.read(sink.path).events.map(\.label) == ["LEFT"])
    _ = try sink.seal(state: .complete) { _ in }
  }

  @Test func rowsAreSyncedWithoutEvents() throws {
    let fixture = SessionFixture()
    let faults = FaultPlan()
    let sink = try recorder(fixture, faults: faults)
    sink.record(sample(0), stream: 0)
    #expect(eventually { faults.count(of: "fdatasync") > 0 })
    _ = try sink.seal(state: .complete) { _ in }
  }

  @Test func aStopThatIsToldAtOnceLeavesNoLaterRow() throws {
    let fixture = SessionFixture()
    let sink = try recorder(fixture)
    for index in 0..<10 { sink.record(sample(index), stream: 0) }
    let boundary = now()
    for index in 10..<15 { sink.record(sample(index), stream: 0) }
    sink.stop(at: boundary)
    for index in 15..<18 { sink.record(sample(index), stream: 0) }
    let sealed = try sink.seal(state: .complete) { _ in }
    #expect(sealed.streams[0].rows == 10)
    #expect(sealed.streams[0].afterStop == 8)
  }

  @Test func aFullQueueIsCountedAndReportedOnce() throws {
    let fixture = SessionFixture()
    var configuration = SessionRecorder.Configuration()
    configuration.queueCapacity = 10
    configuration.holdBack = .seconds(3600)
    let reports = Reports()
    let sink = try recorder(fixture, configuration: configuration, reports: reports)
    for index in 0..<25 { sink.record(sample(index), stream: 1) }
    let sealed = try sink.seal(state: .complete) { _ in }
    #expect(sealed.streams[1].rows == 10)
    #expect(sealed.streams[1].queueFull == 15)
    #expect(sealed.manifest.streams[1].losses == ["queue_full": 15])
    #expect(sealed.manifest.incidents == ["queue_full": 1])
    #expect(reports.all.map(\.incident.kind) == [.queueFull])
    #expect(reports.all.map(\.told) == [StoreTrouble.rowsLost])
    #expect(!reports.all[0].mustStop)
    #expect(try SessionReader.read(sink.path).events.map(\.label) == ["queue_full"])
  }

  @Test func aFailedSyncIsReportedAndInterruptsTheSession() throws {
    let fixture = SessionFixture()
    let reports = Reports()
    let faults = FaultPlan([FaultPlan.Fault("fdatasync", nth: 1, code: -EIO)])
    let sink = try recorder(fixture, faults: faults, reports: reports)
    sink.record(sample(0), stream: 0)
    #expect(eventually { !reports.all.isEmpty })
    sink.record(sample(1), stream: 0)
    let sealed = try sink.seal(state: .complete) { _ in }
    #expect(reports.all.map(\.incident.kind) == [.writeFailed])
    #expect(
      reports.all.map(\.told) == [
        StoreTrouble.movedOn(
          call: "fdatasync", file: "accelerometer.jsonl", reason: "Input/output error",
          next: "accelerometer.1.jsonl")
      ])
    #expect(reports.all[0].mustStop)
    #expect(sealed.manifest.state == .interrupted)
    #expect(sealed.manifest.streams[0].segments == ["accelerometer.1.jsonl"])
    let session = try SessionReader.read(sink.path)
    #expect(session.problems.isEmpty)
    #expect(session.stream(.accelerometer)?.sequence == [0, 1])
    #expect(session.events.map(\.label) == ["write_failed"])
  }

  @Test func aSlowSyncIsAnIncidentAndDelaysNobody() throws {
    let fixture = SessionFixture()
    let disk = FullDisk()
    let reports = Reports()
    var configuration = SessionRecorder.Configuration()
    configuration.slowSync = .milliseconds(500)
    let sink = try SessionRecorder(
      in: fixture.folder, plan: SessionFixture.plan(), fileSystem: disk, configuration: configuration,
      report: { reports.add($0) })
    disk.delayNextSync(microseconds: 2_000_000)
    sink.record(SessionFixture.marker("LEFT"))
    #expect(eventually { !reports.all.isEmpty })
    // Said while the sync is still in flight, and no reason to stop.
    #expect(reports.all[0].incident.kind == .syncSlow)
    #expect(reports.all[0].told == StoreTrouble.slowSync(seconds: 0.5))
    #expect(!reports.all[0].mustStop)
    let sealed = try sink.seal(state: .complete) { _ in }
    #expect(sealed.manifest.state == .complete)
    #expect(sealed.manifest.incidents["sync_slow"] != nil)
    #expect(try SessionReader.read(sink.path).events.map(\.label).contains("sync_slow"))
  }

  @Test func whatJSONCannotHoldDoesNotEndTheRecording() throws {
    let fixture = SessionFixture()
    let sink = try recorder(fixture)
    sink.record(EventMarker(kind: .marker, label: "GOOD", host: now(), fields: ["x": .real(.nan)]))
    _ = try sink.seal(state: .complete) {
      $0.audio = ["residual_ns": .real(.infinity)]
      $0.streams = []
    }
    let session = try SessionReader.read(sink.path)
    #expect(session.events[0].fields["x"] == .null)
    #expect(session.manifest.audio?["residual_ns"] == .null)
    #expect(session.manifest.streams.count == 3)
  }
}
