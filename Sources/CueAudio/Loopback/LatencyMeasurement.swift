import Foundation
import MotionCore

/// Plays trains of clicks through an output, records them, and measures from a click's leaving the output, as the
/// output itself tells it, to its being recorded.
package struct LatencyMeasurement {
  /// Clicks that count, over all rounds.
  package static let clickRange = 30...600
  /// Rounds: the output and the input are opened anew for each, so that what differs between openings is seen.
  package static let rounds = 3
  /// First clicks of a round that do not count.
  package static let leftOut = 3

  package struct Outcome: Sendable {
    package var figures: LatencyFigures
    package var output: JSONValue
    package var stableID: String
    package var summary: String
    package var frames: (period: Int, buffer: Int)
    /// What was recorded from.
    package var recordedFrom: String
    /// Drift of the output's and of the recorder's clock against CLOCK_MONOTONIC in the last round, ppm.
    package var outputDriftPPM: Double?
    package var recorderDriftPPM: Double?
  }

  /// "monitor" stands for the monitor of the sink that plays.
  package static let monitor = "monitor"

  private let pcm: String?
  private let record: String
  private let clicksPerRound: Int
  private let repeats: Int
  private let faults: FaultPlan?

  /// - Parameters:
  ///   - pcm: the output, as `AudioOutputs.open` takes it.
  ///   - record: the ALSA input, or "monitor".
  ///   - clicks: how many shall count, in `clickRange`.
  ///   - repeats: how many rounds may be played again because output or input were interrupted.
  package init(pcm: String?, record: String, clicks: Int, repeats: Int = 6, faults: FaultPlan? = nil) {
    self.pcm = pcm
    self.repeats = repeats
    self.record = record
    clicksPerRound = (clicks + LatencyMeasurement.rounds - 1) / LatencyMeasurement.rounds
    self.faults = faults
  }

  /// Measures. `progress` is told the round that begins when output and input are open, and `shallStop` is asked whether to
  /// stop: `CancellationError` is thrown then.
  /// Errors: `AudioError` of the output, `LoopRecorder.Failure`, `LatencyRefusal`.
  package func run(progress: (Int) -> Void, shallStop: () -> Bool) throws -> Outcome {
    let analysis = LatencyAnalysis(leftOut: LatencyMeasurement.leftOut)
    var rounds: [LatencyAnalysis.Round] = []
    var outcome: Outcome?
    var left = repeats
    while rounds.count < LatencyMeasurement.rounds {
      // First the input: a stream that is opened beside the output makes a sound server change the output's delay.
      let (input, sink) = try inputName()
      let recorder = try LoopRecorder(pcm: input)
      defer { _ = try? recorder.stop() }
      let output = try AudioOutputs.open(pcm: pcm, faults: faults)
      defer { output.stop() }
      if let sink, output.stableID != "sink:" + sink {
        throw LoopRecorder.Failure.cannotOpen(
          .otherDevice(pcm: record, wanted: sink, opened: output.stableID))
      }
      // Both are open: from here on it should be quiet.
      progress(rounds.count + 1)
      let recording: Recording
      do {
        let (played, recorded) = try play(on: output, recorder: recorder, shallStop: shallStop)
        recording = recorded
        rounds.append(try analysis.round(played: played, recording: recording))
      } catch let refusal as LatencyRefusal {
        guard refusal.isInterruption, left > 0 else { throw refusal }
        left -= 1
        continue
      }
      outcome = Outcome(
        figures: try analysis.result(of: rounds), output: output.manifestEntry, stableID: output.stableID,
        summary: output.summary, frames: output.grantedFrames, recordedFrom: input,
        outputDriftPPM: output.manifestEntry["drift_ppm"]?.double, recorderDriftPPM: recording.driftPPM)
    }
    return outcome!
  }

  /// The ALSA name of the input, and the sink that must then be the output.
  private func inputName() throws(LoopRecorder.Failure) -> (pcm: String, sink: String?) {
    guard record == LatencyMeasurement.monitor else { return (record, nil) }
    let sink: String? =
      switch OutputSelector(pcm ?? AudioOutputs.defaultPCM) {
      case .sink(let name): name
      case .pcm: ServerSinks().preferred()?.name
      case .card: nil
      }
    guard let sink else {
      throw .cannotOpen(.unsuitable(pcm: record, .noMonitor))
    }
    return ("pulse:\"\(sink).monitor\"", sink)
  }

  /// The times at which the clicks left, and the recording.
  private func play(
    on output: ALSAOutput, recorder: LoopRecorder, shallStop: () -> Bool
  ) throws -> ([HostTime], Recording) {
    let clock = MonotonicClock()
    let log = SoundLog()
    let count = clicksPerRound + LatencyMeasurement.leftOut
    try output.start { log.add($0) }
    let begin = clock.now() + .seconds(2)
    for (id, offset) in ClickTrain.offsets(count: count).enumerated() {
      let onset = begin + offset
      while clock.now() < onset - .milliseconds(500) {
        if shallStop() { throw CancellationError() }
        Thread.sleep(forTimeInterval: 0.02)
      }
      output.play(SoundRequest(id: id, clip: ClickTrain.click, onsetAt: onset))
    }
    let end = clock.now() + .seconds(5)
    while clock.now() < end, !log.isDone(count) { Thread.sleep(forTimeInterval: 0.02) }
    // What a radio or a room delays, and readings after the last click.
    Thread.sleep(forTimeInterval: 1.5)
    let refined = output.refinedTimes()
    let recording = try recorder.stop()
    return (try LatencyMeasurement.left(count, log, refined), recording)
  }

  /// The times at which `count` clicks left the output. Errors: `outputLost`, `outputRanDry`, `notAllLeft`.
  static func left(
    _ count: Int, _ log: SoundLog, _ refined: [Int: SoundTimes]
  ) throws(LatencyRefusal) -> [HostTime] {
    if let lost = log.lost { throw .outputLost(reason: lost) }
    if log.underruns > 0 { throw .outputRanDry(times: log.underruns) }
    let played = (0..<count).compactMap { refined[$0]?.frame0 }
    guard played.count == count else { throw .notAllLeft(played.count, of: count) }
    return played
  }
}
