import Foundation
import Testing

@testable import MotionCore

/// A power cut after every call of a bundle's life, in all the ways that it can leave a disk.
@Suite struct CrashStateTests {
  @Test(arguments: CrashScenario.allCases)
  func everyCrashLeavesWhatWasSynced(_ scenario: CrashScenario) {
    let recording = CrashRecording()
    scenario.play(recording)
    recording.end()
    let began = ContinuousClock.now
    let tally = CrashCampaign(statesPerMoment: CrashCampaign.isLong ? 500 : 3).run(recording.moments)
    #expect(tally.violations.isEmpty, "\(tally.violations.prefix(10).joined(separator: "\n"))")
    #expect(tally.states > tally.moments)
    #expect(tally.recovered > 10)
    if CrashCampaign.isLong {
      print(
        "crash states: \(scenario.rawValue): \(tally.moments) instants, \(tally.exhausted) of them in all ways, "
          + "\(tally.states) states, \(tally.recovered) of them recovered, \(tally.violations.count) violations; old blocks shown in "
          + "\(tally.staleStates), a false row read in \(tally.deceived); \(ContinuousClock.now - began)")
    }
  }

  /// The scenarios do what they are named after: otherwise their crashes would show nothing.
  @Test func theScenariosMeetTheirFaults() throws {
    func played(_ scenario: CrashScenario) -> CrashRecording {
      let recording = CrashRecording(keepsMoments: false)
      scenario.play(recording)
      return recording
    }
    for scenario in [CrashScenario.ordinary, .syncInFlight, .shortWrites] {
      let recording = played(scenario)
      #expect(recording.sealed?.manifest.state == .complete, "\(scenario)")
      #expect(recording.reports.all.isEmpty, "\(scenario)")
      #expect(recording.promise.safe == recording.promise.given, "\(scenario)")
    }
    for scenario in [CrashScenario.failedSync, .failedSyncOfEvents, .failedWrite, .failedSyncOfTheFolder] {
      let recording = played(scenario)
      #expect(recording.sealed?.manifest.state == .interrupted, "\(scenario)")
      #expect(recording.reports.all.contains { $0.mustStop }, "\(scenario)")
      #expect(recording.promise.safe == recording.promise.given, "\(scenario)")
    }
    let full = played(.fullDisk)
    #expect(full.reports.all.map(\.incident.kind) == [.writeFailed])
    #expect(full.sealed?.manifest.state == .interrupted)
    let atSeal = played(.failedSyncAtTheSeal)
    #expect(atSeal.sealed?.manifest.state == .interrupted)
    // The events, and again their new segment; the folder's failure in between costs a segment's number only.
    #expect(atSeal.sealed?.manifest.incidents == ["write_failed": 2])
    // More segments than there are: said, and no seal that claims otherwise.
    let hopeless = played(.everySyncFails)
    #expect(hopeless.sealed == nil)
    #expect(hopeless.sealError != nil)
  }

  /// A check that cannot fail shows nothing: a disk that forgets what it has synced is found out.
  @Test func aDiskThatLiesIsFoundOut() {
    let recording = CrashRecording()
    CrashScenario.ordinary.play(recording)
    recording.end()
    var found: Set<String> = []
    for var moment in recording.moments where moment.promise.exists {
      guard let bundle = moment.disk.find(CrashCheck(moment: moment).path) else { continue }
      let file = moment.disk.nodes[bundle].entries["gyroscope.jsonl"] ?? 0
      // The last 200 synced bytes are gone.
      let kept = moment.disk.nodes[file].base.dropLast(200)
      guard moment.promise.safe[2] > 0, !kept.isEmpty else { continue }
      moment.disk.nodes[file].base = Array(kept)
      moment.disk.nodes[file].data = Array(kept)
      moment.disk.nodes[file].changes = []
      for violation in CrashCheck(moment: moment).violations(moment.disk.after(DiskCrash())) {
        if case .broken(let text) = violation { found.insert(String(text.drop { $0.isNumber }.prefix(30))) }
      }
    }
    #expect(found.contains(" rows of gyroscope were synced"))
  }

  @Test func aRowThatComesBackFromAnOldBlockIsLeftOutWhereItsNumberTells() throws {
    // Rows 0 to 5, then rows 2 and 3 again, then 8: an old block in a place that was never written.
    let disk = SimulatedDisk()
    try disk.makeFolders("/s/b")
    let encoder = RowEncoder(SessionFixture.accelerometer)
    var bytes: [UInt8] = []
    for index in [0, 1, 2, 3, 4, 5, 2, 3, 8] {
      encoder.write(SessionFixture.sample(index), sequence: Int64(index), to: &bytes)
    }
    try disk.createFile("/s/b/accelerometer.jsonl", bytes)
    let stream = try #require(try SessionReader.read("/s/b", fileSystem: disk).streams.first)
    #expect(stream.sequence == [0, 1, 2, 3, 4, 5, 8])
    #expect(stream.values[0].doubles == [0, 1, 2, 3, 4, 5, 8])
  }
}
