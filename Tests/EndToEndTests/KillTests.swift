import Foundation
import MotionCore
import Testing

/// SIGKILL at drawn instants of real runs. Some kills with every test run, several hundred with `make crash`.
@Suite(.serialized) struct KillTests {
  static let isLong = ProcessInfo.processInfo.environment["DRILLRUNNER_CRASH"] != nil

  @Test(
    "A run killed at any instant leaves whole rows, and harms nothing beside it", arguments: [false, true])
  func killed(rehearsal: Bool) throws {
    let campaign = try KillCampaign(rehearsal: rehearsal, isLong: KillTests.isLong)
    let began = Date()
    let course = try campaign.uncutRun()
    let finished = try #require(campaign.bundles().first)
    let path = "\(campaign.scratch.sessions)/\(finished)"
    let before = try contents(path)

    let count = KillTests.isLong ? (rehearsal ? 200 : 400) : (rehearsal ? 6 : 12)
    let tally = campaign.kill(
      count, atOnce: rehearsal ? 2 : (KillTests.isLong ? 8 : 12), course: course, seed: rehearsal ? 11 : 7)
    #expect(tally.faults.isEmpty, "\(tally.faults.joined(separator: "\n"))")
    #expect(tally.kills == count)
    #expect(tally.incomplete > 0)

    // The bundle that was finished before is what it was, to the byte and the mode.
    #expect(try contents(path) == before)
    // Every bundle is listed with its true state; a later run goes its way.
    let names = campaign.bundles()
    let listed = try SessionStore(folder: campaign.scratch.sessions).list()
    let readable = listed.compactMap { try? $0.summary.get() }
    #expect(readable.count == names.count)
    #expect(readable.allSatisfy { $0.state == .complete || $0.state == .incomplete })
    let later = try Program.run(["rehearse", campaign.drill, "--sessions", campaign.scratch.sessions])
    #expect(later.status == 0, "\(later.all)")
    #expect(campaign.bundles().count == names.count + 1)
    if KillTests.isLong {
      print(
        "kills: \(rehearsal ? "rehearsals" : "runs"): \(tally.kills); \(tally.beforeBundle) before the bundle was "
          + "there, \(tally.incomplete) left incomplete, \(tally.complete) sealed; longest loss "
          + "\(Int(tally.longestLossMs)) ms, longest stall of the machine \(Int(tally.longestStallMs)) ms; "
          + "\(tally.faults.count) faults; \(Int(-began.timeIntervalSinceNow)) s")
    }
  }

  /// Every file of a folder with its bytes and its mode.
  private func contents(_ path: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      var status = stat()
      guard stat("\(path)/\(name)", &status) == 0 else { continue }
      found[name] =
        (FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data()) + Data("\(status.st_mode)".utf8)
    }
    return found
  }
}
