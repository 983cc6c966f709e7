/// The rates of the last second.
struct RecentRates: Sendable {
  private var samples: [(time: Double, rate: Vector3)] = []
  private var first = 0

  private static let seconds = 1.0
  /// So much of the second must be there.
  private static let needed = 0.8

  mutating func add(_ sample: OrientedSample) {
    // Rows before a gap, or on a time line that began anew, are not of the last second.
    if let last = samples.last, !(sample.time > last.time && sample.time - last.time < 0.5) {
      samples.removeAll(keepingCapacity: true)
      first = 0
    }
    samples.append((sample.time, sample.rate))
    while sample.time - samples[first].time > Self.seconds { first += 1 }
    if first > 4096 {
      samples.removeFirst(first)
      first = 0
    }
  }

  func isStill(limitDegPerSecond: Double) -> Bool {
    let recent = samples[min(first, samples.count)...]
    guard let start = recent.first, let end = recent.last, end.time - start.time >= Self.needed else {
      return false
    }
    let count = Double(recent.count)
    let mean = (1 / count) * recent.reduce(Vector3.zero) { $0 + $1.rate }
    let squares = recent.reduce(0) { $0 + ($1.rate - mean).dot($1.rate - mean) }
    return (squares / count).squareRoot() * 180 / .pi < limitDegPerSecond
  }
}
