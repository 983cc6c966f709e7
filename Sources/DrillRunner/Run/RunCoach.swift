import MotionCore

/// Sees from the live angles what a coach would remark: movement at the wrong time or to the wrong side, or none.
/// The measured result comes from the analysis; this only helps the rider to do what was asked.
struct RunCoach {
  /// Sideways and forward, degrees.
  fileprivate struct Sample {
    var at: HostTime
    var lateral: Double
    var forward: Double
  }

  /// A movement that is being waited for.
  fileprivate struct Open {
    var onset: HostTime
    var until: HostTime
    var expect: ExpectedPosition
    var start: Sample
    var progress = 0.0
    var counter = 0.0
  }

  /// Less than this is no movement; more than `wrongDegrees` the other way is a wrong one.
  private static let movedDegrees = 4.0
  private static let wrongDegrees = 8.0
  /// A trunk that leaves its place by this much while it is to be still has moved.
  private static let stirredDegrees = 5.0
  /// How far before a word movement is looked for.
  private static let before: Duration = .milliseconds(500)

  private var recent: [Sample] = []
  private var open: Open?
  private var stillStart: Sample?

  /// Takes the angles at `now` and says what is to be remarked, if anything.
  mutating func look(_ angles: RiderAngles, _ machine: RunMachine, at now: HostTime) -> SpokenSentence? {
    let sample = Sample(at: now, lateral: angles.lateralDegrees, forward: angles.forwardDegrees)
    defer {
      recent.append(sample)
      recent.removeAll { $0.at < now - .seconds(1) }
    }
    if case .stationary = machine.activity {
      guard let start = stillStart else {
        stillStart = sample
        return nil
      }
      return RunCoach.distance(start, sample) > RunCoach.stirredDegrees ? .movedWhileStill : nil
    }
    stillStart = nil
    guard case .cueing = machine.activity, let window = machine.progress?.window else {
      open = nil
      return nil
    }
    if open?.onset != window.onset {
      let closed = open?.verdict
      let started = begin(window, sample, at: now)
      return started ?? closed
    }
    open?.follow(sample)
    guard let seen = open, now >= seen.until else { return nil }
    open?.until = HostTime(nanoseconds: .max)
    return seen.verdict
  }

  /// A word has begun: was the body on its way already?
  private mutating func begin(
    _ window: RunMachine.BlockProgress.Window, _ sample: Sample, at now: HostTime
  ) -> SpokenSentence? {
    let start = recent.last { $0.at <= window.onset } ?? sample
    open = Open(
      onset: window.onset, until: window.onset + Timeline.movementWindow, expect: window.slot.expect,
      start: start)
    let earlier = recent.first { $0.at >= window.onset - RunCoach.before }
    guard let earlier, RunCoach.distance(earlier, start) > RunCoach.stirredDegrees else { return nil }
    return .movedEarly
  }

  private static func distance(_ a: Sample, _ b: Sample) -> Double {
    let lateral = a.lateral - b.lateral
    let forward = a.forward - b.forward
    return (lateral * lateral + forward * forward).squareRoot()
  }
}

extension RunCoach.Open {
  /// How far the body has come in the direction asked for, and how far against it.
  fileprivate mutating func follow(_ sample: RunCoach.Sample) {
    guard let (lateral, forward) = direction else { return }
    let way = lateral * (sample.lateral - start.lateral) + forward * (sample.forward - start.forward)
    progress = max(progress, way)
    counter = max(counter, -way)
  }

  /// What is to be said of it when its window closes.
  fileprivate var verdict: SpokenSentence? {
    guard until != HostTime(nanoseconds: .max), direction != nil, progress < RunCoach.movedDegrees else {
      return nil
    }
    return counter > RunCoach.wrongDegrees ? .wrongWay : .neverMoved
  }

  /// The direction asked for, left and forward positive; nil where none is, or where the body is there already.
  private var direction: (lateral: Double, forward: Double)? {
    switch expect {
    case .left: return start.lateral > RunCoach.wrongDegrees ? nil : (1, 0)
    case .right: return start.lateral < -RunCoach.wrongDegrees ? nil : (-1, 0)
    case .forward: return start.forward > RunCoach.wrongDegrees ? nil : (0, 1)
    case .back: return start.forward < -RunCoach.wrongDegrees ? nil : (0, -1)
    case .center:
      let size = (start.lateral * start.lateral + start.forward * start.forward).squareRoot()
      return size > RunCoach.wrongDegrees ? (-start.lateral / size, -start.forward / size) : nil
    case .none: return nil
    }
  }
}
