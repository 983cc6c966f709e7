import CueAudio
import MotionCore

@testable import DrillRunner

/// Plays a run machine in virtual time beside an ideal output, and logs what it asked for, in words.
struct MachineDriver {
  /// When the output commits a cue before its onset, and how long guidance takes.
  static let commitAhead: Duration = .milliseconds(100)
  static let speech: Duration = .seconds(1)
  static let start = HostTime(nanoseconds: 1_000_000_000_000)

  var machine: RunMachine
  private(set) var now = MachineDriver.start
  private(set) var log: [String] = []
  /// The events that belong to no sound, whole.
  private(set) var events: [EventMarker] = []
  /// Why cues and sentences did not come, and trials were repeated, in order.
  private(set) var reasons: [String] = []
  private(set) var finish: (state: SessionState, reason: String?, boundary: HostTime)?
  private var pending: [(at: HostTime, report: SoundReport)] = []
  /// What becomes of the coming attempts of the calibration, each `gesture` after it began; none: no outcome.
  var outcomes: [CalibrationOutcome] = []
  static let gesture: Duration = .milliseconds(2500)
  /// Whether the rider sits still half a second after it is waited for.
  var sitsStill = false
  private var stillComes = false
  /// Whether each attempt to seal succeeds, a second after it began; nil: nobody seals, and the end of the capture
  /// is the end.
  var saves: [Bool]?
  private var answers: [(at: HostTime, input: RunMachine.Input)] = []
  /// Sounds that the output swallows: it never reports on them.
  var swallowed: Set<Int> = []

  init(_ plan: RunPlan) {
    machine = RunMachine(plan: plan)
  }

  /// Seconds since the start.
  func at(_ time: HostTime) -> Double { (time - MachineDriver.start).inSeconds }

  mutating func begin() { give(.begin(now)) }

  /// Runs until `seconds` after the start, or to the end.
  mutating func run(until seconds: Double = 1e6) {
    let limit = MachineDriver.start + Duration(fromSeconds: seconds)
    while !isOver {
      let next = [machine.nextDeadline, pending.map(\.at).min(), answers.map(\.at).min()]
        .compactMap { $0 }.min()
      guard let next, next <= limit else { break }
      now = max(now, next)
      let due = pending.filter { $0.at <= now }.sorted { $0.at < $1.at }
      pending.removeAll { $0.at <= now }
      for item in due { give(.sound(item.report)) }
      let told = answers.filter { $0.at <= now }
      answers.removeAll { $0.at <= now }
      for answer in told {
        if case .still = answer.input { stillComes = false }
        give(answer.input)
      }
      give(.time(now))
    }
    if !isOver, seconds < 1e6 { now = max(now, limit) }
  }

  mutating func give(_ input: RunMachine.Input) {
    for effect in machine.handle(input) { perform(effect) }
    guard sitsStill, case .awaitingStillness = machine.activity, !stillComes else { return }
    stillComes = true
    answers.append((now + .milliseconds(500), .still(now + .milliseconds(500))))
  }

  mutating func stop(_ reason: String) { give(.stop(reason: reason, now)) }

  private mutating func perform(_ effect: RunMachine.Effect) {
    switch effect {
    case .speak(let id, let text):
      log.append("speak \(text)")
      if swallowed.contains(id) { return }
      pending.append((now, .committed(id: id, times: times(at: now, dispatched: now), late: false)))
      pending.append((now + MachineDriver.speech, .finished(id: id, at: now + MachineDriver.speech)))
    case .playCue(let id, let cue, let onset):
      log.append("play \(cue) at \(at(onset)) told \(at(now))")
      if swallowed.contains(id) { return }
      let commit = max(now, onset - MachineDriver.commitAhead)
      pending.append((commit, .committed(id: id, times: times(at: onset, dispatched: commit), late: false)))
      pending.append(
        (onset + .milliseconds(500), .finished(id: id, at: onset + .milliseconds(500))))
    case .cancelSounds:
      log.append("cancel")
      var ids: Set<Int> = []
      for case .committed(let id, _, _) in pending.map(\.report) { ids.insert(id) }
      pending.removeAll { item in
        if case .committed(let id, _, _) = item.report { return ids.contains(id) }
        if case .finished(let id, _) = item.report { return ids.contains(id) }
        return false
      }
      for id in ids.sorted() { pending.append((now, .cancelled(id: id, at: now))) }
    case .write(let event):
      events.append(event)
      if let reason = event.fields["reason"]?.string { reasons.append(reason) }
      log.append(
        "write \(event.kind) \(event.label)"
          + ["edge", "outcome", "source"].compactMap { event.fields[$0]?.string }.map { " \($0)" }.joined())
    case .writeCue(_, let cue, _):
      if let reason = cue.reason { reasons.append(reason) }
      log.append(
        "cue \(cue.cue) \(cue.trial.map { "#\($0)" } ?? "-")" + (cue.repeatOf.map { " of #\($0)" } ?? "")
          + " \(cue.status.rawValue)")
    case .writeSay(_, let say, _):
      if let reason = say.reason { reasons.append(reason) }
      log.append("say \(say.text) \(say.status.rawValue)")
    case .heard(let slot, _): log.append("heard \(slot.cue ?? "")")
    case .asked(let step, _): log.append("asked \(step.rawValue)")
    case .calibrate(let step, _):
      log.append("calibrate \(step.rawValue)")
      guard !outcomes.isEmpty else { return }
      let end = now + MachineDriver.gesture
      answers.append((end, .calibration(outcomes.removeFirst(), end)))
    case .saveAgain:
      log.append("save again")
      seal()
    case .finish(let state, let reason, let boundary):
      log.append("finish \(state.rawValue)")
      finish = (state, reason, boundary)
      seal()
    }
  }

  private var isOver: Bool {
    saves == nil ? finish != nil : machine.activity == .finished
  }

  private mutating func seal() {
    guard let succeeds = saves?.first else { return }
    saves?.removeFirst()
    let end = now + .seconds(1)
    guard succeeds else {
      return answers.append((end, .saveFailed(reason: "test", mayRetry: true, end)))
    }
    answers.append((end, .saved(finish?.state ?? .complete, end)))
    answers.append((end + .milliseconds(100), .result("The result.", end + .milliseconds(100))))
  }

  private func times(at onset: HostTime, dispatched: HostTime) -> SoundTimes {
    SoundTimes(
      dispatched: dispatched, frame0: onset, audible: onset, audibleUncertaintyNs: 0, timing: .measured)
  }
}

extension RunPlan {
  /// LEFT after 3 s, CENTER after 4 s more, in one block.
  static func short(
    patience: Duration = .zero, withoutSound: Bool = false, before: [Step] = [], after: [Step] = []
  ) -> RunPlan {
    RunPlan(
      sensorPatience: patience, continuesWithoutSound: withoutSound,
      steps: before + [
        .block(
          Block(
            name: "one", intent: "plain", say: "Go.",
            slots: [
              Slot(cue: "LEFT", expect: .left, trial: 1, interval: .seconds(3)),
              Slot(cue: "CENTER", expect: .center, trial: 2, interval: .seconds(4)),
            ]))
      ] + after)
  }
}
