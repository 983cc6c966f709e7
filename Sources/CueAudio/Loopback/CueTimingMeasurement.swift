import Foundation
import MotionCore
import Synchronization

/// Plays scheduled cues through an output while a recorder listens, and compares the logged with the recorded times.
package struct CueTimingMeasurement: Sendable {
  package struct Failure: DiagnosedError, Hashable {
    package var failure: String
    package var cause: String
    package var remedy: String?
  }

  package struct Result: Sendable {
    /// From the times predicted when each cue was committed, and from the refined ones.
    package var predicted: TimingReport
    package var refined: TimingReport
    package var played: Int
    package var heard: Int
    /// Logged minus wanted onset, ms, largest absolute value.
    package var worstScheduleMs: Double
    package var late: Int
    package var underruns: Int
    package var recorderSpreadMs: Double
    package var recorderRatePPM: Double
    package var lowestCorrelation: Double
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
  package func run(output: any CueOutput, recorder: MonitorRecorder) throws -> Result {
    let log = Log()
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
    let recording = recorder.stop()
    output.stop()
    if let lost = log.lost {
      throw Failure(failure: "the measurement failed", cause: lost, remedy: nil)
    }
    return try compare(log: log, refined: refined, wanted: wanted, recording: recording)
  }

  private func compare(
    log: Log, refined: [Int: SoundTimes], wanted: [HostTime], recording: Recording
  ) throws -> Result {
    guard let clock = recording.clock() else {
      throw Failure(
        failure: "the measurement failed", cause: "the recorder delivered nothing",
        remedy: "check the source: `pactl list short sources`")
    }
    let committed = log.committed
    var predictedLags: [(Int64, Double)] = []
    var refinedLags: [(Int64, Double)] = []
    var worst = 0.0
    var lowest = 1.0
    var offset: Double?
    for id in 0..<count {
      guard let frame0 = committed[id]?.frame0, let best = refined[id]?.frame0 else { continue }
      let clip = clips[id % clips.count]
      // The constant between the clocks is unknown at first, up to 300 ms; then it is.
      let near = clock.frame(at: frame0) + (offset ?? 0)
      guard
        let match = ClipFinder.find(
          clip, in: recording.samples, nearFrame: Int(near.rounded()), within: offset == nil ? 14_400 : 2_400)
      else { continue }
      lowest = min(lowest, match.correlation)
      guard match.correlation >= CueTimingMeasurement.leastCorrelation else { continue }
      if offset == nil { offset = match.frame - clock.frame(at: frame0) }
      let heard = clock.ns(ofFrame: match.frame)
      predictedLags.append((frame0.nanoseconds, heard - Double(frame0.nanoseconds)))
      refinedLags.append((best.nanoseconds, heard - Double(best.nanoseconds)))
      let logged = frame0 + clip.onset
      worst = max(worst, abs((logged - wanted[id]).inSeconds * 1000))
    }
    guard predictedLags.count >= 3 else {
      throw Failure(
        failure: "the measurement failed",
        cause: "\(predictedLags.count) of \(count) cues were found in the recording",
        remedy: "record the monitor of the output that plays")
    }
    return Result(
      predicted: TimingReport(lags: predictedLags), refined: TimingReport(lags: refinedLags), played: count,
      heard: predictedLags.count, worstScheduleMs: worst, late: log.late, underruns: log.underruns,
      recorderSpreadMs: clock.spreadNs / 1e6, recorderRatePPM: clock.ratePPM, lowestCorrelation: lowest)
  }

  /// What the output reported.
  private final class Log: Sendable {
    private struct State {
      var committed: [Int: SoundTimes] = [:]
      var ended = 0
      var late = 0
      var underruns = 0
      var lost: String?
    }
    private let state = Mutex(State())

    func add(_ report: SoundReport) {
      state.withLock { state in
        switch report {
        case .committed(let id, let times, let late):
          state.committed[id] = times
          if late { state.late += 1 }
        case .finished, .cancelled, .failed: state.ended += 1
        case .underrun: state.underruns += 1
        case .lost(let reason, _): state.lost = reason
        }
      }
    }

    var committed: [Int: SoundTimes] { state.withLock { $0.committed } }
    var late: Int { state.withLock { $0.late } }
    var underruns: Int { state.withLock { $0.underruns } }
    var lost: String? { state.withLock { $0.lost } }
    func isDone(_ count: Int) -> Bool { state.withLock { $0.ended >= count || $0.lost != nil } }
  }
}
