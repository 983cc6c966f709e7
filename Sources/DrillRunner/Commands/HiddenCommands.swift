import CueAudio
import Foundation
import MotionCore

/// What packaging and the shells ask the program for; not in help.
enum HiddenCommands {
  /// Nil where the words are none of these.
  static func run(_ words: [String], console: Console) -> ExitCode? {
    switch words.first {
    case "--man":
      console.data(ManPage.text(CommandRegistry.commands))
    case "--completions":
      guard let shell = words.dropFirst().first.flatMap(Completions.Shell.init) else {
        console.error(
          UsageError("--completions", .shellMissing(known: Completions.Shell.allCases.map(\.rawValue))))
        return .usage
      }
      console.data(Completions.text(for: shell, CommandRegistry.commands))
    case "--messages":
      console.data(MessagePage.text)
    case "--sound":
      // For `make drill`: why the default output cannot be used, in a clause.
      guard let problem = AudioOutputs.problemOfDefault() else { return .done }
      console.document(problem.cause)
      return .audioUnavailable
    case "--drills":
      console.data(InstalledDrills.standard.names.joined(separator: "\n"))
    case "--session-names":
      // For the shells: what names a session.
      let names = (try? SessionStore(folder: SessionStore.defaultFolder()).list())?.compactMap { entry in
        (try? entry.summary.get()).map { String($0.uuid.prefix(8)) }
      }
      console.document((["last"] + (names ?? [])).joined(separator: "\n"))
    case "--render-clips":
      do {
        try renderClips(Array(words.dropFirst()))
      } catch {
        console.error(error)
        return ExitCode(for: error)
      }
    default: return nil
    }
    return .done
  }

  /// `--render-clips FOLDER DRILL…`: a sound file for everything that is spoken in the drills: their cues and
  /// sentences, and the program's own (`ShippedClips`).
  private static func renderClips(_ words: [String]) throws {
    guard let folder = words.first, words.count > 1 else {
      throw UsageError("--render-clips", .clipsOfNothing)
    }
    let clips = ShippedClips(folder: folder)
    for path in words.dropFirst() {
      let (_, drill) = try DrillFile.loadRunnable(path, warn: { _ in })
      let voices = drill.voices()
      for cue in drill.cues {
        guard case .say(let text) = cue.speech else { continue }
        try clips.add(text, style: .cue, voice: voices.cues)
      }
      var plan = RunPlan(drill: drill, timeline: Timeline(drill, seed: 0))
      plan.words.isLimitedToFixed = true
      for text in drill.sentences + plan.machineSentences {
        try clips.add(text, style: .guidance, voice: voices.guidance)
      }
    }
  }
}
