/// Which runs are transitions of their own, which belong to one, and which are none.
extension TransitionDetector {
  /// Tells which runs are transitions, and which belong to one.
  func sort(_ runs: inout [Run], in motion: LateralMotion, log: inout StepLog) {
    let band = configuration.neutralBandDegrees * .pi / 180
    var primary: Int?
    for i in runs.indices {
      let movement = runs[i].movement
      let size = abs(movement.excursion)
      let end = endTime(movement, in: motion)
      if let primary, runs[primary].movement.segment == movement.segment {
        let gap = movement.threshold - endTime(runs[i - 1].movement, in: motion)
        let whole = abs(runs[primary].movement.excursion)
        if gap <= configuration.correctionWithinSeconds, size < 0.5 * whole {
          runs[i].role = .part
          log.add(
            end, .settling, .corrects(excursion: log.degrees(size), primary: log.degrees(whole), after: gap))
          continue
        }
      }
      let limit = configuration.neutralBandDegrees
      if size < band {
        log.add(end, .rest, .small(excursion: log.degrees(size), limit: limit))
      } else {
        runs[i].role = .transition
        primary = i
        log.add(end, .settling, .transition(excursion: log.degrees(size), limit: limit))
      }
    }
  }

  /// When the run ended.
  func endTime(_ movement: Movement, in motion: LateralMotion) -> Double {
    motion.times[min(movement.rows.upperBound, motion.times.count - 1)]
  }

  /// When the rider moved, with a margin on both sides: what lies between is rest.
  func busy(_ runs: [Run], in motion: LateralMotion) -> [ClosedRange<Double>] {
    var ranges: [ClosedRange<Double>] = []
    for run in runs where run.role != .small {
      let margin = configuration.restMarginSeconds
      let range = run.movement.threshold - margin...endTime(run.movement, in: motion) + margin
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }
}
