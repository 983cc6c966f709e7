import MotionCore

/// What `drillrunner check` prints of a drill that can run: the expanded timeline with times, and the total.
struct CheckReport {
  let drill: Drill
  let timeline: Timeline
  /// True where the file names no seed, so that each run draws its own.
  let seedIsDrawn: Bool

  /// The report, one line an element, none wider than a page, without control characters.
  var lines: [String] {
    let loss = drill.onLoss
    let head = CheckLine.asksFor(
      hertz: CheckReport.number(drill.requestedHz),
      sensorLost: loss.sensorWait == .zero ? .stop : .wait(Quantity.text(loss.sensorWait)),
      goesOnSilently: loss.soundContinues)
    let seed = seedIsDrawn ? CheckLine.seedDrawn(timeline.seed) : .seedGiven(timeline.seed)
    var lines = [Printable.text(drill.title), head.text, seed.text, words ?? ""].filter { !$0.isEmpty }
      .flatMap(CheckReport.wrapped)
    lines.append("")
    var time = Duration.zero
    for (index, step) in timeline.steps.enumerated() {
      lines += CheckReport.row(time, "\(index + 1).", CheckReport.line(of: step))
      if case .block(let block) = step { lines += CheckReport.rows(of: block, from: time) }
      time += step.nominalDuration
    }
    lines.append(CheckReport.row(time, CheckLine.end.text))
    return lines + [""] + CheckReport.wrapped(total.text)
  }

  /// Where the words come from, where the drill says anything of it.
  private var words: String? {
    let isSpoken = drill.language != nil || drill.voice != nil
    let own = drill.programWords.count
    let all: [CheckLine?] = [
      drill.language.map { CheckLine.language($0) }, isSpoken ? .spokenBy(drill.voices().cues.text) : nil,
      own == 0 ? nil : .ownSentences(own, of: SpokenSentence.allCases.count),
      drill.includes.isEmpty ? nil : .includes(drill.includes),
    ]
    let texts = all.compactMap { $0?.text }
    return texts.isEmpty ? nil : Printable.text(texts.joined(separator: "; "))
  }

  private var total: CheckLine {
    let slots = timeline.steps.flatMap { step in
      if case .block(let block) = step { block.slots } else { [Timeline.Slot]() }
    }
    let trials = slots.count { $0.trial != nil }
    let silent = slots.count { $0.cue == nil }
    return .total(
      time: CheckReport.clock(timeline.nominalDuration), cues: slots.count - silent, trials: trials,
      silent: silent)
  }

  private static func line(of step: Timeline.Step) -> CheckLine {
    switch step {
    case .say(let text): .saying(text)
    case .rest(let time): .resting(Quantity.text(time))
    case .countdown(let time): .countdown(Quantity.text(time))
    case .waitStill: .waitStill
    case .stationary(let time, let place): .stationary(Quantity.text(time), place: place.rawValue)
    case .calibrate(let step):
      .calibrate(
        step.target == .neutral ? .neutral : step.target == .axes ? .axes : .standard,
        isRequired: step.isRequired)
    case .ask(let question):
      .ask(
        name: question.name, text: question.text, answers: question.answers.map(\.rawValue),
        tap: question.tap?.rawValue, within: Quantity.text(question.within))
    case .block(let block):
      .block(
        name: block.definition.name, intent: block.definition.intent.rawValue, slots: block.slots.count,
        interval: block.definition.interval.statement, order: block.definition.order.rawValue,
        mostAlike: block.definition.mostAlike)
    }
  }

  private static func rows(of block: Timeline.Block, from start: Duration) -> [String] {
    var time = start
    var lines: [String] = []
    if let say = block.definition.say {
      lines += row(time, "", CheckLine.saying(say))
      time += Timeline.nominalSpeech(say)
    }
    for slot in block.slots {
      time += slot.interval
      let name = Printable.text(slot.cue ?? CheckLine.silentSlot.text)
      let trial = slot.trial.map { CheckLine.trialNumber($0).text } ?? ""
      lines.append(
        row(time, "    \(DisplayWidth.fit(name, to: 12))  after \(seconds(slot.interval)) s  \(trial)"))
    }
    return lines.map(\.rightTrimmed)
  }

  /// A step, or what is said in it, on as many lines as it needs.
  private static func row(_ time: Duration, _ number: String, _ line: CheckLine) -> [String] {
    TextColumns.wrapped(
      Printable.text(line.text), width: TextColumns.page, first: row(time, number.padded(to: 4)),
      rest: String(repeating: " ", count: 17))
  }

  private static func wrapped(_ text: String) -> [String] {
    TextColumns.wrapped(text, width: TextColumns.page, rest: "  ")
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

  /// Without the spaces at its end.
  var rightTrimmed: String { String(reversed().drop { $0 == " " }.reversed()) }

  /// Filled with spaces on the left to `width` characters.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}
