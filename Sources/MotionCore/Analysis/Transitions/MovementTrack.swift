/// The movements about one axis of the body, found and built: what the scoring of cues looks at.
struct MovementTrack {
  var builder: TransitionBuilder
  var movements: [TransitionDetector.Movement]
  var transitions: [Transition]
  var decisions: [DetectionStep]
  /// The place of the track's first transition in the list of all transitions.
  var offset = 0

  init(builder: TransitionBuilder, detector: TransitionDetector) {
    self.builder = builder
    let result = detector.detect(in: builder.motion)
    movements = result.movements
    decisions = result.steps
    transitions = builder.transitions(movements)
  }

  /// The median end angle of the movements to each side, degrees: what cues to that side ask for.
  func target(sign: Double) -> Double? {
    Statistics.median(
      transitions.indices.compactMap { i in
        guard let start = transitions[i].startDegrees.value, let end = transitions[i].endDegrees.value,
          movements[i].sign == sign, end * sign > 0, !builder.comesBack(from: start, to: end)
        else { return nil }
        return end
      })
  }

  /// The first movement whose run ends after `time`: none before it can begin there.
  func firstMovement(endingAfter time: Double) -> Int {
    let row = builder.motion.gyro.firstIndex(atOrAfter: time)
    var low = 0
    var high = movements.count
    while low < high {
      let middle = (low + high) / 2
      if movements[middle].rows.upperBound < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// All transitions: the lateral ones, then the forward ones, each in order of time. Gives each track its place.
  static func joined(_ lateral: inout MovementTrack?, _ forward: inout MovementTrack?) -> [Transition] {
    var all = lateral?.transitions ?? []
    forward?.offset = all.count
    let offset = all.count
    all += (forward?.transitions ?? []).map { transition in
      var moved = transition
      moved.returnOf = moved.returnOf.map { $0 + offset }
      return moved
    }
    return all
  }
}
