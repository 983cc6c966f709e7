import CueAudio
import Foundation
import MotionCore

/// What packaging and the shells ask the program for; not in help.
enum HiddenCommands {
  /// Nil where the words are none of these.
  static func run(_ words: [String], console: Console) -> ExitCode? {
    switch words.first {
    case "--man":
      console.result(ManPage.text(CommandRegistry.commands))
    case "--completions":
      guard let shell = words.dropFirst().first.flatMap(Completions.Shell.init) else {
        console.error(
          UsageError(
            command: "--completions", cause: "it needs a shell",
            remedy: "one of: " + Completions.Shell.allCases.map(\.rawValue).joined(separator: ", ")))
        return .usage
      }
      console.result(Completions.text(for: shell, CommandRegistry.commands))
    case "--sound":
      // For `make drill`: why the default output cannot be used, in a clause.
      guard let problem = AudioOutputs.problemOfDefault() else { return .done }
      console.result(problem.cause)
      return .audioUnavailable
    case "--drills":
      console.result(InstalledDrills.standard.names.joined(separator: "\n"))
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

  /// `--render-clips FOLDER DRILL…`: a sound file for each spoken cue of the drills, by the cue's name.
  private static func renderClips(_ words: [String]) throws {
    guard let folder = words.first, words.count > 1 else {
      throw UsageError(command: "--render-clips", cause: "FOLDER and DRILL are missing", remedy: nil)
    }
    let library = ClipLibrary(cacheFolder: nil)
    for path in words.dropFirst() {
      let (_, drill) = try DrillFile.loadRunnable(path, warn: { _ in })
      for cue in drill.cues {
        guard case .say(let text) = cue.speech else { continue }
        try library.clip(name: cue.name, text: text).write(to: "\(folder)/\(cue.name).wav")
      }
    }
  }
}
