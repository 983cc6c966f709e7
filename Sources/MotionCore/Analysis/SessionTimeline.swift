/// The events of a session that the scoring of cues needs, in order.
struct SessionTimeline: Sendable {
  /// A drill has at most ten thousand cues. More cues, phases, pauses or sentences than this are left out, and
  /// `isCut` says so: every one of them is looked for among the movements.
  static let maximumEntries = 20_000

  private(set) var isCut = false
  /// Cues with the last row of each, in order of their events.
  var cues: [CueEvent] = []
  /// The instant that a cue is searched from: audible, else dispatched, else scheduled.
  var references: [HostTime] = []
  /// Still phases with the sensor on the torso, and those with it elsewhere.
  var stationaryTorso: [ClosedRange<HostTime>] = []
  var stationaryElsewhere: [ClosedRange<HostTime>] = []
  var pauses: [ClosedRange<HostTime>] = []
  /// When guidance was spoken.
  var guidance: [HostTime] = []
  private var nextSounding: [HostTime?] = []

  init(_ session: MotionSession) {
    cues = SessionTimeline.lastRows(session.cues)
    isCut = cues.count > SessionTimeline.maximumEntries
    cues = Array(cues.prefix(SessionTimeline.maximumEntries))
    // A cue that was cancelled before its time was known is not searched for; its place is at the end.
    let last = session.events.last?.host ?? HostTime(nanoseconds: 0)
    references = cues.map { $0.times.audible ?? $0.times.dispatched ?? $0.scheduled ?? last }
    nextSounding = SessionTimeline.nextSounding(cues, references)
    let end = HostTime(nanoseconds: .max)
    // An end row need not repeat where the sensor lay; on the torso, unless its begin row said otherwise.
    var place: String?
    var openPhase: HostTime?
    var openPause: HostTime?
    for event in session.events {
      switch event.knownKind {
      case .phase where event.fields["name"]?.string == "stationary" || event.label == "stationary":
        if event.fields["edge"]?.string == "begin" {
          openPhase = event.host
          place = event.fields["where"]?.string
        } else if let start = openPhase, start <= event.host {
          if event.fields["where"]?.string ?? place == "table" {
            add(start...event.host, to: \.stationaryElsewhere)
          } else {
            add(start...event.host, to: \.stationaryTorso)
          }
          openPhase = nil
        }
      case .pause:
        if event.fields["edge"]?.string == "begin" {
          openPause = event.host
        } else if let start = openPause, start <= event.host {
          add(start...event.host, to: \.pauses)
          openPause = nil
        }
      case .say:
        if let text = event.fields["status"]?.string, text == "cancelled" || text == "failed" { continue }
        let audible = event.fields["audible_ns"]?.hostTime
        add(audible ?? event.host, to: \.guidance)
      default: break
      }
    }
    if let openPause { pauses.append(openPause...end) }
  }

  private mutating func add<Entry>(_ entry: Entry, to list: WritableKeyPath<SessionTimeline, [Entry]>) {
    if self[keyPath: list].count < SessionTimeline.maximumEntries {
      self[keyPath: list].append(entry)
    } else {
      isCut = true
    }
  }

  /// The end of the search window of cue `index`: the next cue that sounded, or would have on an output that
  /// can be heard, at most `after` later.
  func windowEnd(of index: Int, after: Duration) -> HostTime {
    let limit = references[index] + after
    return nextSounding[index].map { min(limit, $0) } ?? limit
  }

  /// For each cue the reference of the next one that sounded, or was a trial on a silent output.
  private static func nextSounding(_ cues: [CueEvent], _ references: [HostTime]) -> [HostTime?] {
    var next = [HostTime?](repeating: nil, count: cues.count)
    var latest: HostTime?
    // From the last to the first; of equal references none follows the other.
    let order = cues.indices.sorted { (references[$0], $0) > (references[$1], $1) }
    var pending: HostTime?
    for (place, index) in order.enumerated() {
      if place > 0, references[order[place - 1]] > references[index], let time = pending {
        latest = time
        pending = nil
      }
      next[index] = latest
      let status = cues[index].status
      if status == .played || status == .late || (status == .silent && cues[index].expect != .none) {
        pending = references[index]
      }
    }
    return next
  }

  /// A cue may stand in several rows; the last one wins, at the place of the first.
  private static func lastRows(_ rows: [CueEvent]) -> [CueEvent] {
    struct Key: Hashable {
      var trial: Int?
      var cue: String
      var scheduled: HostTime?
    }
    var place: [Key: Int] = [:]
    var cues: [CueEvent] = []
    for row in rows {
      let key =
        row.trial.map { Key(trial: $0, cue: "", scheduled: nil) }
        ?? Key(trial: nil, cue: row.cue, scheduled: row.scheduled)
      if let index = place[key] {
        cues[index] = row
      } else {
        place[key] = cues.count
        cues.append(row)
      }
    }
    return cues
  }
}
