import Foundation

@testable import DrillRunner
@testable import IMUDriver
@testable import MotionCore

extension FuzzTarget {
  /// A bundle is read, listed, analysed, printed and replayed. No path leads out of it (`MemoryFolder` sees to
  /// that), what is printed is safe, and its rows are those of its files.
  static func readBundle(_ bytes: [UInt8]) {
    let container = Container(bytes)
    let folder = MemoryFolder(container.entries)
    show(SessionStore(folder: MemoryFolder.store, fileSystem: folder))
    let session: MotionSession
    do {
      session = try SessionReader.read(MemoryFolder.path, fileSystem: folder)
    } catch {
      requirePrintable("\(error)")
      return
    }
    requireBounded(session.problems)
    let lines = bytes.count { $0 == 0x0A }
    for stream in session.streams { check(stream, text: lines) }

    let analysis = MotionAnalyzer().analyze(session)
    let document = analysis.documentText
    requirePrintable(document)
    precondition((try? JSONValue.parse(document)) != nil, "an analysis that is not JSON")
    let table = AnalysisTable(analysis).text
    requirePrintable(table)
    for problem in session.problems { requirePrintable(Printable.text(problem.description)) }

    do {
      let report = try BundleVerification.verify(MemoryFolder.path, fileSystem: folder)
      for difference in report.differences { requirePrintable(Printable.text(difference.description)) }
      for note in report.notes { requirePrintable(Printable.text(note.text)) }
    } catch {
      requirePrintable("\(error)")
    }

    let clock = VirtualClock()
    do {
      let source = try ReplaySource(session: session, clock: clock)
      play(source, at: clock.now(), end: HostTime(nanoseconds: .max))
      _ = DiskSpace.estimate(source.streams, duration: .seconds(60))
    } catch {
      requirePrintable("\(error)")
    }
  }

  private static func show(_ store: SessionStore) {
    do {
      let list = try SessionList(store: store)
      requirePrintable(list.text(width: 80))
      requirePrintable(list.json.text(.indented, sortedKeys: true))
    } catch {
      requirePrintable("\(error)")
    }
  }
}
