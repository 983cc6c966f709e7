extension MotionSession {
  /// Whether it has a cue that asks for a position.
  var hasTrials: Bool { cues.contains { $0.expect != .none } }

  /// The session with what `source` says of the drill, taken to this session's clock by `time`: its cues and pauses; its
  /// still phases and its calibration where this session has none. A derived view for a recording without cues of its own;
  /// nothing of it is written. `uncertaintyNs` of the times that were moved goes into that of the cues.
  func taking(
    eventsOf source: MotionSession, uncertaintyNs: (HostTime) -> Double, time: (HostTime) -> HostTime
  ) -> MotionSession {
    var moved = source.cues.map { cue -> EventMarker in
      var cue = cue
      let times = cue.times
      cue.scheduled = cue.scheduled.map(time)
      cue.times.dispatched = times.dispatched.map(time)
      cue.times.frame0 = times.frame0.map(time)
      cue.times.audible = times.audible.map(time)
      if let audible = times.audible, let own = times.audibleUncertaintyNs {
        let added = uncertaintyNs(audible)
        cue.times.audibleUncertaintyNs = (own * own + added * added).squareRoot()
      }
      return cue.event(now: cue.scheduled ?? time(source.events.last?.host ?? HostTime(nanoseconds: 0)))
    }
    func isStill(_ event: EventMarker) -> Bool {
      event.knownKind == .phase
        && (event.fields["name"]?.string == "stationary" || event.label == "stationary")
    }
    let hasStillPhase = events.contains(where: isStill)
    for event in source.events where event.knownKind == .pause || isStill(event) && !hasStillPhase {
      var event = event
      event.host = time(event.host)
      moved.append(event)
    }
    var view = self
    view.events = events.filter { $0.knownKind != .cue && $0.knownKind != .cueTiming } + moved
    view.events.sort { $0.host < $1.host }
    for place in view.events.indices { view.events[place].sequence = Int64(place) }
    if calibration == nil {
      view.calibration = source.calibration?.moved(from: source, to: self, time: time)
    }
    return view
  }
}
