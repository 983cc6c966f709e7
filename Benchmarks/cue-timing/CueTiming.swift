import CueAudio
import Foundation
import MotionCore

/// Measures how well the logged times of cues agree with a recording of the output's monitor; and, in the same run, how
/// well other players do.
///
///     Tests/rig/null_sink.sh .build/debug/cue-timing [--cues 60] [--interval-ms 1200] [--pcm default]
///       [--record pulse:cuesink.monitor] [--period 480] [--buffer 4800] [--json yes]
///       [--player-cues 60] [--player NAME=COMMAND]...
///
/// A stored constant of the output (`drillrunner latency`) is applied.
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
    let frames = arguments.period.flatMap { period in arguments.buffer.map { (period, $0) } }
    let options = ALSAOutputOptions(
      voice: library.voiceDescription, stored: try LatencyStore().entries(), frames: frames)
    // First the input: a stream that is opened beside the output makes a sound server change the output's delay.
    let recorder = try LoopRecorder(pcm: arguments.record)
    let output = try AudioOutputs.open(pcm: arguments.pcm, options: options)
    defer { output.stop() }
    let measurement = CueTimingMeasurement(
      clips: clips, count: arguments.cues, interval: .milliseconds(arguments.intervalMs))
    let used = cpuSeconds()
    let began = MonotonicClock().now()
    let result = try measurement.run(output: output, recorder: recorder)
    let share = 100 * (cpuSeconds() - used) / (MonotonicClock().now() - began).inSeconds
    if arguments.json {
      print(TimingText.json(result, output: output).text())
    } else {
      print(TimingText.text(result, output: output, cpuPercent: share), terminator: "")
    }
    try players(arguments, clip: clips[1], own: result)
    if result.heard != result.played - result.failed { exit(1) }
  }

  /// The other players, one after the other.
  private static func players(
    _ arguments: Arguments, clip: Clip, own: CueTimingMeasurement.Result
  ) throws {
    guard !arguments.players.isEmpty else { return }
    var table = TimingText.playersHeading
    table += TimingText.row(
      "DrillRunner", played: own.played, heard: own.heard, logged: own.refined, wanted: own.fromWanted)
    for player in arguments.players {
      do {
        let result = try player.measure(
          clip: clip, count: arguments.playerCues, intervalMs: 1200, record: arguments.record)
        table += TimingText.row(
          result.name, played: result.played, heard: result.heard, logged: result.logged,
          wanted: result.wanted)
      } catch {
        table += "| \(player.name) | not measured: \(error) |\n"
      }
    }
    print("\n" + table, terminator: "")
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
  var period: Int?
  var buffer: Int?
  var json = false
  var playerCues = 60
  var players: [PeerPlayer] = []

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
      case "--json": json = value == "yes"
      case "--player-cues": playerCues = try Arguments.number(value, option, atLeast: 3)
      case "--player": players.append(try PeerPlayer(value))
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
