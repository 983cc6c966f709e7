import Foundation
import Testing

@testable import MotionCore

/// A disk whose calls do not come back: capture goes on, and everything that waits gives up and says so.
@Suite struct HangingDiskTests {
  /// Calls of these names hang until they are let go.
  private final class Brake: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var names: Set<String> = []
    private nonisolated(unsafe) var held = 0

    func hold(_ wanted: Set<String>) { lock.withLock { names = wanted } }
    func letGo() { hold([]) }
    /// How many calls have been held.
    var count: Int { lock.withLock { held } }

    func pass(_ call: String) -> Int32? {
      guard lock.withLock({ names.contains(call) }) else { return nil }
      lock.withLock { held += 1 }
      while lock.withLock({ names.contains(call) }) { usleep(2000) }
      return nil
    }
  }

  private func recorder(
    _ disk: SimulatedDisk, _ brake: Brake, _ change: (inout SessionRecorder.Configuration) -> Void = { _ in }
  ) throws -> SessionRecorder {
    disk.setFault { call, _ in brake.pass(call) }
    var configuration = SessionRecorder.Configuration()
    configuration.creationPatience = .milliseconds(300)
    configuration.sealPatience = .milliseconds(300)
    configuration.checkpointInterval = .milliseconds(20)
    configuration.holdBack = .zero
    change(&configuration)
    return try SessionRecorder(
      in: "/sessions", plan: SessionFixture.plan(), fileSystem: disk, configuration: configuration)
  }

  private func eventually(_ condition: () -> Bool) -> Bool {
    let limit = MonotonicClock().now() + .seconds(20)
    while MonotonicClock().now() < limit {
      if condition() { return true }
      usleep(2000)
    }
    return condition()
  }

  private func sample(_ index: Int) -> MotionSample {
    var sample = SessionFixture.sample(index)
    sample.receipt = MonotonicClock().now()
    return sample
  }

  @Test func aSyncThatHangsBlocksNeitherCaptureNorTheStop() throws {
    let disk = SimulatedDisk()
    let brake = Brake()
    let sink = try recorder(disk, brake)
    brake.hold(["fdatasync"])
    sink.record(sample(0), stream: 0)
    #expect(eventually { brake.count > 0 })
    // Rows and events are taken while the sync hangs, and are written by the other thread.
    for index in 1...200 { sink.record(sample(index), stream: 0) }
    sink.record(SessionFixture.marker("LEFT"))
    #expect(
      eventually {
        let session = try? SessionReader.read(sink.path, fileSystem: disk)
        return session?.streams.first?.count == 201 && session?.events.count == 1
      })
    let error = #expect(throws: SealError.self) { try sink.seal(state: .complete, update: { _ in }) }
    #expect(error?.cause == "the disk has not answered for 0.3 seconds")
    brake.letGo()
    // It answers again, too late: what was told stays true.
    #expect(eventually { disk.state.find("\(sink.path).incident.jsonl") != nil })
    #expect(try SessionReader.read(sink.path, fileSystem: disk).manifest.state == .recording)
  }

  @Test(arguments: ["fsync", "read", "rename", "pwrite", "chmod"])
  func aSealThatHangsIsGivenUp(_ call: String) throws {
    let disk = SimulatedDisk()
    let brake = Brake()
    let sink = try recorder(disk, brake) { $0.checkpointInterval = .seconds(3600) }
    sink.record(sample(0), stream: 0)
    #expect(eventually { disk.trace.count { $0 == "pwrite" } >= 4 })
    let before = disk.state
    brake.hold([call])
    let error = #expect(throws: SealError.self) { try sink.seal(state: .complete, update: { _ in }) }
    #expect(error?.cause.contains("not answered") == true)
    #expect(error?.remedy != nil)
    let made = disk.trace.count
    brake.letGo()
    usleep(100_000)
    // After it was given up no call is made for it any more, but to close and to note the failure beside it.
    let later = disk.trace.dropFirst(made).filter { $0 != "close" }
    #expect(later.count <= 7, "\(later)")
    let session = try SessionReader.read(sink.path, fileSystem: disk)
    #expect(session.streams.first?.count == 1)
    if call != "chmod", call != "rename" {
      #expect(session.manifest.state == .recording)
      #expect(
        before.find(sink.path + "/manifest.json").map { before.nodes[$0].data }
          == disk.state.find(sink.path + "/manifest.json").map { disk.state.nodes[$0].data })
    }
  }

  @Test func aCreationThatHangsIsGivenUp() throws {
    let brake = Brake()
    brake.hold(["fsync"])
    let error = #expect(throws: FileError.self) { try recorder(SimulatedDisk(), brake) }
    #expect(error?.cause == "the disk does not answer")
    #expect(error?.remedy != nil)
    brake.letGo()
  }

  /// The seal takes the time that it needs while the disk answers, however small the patience.
  @Test func aSlowDiskThatAnswersIsWaitedFor() throws {
    let disk = SimulatedDisk()
    let brake = Brake()
    let sink = try recorder(disk, brake) { $0.sealPatience = .seconds(5) }
    for index in 0..<50 { sink.record(sample(index), stream: 1) }
    disk.setFault { call, _ in
      if call == "fsync" { usleep(150_000) }
      return nil
    }
    let sealed = try sink.seal(state: .complete) { _ in }
    #expect(sealed.manifest.state == .complete)
    #expect(sealed.streams[1].rows == 50)
  }
}
