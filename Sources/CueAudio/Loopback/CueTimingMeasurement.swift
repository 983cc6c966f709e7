import Foundation
import MotionCore

/// Plays scheduled cues through an output while a recorder listens, and compares the logged with the recorded times.
package struct CueTimingMeasurement: Sendable {
  package enum Failure: DiagnosedError, Hashable {
    case outputLost(reason: String)
    case notFound(Int, of: Int)

    package var failure: String { "the measurement failed" }

    package var cause: String {
      switch self {
      case .outputLost(let reason): reason
      case .notFound(let found, let all): "\(found) of \(all) cues were found in the recording"
      }
    }

    package var remedy: String? {
      switch self {
      case .outputLost: "connect the output again, and measure once more"
      case .notFound: "record the monitor of the output that plays"
      }
    }
  }

  package struct Result: Sendable {
    /// From the times predicted when each cue was committed, and from the refined ones.
    package var predicted: TimingReport
    package var refined: TimingReport
    /// How the stated uncertainties of the same times compare with what was recorded.
    package var predictedCoverage: Coverage
    package var refinedCoverage: Coverage
    /// Heard minus wanted onset.
    package var fromWanted: TimingReport
    package var played: Int
    package var heard: Int
    /// Logged audible minus wanted onset, ms, largest absolute value.
    package var worstScheduleMs: Double
    /// Cues that the output itself gave up, because it was interrupted.
    package var failed: Int
    package var late: Int
    package var underruns: Int
    package var recorderResidualMs: Double
    package var recorderRatePPM: Double
    package var recorderOverruns: Int
    package var lowestCorrelation: Double
    /// Whether each cue was heard after the one before it.
    package var isInOrder: Bool
  }

  /// Stated uncertainties beside true errors. The recording's own errors, about 0.01 ms, are among them.
  package struct Coverage: Sendable {
    /// Median of the stated standard uncertainties, ms; nil where none was stated.
    package var medianMs: Double?
    /// Part of the cues whose recorded time lies within ±1.96 of the stated uncertainty about the logged one, 0 to 1.
    package var share: Double

    /// - Parameter cues: recorded minus logged time, and the stated uncertainty of the logged one, ns.
    init(_ cues: [(errorNs: Double, uncertaintyNs: Double?)]) {
      var stated = cues.compactMap(\.uncertaintyNs)
      medianMs = stated.isEmpty ? nil : FrameLine.median(&stated) / 1e6
      let inside = cues.count { cue in cue.uncertaintyNs.map { abs(cue.errorNs) <= 1.96 * $0 } ?? false }
      share = cues.isEmpty ? 0 : Double(inside) / Double(cues.count)
    }
  }

  /// A match under this correlation was not the cue.
  static let leastCorrelation = 0.9

  package var clips: [Clip]
  package var count: Int
  package var interval: Duration
  package var leadIn: Duration

  package init(clips: [Clip], count: Int, interval: Duration, leadIn: Duration = .seconds(2)) {
    self.clips = clips
    self.count = count
    self.interval = interval
    self.leadIn = leadIn
  }

  /// Plays and records. `output` is open; it is started here, and stopped at the end. The intervals vary by up to 10 ms
  /// in steps that share no factor with a period, so that cues fall on all phases of the output's
  /// blocks.
  package func run(output: any CueOutput, recorder: LoopRecorder) throws -> Result {
    let log = SoundLog()
    try output.start { log.add($0) }
    let begin = MonotonicClock().now() + leadIn
    var wanted: [HostTime] = []
    for id in 0..<count {
      let onset = begin + interval * id + .microseconds(Int64(id * 3_701 % 10_000))
      wanted.append(onset)
      while MonotonicClock().now() < onset - .milliseconds(500) { Thread.sleep(forTimeInterval: 0.02) }
      output.play(SoundRequest(id: id, clip: clips[id % clips.count], onsetAt: onset))
    }
    let end = wanted[count - 1] + .seconds(2)
    while MonotonicClock().now() < end, !log.isDone(count) { Thread.sleep(forTimeInterval: 0.05) }
    Thread.sleep(forTimeInterval: 0.5)
    let refined = output.refinedTimes()
    output.stop()
    let recording = try recorder.stop()
    return try compare(log: log, refined: refined, wanted: wanted, recording: recording)
  }

  /// What was logged against what was recorded. Errors: `Failure`.
  func compare(
    log: SoundLog, refined: [Int: SoundTimes], wanted: [HostTime], recording: Recording
  ) throws -> Result {
    if let lost = log.lost { throw Failure.outputLost(reason: lost) }
    let committed = log.committed
    var predictedLags: [(Int64, Double)] = []
    var refinedLags: [(Int64, Double)] = []
    var wishes: [(Int64, Double)] = []
    var predictions: [(Double, Double?)] = []
    var refinements: [(Double, Double?)] = []
    var worst = 0.0
    var lowest = 1.0
    var offset: Double?
    var isInOrder = true
    var lastHeard = 0.0
    for id in 0..<count where !log.failed.contains(id) {
      let clip = clips[id % clips.count]
      guard let times = committed[id], let audible = times.audible, let again = refined[id],
        let best = again.audible,
        let near = recording.frame(near: audible - clip.onset)
      else { continue }
      // What the loop takes is unknown at first, up to 300 ms; then it is known.
      guard
        let match = ClipFinder.find(
          clip, in: recording.samples, nearFrame: near + Int(offset ?? 0),
          within: offset == nil ? 14_400 : 2_400)
      else { continue }
      lowest = min(lowest, abs(match.correlation))
      guard abs(match.correlation) >= CueTimingMeasurement.leastCorrelation,
        let heard = recording.ns(ofFrame: match.frame + Double(clip.onsetFrame))
      else { continue }
      isInOrder = isInOrder && heard > lastHeard
      lastHeard = heard
      if offset == nil { offset = match.frame - Double(near) }
      predictedLags.append((audible.nanoseconds, heard - Double(audible.nanoseconds)))
      refinedLags.append((best.nanoseconds, heard - Double(best.nanoseconds)))
      predictions.append((heard - Double(audible.nanoseconds), times.audibleUncertaintyNs))
      refinements.append((heard - Double(best.nanoseconds), again.audibleUncertaintyNs))
      wishes.append((wanted[id].nanoseconds, heard - Double(wanted[id].nanoseconds)))
      worst = max(worst, abs((audible - wanted[id]).inSeconds * 1000))
    }
    guard predictedLags.count >= 3 else {
      throw Failure.notFound(predictedLags.count, of: count)
    }
    return Result(
      predicted: TimingReport(lags: predictedLags), refined: TimingReport(lags: refinedLags),
      predictedCoverage: Coverage(predictions), refinedCoverage: Coverage(refinements),
      fromWanted: TimingReport(lags: wishes), played: count,
      heard: predictedLags.count, worstScheduleMs: worst, failed: log.failed.count, late: log.late,
      underruns: log.underruns,
      recorderResidualMs: (recording.residualNs ?? 0) / 1e6, recorderRatePPM: recording.driftPPM ?? 0,
      recorderOverruns: recording.overruns, lowestCorrelation: lowest, isInOrder: isInOrder)
  }
}

extension CueTimingMeasurement.Failure: CatalogueMessage {
  package static let section = MessageSection("timing", "Measuring the times of cues", .error)
  package static let examples: [CueTimingMeasurement.Failure] = [
    .outputLost(reason: "the sound server ended, or removed the output"), .notFound(2, of: 300),
  ]
}
