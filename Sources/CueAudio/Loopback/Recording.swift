import MotionCore

/// What a loop recorded, and when each of its frames was taken.
package struct Recording: Sendable {
  /// Frames from `firstFrame` on lie on one time line.
  package struct Segment: Hashable, Sendable {
    package var firstFrame: Int64
    package var segment: Int
  }

  /// One channel, 48 kHz.
  package var samples: [Int16]
  let history: FrameHistory
  let segments: [Segment]
  /// Times at which frames were lost.
  package let overruns: Int

  init(samples: [Int16], history: FrameHistory, segments: [Segment], overruns: Int) {
    self.samples = samples
    self.history = history
    self.segments = segments
    self.overruns = overruns
  }

  /// Robust standard deviation with which its clock predicted single readings, ns; nil for one that is too short.
  package var residualNs: Double? { history.residualNs }
  /// How much longer its frames last than at the nominal rate, parts per million.
  package var driftPPM: Double? { history.driftPPM }

  /// When a frame, and a fraction of one, was taken, ns of CLOCK_MONOTONIC; nil where too few readings are near.
  package func ns(ofFrame frame: Double) -> Double? {
    let whole = Int64(frame.rounded(.down))
    let segment = segments.last { $0.firstFrame <= whole }?.segment ?? 0
    guard let (time, _) = history.time(ofFrame: whole, segment: segment) else { return nil }
    return Double(time.nanoseconds) + (frame - Double(whole)) * history.nanosecondsPerFrame
  }

  /// About which frame was taken at `time`: exact to a millisecond, for a search; nil without readings.
  package func frame(near time: HostTime) -> Int? {
    guard
      let nearest = history.points.min(by: {
        abs($0.ns - time.nanoseconds) < abs($1.ns - time.nanoseconds)
      })
    else { return nil }
    let elapsed = Double(time.nanoseconds - nearest.ns) / history.nanosecondsPerFrame
    return Int(nearest.frame) + Int(elapsed.rounded())
  }
}
