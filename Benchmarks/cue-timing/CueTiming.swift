import CueAudio
import Foundation
import MotionCore

/// Measures how well the logged times of cues agree with a recording of the output's monitor.
///
///     Tests/rig/null_sink.sh .build/debug/cue-timing [--cues 60] [--interval-ms 1200] [--pcm default]
///       [--record pulse:cuesink.monitor] [--period 480] [--buffer 4800]
@main
struct CueTimingTool {
  static func main() {
    do {
      try measure(Arguments(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("cue-timing: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func measure(_ arguments: Arguments) throws {
    let library = ClipLibrary()
    var clips: [Clip] = []
    for word in ["Center", "Left", "Right"] { clips.append(try library.clip(name: word, text: word)) }
    let options = ALSAOutputOptions(
      voice: library.voiceDescription, stored: try LatencyStore().entries(),
      frames: (arguments.period, arguments.buffer))
    let output = try AudioOutputs.open(pcm: arguments.pcm, options: options)
    defer { output.stop() }
    let recorder = try LoopRecorder(pcm: arguments.record)
    let measurement = CueTimingMeasurement(
      clips: clips, count: arguments.cues, interval: .milliseconds(arguments.intervalMs))
    let used = cpuSeconds()
    let began = MonotonicClock().now()
    let result = try measurement.run(output: output, recorder: recorder)
    let share = 100 * (cpuSeconds() - used) / (MonotonicClock().now() - began).inSeconds
    print(text(result, output: output, cpuPercent: share), terminator: "")
    if result.heard != result.played { exit(1) }
  }

  private static func text(
    _ result: CueTimingMeasurement.Result, output: ALSAOutput, cpuPercent: Double
  ) -> String {
    func line(_ name: String, _ predicted: Double, _ refined: Double) -> String {
      String(format: "| %@ | %.3f | %.3f |\n", name, predicted, refined)
    }
    let (p, r) = (result.predicted, result.refined)
    var text = "output    \(output.summary)\n"
    text += "audio     \(output.manifestEntry.text())\n"
    text += "cues      \(result.played) played, \(result.heard) heard, \(result.late) late, "
    text += "\(result.underruns) underruns\n"
    text += String(
      format:
        "recorder  %.3f ms residual, %.2f ppm, %d overruns; lowest correlation %.4f; this program %.1f %% CPU\n\n",
      result.recorderResidualMs, result.recorderRatePPM, result.recorderOverruns, result.lowestCorrelation,
      cpuPercent)
    text += "| recorded − logged time, ms | predicted at commit | refined after the run |\n|---|---|---|\n"
    text += line("lag, median", p.medianLagMs, r.medianLagMs)
    text += line("absolute deviation, median", p.absoluteMedianMs, r.absoluteMedianMs)
    text += line("absolute deviation, p95", p.absoluteP95Ms, r.absoluteP95Ms)
    text += line("absolute deviation, max", p.absoluteMaxMs, r.absoluteMaxMs)
    text += line("SD", p.sdMs, r.sdMs)
    text += line("SD without slope", p.detrendedSDMs, r.detrendedSDMs)
    text += line("first cue − the rest", p.firstMinusRestMs, r.firstMinusRestMs)
    text += line("slope, ppm", p.driftPPM, r.driftPPM)
    text += String(format: "\nlogged − wanted onset: %.3f ms at most\n", result.worstScheduleMs)
    return text
  }

  private static func cpuSeconds() -> Double {
    Double(clock()) / Double(CLOCKS_PER_SEC)
  }
}

/// The options of the tool.
struct Arguments {
  struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  var cues = 60
  var intervalMs = 1200
  var pcm = "default"
  var record = "pulse:cuesink.monitor"
  var period = 480
  var buffer = 4800

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Wrong(description: "\(option) needs a value") }
      switch option {
      case "--cues": cues = try Arguments.number(value, option, atLeast: 3)
      case "--interval-ms": intervalMs = try Arguments.number(value, option, atLeast: 100)
      case "--pcm": pcm = value
      case "--record": record = value
      case "--period": period = try Arguments.number(value, option, atLeast: 1)
      case "--buffer": buffer = try Arguments.number(value, option, atLeast: 2)
      default: throw Wrong(description: "unknown option \(option)")
      }
    }
  }

  private static func number(_ text: String, _ option: String, atLeast least: Int) throws -> Int {
    guard let value = Int(text), value >= least else {
      throw Wrong(description: "\(option) takes a whole number from \(least)")
    }
    return value
  }
}
