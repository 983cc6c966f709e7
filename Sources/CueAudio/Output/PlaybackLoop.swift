import Foundation
import MotionCore

/// What the audio thread does: keeps the PCM full, reads its position once a period, and reports. It never spins. On a
/// kernel card it waits for the card's interrupt, on a sound server it sleeps for the time that the buffer leaves it.
///
/// Only the audio thread uses it.
final class PlaybackLoop {
  private let pcm: PCM
  private let link: PlaybackLink
  private let clock: any HostClock
  private var latency: DeviceLatency?
  private var identity: OutputIdentity
  private let period: Int
  private let buffer: Int
  private var core: PlaybackCore
  private var frameClock: FrameClock
  private var stamps = StampFilter()
  private let chunk: UnsafeMutableBufferPointer<Int16>
  /// Frames of the chunk that were handed over; all of them, when the next one may be rendered.
  private var chunkWritten: Int
  private var commands: [PlaybackLink.Command] = []
  /// Frames handed over since opening, and since the last start.
  private var written: Int64 = 0
  private var writtenSinceStart = 0
  private var startedAt: HostTime
  /// Frames before this one have left.
  private var position: Int64 = 0
  private var hasStamp = false
  private var selfTest: TimingSelfTest
  /// Starts after the first one.
  private(set) var restarts = 0

  init(pcm: PCM, link: PlaybackLink, clock: any HostClock, latency: DeviceLatency?) {
    self.pcm = pcm
    self.link = link
    self.clock = clock
    self.latency = latency
    identity = OutputIdentity(of: pcm)
    period = pcm.granted.periodFrames
    buffer = pcm.granted.bufferFrames
    core = PlaybackCore(
      periodFrames: period, channels: pcm.granted.channels, latency: latency?.constant ?? .zero)
    selfTest = TimingSelfTest(rateHz: pcm.granted.rateHz, periodFrames: period)
    frameClock = FrameClock(rateHz: pcm.granted.rateHz)
    chunk = .allocate(capacity: period * pcm.granted.channels)
    chunk.initialize(repeating: 0)
    chunkWritten = period
    startedAt = clock.now()
    commands.reserveCapacity(64)
  }

  deinit {
    chunk.deallocate()
  }

  // MARK: Opening

  /// Starts the output, watches whether it consumes frames in real time, and finds its timing class. Returns who it
  /// is.
  ///
  /// Errors: `notPaced` for the null and file PCMs, `stalled` where nothing is consumed within `limit`,
  /// `unsuitable` where its time stamps are not on CLOCK_MONOTONIC, and those of the calls.
  func testItself(limit: Duration) throws(AudioError) -> OutputIdentity {
    guard !pcm.isNull else { throw .notPaced(pcm: pcm.name) }
    try start()
    while writtenSinceStart <= buffer || !hasStamp
      || (identity.timingClass == .hardware && !selfTest.isComplete)
    {
      let elapsed = clock.now() - startedAt
      guard elapsed < limit else {
        guard writtenSinceStart > buffer else {
          throw .stalled(pcm: pcm.name, milliseconds: Int(limit.inSeconds * 1000))
        }
        throw .unsuitable(pcm: pcm.name, .otherClock)
      }
      let asked = clock.now()
      let status = try pcm.status()
      guard status.state != .disconnected else { throw .unplugged(pcm: pcm.name) }
      try read(status, asked: asked)
      try fill(room: status.available)
      try checkPace()
      sleep(room: status.available)
    }
    link.progressed(at: clock.now())
    identity.take(doubt: selfTest.doubt)
    return identity
  }

  /// Prepares, fills half the buffer and starts explicitly. A full buffer would start by itself in the
  /// PulseAudio plugin, and one that is not started at all would never play.
  private func start() throws(AudioError) {
    try pcm.prepare()
    writtenSinceStart = 0
    frameClock.restart()
    selfTest.restart()
    startedAt = clock.now()
    while writtenSinceStart + period <= buffer / 2 {
      guard case .frames(let count) = try writeChunk(), count > 0 else { break }
    }
    startedAt = clock.now()
    try pcm.start()
  }

  /// Frames can be taken only as fast as they are played, a buffer ahead. Twice the time is allowed for servers
  /// that catch up.
  private func checkPace() throws(AudioError) {
    let elapsedFrames = (clock.now() - startedAt).inSeconds * Double(pcm.granted.rateHz)
    if Double(writtenSinceStart) > Double(buffer + 2 * period) + 2 * elapsedFrames {
      throw .notPaced(pcm: pcm.name)
    }
  }

  // MARK: Running

  /// Plays until the link says stop, or the output is lost.
  func run() {
    do throws(AudioError) {
      while !link.shallStop { try cycle() }
      try fadeOut()
    } catch {
      link.lose(error, at: clock.now())
    }
    pcm.close()
  }

  /// Silence after the last sound, before the output is closed: a server that is left cuts what it has not played, and
  /// its word of what it has may be a block too early.
  private static let tail = Int64(Clip.rateHz / 20)

  /// Cuts what sounds with a ramp, lets it leave, and a tail of silence after it, and then ends: within a buffer and
  /// two tenths of a second.
  private func fadeOut() throws(AudioError) {
    obey()
    cancelAll()
    let deadline = clock.now() + Clip.duration(ofFrames: buffer) + .milliseconds(200)
    while core.isSounding || position < core.silentFrom + PlaybackLoop.tail, clock.now() < deadline {
      try cycle()
    }
  }

  private func cycle() throws(AudioError) {
    obey()
    let asked = clock.now()
    let status = try pcm.status()
    switch status.state {
    case .disconnected: throw .unplugged(pcm: pcm.name)
    case .underrun: try restart(lost: false)
    case .suspended: try wakeUp()
    default:
      try read(status, asked: asked)
      finish()
      // Where the PulseAudio plugin hides an underrun, only the empty buffer shows it.
      if status.available >= buffer {
        try checkPace()
        try restart(lost: false)
      } else {
        try fill(room: status.available)
      }
    }
    sleep(room: status.available)
  }

  private func obey() {
    link.takeCommands(into: &commands)
    for command in commands {
      switch command {
      case .play(let request): core.add(request)
      case .cancelAll: cancelAll()
      case .calibrate(let identity, let latency):
        self.identity = identity
        self.latency = latency
        core.latency = latency?.constant ?? .zero
      }
    }
    commands.removeAll(keepingCapacity: true)
  }

  /// What was rendered already will leave, and is reported as such before its cut is.
  private func cancelAll() {
    let now = clock.now()
    for sound in core.commit(upTo: core.rendered) { commit(sound, dispatched: now) }
    let (cancelled, unheard) = core.cancelAll()
    for id in cancelled { link.emit(.cancelled(id: id, at: now)) }
    for id in unheard { link.emit(.failed(id: id, reason: SoundFailure.cutBeforeOnset.text, at: now)) }
  }

  /// Takes position and time of one status. The stamp is 0 just after a start.
  private func read(_ status: PCMStatus, asked: HostTime) throws(AudioError) {
    let stamp = HostTime(nanoseconds: status.timestampNs)
    guard status.state == .running, status.timestampNs != 0,
      abs((clock.now() - stamp).inSeconds) < 1
    else { return }
    hasStamp = true
    position = written - Int64(status.delay)
    if identity.timingClass == .hardware,
      !stamps.accepts(queued: buffer - status.available, delay: status.delay, age: asked - stamp)
    {
      return
    }
    if !selfTest.isComplete { selfTest.observe(frame: position, stamp: stamp, now: clock.now()) }
    if frameClock.observe(frame: position, at: stamp) == .jumped {
      interrupted(lookBack: Int64(FrameClock.jumpReadings * period))
    }
    if let point = frameClock.takePoint() { link.keep(point) }
  }

  /// Writes as many whole periods as there is room for.
  private func fill(room: Int) throws(AudioError) {
    var left = room
    while left >= period {
      switch try writeChunk() {
      case .frames(0): return
      case .frames(let count): left -= count
      case .underrun: return try restart(lost: false)
      case .suspended: return try wakeUp()
      }
    }
  }

  /// Hands over what is left of the chunk, or a fresh one.
  private func writeChunk() throws(AudioError) -> PCM.Outcome {
    if chunkWritten == period {
      core.render(into: chunk, clock: frameClock)
      chunkWritten = 0
    }
    let dispatched = clock.now()
    let frames = UnsafeRawPointer(chunk.baseAddress! + chunkWritten * pcm.granted.channels)
    let outcome = try pcm.write(frames, count: period - chunkWritten)
    if case .frames(let count) = outcome, count > 0 {
      chunkWritten += count
      written += Int64(count)
      writtenSinceStart += count
      // Until a buffer was taken nothing need have been played.
      if writtenSinceStart > buffer { link.progressed(at: dispatched) }
      for sound in core.commit(upTo: written) { commit(sound, dispatched: dispatched) }
    }
    return outcome
  }

  // MARK: Reports

  private func commit(_ sound: PlaybackCore.Placed, dispatched: HostTime) {
    let clip = sound.request.clip
    let frame0 = frameClock.time(ofFrame: sound.start)
    let times = identity.times(
      dispatched: dispatched, frame0: frame0, uncertaintyNs: frameClock.uncertaintyNs(periodFrames: period),
      clip: clip, latency: latency)
    link.commit(
      id: sound.request.id,
      PlaybackLink.Committed(start: sound.start, segment: frameClock.segment, clip: clip, times: times),
      late: sound.late)
  }

  private func finish() {
    for sound in core.finish(upTo: position) {
      link.emit(.finished(id: sound.request.id, at: frameClock.time(ofFrame: sound.end) ?? clock.now()))
    }
  }

  /// The output's time line was broken. A jump is seen only after some readings: what had its onset in the `lookBack`
  /// frames before has no trustworthy time either.
  private func interrupted(lookBack: Int64 = 0) {
    let now = clock.now()
    link.emit(.underrun(at: now))
    for sound in core.interrupt(at: position - lookBack) {
      link.emit(
        .failed(id: sound.request.id, reason: SoundFailure.interrupted.text, at: now))
    }
  }

  // MARK: Recovery

  /// Starts anew after an underrun: prepare, refill, explicit start, new fit. Where the queued frames were `lost`,
  /// only those that had left by the last reading were played; after an underrun all of them.
  private func restart(lost: Bool) throws(AudioError) {
    restarts += 1
    if !lost { position = written }
    finish()
    interrupted()
    pcm.drop()
    try start()
  }

  private func wakeUp() throws(AudioError) {
    if pcm.resume() {
      interrupted()
      frameClock.restart()
    } else {
      try restart(lost: true)
    }
  }

  /// Sleeps until there is room for a period, but at least a quarter of a period. A kernel card wakes the thread when
  /// its pointer has just moved: readings at other instants are off by what it moves at once, 1 ms to 5 ms.
  private func sleep(room: Int) {
    var missing = Clip.duration(ofFrames: max(period / 4, min(period, period - room)))
    if identity.timingClass == .hardware {
      let began = clock.now()
      pcm.wait(milliseconds: Int32(2 * period * 1000 / pcm.granted.rateHz + 1))
      missing = Clip.duration(ofFrames: period / 4) - (clock.now() - began)
    }
    if missing > .zero { Thread.sleep(forTimeInterval: missing.inSeconds) }
  }
}
