import Foundation
import Testing

@testable import MotionCore

/// Every system call of a bundle's life fails once, in every way; then all from some call on.
@Suite struct FaultSweepTests {
  /// A way for the nth call to fail.
  enum Fault: String, CaseIterable, Sendable {
    case inputOutputError, diskFull, interrupted, shortBy1, shortBy100, deadFromThenOn

    /// What call number `number` returns when the fault comes with call `nth`: as `SimulatedDisk.setFault`.
    func code(_ call: String, _ number: Int, nth: Int) -> Int32? {
      guard self == .deadFromThenOn ? number >= nth : number == nth else { return nil }
      switch self {
      case .inputOutputError, .deadFromThenOn: return -EIO
      case .diskFull: return -ENOSPC
      case .interrupted: return -EINTR
      case .shortBy1: return concerns(call) ? 1 : nil
      case .shortBy100: return concerns(call) ? 100 : nil
      }
    }

    /// Only these two can move fewer bytes than asked.
    func concerns(_ call: String) -> Bool {
      (self != .shortBy1 && self != .shortBy100) || call == "pwrite" || call == "read"
    }

    /// Nothing is wrong: nothing may come of it.
    var isHarmless: Bool { self == .interrupted || self == .shortBy1 || self == .shortBy100 }
  }

  @Test(arguments: Fault.allCases)
  func whicheverCallFailsNothingIsLostInSilence(_ fault: Fault) {
    let whole = CrashRecording(keepsMoments: false)
    CrashScenario.syncInFlight.play(whole)
    let calls = whole.disk.trace.count
    // 14 rows and 9; 6; 5 for each of the three syncs in flight; 8 and 5, three times; 3. Two events with each.
    #expect(whole.promise.given == [26, 86, 86])
    whole.end()
    var tally = CrashCampaign.Tally()
    for nth in 1...calls where fault.concerns(whole.disk.trace[nth - 1]) {
      let recording = CrashRecording(keepsMoments: CrashCampaign.isLong, mayLeaveRemains: true)
      recording.disk.setFault { fault.code($0, $1, nth: nth) }
      CrashScenario.syncInFlight.play(recording)
      recording.disk.setFault { _, _ in nil }
      let text = judge(recording, fault)
      if !text.isEmpty {
        Issue.record("\(fault.rawValue) at call \(nth), \(whole.disk.trace[nth - 1]): \(text)")
      }
      let last = CrashRecording.Moment(
        number: nth, call: "the end", disk: recording.disk.state, promise: recording.promise)
      recording.end()
      let moments = CrashCampaign.isLong ? recording.moments : [last]
      tally += CrashCampaign(statesPerMoment: CrashCampaign.isLong ? 4 : 1, seed: UInt64(nth)).run(moments)
    }
    #expect(tally.violations.isEmpty, "\(tally.violations.prefix(10).joined(separator: "\n"))")
    if CrashCampaign.isLong {
      print(
        "failing calls: \(fault.rawValue): each of \(calls) calls; \(tally.states) crash states after them, "
          + "\(tally.violations.count) violations")
    }
  }

  /// What is wrong with the outcome of a recording in which a call failed; nothing where it is as it must be.
  private func judge(_ recording: CrashRecording, _ fault: Fault) -> String {
    guard let sink = recording.sink else {
      if fault.isHarmless { return "the creation failed: \(recording.creationError.map { "\($0)" } ?? "")" }
      guard let error = recording.creationError, !error.cause.isEmpty else { return "no error is told" }
      // What the failed creation may have left holds nothing, and is no session that claims to be one.
      let left = (try? SessionStore(folder: CrashRecording.folder, fileSystem: recording.disk).list()) ?? []
      let isClean = left.allSatisfy { listing in
        guard case .success(let summary) = listing.summary else { return true }
        return summary.state == .incomplete && summary.rowCounts.allSatisfy { $0.rows == 0 }
      }
      return isClean ? "" : "the creation failed, and a session is listed"
    }
    if fault.isHarmless {
      guard let sealed = recording.sealed else { return "\(recording.sealError.map { "\($0)" } ?? "")" }
      if sealed.manifest.state != .complete { return "its state is \(sealed.manifest.state)" }
      if !sealed.notes.isEmpty || !recording.reports.all.isEmpty { return "it complains: \(sealed.notes)" }
    }
    guard let session = try? SessionReader.read(sink.path, fileSystem: recording.disk) else {
      return "the bundle does not open"
    }
    let counts = [session.events.count] + session.streams.map(\.count)
    guard recording.sealed != nil else {
      guard let error = recording.sealError, !error.cause.isEmpty else { return "no error is told" }
      let missing = zip(counts, recording.promise.safe).contains { $0 < $1 }
      return missing ? "of \(recording.promise.safe) synced rows \(counts) are there" : ""
    }
    // Sealed: everything given is there, or its loss is counted.
    let lost = recording.sealed?.streams.map(\.notWritten) ?? []
    let given = recording.promise.given
    if !session.problems.isEmpty { return "sealed, with problems: \(session.problems)" }
    if counts[1] + lost[0] != given[1] || counts[2] + lost[1] != given[2] || counts[0] < given[0] {
      return "\(counts) rows of \(given), and \(lost) counted as lost"
    }
    return ""
  }

  /// Reading a sealed bundle: whole and equal, or the failure is told.
  @Test(arguments: Fault.allCases)
  func whicheverCallFailsWhileReadingIsTold(_ fault: Fault) throws {
    let recording = CrashRecording(keepsMoments: false)
    CrashScenario.failedSync.play(recording)
    let path = try #require(recording.sealed?.path)
    let state = recording.disk.state
    recording.end()
    let whole = SimulatedDisk(state)
    let expected = try SessionReader.read(path, fileSystem: whole)
    #expect(expected.problems.isEmpty)
    for nth in 1...whole.trace.count {
      let disk = SimulatedDisk(state)
      disk.setFault { fault.code($0, $1, nth: nth) }
      let note = Comment("\(fault.rawValue) at call \(nth)")
      do {
        let session = try SessionReader.read(path, fileSystem: disk)
        let isWhole =
          session.streams.map(\.sequence) == expected.streams.map(\.sequence)
          && session.events == expected.events && session.manifest == expected.manifest
          && session.state == expected.state
        #expect(isWhole || !session.problems.isEmpty, note)
        if fault.isHarmless { #expect(isWhole && session.problems.isEmpty, note) }
      } catch {
        #expect(!fault.isHarmless && error is any DiagnosedError, note)
      }
      #expect(disk.openCount == 0, note)
    }
  }
}
