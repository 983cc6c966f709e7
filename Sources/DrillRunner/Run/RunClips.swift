import CueAudio
import MotionCore

/// The sounds of a run, all made before it starts: a clip for each cue, and one for each sentence. Only what the
/// moment tells is made then: why a calibration did not pass, and the result of the sealed session. Both are said
/// outside of the recording proper.
struct RunClips: Sendable {
  /// A sentence that could not be made.
  struct Unspoken: Error, Hashable {
    var cause: String
  }

  private var cues: [String: Clip] = [:]
  private var sentences: [String: Clip] = [:]
  private let makeNow: @Sendable (String) throws -> Clip
  /// False for clips that only last.
  private(set) var areHeard = true

  /// Makes every clip that is known before the run. `speak` renders a cue's text, `load` reads an audio file, `guide`
  /// renders a sentence; each gets the clip's name first. `before` is called before each clip, with how many there are
  /// already, and of how many; what it throws ends the making.
  init(
    drill: Drill, extraSentences: [String], speak: (String, String) throws -> Clip,
    load: (String, String) throws -> Clip, guide: @escaping @Sendable (String, String) throws -> Clip,
    before: (_ made: Int, _ all: Int) throws -> Void
  ) rethrows {
    let texts = drill.sentences + extraSentences
    let all = drill.cues.count + Set(texts).count
    for cue in drill.cues {
      try before(cues.count, all)
      let clip =
        switch cue.speech {
        case .say(let text): try speak(cue.name, text)
        case .clip(let path): try load(cue.name, path)
        }
      cues[cue.name] = clip.treated(cue.treatment)
    }
    for text in texts where sentences[text] == nil {
      try before(cues.count + sentences.count, all)
      sentences[text] = try guide("say-\(sentences.count + 1)", text)
    }
    makeNow = { try guide("say", $0) }
  }

  /// Clips that only last, for a run without sound.
  init(nominalFor drill: Drill, extraSentences: [String]) {
    self.init(
      drill: drill, extraSentences: extraSentences, speak: Clip.nominal, load: Clip.nominal,
      guide: { Clip.nominal(name: $0, text: $1) }, before: { _, _ in })
    areHeard = false
  }

  func cue(_ name: String) -> Clip? { cues[name] }

  /// The clip of a sentence, if it was made.
  func made(_ sentence: String) -> Clip? { sentences[sentence] }

  /// The clip of a sentence; one that is not known is made now, and kept.
  mutating func sentence(_ text: String) -> Result<Clip, Unspoken> {
    if let clip = sentences[text] { return .success(clip) }
    do {
      let clip = try makeNow(text)
      sentences[text] = clip
      return .success(clip)
    } catch {
      return .failure(Unspoken(cause: (error as? any DiagnosedError)?.cause ?? "\(error)"))
    }
  }
}
