import CueAudio
import MotionCore

/// The sounds of a run, all made before it starts: a clip for each cue, and one for each sentence.
struct RunClips: Sendable {
  private var cues: [String: Clip] = [:]
  private var sentences: [String: Clip] = [:]

  /// Makes every clip that `drill` can need. `speak` renders a cue's text, `load` reads an audio file, `guide`
  /// renders a sentence; each gets the clip's name first.
  init(
    drill: Drill, extraSentences: [String], speak: (String, String) throws -> Clip,
    load: (String, String) throws -> Clip, guide: (String, String) throws -> Clip
  ) rethrows {
    for cue in drill.cues {
      let clip =
        switch cue.speech {
        case .say(let text): try speak(cue.name, text)
        case .clip(let path): try load(cue.name, path)
        }
      cues[cue.name] = clip.treated(cue.treatment)
    }
    for text in drill.sentences + extraSentences where sentences[text] == nil {
      sentences[text] = try guide("say-\(sentences.count + 1)", text)
    }
  }

  /// Clips that only last, for a run without sound.
  init(nominalFor drill: Drill, extraSentences: [String]) {
    self.init(
      drill: drill, extraSentences: extraSentences, speak: Clip.nominal, load: Clip.nominal,
      guide: Clip.nominal)
  }

  func cue(_ name: String) -> Clip? { cues[name] }

  func sentence(_ text: String) -> Clip? { sentences[text] }
}
