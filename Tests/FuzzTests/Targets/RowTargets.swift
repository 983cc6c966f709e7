import Foundation

@testable import MotionCore

extension FuzzTarget {
  /// Every file of the container is a segment of the stream; read as three axes, as a motion stream that says what
  /// it holds, and as one that does not.
  static func readRows(_ bytes: [UInt8]) {
    let segments = Container(bytes).entries.prefix(4).enumerated().map { index, entry in
      Container.Entry(name: BundleFile.segmentName("rows.jsonl", index), kind: entry.kind, bytes: entry.bytes)
    }
    let folder = MemoryFolder(segments)
    for (kind, keys) in [
      (StreamKind.gyroscope, StreamKind.axes), (.motion, ["qw", "x", "acc", "", "t"]), (.motion, []),
    ] {
      let description = StreamDescription(
        name: kind.rawValue, kind: kind, sensor: "imu", clock: "imu", timestampSource: .device, unit: .one,
        scale: [1], valueKeys: keys)
      let result = RowFileReader(folder: MemoryFolder.path, fileSystem: folder)
        .read(segments.map(\.name), description)
      requireBounded(result.problems)
      check(result.stream, text: segments.reduce(0) { $0 + $1.bytes.count { $0 == 0x0A } })
    }
  }

  /// What every stream that was read promises. `text` is the number of lines of its file.
  static func check(_ stream: MotionStream, text lines: Int) {
    let count = stream.count
    precondition(count <= lines, "rows were invented")
    precondition(stream.sequence.count == count && stream.deviceTime.count == count)
    precondition(stream.values.count == stream.description.valueKeys.count)
    precondition(stream.values.allSatisfy { $0.count == count })
    for column in [stream.kernelNs, stream.counter] { precondition(column.map { $0.count == count } ?? true) }
    precondition(stream.temperature.map { $0.count == count } ?? true)
    precondition(stream.badRows.allSatisfy { (0..<count).contains($0) })
    precondition(stream.invalid.keys.allSatisfy { (0..<count).contains($0) })
    let limit = HostTime.limitNs
    precondition(stream.receiptNs.allSatisfy { (-limit...limit).contains($0) })
    let kernel = stream.kernelNs ?? []
    precondition(kernel.allSatisfy { $0 == MotionStream.absent || (-limit...limit).contains($0) })
  }

  static func readEvents(_ bytes: [UInt8]) {
    let segments = Container(bytes).entries.prefix(4).enumerated().map { index, entry in
      Container.Entry(
        name: BundleFile.segmentName("events.jsonl", index), kind: entry.kind, bytes: entry.bytes)
    }
    let result = EventFileReader(folder: MemoryFolder.path, fileSystem: MemoryFolder(segments))
      .read(segments.map(\.name))
    requireBounded(result.problems)
    precondition(result.events.count <= segments.reduce(0) { $0 + $1.bytes.count { $0 == 0x0A } })
    for event in result.events {
      precondition(abs(event.host.nanoseconds) <= HostTime.limitNs)
      guard let json = try? JSONValue.parse(event.json.text()), EventMarker(json: json) == event else {
        preconditionFailure("an event changed when it was written again: \(event.json.text())")
      }
      if let cue = CueEvent(event: event) { _ = cue.event(now: event.host).json.text() }
    }
    let session = MotionSession(
      name: "events", manifest: .unreadable, state: .incomplete, streams: [], events: result.events)
    _ = MotionAnalyzer().analyze(session).documentText
  }
}
