import Foundation
import MotionCore
import Synchronization

/// Sound through one ALSA PCM that stays open, and plays silence, from `open` to `stop`.
///
/// A plain thread of its own owns the PCM. A watchdog beside it sees when nothing moves any more: a suspended sink,
/// a dead server, a call that does not return; the output is then lost, in bounded time. Reports come from
/// one serial queue, never from the audio thread.
///
/// A `cancelled` report without an earlier `committed` one means that nothing of the sound was heard; after a
/// `committed` one that it was cut, with a ramp of 2 ms.
public final class ALSAOutput: CueOutput {
  private let link: PlaybackLink
  private let options: ALSAOutputOptions
  private let identity: OutputIdentity
  private let latency: DeviceLatency?
  /// Dispatch sources may be cancelled from any thread, but are not marked so.
  private nonisolated(unsafe) let watchdog: any DispatchSourceTimer
  private let sinkWatch: SinkWatch?

  /// Opens what `selector` names, starts it and tests it. Blocks for a few tenths of a second, at most ten seconds.
  init(
    _ selector: OutputSelector, clock: any HostClock, options: ALSAOutputOptions, faults: FaultPlan?
  ) throws(AudioError) {
    let opening = OutputOpening(clock: clock, options: options, faults: faults)
    var identity = try opening.open(pcm: selector.pcmName())
    let link = opening.link
    var sink: ServerSink?
    if identity.timingClass == .server, identity.cardNumber == nil { sink = ServerSinks().playing() }
    if let sink { identity.take(sink: sink) }
    if let wanted = selector.pinnedID, wanted != identity.stableID {
      link.requestStop()
      throw .otherDevice(pcm: identity.pcm, wanted: wanted, opened: identity.stableID)
    }
    self.link = link
    self.options = options
    self.identity = identity
    latency = options.latency(of: identity)
    link.send(.calibrate(identity, latency))
    let (pcm, limit) = (identity.pcm, options.stallLimit)
    sinkWatch = sink.map { sink in
      SinkWatch(sink: sink, every: options.sinkCheckInterval) { now in
        link.lose(.moved(pcm: pcm, from: sink.name, to: now.name), at: clock.now())
      }
    }
    watchdog = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "cue output watchdog"))
    watchdog.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
    watchdog.setEventHandler {
      let now = clock.now()
      let silence = link.stalled(for: now)
      guard silence > limit else { return }
      link.lose(.stalled(pcm: pcm, milliseconds: Int(silence.inSeconds * 1000)), at: now)
    }
    watchdog.resume()
  }

  deinit {
    watchdog.cancel()
    sinkWatch?.end()
    link.requestStop()
  }

  public var manifestEntry: JSONValue {
    let (_, history) = link.committed()
    var entry: JSONObject = [
      "pcm": .string(identity.pcm), "card": .string(identity.card),
      "stable_id": .string(identity.stableID), "timing_class": .string(identity.timingClass.rawValue),
      "rate_hz": .integer(Int64(identity.granted.rateHz)),
      "channels": .integer(Int64(identity.granted.channels)),
      "period_frames": .integer(Int64(identity.granted.periodFrames)),
      "buffer_frames": .integer(Int64(identity.granted.bufferFrames)), "voice": .string(options.voice),
    ]
    if let latency { entry.append("latency_constant_ns", .integer(latency.constant.wholeNanoseconds)) }
    if let drift = history.driftPPM { entry.append("drift_ppm", .real(drift)) }
    if let residual = history.residualNs { entry.append("residual_ns", .real(residual)) }
    entry.append("underruns", .integer(Int64(link.underruns)))
    if link.priority != .normal { entry.append("scheduling", .string(link.priority.text)) }
    return .object(entry)
  }

  public var summary: String {
    var text = "\(identity.card) (\(identity.stableID)) via pcm \(identity.pcm), "
    text += "\(identity.timingClass.rawValue) class, \(identity.granted.rateHz) Hz, "
    if let latency {
      let milliseconds = String(format: "%.2f", latency.constant.inSeconds * 1000)
      text +=
        (identity.isWhole(latency)
        ? OutputRemark.latency(milliseconds: milliseconds) : .latencyOfServer(milliseconds: milliseconds))
        .text
    } else {
      text += (identity.isBluetooth ? OutputRemark.latencyOfBluetooth : .latencyNotMeasured).text
    }
    if let doubt = identity.doubt { text += "; " + OutputRemark.notHardware(doubt).text }
    if link.priority != .normal { text += "; \(link.priority.text)" }
    return text
  }

  /// How this output's times can be trusted.
  public var timingClass: TimingClass { identity.timingClass }
  /// What must be known of this output before a run; its mixer is read now.
  public var attentions: [OutputAttention] { identity.attentions(calls: MixerCalls()) }
  /// The same for the same device after a restart of the machine.
  public var stableID: String { identity.stableID }
  /// The constant that is applied; nil where none is stored for this output and set-up.
  public var appliedLatency: DeviceLatency? { latency }
  /// Frames of a period and of the buffer that were granted.
  public var grantedFrames: (period: Int, buffer: Int) {
    (identity.granted.periodFrames, identity.granted.bufferFrames)
  }

  /// Delivers reports from now on. Throws the `AudioError` of which the output was lost since it was opened.
  public func start(report: @escaping @Sendable (SoundReport) -> Void) throws {
    try link.attach(report)
  }

  /// Queues a sound; after a loss or a stop it does nothing.
  public func play(_ request: SoundRequest) {
    link.send(.play(request))
  }

  public func cancelAll() {
    link.send(.cancelAll)
  }

  /// From the readings on both sides of each sound; as predicted at commit where there are too few of them.
  public func refinedTimes() -> [Int: SoundTimes] {
    let (committed, history) = link.committed()
    let frameNs = history.nanosecondsPerFrame
    return committed.mapValues { sound in
      guard let (frame0, spread) = history.time(ofFrame: sound.start, segment: sound.segment) else {
        return sound.times
      }
      return identity.times(
        dispatched: sound.times.dispatched, frame0: frame0,
        uncertaintyNs: (spread * spread + frameNs * frameNs / 12).squareRoot(), clip: sound.clip,
        latency: latency)
    }
  }

  /// Cuts what plays, cancels the rest and closes, within about a second even where the output hangs.
  public func stop() {
    watchdog.cancel()
    sinkWatch?.end()
    link.requestStop()
    if link.ended.wait(timeout: .now() + 1) == .success { link.ended.signal() }
    link.flush()
  }
}
