extension TransitionDetector {
  /// A movement on the rows of the trace; times in seconds on its time line.
  struct Movement {
    var sign: Double
    /// The rows from the crossing of the onset speed to the end of the run.
    var rows: Range<Int>
    var segment: Range<Int>
    var threshold: Double
    var onset: Measured<OnsetEstimate> = .unavailable(.notKnown)
    var peak: Int
    var settle: Measured<Double> = .unavailable(.notKnown)
    var hold: Measured<Double> = .unavailable(.notKnown)
    /// Until when it was held, where it was.
    var holdEnd: Measured<Double> = .unavailable(.notKnown)
    /// Signed excursion beyond the settled target, in the movement's direction, rad.
    var overshoot: Measured<Double> = .unavailable(.notKnown)
    var corrections: Measured<[Reversal]> = .unavailable(.notKnown)
    /// Integral of the rate over `rows`, rad.
    var excursion: Double
    var flags: [Transition.Flag] = []

    /// The estimate, or the threshold crossing where there is none.
    var bestOnset: Double { onset.value?.time ?? threshold }
  }

  /// A turn back, s and rad.
  struct Reversal: Hashable {
    var begin: Double
    var seconds: Double
    var magnitude: Double
  }
}
