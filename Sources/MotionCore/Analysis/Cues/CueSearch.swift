/// Where, and for what, the answer of a cue is looked for.
extension CueScorer {
  /// Where and for what a cue is answered, in seconds on the track's time line.
  struct Search {
    var track: MovementTrack
    var start: Double
    var reference: Double
    var end: Double
    /// +1 left or forward, −1 right or back, 0 none needed, nil unknown.
    var wanted: Int?
    /// What it asks for, by where the rider is.
    var asked: Measured<Transition.Group>
  }

  /// From `searchBeforeSeconds` before the cue to the next audible cue, at most `searchAfterSeconds` after.
  func searchWindow(of index: Int) -> ClosedRange<HostTime> {
    let start = timeline.references[index] - Duration(fromSeconds: configuration.searchBeforeSeconds)
    let end = timeline.windowEnd(of: index, after: Duration(fromSeconds: configuration.searchAfterSeconds))
    return start...max(start, end)
  }

  /// On which axis a cue is answered, and how.
  func search(
    _ expect: ExpectedPosition, reference: HostTime, window: ClosedRange<HostTime>
  ) -> Measured<Search> {
    switch expect {
    case .forward, .back:
      return forward.map { search($0, expect, targets: forwardTargets, reference: reference, window: window) }
    case .left, .right, .center, .none:
      return lateral.map { track in
        // CENTER is answered on the axis on which the rider is farther out, where that is outside the band.
        if expect == .center, let other = forward.value,
          let forward = other.builder.angle(at: other.builder.motion.gyro.seconds(reference)).value,
          abs(forward) > configuration.neutralBandDegrees,
          let lateral = track.builder.angle(at: track.builder.motion.gyro.seconds(reference)).value,
          abs(forward) > abs(lateral)
        {
          return search(other, expect, targets: forwardTargets, reference: reference, window: window)
        }
        return search(track, expect, targets: lateralTargets, reference: reference, window: window)
      }
    }
  }

  func search(
    _ track: MovementTrack, _ expect: ExpectedPosition, targets: Targets, reference: HostTime,
    window: ClosedRange<HostTime>
  ) -> Search {
    let gyro = track.builder.motion.gyro
    let time = gyro.seconds(reference)
    let angle = track.builder.angle(at: time)
    return Search(
      track: track, start: gyro.seconds(window.lowerBound), reference: time,
      end: gyro.seconds(window.upperBound), wanted: wantedSign(expect, from: angle.value, targets: targets),
      asked: asked(expect, from: angle, axis: track.builder.axis))
  }

  private func wantedSign(_ expect: ExpectedPosition, from angle: Double?, targets: Targets) -> Int? {
    let band = configuration.neutralBandDegrees
    switch expect {
    case .left, .forward:
      if let angle, let target = targets.positive, angle >= target - band { return 0 }
      return 1
    case .right, .back:
      if let angle, let target = targets.negative, angle <= target + band { return 0 }
      return -1
    case .center, .none:
      guard let angle else { return nil }
      return abs(angle) <= band ? 0 : angle > 0 ? -1 : 1
    }
  }

  private func asked(
    _ expect: ExpectedPosition, from angle: Measured<Double>, axis: Transition.Axis
  ) -> Measured<Transition.Group> {
    let band = configuration.neutralBandDegrees
    switch (expect, angle) {
    case (.forward, _): return .value(.forward)
    case (.back, _): return .value(.back)
    case (_, .unavailable(let reason)): return .unavailable(reason)
    case (.left, .value(let angle)): return .value(angle < -2 * band ? .directRightLeft : .outboundLeft)
    case (.right, .value(let angle)): return .value(angle > 2 * band ? .directLeftRight : .outboundRight)
    case (_, .value(let angle)):
      guard abs(angle) > band else { return .unavailable(TrialReason.atCentreAlready) }
      guard axis == .lateral else { return .value(angle > 0 ? .back : .forward) }
      return .value(angle > 0 ? .returnFromLeft : .returnFromRight)
    }
  }

  /// Whether the rows of the window reach from its start to its end, and whether a gap lies in it, or rows whose rate is
  /// not known.
  func coverage(_ window: Search) -> (covered: Bool, gap: Bool) {
    let gyro = window.track.builder.motion.gyro
    let slack = SamplingStatistics.gapFactor * gyro.medianIntervalSeconds
    let covered = gyro.times[0] <= window.start + slack && gyro.times.last! >= window.end - slack
    // The first segment, but for the very first, that begins after the window's start: where the gap before it
    // begins after the window, so do all later ones.
    var low = 1
    var high = gyro.segments.count
    while low < high {
      let middle = (low + high) / 2
      if gyro.times[gyro.segments[middle].lowerBound] > window.start {
        high = middle
      } else {
        low = middle + 1
      }
    }
    let gap = low < gyro.segments.count && gyro.times[gyro.segments[low].lowerBound - 1] < window.end
    let rates = window.track.builder.motion.rate[gyro.rows(from: window.start, to: window.end)]
    return (covered, gap || rates.contains { !$0.isFinite })
  }
}
