import MotionCore

/// What `drillrunner check` prints of a drill that can run: the expanded timeline with times, and the total.
struct CheckReport {
  let drill: Drill
  let timeline: Timeline
  /// True where the file names no seed, so that each run draws its own.
  let seedIsDrawn: Bool

  /// The report, one line an element, without control characters.
  var lines: [String] {
    let loss = drill.onLoss
    let sensor =
      loss.sensorWait == .zero ? "stop" : "wait \(Quantity.text(loss.sensorWait)), then stop"
    var lines = [
      Printable.text(drill.title),
      "asks for \(CheckReport.number(drill.requestedHz)) Hz; sensor lost: \(sensor); sound lost: "
        + (loss.soundContinues ? "continue" : "stop"),
      seedIsDrawn
        ? "seed \(timeline.seed), drawn for this listing: the file names none, each run draws its own"
        : "seed \(timeline.seed)",
    ]
    if let words { lines.append(words) }
    lines.append("")
    var time = Duration.zero
    for (index, step) in timeline.steps.enumerated() {
      lines.append(CheckReport.row(time, "\(index + 1).".padded(to: 4) + CheckReport.text(of: step)))
      if case .block(let block) = step { lines += CheckReport.rows(of: block, from: time) }
      time += step.nominalDuration
    }
    lines.append(CheckReport.row(time, "end"))
    lines.append("")
    lines.append(total)
    return lines
  }

  /// Where the words come from, where the drill says anything of it.
  private var words: String? {
    let language = drill.language.map { "language \($0)" }
    let voice = drill.language == nil && drill.voice == nil ? nil : "spoken by \(drill.voices().cues.text)"
    let own = drill.programWords.count
    let sentences = own == 0 ? nil : "\(own) of \(SpokenSentence.allCases.count) sentences in its own words"
    let includes = drill.includes.isEmpty ? nil : "includes " + drill.includes.joined(separator: ", ")
    let all = [language, voice, sentences, includes].compactMap { $0 }
    return all.isEmpty ? nil : Printable.text(all.joined(separator: "; "))
  }

  private var total: String {
    let slots = timeline.steps.flatMap { step in
      if case .block(let block) = step { block.slots } else { [Timeline.Slot]() }
    }
    let trials = slots.count { $0.trial != nil }
    let silent = slots.count { $0.cue == nil }
    var text =
      "total about \(CheckReport.clock(timeline.nominalDuration)); \(slots.count - silent) cues, \(trials) trials"
    if silent > 0 { text += ", \(silent) silent slots" }
    return text + ". Times of speech and calibration are estimates."
  }

  private static func text(of step: Timeline.Step) -> String {
    switch step {
    case .say(let text): "say: " + Printable.text(text)
    case .rest(let time): "rest " + Quantity.text(time)
    case .countdown(let time): "countdown " + Quantity.text(time)
    case .waitStill: "wait until the rider sits still"
    case .stationary(let time, let place):
      "stationary \(Quantity.text(time)), sensor on the \(place.rawValue)"
    case .calibrate(let step):
      "calibrate " + (step.target == .neutral ? "neutral" : step.target == .axes ? "axes" : "axes, standard")
        + (step.isRequired ? "" : ", not required")
    case .ask(let question):
      "ask \(Printable.text(question.name)): " + Printable.text(question.text) + " "
        + question.answers.map(\.rawValue).joined(separator: ", ")
        + (question.tap.map { "; double tap \($0.rawValue)" } ?? "")
        + "; at most \(Quantity.text(question.within))"
    case .block(let block):
      "block \(Printable.text(block.definition.name)): \(block.definition.intent.rawValue), \(block.slots.count) slots, "
        + "\(block.definition.interval.statement), \(block.definition.order.rawValue) order"
        + (block.definition.mostAlike.map { ", at most \($0) alike in a row" } ?? "")
    }
  }

  private static func rows(of block: Timeline.Block, from start: Duration) -> [String] {
    var time = start
    var lines: [String] = []
    if let say = block.definition.say {
      lines.append(row(time, "    say: " + Printable.text(say)))
      time += Timeline.nominalSpeech(say)
    }
    for slot in block.slots {
      time += slot.interval
      let name = Printable.text(slot.cue ?? "(silent)")
      let trial = slot.trial.map { "trial \($0)" } ?? ""
      lines.append(
        row(time, "    \(DisplayWidth.fit(name, to: 12))  after \(seconds(slot.interval)) s  \(trial)"))
    }
    return lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  private static func row(_ time: Duration, _ text: String) -> String {
    clock(time).leftPadded(to: 9) + "  " + text
  }

  /// Minutes and seconds with tenths: `1:04.2`; rounded to the nearest tenth.
  static func clock(_ time: Duration) -> String {
    let tenths = (time.wholeNanoseconds + 50_000_000) / 100_000_000
    let seconds = tenths / 10
    let rest = String(seconds % 60)
    return "\(seconds / 60):" + (rest.count < 2 ? "0" : "") + rest + ".\(tenths % 10)"
  }

  private static func seconds(_ time: Duration) -> String {
    let milliseconds = time.wholeNanoseconds / 1_000_000
    let part = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - part.count) + part
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}

extension String {
  /// Filled with spaces on the right to `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// Filled with spaces on the left to `width` characters.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}
