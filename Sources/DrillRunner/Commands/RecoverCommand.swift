import Foundation
import MotionCore

/// `drillrunner recover`: seals a session whose program died.
enum RecoverCommand {
  static let spec = CommandSpec(
    name: "recover", arguments: "SESSION", argumentCount: 1...1,
    summary: "seal a session whose program died, keeping every whole row",
    details: """
      Seals an unfinished session as incomplete. Every whole row is kept; bytes that belong to no row are moved to
      a file of their own beside it. A session that is being recorded, or was sealed, is never touched.
      Exit code 0: nothing that had reached the disk is missing; 3: something is; 7: nothing to recover.
      """,
    flags: [.sessions, .json],
    run: { invocation, console in
      let path = try invocation.store.resolve(invocation.arguments[0])
      let now = WallAnchor.now(.start, clock: MonotonicClock())
      let report = try BundleRecovery(path: path, summarize: RunSetup.summarize).recover(
        wall: now.wall, app: .current)
      if invocation.has(.json) {
        console.json(json(report))
      } else {
        console.document(table(report))
        for file in report.files {
          if let dropped = file.droppedFile {
            console.result(.bytesKept(file: file.name, droppedFile: dropped))
          }
        }
        console.result(
          report.isLossless ? .recoveredWhole(path: report.path) : .recoveredInPart(path: report.path))
      }
      for problem in report.problems { console.notice(.sessionProblem(problem)) }
      for note in report.notes { console.notice(.bundleNote(note)) }
      return report.isLossless ? .done : .notComplete
    })

  private static func table(_ report: RecoveryReport) -> String {
    let start = report.manifest.anchors.first { $0.at == .start }?.host
    return TextColumns.aligned(
      [["file", "rows kept", "bytes dropped", "last good"]]
        + report.files.map { file in
          let last = file.lastGood.map { time in
            start.map {
              FileWord.afterStart(seconds: FixedNumber.text((time - $0).inSeconds, digits: 3)).text
            }
              ?? "\(time.nanoseconds) ns"
          }
          return [
            Printable.text(file.name), "\(file.rowsKept)", "\(file.bytesDropped)",
            last ?? FileWord.nothingKept.text,
          ]
        }, right: [1, 2], width: 100
    ).joined(separator: "\n")
  }

  private static func json(_ report: RecoveryReport) -> JSONValue {
    [
      "path": .string(report.path), "state": .string(report.manifest.state.rawValue),
      "recovery": report.manifest.unknown["recovery"] ?? .null,
      "notes": .array(report.notes.map { .string($0.text) }),
    ]
  }
}
