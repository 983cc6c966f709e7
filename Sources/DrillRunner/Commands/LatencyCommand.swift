import CueAudio
import Foundation
import MotionCore

/// `drillrunner latency`: from a sound's leaving the output to its being heard.
enum LatencyCommand {
  private static let audio = Flag(
    name: "audio", argument: "PCM", values: .words(["default"]),
    help: "ALSA output, or the stable id of one (default: default)")
  private static let record = Flag(
    name: "record", argument: "PCM", values: .words(["default", "monitor"]),
    help: "ALSA input that hears it, or monitor for what the server's sink plays (default: default)")
  private static let clicks = Flag(
    name: "clicks", argument: "N", help: "clicks that count, 30 to 600 (default: 60)")
  private static let path = Flag(
    name: "path-ms", argument: "MS",
    help: "what lies between output and ear but is not the output's: 2.9 a metre of air (default: 0)")
  private static let discard = Flag(name: "discard", help: "measure and print, store nothing")

  static let spec = CommandSpec(
    name: "latency", arguments: "", argumentCount: 0...0,
    summary: "measure when sound is really heard, and store it for the output",
    details: """
      Plays test clicks and records them through a loop cable, a microphone before the loudspeaker, or the monitor
      of a sound server's sink. In three rounds, each opening the output anew, it measures how much later than told
      the clicks are heard, and stores that constant for the output; runs apply and record it. A recording that
      does not support a number is refused, with code 3.
      """,
    flags: [audio, record, clicks, path, discard, .json],
    run: run)

  @Sendable private static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
    let count = try number(invocation, clicks, LatencyMeasurement.clickRange) ?? 60
    let pathMs = try milliseconds(invocation) ?? 0
    let store = LatencyStore()
    // A file that cannot be read is said before the clicks are played, not after.
    _ = try store.entries()
    let mailbox = Mailbox<String>()
    StopSignals.watch { mailbox.post($0) }
    let clock = MonotonicClock()
    let input = invocation.value(record) ?? AudioOutputs.defaultPCM
    let measurement = LatencyMeasurement(
      pcm: invocation.value(audio), record: input, clicks: count)
    var stopped: String?
    let outcome: LatencyMeasurement.Outcome
    do {
      outcome = try measurement.run(
        progress: { console.notice(.latencyRound($0, of: LatencyMeasurement.rounds)) },
        shallStop: {
          stopped = stopped ?? mailbox.take(until: clock.now(), clock: clock).first
          return stopped != nil
        })
    } catch is CancellationError {
      console.notice(.latencyStopped(by: stopped ?? "a signal"))
      return .notComplete
    }
    var report = LatencyReport(outcome: outcome, pathMs: pathMs)
    if !invocation.has(discard) {
      // A name of ALSA's may stand for another device tomorrow.
      if outcome.stableID.hasPrefix("pcm:") {
        report.stored = .ofUnknownOutput
      } else {
        try store.store(report.entry(recordedWith: input), for: outcome.stableID)
        report.stored = .stored(path: store.path)
      }
    }
    if invocation.has(.json) {
      console.json(report.json)
    } else {
      console.document(report.lines.joined(separator: "\n"))
    }
    return .done
  }

  private static func number(
    _ invocation: Invocation, _ flag: Flag, _ range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = invocation.value(flag) else { return nil }
    if let value = Int(text), range.contains(value) { return value }
    throw UsageError(
      "latency",
      .notWholeNumber(option: "--\(flag.name)", text: text, low: range.lowerBound, high: range.upperBound))
  }

  private static func milliseconds(_ invocation: Invocation) throws(UsageError) -> Double? {
    guard let text = invocation.value(path) else { return nil }
    if let value = Double(text), (-1000.0...1000).contains(value) { return value }
    throw UsageError("latency", .notMilliseconds(option: "--\(path.name)", text: text))
  }
}
