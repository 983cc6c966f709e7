/// What both sinks keep count of: event numbers, incidents, the stop boundary, rows that were not taken.
struct SinkState {
  var nextEvent: Int64 = 0
  var incidents: JSONObject = [:]
  var boundary: HostTime?
  /// By stream number.
  var afterStop: [Int]
  var queueFull: [Int]
  var isSealed = false
  /// The contents of `calibration.json`, where there are any.
  var calibration: JSONValue?

  init(streams: Int) {
    afterStop = Array(repeating: 0, count: streams)
    queueFull = Array(repeating: 0, count: streams)
  }

  /// Gives an event its number, and counts it where it is an incident.
  mutating func number(_ event: EventMarker) -> EventMarker {
    var event = event
    event.sequence = nextEvent
    nextEvent += 1
    if event.knownKind == .incident {
      incidents[event.label] = .integer((incidents[event.label]?.integer ?? 0) + 1)
    }
    return event
  }

  /// Whether a row is to be kept; one that was received after the stop is counted.
  mutating func accepts(_ sample: MotionSample, stream: Int) -> Bool {
    guard let boundary, sample.receipt > boundary else { return true }
    if afterStop.indices.contains(stream) { afterStop[stream] += 1 }
    return false
  }
}

extension BundleWriter {
  /// The part of the seal that both sinks share. `record` numbers a trouble's event and tells the run.
  func sealSession(
    state: SessionState, summarize: StreamSummarizer?, now: HostTime, counts: () -> SinkState,
    record: (Trouble) -> EventMarker, update: (inout Manifest) -> Void
  ) throws(SealError) -> SealedBundle {
    func recordTroubles() -> Bool {
      let found = takeTroubles()
      for trouble in found { append(record(trouble)) }
      return !found.isEmpty
    }
    do throws(SealError) {
      guard !isSealed else { throw SealError.sealedAlready(path: path) }
      drain()
      if recordTroubles() { drain() }
      var unsafe = syncAll()
      // A sync that failed is itself an event, which has to be safe as well.
      var rounds = 0
      while recordTroubles(), rounds < BundleWriter.maximumSegments {
        drain()
        unsafe = syncAll()
        rounds += 1
      }
      guard unsafe.isEmpty else {
        throw SealError.notSynced(path: path, files: unsafe)
      }
      let final = counts()
      let (manifest, notes) = try seal(
        state: state, incidents: final.incidents, calibration: final.calibration, summarize: summarize
      ) {
        let before = $0.streams
        update(&$0)
        if $0.streams.map(\.description.name) != before.map(\.description.name) { $0.streams = before }
        for (index, lost) in final.queueFull.enumerated() where lost > 0 {
          $0.streams[index].losses["queue_full"] = .integer(Int64(lost))
        }
      }
      let streams = manifest.streams.indices.map { index in
        SealedBundle.StreamCounts(
          name: manifest.streams[index].description.name, rows: manifest.streams[index].count ?? 0,
          afterStop: final.afterStop[index], queueFull: final.queueFull[index],
          notWritten: fileOfStream[index].map { files[$0].notWritten } ?? 0)
      }
      return SealedBundle(
        path: path, manifest: manifest, streams: streams, eventCount: manifest.eventsCount ?? 0, notes: notes)
    } catch {
      if !isSealed { error.note(at: now, fileSystem: fileSystem) }
      throw error
    }
  }
}
