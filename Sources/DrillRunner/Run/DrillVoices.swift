import CueAudio

extension Drill {
  /// Who speaks the cues, and who the sentences.
  ///
  /// A voice that was asked for comes first, then the drill's, then one of the drill's language: English is spoken by
  /// flite, every other language by espeak-ng. A folder of recordings has the cues; sentences are then spoken by a
  /// voice of the language.
  func voices(asked: Voice? = nil) -> (cues: Voice, guidance: Voice) {
    let cues = asked ?? voice ?? languageVoice
    guard case .folder = cues else { return (cues, cues) }
    return (cues, languageVoice)
  }

  private var languageVoice: Voice {
    guard let language, language != "en", language != "en-us" else { return .automatic }
    return .espeakNG(language)
  }
}
