import MotionCore

/// When the sounds of a silent output begin and end: the one core of `SilentOutput` (real time) and
/// `VirtualOutput` (virtual time). It has no thread and no clock; the same calls give the same reports.
struct SilentSchedule {
  /// True where a simulated rider "hears" the sounds: they then have an audible time, labelled `simulated`.
  let isSimulated: Bool

  private struct Entry {
    var request: SoundRequest
    var frame0: HostTime
    var late: Bool
    var begun = false

    var end: HostTime { frame0 + request.clip.duration }
    var next: HostTime { begun ? end : frame0 }
  }

  /// In the order of their requests, which decides between events of the same instant.
  private var entries: [Entry] = []
  private(set) var committed: [Int: SoundTimes] = [:]

  init(isSimulated: Bool) {
    self.isSimulated = isSimulated
  }

  /// Takes a request made at `now`. A wanted onset that can no longer be met starts at once and is late.
  mutating func add(_ request: SoundRequest, now: HostTime) {
    let wanted = request.onsetAt.map { $0 - request.clip.onset }
    let late = wanted.map { $0 < now } ?? false
    entries.append(Entry(request: request, frame0: late ? now : wanted ?? now, late: late))
  }

  /// The instant of the next report; nil where nothing is queued.
  var nextEvent: HostTime? { entries.map(\.next).min() }

  /// The reports up to and including `instant`, in order of their times.
  mutating func advance(to instant: HostTime) -> [SoundReport] {
    var reports: [SoundReport] = []
    while let index = entries.indices.min(by: { entries[$0].next < entries[$1].next }),
      entries[index].next <= instant
    {
      let entry = entries[index]
      if entry.begun {
        entries.remove(at: index)
        reports.append(.finished(id: entry.request.id, at: entry.end))
      } else {
        entries[index].begun = true
        let times = times(of: entry)
        committed[entry.request.id] = times
        reports.append(.committed(id: entry.request.id, times: times, late: entry.late))
      }
    }
    return reports
  }

  /// Drops everything that has not ended by `now`.
  mutating func cancelAll(now: HostTime) -> [SoundReport] {
    defer { entries.removeAll() }
    return entries.map { .cancelled(id: $0.request.id, at: now) }
  }

  private func times(of entry: Entry) -> SoundTimes {
    isSimulated
      ? SoundTimes(
        dispatched: entry.frame0, frame0: entry.frame0, audible: entry.frame0 + entry.request.clip.onset,
        audibleUncertaintyNs: 0, timing: .simulated)
      : SoundTimes(
        dispatched: entry.frame0, frame0: nil, audible: nil, audibleUncertaintyNs: nil, timing: .unknown)
  }

  /// The `audio` member of the manifest: no device, no channel, no voice.
  static let manifestEntry: JSONValue = [
    "pcm": "none", "card": "none", "stable_id": "none", "timing_class": "none",
    "rate_hz": .integer(Int64(Clip.rateHz)), "channels": 0, "period_frames": 0, "buffer_frames": 0,
    "voice": "none", "underruns": 0,
  ]

  static func summary(isSimulated: Bool) -> String {
    (isSimulated ? OutputRemark.silentSimulated : .silent).text
  }
}
