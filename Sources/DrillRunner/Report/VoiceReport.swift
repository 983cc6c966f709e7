import CueAudio
import Foundation
import MotionCore

/// Every word of a drill as a run would make it: length, onset, level, hash, and what is wrong with it.
struct VoiceReport {
  struct Word {
    /// The cue's name; nil for a sentence.
    var cue: String?
    var text: String
    var result: Result<(clip: Clip, check: ClipCheck), ClipError>
    /// Where it was written.
    var file: String?
  }

  let voice: String
  private(set) var words: [Word] = []

  /// Renders everything; an error of one word keeps none of the others.
  init(drill: Drill, voices: (cues: Voice, guidance: Voice)) {
    let library = ClipLibrary(voice: voices.cues)
    let guide = ClipLibrary(voice: voices.guidance)
    self.voice = library.voiceDescription
    for cue in drill.cues {
      let text =
        switch cue.speech {
        case .say(let text): text
        case .clip(let path): path
        }
      words.append(
        Word(
          cue: cue.name, text: text,
          result: VoiceReport.checked(isCue: true, cue.treatment) { () throws(ClipError) in
            switch cue.speech {
            case .say(let text): try library.checked(name: cue.name, text: text)
            case .clip(let path): try library.checked(name: cue.name, file: path)
            }
          }))
    }
    var said: Set<String> = []
    // The program's own sentences do not depend on what is drawn.
    var plan = RunPlan(drill: drill, timeline: Timeline(drill, seed: 0))
    plan.words.isLimitedToFixed = guide.speaksOnlyShippedClips
    for text in drill.sentences + plan.machineSentences where said.insert(text).inserted {
      words.append(
        Word(
          cue: nil, text: text,
          result: VoiceReport.checked(isCue: false, .none) { () throws(ClipError) in
            try guide.checked(name: "say-\(said.count)", text: text, style: .guidance)
          }))
    }
  }

  private static func checked(
    isCue: Bool, _ treatment: ClipTreatment,
    _ make: () throws(ClipError) -> (clip: Clip, source: RecordingFacts?)
  ) -> Result<(clip: Clip, check: ClipCheck), ClipError> {
    do throws(ClipError) {
      let (clip, source) = try make()
      let check = ClipCheck(of: clip.treated(treatment), source: source, isCue: isCue)
      return .success((clip.treated(treatment), check))
    } catch {
      return .failure(error)
    }
  }

  var clips: [Clip] { words.compactMap { try? $0.result.get().clip } }

  /// What went wrong, each once: a voice that there is not fails every word in the same way.
  var errors: [ClipError] {
    var known: Set<ClipError> = []
    return words.compactMap { word in
      if case .failure(let error) = word.result, known.insert(error).inserted { error } else { nil }
    }
  }

  /// Writes each word as a WAV file: `01-CENTER.wav`. Errors: `ClipError.notWritten`.
  mutating func write(to folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw ClipError.notWritten(path: folder, reason: "\(error.localizedDescription)")
    }
    for index in words.indices {
      guard let clip = try? words[index].result.get().clip else { continue }
      let name = (words[index].cue ?? "say").map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
      let number = String(index + 1).leftPadded(to: 2).replacing(" ", with: "0")
      let path = "\(folder)/\(number)-\(String(name)).wav"
      try clip.write(to: path)
      words[index].file = path
    }
  }

  var lines: [String] {
    var rows = [["", "length ms", "onset ms", "peak ms", "level dB", "peak dB", "sha256", "says"]]
    var notes: [String] = []
    for word in words {
      let name = Printable.text(word.cue ?? "say")
      guard case .success(let (clip, check)) = word.result else {
        rows.append([name, "–", "–", "–", "–", "–", "–", Printable.text(word.text)])
        continue
      }
      func ms(_ time: Duration) -> String { String(Int((time.inSeconds * 1000).rounded())) }
      rows.append([
        name, ms(check.duration), ms(check.onset), ms(check.peakTime),
        FixedNumber.text(check.levelDB, digits: 1), FixedNumber.text(check.peakDB, digits: 1),
        String(clip.sha256.prefix(12)), Printable.text(word.text),
      ])
      notes += check.warnings.map { VoiceLine.note(word: name, $0).text }
    }
    return [Printable.text(VoiceLine.voice(voice).text)]
      + TextColumns.aligned(rows, right: [1, 2, 3, 4, 5], width: 110) + notes
  }

  var json: JSONValue {
    let entries = words.map { word -> JSONValue in
      var entry: JSONObject = [
        "cue": word.cue.map { .string($0) } ?? .null, "text": .string(word.text),
      ]
      if let file = word.file { entry["file"] = .string(file) }
      switch word.result {
      case .failure(let error): entry["reason"] = .string(error.cause)
      case .success(let (clip, check)):
        entry["duration_ns"] = .integer(check.duration.wholeNanoseconds)
        entry["onset_ns"] = .integer(check.onset.wholeNanoseconds)
        entry["peak_ns"] = .integer(check.peakTime.wholeNanoseconds)
        entry["level_db"] = .real(check.levelDB)
        entry["peak_db"] = .real(check.peakDB)
        entry["sha256"] = .string(clip.sha256)
        if let source = check.source {
          entry["source"] = [
            "rate_hz": .integer(Int64(source.rateHz)), "channels": .integer(Int64(source.channels)),
            "level_db": .real(source.levelDB),
          ]
        }
        entry["warnings"] = .array(check.warnings.map { .string($0.text) })
      }
      return .object(entry)
    }
    return ["voice": .string(voice), "words": .array(entries)]
  }
}
