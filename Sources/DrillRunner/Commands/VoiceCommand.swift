import CueAudio
import Foundation
import MotionCore

/// `drillrunner voice`: every word of a drill, rendered and checked before anybody rides.
enum VoiceCommand {
  private static let preview = Flag(name: "preview", help: "write the words as WAV files, and play them")
  private static let audio = Flag(
    name: "audio", argument: "PCM", values: .words(["default", "none"]),
    help: "with --preview: where they are played, or none (default: default)")
  private static let output = Flag(
    name: "output", short: "o", argument: "DIR", values: .folders,
    help: "with --preview: where they are written (default: $XDG_CACHE_HOME/drillrunner/preview)")

  static let spec = CommandSpec(
    name: "voice", arguments: "PROTOCOL", argumentCount: 1...1,
    summary: "render and check every word of a drill",
    details: """
      Renders every cue and every sentence of a drill and of the program itself, as a run would, and prints their
      lengths, onsets and levels, and what is wrong with a recording. With --preview the words are written as WAV files and played.
      """,
    flags: [.voice, preview, audio, output, .json],
    run: run)

  @Sendable private static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
    guard invocation.has(preview) || !(invocation.has(audio) || invocation.has(output)) else {
      throw UsageError("voice", .previewAlone)
    }
    let named = try invocation.voice(command: "voice")
    let (_, drill) = try DrillFile.loadRunnable(invocation.arguments[0], warn: console.warning)
    var report = VoiceReport(drill: drill, voices: drill.voices(asked: named))
    if invocation.has(preview) {
      let folder = invocation.value(output) ?? ClipLibrary.previewFolder
      try report.write(to: folder)
      console.notice(.wordsWritten(folder: folder))
    }
    if invocation.has(.json) {
      console.json(report.json)
    } else {
      console.document(report.lines.joined(separator: "\n"))
    }
    for error in report.errors { console.error(error) }
    if invocation.has(preview), invocation.value(audio) != "none" {
      let mailbox = Mailbox<RunMessage>()
      StopSignals.watch { mailbox.post(.signal($0)) }
      let output = try AudioOutputs.open(pcm: invocation.value(audio))
      defer { output.stop() }
      try play(report.clips, on: output, mailbox, console)
    }
    return report.errors.isEmpty
      ? .done : report.errors.allSatisfy { $0.isMissingProgram } ? .audioUnavailable : .badInput
  }

  /// Plays the clips one after the other, each under its name; a stop signal in `mailbox` ends it.
  static func play(
    _ clips: [Clip], on output: any CueOutput, _ mailbox: Mailbox<RunMessage>, _ console: Console
  ) throws {
    try output.start { mailbox.post(.sound($0)) }
    let clock = MonotonicClock()
    for (id, clip) in clips.enumerated() {
      console.notice(.playing(name: clip.name, source: clip.source))
      output.play(SoundRequest(id: id, clip: clip, onsetAt: nil))
      let deadline = clock.now() + clip.duration + .seconds(3)
      waiting: while clock.now() < deadline {
        for message in mailbox.take(until: deadline, clock: clock) {
          switch message {
          case .signal: return
          case .sound(.finished), .sound(.failed), .sound(.cancelled): break waiting
          case .sound(.lost(let reason, _)): throw RunError.soundLostBeforeRun(reason)
          default: break
          }
        }
      }
      Thread.sleep(forTimeInterval: 0.3)
    }
  }
}
