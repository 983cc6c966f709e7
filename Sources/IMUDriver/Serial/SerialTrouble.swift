import MotionCore

/// Gathers what goes wrong on a noisy wire into at most one incident of a kind a second, so that noise does not
/// drown the session. Nothing is left out of the numbers.
struct SerialTrouble: Sendable {
  private var checksum = SkippedBytes()
  private var missing = 0
  private var unexpected = 0
  private var last: [IncidentKind: HostTime] = [:]

  private static let interval: Duration = .seconds(1)

  mutating func add(_ skipped: SkippedBytes) {
    checksum.count += skipped.count
    checksum.damagedFrames += skipped.damagedFrames
  }

  /// So many frames are missing by the packet counter.
  mutating func addHole(_ frames: Int) { missing += frames }

  /// Readings of a kind that no stream was made for.
  mutating func addUnexpected(_ readings: Int) { unexpected += readings }

  /// The incidents that are due; all of them at the `end`.
  mutating func incidents(at now: HostTime, end: Bool = false) -> [Incident] {
    func isDue(_ kind: IncidentKind) -> Bool {
      end || last[kind].map { now - $0 >= SerialTrouble.interval } ?? true
    }
    var incidents: [Incident] = []
    if checksum.count > 0, isDue(.checksum) {
      incidents.append(
        Incident(
          .checksum, at: now,
          fields: [
            "reason": .string(IncidentDetail.badBytes.text),
            "damaged_frames": .integer(Int64(checksum.damagedFrames)),
            "skipped_bytes": .integer(Int64(checksum.count)),
          ]))
      checksum = SkippedBytes()
    }
    if missing > 0 || unexpected > 0, isDue(.droppedEvents) {
      var fields: JSONObject = [:]
      if missing > 0 {
        fields["reason"] = .string(IncidentDetail.counterHole.text)
        fields["missing_frames"] = .integer(Int64(missing))
      }
      if unexpected > 0 {
        fields["reason"] = fields["reason"] ?? .string(IncidentDetail.unexpectedReadings.text)
        fields["unexpected_readings"] = .integer(Int64(unexpected))
      }
      incidents.append(Incident(.droppedEvents, at: now, fields: fields))
      missing = 0
      unexpected = 0
    }
    for incident in incidents { last[incident.kind] = now }
    return incidents
  }
}
