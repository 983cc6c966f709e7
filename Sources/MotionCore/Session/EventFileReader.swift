/// Reads `events.jsonl`, in one or several segments.
struct EventFileReader {
  /// Events are few and small; a file larger than this is not one.
  static let maximumBytes = 1 << 28

  struct Result {
    var events: [EventMarker] = []
    var files: [Manifest.FileEntry] = []
    var problems: [MotionSession.Problem] = []
  }

  let folder: String
  let fileSystem: any FileSystem

  func read(_ names: [String]) -> Result {
    var result = Result()
    for name in names {
      do throws(FileError) {
        let bytes = try fileSystem.readFile("\(folder)/\(name)", limit: EventFileReader.maximumBytes)
        result.files.append(
          Manifest.FileEntry(name: name, bytes: Int64(bytes.count), sha256: SHA256Hash.hex(bytes)))
        take(bytes, name, &result)
      } catch {
        result.problems.append(
          MotionSession.Problem(file: name, text: "it could not be read: \(error.cause)"))
      }
    }
    let keep = RowOrder.longestIncreasing(result.events.map(\.sequence))
    if keep.count < result.events.count {
      result.problems.append(
        MotionSession.Problem(
          file: names.first ?? "",
          text:
            "\(result.events.count - keep.count) events are out of order and were left out: their numbers "
            + "stand before or twice"))
      result.events = keep.map { result.events[$0] }
    }
    return result
  }

  private func take(_ bytes: [UInt8], _ name: String, _ result: inout Result) {
    var events: [EventMarker] = []
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let cut = lines.popLast() ?? []
    if !cut.isEmpty {
      result.problems.append(
        MotionSession.Problem(
          file: name, text: "the last line is cut after \(cut.count) bytes; it was left out"))
    }
    for (index, line) in lines.enumerated() {
      do throws(JSONError) {
        let value = try JSONValue.parse(line)
        if let event = EventMarker(json: value) {
          events.append(event)
        } else {
          result.problems.append(
            MotionSession.Problem(
              file: name,
              text: "line \(index + 1) is not an event and was left out: n, kind, label or "
                + "host_ns is missing"))
        }
      } catch {
        result.problems.append(
          MotionSession.Problem(
            file: name, text: "line \(index + 1) is not an event and was left out: \(error.cause)"))
      }
    }
    // After a failed sync the events that it left in doubt stand again in the next segment.
    if let first = events.map(\.sequence).min() {
      result.events.removeAll { $0.sequence >= first }
    }
    result.events += events
  }
}
