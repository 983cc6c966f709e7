import Foundation

/// How the integrated lateral rate is kept from drifting where the rider was not calibrated.
///
/// The integral is anchored in still periods, where the angle is known in another way; between two anchors the
/// difference is spread linearly over time, before the first and after the last it is constant. A stretch
/// between gaps without an anchor has no angle.
enum LateralAngle {
  enum Source: String, Sendable {
    /// Where the calibrated rider's up-vector points.
    case calibration
    /// Direction of gravity in still periods, about the lateral axis.
    case gravity
    /// Still periods at centre count as 0°: before the first left or right cue, after center cues, and in
    /// stationary phases.
    case centre
  }

  struct Anchor {
    var time: Double
    var row: Range<Int>
    var angle: Double
  }

  /// Fills `motion.angle`; `up` is what points up at rest. Returns what anchored it, or why nothing could.
  static func apply(
    to motion: inout LateralMotion, up: Measured<SampledVectors>, axis: Vector3,
    periods: [StillParts.Period], timeline: SessionTimeline, neutralFromPhase: inout Bool
  ) -> Measured<Source> {
    let gyro = motion.gyro
    let inPhase = periods.filter { period in
      timeline.stationaryTorso.contains {
        gyro.seconds($0.lowerBound) <= period.start && period.end <= gyro.seconds($0.upperBound)
      }
    }
    neutralFromPhase = !inPhase.isEmpty
    let neutral = inPhase.isEmpty ? centrePeriods(periods, gyro: gyro, timeline: timeline) : inPhase
    guard !neutral.isEmpty else { return .unavailable(MovementReason.neverStillAtCentre) }

    if let up = up.value,
      let anchors = gravityAnchors(
        up, axis: axis, periods: periods, neutral: Set(neutral.map(\.rows.lowerBound)), gyro: gyro)
    {
      interpolate(anchors, into: &motion)
      return .value(.gravity)
    }
    let everywhere = inPhase + centrePeriods(periods, gyro: gyro, timeline: timeline)
    let anchors = everywhere.map { Anchor(time: $0.middle, row: $0.rows, angle: 0) }
      .sorted { $0.time < $1.time }
    interpolate(anchors, into: &motion)
    return .value(.centre)
  }

  /// Still periods in which the rider should sit at centre, by the cues.
  static func centrePeriods(
    _ periods: [StillParts.Period], gyro: SampledVectors, timeline: SessionTimeline
  ) -> [StillParts.Period] {
    let ranges = centreRanges(gyro: gyro, timeline: timeline, torso: [])
    return periods.filter { period in
      ranges.contains { $0.lowerBound <= period.start && period.end <= $0.upperBound }
    }
  }

  /// When the rider should sit at centre: in the stationary phases `torso`, before the first left or right cue,
  /// and from one second after a center cue to the next cue.
  static func centreRanges(
    gyro: SampledVectors, timeline: SessionTimeline, torso: [ClosedRange<Double>]
  ) -> [ClosedRange<Double>] {
    let order = timeline.references.indices
      .filter { timeline.cues[$0].status != .cancelled && timeline.cues[$0].status != .failed }
      .sorted { (timeline.references[$0], $0) < (timeline.references[$1], $1) }
    var ranges = torso
    let firstLean = order.first { ![.center, .none].contains(timeline.cues[$0].expect) }
    if let firstLean { ranges.append(-.infinity...gyro.seconds(timeline.references[firstLean])) }
    for (place, index) in order.enumerated() where timeline.cues[index].expect == .center {
      let start = gyro.seconds(timeline.references[index]) + 1
      let next = place + 1 < order.count ? gyro.seconds(timeline.references[order[place + 1]]) : .infinity
      if start < next { ranges.append(start...next) }
    }
    return ranges
  }

  /// The lean of gravity about the axis in each still period, less its median over the neutral ones. Nil where
  /// gravity lies along the axis, so that it says nothing, or no neutral period has a value.
  private static func gravityAnchors(
    _ up: SampledVectors, axis: Vector3, periods: [StillParts.Period], neutral: Set<Int>,
    gyro: SampledVectors
  ) -> [Anchor]? {
    var reference: Vector3?
    var anchors: [Anchor] = []
    for period in periods {
      let rows = up.rows(from: period.start, to: period.end)
      guard rows.count >= 3 else { continue }
      var sum = Vector3.zero
      for i in rows { sum = sum + up.vectors[i] }
      let mean = (1 / Double(rows.count)) * sum
      // At rest the norm is 1 g; a tenth is what a poorly scaled sensor may be off.
      guard abs(mean.norm - 1) < 0.1, let above = mean.normalized, abs(above.dot(axis)) < 0.8,
        let across = (above - above.dot(axis) * axis).normalized
      else { continue }
      let zero = reference ?? across
      reference = zero
      // A body that turns by +θ sees the upward direction turn by −θ.
      let angle = atan2(axis.dot(across.cross(zero)), across.dot(zero))
      anchors.append(Anchor(time: period.middle, row: period.rows, angle: angle))
    }
    let neutralAngles = anchors.filter { neutral.contains($0.row.lowerBound) }.map(\.angle)
    guard let zero = Statistics.median(neutralAngles) else { return nil }
    for i in anchors.indices { anchors[i].angle -= zero }
    return anchors
  }

  private static func interpolate(_ anchors: [Anchor], into motion: inout LateralMotion) {
    let offsets = anchors.map { anchor in
      anchor.angle - motion.integral[anchor.row].reduce(0, +) / Double(anchor.row.count)
    }
    for segment in motion.gyro.segments {
      let inside = anchors.indices.filter { segment.contains(anchors[$0].row.lowerBound) }
      guard var left = inside.first, let last = inside.last else { continue }
      for i in segment {
        let time = motion.gyro.times[i]
        while left < last, anchors[left + 1].time <= time { left += 1 }
        var offset = offsets[left]
        if left < last, time > anchors[left].time {
          let part = (time - anchors[left].time) / (anchors[left + 1].time - anchors[left].time)
          offset += part * (offsets[left + 1] - offset)
        }
        motion.angle[i] = motion.integral[i] + offset
      }
    }
  }
}
