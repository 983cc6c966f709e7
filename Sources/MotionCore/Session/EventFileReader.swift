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
          MotionSession.Problem(file: name, text: "it could not be read: \(error.cause)"))
      }
    }
    return result
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
          MotionSession.Problem(
            file: name, text: "line \(number) is not an event and was left out: \(damage.reason)"))
      }
      rest = rest[(end + 1)...]
    }
    if damaged > EventFileReader.listedDamage {
      result.problems.append(
        MotionSession.Problem(
          file: name, text: "\(damaged - EventFileReader.listedDamage) more lines were left out"))
    }
    if !rest.isEmpty {
      result.problems.append(
        MotionSession.Problem(
          file: name, text: "the last line is cut after \(rest.count) bytes; it was left out"))
    }
    // After a failed sync the events that it left in doubt stand again in the next segment.
    if let first = events.map(\.sequence).min() {
      result.events.removeAll { $0.sequence >= first }
    }
    result.events += events
  }

  /// Why a line is not an event.
  private struct Damage: Error {
    var reason: String
  }

  private static func event(_ line: ArraySlice<UInt8>) -> Swift.Result<EventMarker, Damage> {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(line)
    } catch {
      return .failure(Damage(reason: error.cause))
    }
    for member in value.object?.members ?? [] where member.key.hasSuffix("_ns") {
      guard member.value.integer == nil || member.value.hostTime != nil else {
        return .failure(Damage(reason: "\(Printable.excerpt(member.key)) lies beyond 2^61 ns"))
      }
    }
    guard let event = EventMarker(json: value) else {
      return .failure(Damage(reason: "n, kind, label or host_ns is missing"))
    }
    return .success(event)
  }
}
