import MotionCore

/// What a loop recorded: a monitor of the output, and when its pieces arrived.
package struct Recording: Sendable {
  /// One channel, −1…1, 48 kHz.
  package var samples: [Float]
  /// (frames received, when), one for each piece.
  package var arrivals: [Arrival]

  package struct Arrival: Hashable, Sendable {
    package var frame: Int64
    package var ns: Int64
  }

  /// When each frame of the recording was taken, but for a constant: a robust line through the arrivals. nil with
  /// fewer than 16 of them.
  package func clock() -> RecordingClock? {
    guard arrivals.count >= 16 else { return nil }
    let nanosecondsPerFrame = 1e9 / Double(Clip.rateHz)
    let origin = arrivals[0]
    let xs = arrivals.map { Double($0.frame - origin.frame) }
    let ys = zip(arrivals, xs).map { Double($0.ns - origin.ns) - $1 * nanosecondsPerFrame }
    var scratch: [Double] = []
    let line = FrameLine.fit(xs, ys, scratch: &scratch)
    return RecordingClock(origin: origin, nanosecondsPerFrame: nanosecondsPerFrame, line: line)
  }
}

/// Frames of a recording against CLOCK_MONOTONIC.
package struct RecordingClock: Sendable {
  let origin: Recording.Arrival
  let nanosecondsPerFrame: Double
  let line: FrameLine

  /// Deviation of the recorder's rate from CLOCK_MONOTONIC, parts per million.
  package var ratePPM: Double { line.slope / nanosecondsPerFrame * 1e6 }
  /// Robust standard deviation of the arrivals about the line, ns.
  package var spreadNs: Double { line.spread }

  package func ns(ofFrame frame: Double) -> Double {
    let x = frame - Double(origin.frame)
    return Double(origin.ns) + (x * nanosecondsPerFrame + line(x))
  }

  package func frame(at time: HostTime) -> Double {
    (Double(time.nanoseconds - origin.ns) - line.intercept) / (nanosecondsPerFrame + line.slope)
      + Double(origin.frame)
  }
}
