/// Reads `events.jsonl`, in one or several segments.
struct EventFileReader {
  /// Events are few and small, half a kilobyte each; a file larger than this is not one.
  static let maximumBytes = 1 << 26
  /// So many damaged lines of a file are named; the others are counted.
  private static let listedDamage = 20

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
          MotionSession.Problem(name, .unreadable(reason: error.cause)))
      }
    }
    if names.count > 1 { EventFileReader.order(&result.events, names[0], &result.problems) }
    return result
  }

  /// Leaves out events whose number does not go on from those before.
  private static func order(
    _ events: inout [EventMarker], _ name: String, _ problems: inout [MotionSession.Problem]
  ) {
    let keep = RowOrder.longestIncreasing(events.map(\.sequence))
    guard keep.count < events.count else { return }
    problems.append(
      MotionSession.Problem(name, .eventsOutOfOrder(events.count - keep.count)))
    events = keep.map { events[$0] }
  }

  private func take(_ bytes: [UInt8], _ name: String, _ result: inout Result) {
    var events: [EventMarker] = []
    var rest = bytes[...]
    var number = 0
    var damaged = 0
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      switch EventFileReader.event(rest[..<end]) {
      case .success(let event): events.append(event)
      case .failure(let damage):
        damaged += 1
        guard damaged <= EventFileReader.listedDamage else { break }
        result.problems.append(
          MotionSession.Problem(name, .noEvent(line: number, reason: damage.text)))
      }
      rest = rest[(end + 1)...]
    }
    if damaged > EventFileReader.listedDamage {
      result.problems.append(
        MotionSession.Problem(name, .moreLines(damaged - EventFileReader.listedDamage)))
    }
    if !rest.isEmpty {
      result.problems.append(
        MotionSession.Problem(name, .cutLine(bytes: rest.count)))
    }
    EventFileReader.order(&events, name, &result.problems)
    // After a failed sync the events that it left in doubt stand again in the next segment.
    if let first = events.map(\.sequence).min() {
      result.events.removeAll { $0.sequence >= first }
    }
    result.events += events
  }

  /// Reads one line, without its end.
  static func event(_ line: ArraySlice<UInt8>) -> Swift.Result<EventMarker, EventLineReason> {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(line)
    } catch {
      return .failure(.notJSON(error))
    }
    for member in value.object?.members ?? [] where member.key.hasSuffix("_ns") {
      guard member.value.integer == nil || member.value.hostTime != nil else {
        return .failure(.beyondRange(key: Printable.excerpt(member.key)))
      }
    }
    guard let event = EventMarker(json: value) else {
      return .failure(.membersMissing)
    }
    return .success(event)
  }
}
