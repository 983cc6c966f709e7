import Foundation
import MotionCore

@testable import DrillRunner
@testable import IMUDriver

extension FuzzTarget {
  static func readDrill(_ bytes: [UInt8]) {
    let file = DrillFile.parse(bytes, path: "drill.yaml", folder: "/drills")
    requirePrintable(file.problems.rendered)
    for problem in file.problems {
      precondition(problem.line >= 1 && problem.column >= 1 && problem.length >= 1)
    }
    guard let drill = file.drill else {
      precondition(!file.problems.fatal.isEmpty, "refused without a reason")
      return
    }
    for cue in drill.cues {
      guard case .clip(let path) = cue.speech else { continue }
      precondition(path.hasPrefix("/"))
    }
    let timeline = Timeline(drill, seed: drill.seed ?? 1)
    let report = CheckReport(drill: drill, timeline: timeline, seedIsDrawn: drill.seed == nil)
    for line in report.lines {
      requirePrintable(line)
      precondition(!line.contains("\n"))
    }
    requirePrintable(timeline.json.text())
    _ = RunPlan(drill: drill, timeline: timeline).slots.count
  }

  /// The file "" is the table, the file "columns" its declaration.
  static func readCSV(_ bytes: [UInt8]) {
    let container = Container(bytes)
    let clock = VirtualClock()
    do {
      let source = try CSVSource(
        Data(container[""] ?? []), declaration: container["columns"].map { Data($0) }, path: "rows.csv",
        clock: clock)
      play(source, at: clock.now(), end: clock.now() + .seconds(400_000_000))
    } catch {
      requirePrintable("\(error)")
      precondition("\(error)".unicodeScalars.count < 10_000)
    }
  }

  /// Plays a source to its end and writes its rows, as a recording of it does.
  static func play(_ source: any VirtualTimeSource, at start: HostTime, end: HostTime) {
    let encoders = source.streams.map(RowEncoder.init)
    var row: [UInt8] = []
    var hasEnded = false
    source.begin(at: start)
    source.advance(to: end) { event in
      precondition(!hasEnded, "something follows the end")
      switch event {
      case .sample(let stream, let sample):
        precondition(sample.values.count == source.streams[stream].valueKeys.count)
        row.removeAll(keepingCapacity: true)
        encoders[stream].write(sample, sequence: 0, to: &row)
        precondition(!row.dropLast().contains(0x0A) && row.last == 0x0A)
      case .incident(let incident): requirePrintable(incident.event.json.text())
      case .lost: break
      case .ended: hasEnded = true
      }
    }
    precondition(hasEnded, "the end did not come")
  }
}
