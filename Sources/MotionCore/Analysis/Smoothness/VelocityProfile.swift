/// The shape of a speed profile between onset and settle.
struct VelocityProfile {
  var peaks: Int
  /// Seconds from the beginning to the largest value, and from there to the end.
  var acceleration: Double
  var deceleration: Double

  /// `speed` at `times`, ascending, at least three. A peak is a local maximum that stands out from the valleys on both
  /// sides (down to the next higher peak or the end) by at least `prominence` of the largest value. Nil where no
  /// value is positive.
  init?(times: [Double], speed: [Double], prominence: Double) {
    guard times.count >= 3, let top = speed.indices.max(by: { speed[$0] < speed[$1] }), speed[top] > 0 else {
      return nil
    }
    acceleration = times[top] - times[0]
    deceleration = times[times.count - 1] - times[top]
    peaks = VelocityProfile.peaks(speed, height: prominence * speed[top])
  }

  /// Follows the profile between its turning points: one that comes back by less than `height` is none.
  private static func peaks(_ speed: [Double], height: Double) -> Int {
    var peaks = 0
    var isRising = true
    var extreme = speed[0]
    for value in speed.dropFirst() {
      if isRising {
        if value > extreme { extreme = value }
        if extreme - value >= height, extreme > value {
          peaks += 1
          isRising = false
          extreme = value
        }
      } else {
        if value < extreme { extreme = value }
        if value - extreme >= height, value > extreme {
          isRising = true
          extreme = value
        }
      }
    }
    return peaks
  }
}
