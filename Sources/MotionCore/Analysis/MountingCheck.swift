/// Whether the sensor still sits as it did when neutral was calibrated: gravity in the still periods in which the rider should
/// sit at centre points where it did then. A sensor that turned about the vertical, and a rider who sits otherwise, cannot be
/// told apart from it by gravity alone.
public struct MountingCheck: Hashable, Sendable {
  /// One block of the drill.
  public struct Block: Hashable, Sendable {
    public var name: String
    /// Still periods at centre.
    public var periods: Int
    /// Medians of their tilt from neutral.
    public var lateralDegrees: Double
    public var forwardDegrees: Double
    /// The tilt as one angle.
    public var offDegrees: Double {
      (lateralDegrees * lateralDegrees + forwardDegrees * forwardDegrees).squareRoot()
    }
  }

  public var limitDegrees: Double
  /// Blocks that have still periods at centre, in order.
  public var blocks: [Block]

  /// The blocks in which gravity no longer agrees.
  public var changed: [Block] { blocks.filter { $0.offDegrees > limitDegrees } }

  /// `centre` are still periods at centre.
  init(
    _ traces: RiderTraces, gyro: SampledVectors, centre: [StillParts.Period], timeline: SessionTimeline,
    limitDegrees: Double
  ) {
    self.limitDegrees = limitDegrees
    var starts: [(name: String, at: Double)] = []
    for (cue, reference) in zip(timeline.cues, timeline.references)
    where cue.status != .cancelled && cue.status != .failed && cue.block != starts.last?.name {
      starts.append((cue.block, gyro.seconds(reference)))
    }
    blocks = starts.enumerated().compactMap { place, start in
      let end = place + 1 < starts.count ? starts[place + 1].at : .infinity
      let rows = centre.filter { start.at <= $0.start && $0.end <= end }.map(\.rows)
      func median(_ angles: [Double]) -> Double? {
        Statistics.median(rows.compactMap { Statistics.median(angles[$0].filter(\.isFinite)) })
      }
      guard let lateral = median(traces.lateral), let forward = median(traces.forward) else { return nil }
      return Block(
        name: start.name, periods: rows.count, lateralDegrees: lateral * 180 / .pi,
        forwardDegrees: forward * 180 / .pi)
    }
  }

  var json: JSONValue {
    [
      "limit_deg": .real(limitDegrees), "changed": .bool(!changed.isEmpty),
      "blocks": .array(
        blocks.map {
          [
            "block": .string($0.name), "still_periods": .integer(Int64($0.periods)),
            "lateral_deg": .finite($0.lateralDegrees), "forward_deg": .finite($0.forwardDegrees),
            "off_deg": .finite($0.offDegrees),
          ]
        }),
    ]
  }
}
