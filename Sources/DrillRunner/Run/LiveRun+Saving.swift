import CueAudio
import IMUDriver
import MotionCore

// After the capture: the bundle is sealed, again where that fails; then the last words.
extension LiveRun {
  func save(
    _ sink: any SessionSink, _ engine: inout RunEngine, interruptions: [Manifest.Anchor]
  ) throws -> RunResult {
    let ending = engine.ending!
    // Ends the reader threads: what was stamped before the boundary has been delivered then.
    stopSensors()
    monitor.attach(nil)
    engine.writeRefinedTimes(at: clock.now())
    if let document = body.document { sink.keep(calibration: document) }
    let anchors = interruptions + [WallAnchor.at(.end, host: ending.boundary, clock: clock)]
    let sealed = try sealUntilSafe(sink, &engine, anchors)
    do throws(FileError) {
      try RiderTruth.write(setup.rig.rider?.truth, beside: sealed.path, fileSystem: fileSystem)
    } catch {
      display.note(.truthNotStored(reason: error.cause))
    }
    var losses = monitor.losses
    for stream in sealed.streams where stream.queueFull + stream.notWritten > 0 {
      losses["rows_of_" + stream.name, default: 0] += Int64(stream.queueFull + stream.notWritten)
    }
    var result = RunResult(
      state: sealed.manifest.state, reason: ending.reason, bundle: sealed.path, losses: losses,
      words: setup.plan.words)
    engine.sealed(sealed.path, result.state, at: clock.now())
    display.showSaving(engine.machine, at: clock.now())
    // While "saved" is being said. What cannot be analysed is told by the report.
    result.analysis = try? SessionAnalysis(path: sealed.path, configuration: .default)
    // Nobody waits for words that are not heard; the report has them.
    let words = result.words
    let closing = clips.areHeard ? result.analysis.flatMap { ClosingWords.spoken($0.analysis, words) } : nil
    engine.handle(.result(closing, clock.now()))
    passTime(&engine) { $0.machine.activity != .finished }
    return result
  }

  /// Seals; a seal that fails is said, and tried again as often and as late as the machine wants it. What was
  /// written is never overwritten by that: the same files are synced, read back and sealed.
  private func sealUntilSafe(
    _ sink: any SessionSink, _ engine: inout RunEngine, _ anchors: [Manifest.Anchor]
  ) throws -> SealedBundle {
    while true {
      display.showSaving(engine.machine, at: clock.now())
      do {
        return try sink.seal(state: engine.ending!.state) { describe(&$0, anchors) }
      } catch let error as SealError {
        display.note(.notSealed(error))
        engine.handle(
          .saveFailed(reason: error.cause, mayRetry: error.mayBeRetried, clock.now()))
        passTime(&engine) { $0.machine.activity != .finished && $0.machine.activity != .sealing }
        if engine.machine.activity == .finished { throw error }
      }
    }
  }

  /// What the run knows for the manifest.
  private func describe(_ manifest: inout Manifest, _ anchors: [Manifest.Anchor]) {
    manifest.anchors += anchors
    manifest.sensors = setup.rig.sensors
    manifest.audio = output.manifestEntry
    for (index, member) in setup.rig.members.enumerated() {
      for (stream, now) in zip(member.streams, member.source.streams) {
        // What the fields mean may have been found while recording.
        manifest.streams[stream].description.fields = now.fields
        for (kind, count) in monitor.losses(ofMember: index) {
          manifest.streams[stream].losses[kind] = .integer(count)
        }
      }
    }
  }

  /// Lets sounds and signals pass to the machine as long as `goesOn`: the capture is over.
  private func passTime(_ engine: inout RunEngine, while goesOn: (RunEngine) -> Bool) {
    while goesOn(engine) {
      let wake = clock.now() + .milliseconds(100)
      let deadline = min(engine.machine.nextDeadline ?? wake, wake)
      for message in mailbox.take(until: deadline, clock: clock) {
        switch message {
        case .sound(let report): engine.handle(.sound(report))
        case .signal(let name): engine.handle(.stop(reason: RunReason.signal(name).text, clock.now()))
        case .control(.stop, let source, let time):
          engine.handle(RunControl.stop.input(source, time))
        default: break
        }
      }
      engine.handle(.time(clock.now()))
      display.showSaving(engine.machine, at: clock.now())
    }
  }
}
