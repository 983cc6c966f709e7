import MotionCore

/// One line for each change: for logs, pipes and screen readers. Pure; it remembers what it said.
struct PlainLines {
  private var last: LiveStatus?
  /// The number of the message said last.
  private var lastMessage = 0
  /// The number of the sentence said last, and of the marker.
  private var lastSentence = 0
  private var lastMarker = 0
  private var cuesSaid: (name: String, at: Duration)?

  init() {}

  /// The lines that say what changed since the last status: state, recording, step, sensor, losses, messages.
  mutating func lines(for status: LiveStatus) -> [String] {
    defer { last = status }
    var lines: [String] = []
    if last?.drillTitle != status.drillTitle { lines.append("drill: \(status.drillTitle)") }
    if last?.isSynthetic != status.isSynthetic, status.isSynthetic {
      lines.append(ViewWord.simulatedSensor.text)
    }
    if last?.isRecording ?? false != status.isRecording {
      lines.append((status.isRecording ? ViewWord.recordingBegan : .recordingEnded).text)
    }
    if last?.state != status.state { lines.append("state: \(status.state.text)") }
    if let ended = status.endedEarly, ended != last?.endedEarly { lines.append(ended.text) }
    if last?.step != status.step, !status.step.isEmpty { lines.append("step: \(status.step)") }
    if last?.sensorName != status.sensorName || last?.sensorState != status.sensorState {
      lines.append("sensor: \(status.sensorName): \(status.sensorState?.text ?? "")")
    }
    if last?.sound != status.sound || last?.timingClass != status.timingClass, !status.sound.isEmpty {
      lines.append("sound: \(status.sound) (timing: \(status.timingClass))")
    }
    if let battery = status.battery, last?.battery != battery { lines.append("battery: \(battery.text)") }
    if let cue = status.lastCue, isNew(cue, elapsed: status.elapsed) { lines.append("cue: \(cue.name)") }
    for (kind, count) in status.losses.sorted(by: { $0.key < $1.key })
    where count > last?.losses[kind] ?? 0 {
      lines.append("loss: \(kind) \(count)")
    }
    lines += sentences(of: status)
    if let marker = status.marker, marker.number > lastMarker {
      lastMarker = marker.number
      lines.append(marker.text)
    }
    lines += status.messages.filter { $0.number > lastMessage }.map { "note: " + $0.text }
    lastMessage = status.messages.last?.number ?? lastMessage
    return lines.map { "[\(CheckReport.clock(status.elapsed))] " + Printable.text($0) }
  }

  /// What was said since the last time, and a question with all that answers it.
  private mutating func sentences(of status: LiveStatus) -> [String] {
    let new = status.sentences.filter { $0.number > lastSentence }
    lastSentence = status.sentences.last?.number ?? lastSentence
    return new.map { sentence in
      guard let question = status.question, question.text == sentence.text else {
        return "says: \(sentence.text)"
      }
      let answers = [question.answers.text, question.doubleTap?.text].compactMap { $0 }
      return "asks: \(sentence.text) [\(answers.joined(separator: "; "))]"
    }
  }

  /// A cue is new when it began later than the one said last: its instant is `elapsed` less its age.
  private mutating func isNew(_ cue: LiveStatus.Cue, elapsed: Duration) -> Bool {
    let began = elapsed - cue.distance
    if let said = cuesSaid, said.name == cue.name, began - said.at < .milliseconds(500) { return false }
    cuesSaid = (cue.name, began)
    return true
  }
}
