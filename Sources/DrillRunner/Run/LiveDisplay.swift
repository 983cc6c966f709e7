import CueAudio
import Foundation
import IMUDriver
import MotionCore

/// What whoever stands beside the run sees: the live view on a terminal, one line a change elsewhere.
final class LiveDisplay {
  private let screen: TerminalScreen
  private var notes: [LiveStatus.Message] = []
  private var freeBytes: Int64?
  private var freeLookedUp: HostTime?
  private var last: LiveStatus?
  private var timingClass: String?
  private var sensorName: String?
  /// What the keys do; empty where none is read.
  var keys = ""
  /// What a double tap does, where one is heard.
  var doubleTap: RunControl?
  private var marker: (note: RunNote, shown: LiveStatus.Message)?

  /// Messages that are kept in view.
  private static let notesShown = 3

  init(screen: TerminalScreen) {
    self.screen = screen
  }

  /// A display on stderr: results keep stdout to themselves.
  convenience init(plain: Bool) {
    let mode = TerminalScreen.mode(
      isTerminal: isatty(STDERR_FILENO) == 1, plain: plain,
      environment: ProcessInfo.processInfo.environment)
    self.init(screen: TerminalScreen(descriptor: STDERR_FILENO, mode: mode))
  }

  /// A message to be kept in view.
  func note(_ note: RunNote) {
    if note.mark != nil { return mark(note) }
    let text = note.text
    let number = (notes.last?.number ?? 0) + 1
    if let same = notes.last, same.text == text {
      notes[notes.count - 1] = .init(number: number, at: last?.elapsed, text: text, times: same.times + 1)
    } else {
      notes.append(.init(number: number, at: last?.elapsed, text: text))
    }
    if var status = last {
      status.messages = shownNotes
      show(status)
    }
  }

  /// A marker that was set by hand: each is told, and those that repeat the one before are counted.
  private func mark(_ note: RunNote) {
    let before = marker
    let times = before.map { note.repeats($0.note) ? $0.shown.times + 1 : 1 } ?? 1
    marker = (
      note,
      .init(number: (before?.shown.number ?? 0) + 1, at: last?.elapsed, text: note.text, times: times)
    )
    if var status = last {
      status.marker = marker?.shown
      show(status)
    }
  }

  private var shownNotes: [LiveStatus.Message] { Array(notes.suffix(LiveDisplay.notesShown)) }

  func show(
    engine: RunEngine, monitor: SensorMonitor, setup: RunSetup, output: any CueOutput, folder: String,
    battery: BatteryCharge?, at now: HostTime
  ) {
    let machine = engine.machine
    let started = engine.started ?? now
    var status = LiveStatus(state: machine.stateWord, drillTitle: setup.drill.title)
    show(machine, in: &status, at: now)
    status.isRecording = true
    status.isSynthetic = setup.rig.isSynthetic
    status.elapsed = now - started
    status.remaining = engine.remaining(at: now)
    let streams = zip(monitor.status(at: now), setup.rig.streams)
      .filter { $1.capability == .available }.map(\.0)
    // Asked for once: the description of a sensor is made anew from what its reader has found out.
    let sensorName = self.sensorName ?? setup.rig.sensors.first?.sensor.name ?? ""
    self.sensorName = sensorName
    status.sensorName = sensorName
    status.sensorState = LiveDisplay.sensorState(machine, streams, at: now)
    status.requestedHz = setup.drill.requestedHz
    status.streams = streams.map {
      .init(
        name: $0.name, count: $0.count, measuredHz: $0.sampling?.meanHz.value, sampling: $0.sampling)
    }
    status.losses = monitor.losses.mapValues { Int($0) }
    status.nextCue = machine.nextCue.map { .init(name: $0.name, distance: $0.onset - now) }
    status.angles = engine.angles?.map {
      .init(
        lateral: $0.lateralDegrees, forward: $0.forwardDegrees, axial: $0.axialDegrees,
        headingDrifts: $0.heading == .drifting)
    }
    status.keys = keys
    status.lastCue = engine.lastCue.map { .init(name: $0.name, distance: now - $0.onset) }
    status.sound = machine.soundIsGone ? ViewWord.soundLost.text : output.summary
    // Asked for once: the entry is computed from the whole run's frame clock, and the class does not change.
    let timingClass = self.timingClass ?? output.manifestEntry["timing_class"]?.string ?? ""
    self.timingClass = timingClass
    status.timingClass = timingClass
    status.diskFreeBytes = diskFree(folder, at: now)
    status.battery = battery
    status.messages = shownNotes
    show(status)
  }

  /// The capture is over, and the bundle is being sealed: what was captured last stays in view.
  func showSaving(_ machine: RunMachine, at now: HostTime) {
    guard var status = last else { return }
    show(machine, in: &status, at: now)
    status.isRecording = false
    status.sensorState = .notReadAnyMore
    status.nextCue = nil
    status.lastCue = nil
    status.angles = nil
    status.remaining = nil
    status.keys = keys.isEmpty || !machine.isClosing ? "" : ViewWord.endKeys.text
    show(status)
  }

  /// Gives the terminal back.
  func close() { screen.close() }

  private func show(_ status: LiveStatus) {
    last = status
    screen.show(status)
  }

  /// What the machine says of itself.
  private func show(_ machine: RunMachine, in status: inout LiveStatus, at now: HostTime) {
    status.state = machine.stateWord
    status.stage = machine.state
    status.mood = machine.mood
    status.step = machine.stepText
    status.sentences = machine.sentences(at: now)
    status.question = machine.openQuestion(doubleTap: doubleTap, haveKeys: !keys.isEmpty)
    status.endedEarly = machine.endedEarly
    status.marker = marker?.shown
    status.countdown = machine.countdown.map { .init(what: $0.what, left: max(.zero, $0.end - now)) }
  }

  private static func sensorState(
    _ machine: RunMachine, _ streams: [SensorMonitor.StreamStatus], at now: HostTime
  ) -> ViewWord {
    if machine.waitsForSensor { return .lostAndWaited }
    guard let newest = streams.compactMap(\.lastReceipt).max() else { return .noData }
    let age = (now - newest).inSeconds
    return age > 1 ? .silentFor(seconds: Int(age)) : .live
  }

  private func diskFree(_ folder: String, at now: HostTime) -> Int64? {
    if let looked = freeLookedUp, now - looked < .seconds(5) { return freeBytes }
    freeLookedUp = now
    freeBytes = try? DiskSpace.available(in: folder)
    return freeBytes
  }
}
