import CueAudio
import Foundation
import IMUDriver
import MotionCore

/// A whole drill in virtual time: the simulated rider and a silent output on a clock that jumps from event to
/// event, into a real bundle marked synthetic. Everything but the uuid and the wall time is a function of the
/// drill, the seed and the version.
struct Rehearsal {
  var file: DrillFile
  var drill: Drill
  var seed: UInt64
  /// The sessions folder.
  var folder: String

  /// Plays it and returns the sealed bundle.
  func run() throws -> RunResult {
    let clock = VirtualClock()
    let start = clock.now()
    let rider = SimulatedRider(seed: seed, answering: drill.requestedHz, clock: clock)
    var rig = SensorRig()
    rig.add(rider, name: "torso")
    let setup = RunSetup(file: file, drill: drill, seed: seed, rig: rig)
    let body = BodyWatch(rig)
    let output = VirtualOutput(clock: clock)
    let reports = Mailbox<SoundReport>()
    output.start { reports.post($0) }
    rider.begin(at: start)

    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    let anchor = WallAnchor.later(.start, host: start, from: start, wall: wall)
    let sink = try DirectRecorder(
      in: folder, plan: setup.bundlePlan(start: anchor, virtual: true, audio: output.manifestEntry),
      clock: clock, summarize: RunSetup.summarize)
    var engine = RunEngine(
      plan: setup.plan, sink: sink, output: output,
      clips: RunClips(nominalFor: drill, extraSentences: setup.plan.machineSentences), rider: rider,
      body: body)

    engine.handle(.begin(start))
    while engine.ending == nil {
      guard let next = [engine.nextDeadline, output.nextEvent].compactMap({ $0 }).min() else {
        preconditionFailure("nobody pauses a rehearsal, so that it always has a next deadline")
      }
      clock.advance(to: next)
      rider.advance(to: next) { event in
        guard case .sample(let stream, let sample) = event else { return }
        sink.record(sample, stream: stream)
        body.receive(sample, stream: stream)
      }
      output.advance(to: next)
      for report in reports.take(until: next, clock: clock) { engine.handle(.sound(report)) }
      engine.look(at: next)
      engine.handle(.time(next))
    }
    let ending = engine.ending!
    engine.writeRefinedTimes(at: ending.boundary)
    if let document = body.document { sink.keep(calibration: document) }
    let sealed = try sink.seal(state: ending.state) { manifest in
      manifest.anchors.append(
        WallAnchor.later(.end, host: ending.boundary, from: start, wall: wall))
      manifest.audio = output.manifestEntry
    }
    try RiderTruth.write(rider.truth, beside: sealed.path)
    engine.sealed(sealed.path, sealed.manifest.state, at: clock.now())
    let analysis = try SessionAnalysis(path: sealed.path, configuration: .default)
    engine.handle(.result(ClosingWords.spoken(analysis.analysis, setup.plan.words), clock.now()))
    // The last words, in virtual time.
    while engine.machine.activity != .finished,
      let next = [engine.machine.nextDeadline, output.nextEvent].compactMap({ $0 }).min()
    {
      clock.advance(to: next)
      output.advance(to: next)
      for report in reports.take(until: next, clock: clock) { engine.handle(.sound(report)) }
      engine.handle(.time(next))
    }
    return RunResult(
      state: sealed.manifest.state, reason: ending.reason, bundle: sealed.path, analysis: analysis,
      words: setup.plan.words)
  }
}
