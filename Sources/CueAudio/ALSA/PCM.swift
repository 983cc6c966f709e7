import CALSA
import Glibc
import MotionCore

/// An open PCM of alsa-lib, for playback or capture. One thread owns it; it is closed with `close`, or when it is released.
final class PCM {
  /// What a call on a running PCM came to.
  enum Outcome: Hashable {
    /// Frames taken; 0 when it has no room now or was interrupted by a signal.
    case frames(Int)
    /// The buffer ran dry, or over where it records (EPIPE).
    case underrun
    /// The machine slept (ESTRPIPE).
    case suspended
  }

  enum Direction: Hashable, Sendable {
    case playback, capture
  }

  let name: String
  let direction: Direction
  let calls: ALSACalls
  private(set) var granted = PCMConfiguration.standard
  private(set) var isMonotonic = false
  private var handle: OpaquePointer?
  private let statusMemory: OpaquePointer

  /// Opens `name` without blocking on a busy card. Errors: `unknownDevice`, `noServer`, `busy`,
  /// `permissionDenied`, `call`.
  init(name: String, direction: Direction = .playback, calls: ALSACalls) throws(AudioError) {
    self.name = name
    self.direction = direction
    self.calls = calls
    var memory: OpaquePointer?
    precondition(snd_pcm_status_malloc(&memory) == 0, "no memory for a PCM status")
    statusMemory = memory!
    let stream = direction == .playback ? SND_PCM_STREAM_PLAYBACK : SND_PCM_STREAM_CAPTURE
    let code = calls.open(&handle, name: name, stream: stream)
    guard code >= 0, handle != nil else { throw AudioError.opening(name, code: code) }
  }

  deinit {
    close()
    snd_pcm_status_free(statusMemory)
  }

  /// Stops at once and closes.
  func close() {
    guard let handle else { return }
    _ = calls.drop(handle)
    _ = calls.close(handle)
    self.handle = nil
  }

  /// True for the `null` PCM itself. A plug layer hides it; the self-test of `PlaybackLoop` finds that out.
  var isNull: Bool { handle.map { calls.type($0) == SND_PCM_TYPE_NULL } ?? false }

  /// The number of the kernel card behind it; nil for a sound server.
  var card: Int? {
    guard let handle else { return nil }
    var info: OpaquePointer?
    guard snd_pcm_info_malloc(&info) == 0, let info else { return nil }
    defer { snd_pcm_info_free(info) }
    guard calls.info(handle, info) >= 0 else { return nil }
    let card = snd_pcm_info_get_card(info)
    return card < 0 ? nil : Int(card)
  }

  /// What the PCM says it is: "ALSA <-> PulseAudio PCM I/O Plugin", "HDA Intel PCH analog".
  var description: String? {
    guard let handle else { return nil }
    var info: OpaquePointer?
    guard snd_pcm_info_malloc(&info) == 0, let info else { return nil }
    defer { snd_pcm_info_free(info) }
    guard calls.info(handle, info) >= 0, let text = snd_pcm_info_get_name(info) else { return nil }
    return String(cString: text)
  }

  /// Sets it up for 16-bit interleaved frames, stamped on CLOCK_MONOTONIC, started only explicitly.
  /// Errors: `unsuitable` where what is granted cannot be used, `call`.
  func configure(_ asked: PCMConfiguration) throws(AudioError) {
    guard let handle else { throw .unplugged(pcm: name) }
    var memory: OpaquePointer?
    guard snd_pcm_hw_params_malloc(&memory) == 0, let parameters = memory else {
      throw .call(pcm: name, name: "snd_pcm_hw_params_malloc", code: -ENOMEM)
    }
    defer { snd_pcm_hw_params_free(parameters) }
    try check(calls.hardwareParametersAny(handle, parameters), "snd_pcm_hw_params_any")
    guard calls.setInterleaved(handle, parameters) >= 0, calls.setSigned16(handle, parameters) >= 0 else {
      throw .unsuitable(pcm: name, .sampleFormat)
    }
    var channels = UInt32(asked.channels)
    var rate = UInt32(asked.rateHz)
    var period = snd_pcm_uframes_t(asked.periodFrames)
    var buffer = snd_pcm_uframes_t(asked.bufferFrames)
    try check(
      calls.setChannelsNear(handle, parameters, &channels), "snd_pcm_hw_params_set_channels_near")
    try check(calls.setRateNear(handle, parameters, &rate), "snd_pcm_hw_params_set_rate_near")
    try check(calls.setPeriodNear(handle, parameters, &period), "snd_pcm_hw_params_set_period_size_near")
    try check(calls.setBufferNear(handle, parameters, &buffer), "snd_pcm_hw_params_set_buffer_size_near")
    try check(calls.install(hardware: parameters, in: handle), "snd_pcm_hw_params")
    snd_pcm_hw_params_get_period_size(parameters, &period, nil)
    granted = PCMConfiguration(
      rateHz: Int(calls.rate(of: parameters)), channels: Int(calls.channels(of: parameters)),
      periodFrames: Int(period), bufferFrames: Int(calls.buffer(of: parameters)))
    if let reason = granted.refusal(asked: asked) { throw .unsuitable(pcm: name, reason) }
    isMonotonic = snd_pcm_hw_params_is_monotonic(parameters) == 1
    try configureSoftware(handle)
  }

  /// The threshold is a large fixed number: the buffer's boundary overflows in the PulseAudio plugin.
  private func configureSoftware(_ handle: OpaquePointer) throws(AudioError) {
    var memory: OpaquePointer?
    guard snd_pcm_sw_params_malloc(&memory) == 0, let parameters = memory else {
      throw .call(pcm: name, name: "snd_pcm_sw_params_malloc", code: -ENOMEM)
    }
    defer { snd_pcm_sw_params_free(parameters) }
    try check(snd_pcm_sw_params_current(handle, parameters), "snd_pcm_sw_params_current")
    snd_pcm_sw_params_set_start_threshold(handle, parameters, 0x1000_0000)
    snd_pcm_sw_params_set_avail_min(handle, parameters, snd_pcm_uframes_t(granted.periodFrames))
    snd_pcm_sw_params_set_tstamp_mode(handle, parameters, SND_PCM_TSTAMP_ENABLE)
    snd_pcm_sw_params_set_tstamp_type(handle, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC)
    try check(calls.install(software: parameters, in: handle), "snd_pcm_sw_params")
  }

  /// Makes it ready for new frames, after opening or an underrun.
  func prepare() throws(AudioError) {
    guard let handle else { throw .unplugged(pcm: name) }
    let code = calls.prepare(handle)
    guard code >= 0 else { throw AudioError.playing(name, call: "snd_pcm_prepare", code: code) }
  }

  /// Throws away what is queued, so that `prepare` begins with an empty buffer.
  func drop() {
    if let handle { _ = calls.drop(handle) }
  }

  /// Starts explicitly: without it a refilled PCM stays PREPARED for ever.
  func start() throws(AudioError) {
    guard let handle else { throw .unplugged(pcm: name) }
    let code = calls.start(handle)
    guard code >= 0 else { throw AudioError.playing(name, call: "snd_pcm_start", code: code) }
  }

  /// Asks the driver to go on after system sleep; false where it must be prepared anew (snd_pcm_resume(3)).
  func resume() -> Bool {
    handle.map { calls.resume($0) >= 0 } ?? false
  }

  /// Waits until there is room for a period, at most `milliseconds`. What fails shows in the next status.
  func wait(milliseconds: Int32) {
    if let handle { _ = calls.wait(handle, milliseconds: milliseconds) }
  }

  /// Time stamp, delay and room, of one status call.
  func status() throws(AudioError) -> PCMStatus {
    guard let handle else { throw .unplugged(pcm: name) }
    let code = calls.status(handle, statusMemory)
    guard code >= 0 else { throw AudioError.playing(name, call: "snd_pcm_status", code: code) }
    let stamp = calls.stamp(in: statusMemory)
    return PCMStatus(
      state: PCMState(rawValue: calls.state(in: statusMemory)),
      timestampNs: Int64(stamp.tv_sec) * 1_000_000_000 + Int64(stamp.tv_nsec),
      delay: snd_pcm_status_get_delay(statusMemory),
      available: Int(bitPattern: snd_pcm_status_get_avail(statusMemory)))
  }

  /// Hands over `count` interleaved frames. Never blocks.
  func write(_ frames: UnsafeRawPointer, count: Int) throws(AudioError) -> Outcome {
    guard let handle else { throw .unplugged(pcm: name) }
    let result = calls.write(handle, frames, count: count)
    if result >= 0 { return .frames(result) }
    switch Int32(-result) {
    case EAGAIN, EINTR: return .frames(0)
    case EPIPE: return .underrun
    case ESTRPIPE: return .suspended
    default: throw AudioError.playing(name, call: "snd_pcm_writei", code: Int32(result))
    }
  }

  /// Takes up to `count` interleaved frames. Never blocks.
  func read(_ frames: UnsafeMutableRawPointer, count: Int) throws(AudioError) -> Outcome {
    guard let handle else { throw .unplugged(pcm: name) }
    let result = calls.read(handle, frames, count: count)
    if result >= 0 { return .frames(result) }
    switch Int32(-result) {
    case EAGAIN, EINTR: return .frames(0)
    case EPIPE: return .underrun
    case ESTRPIPE: return .suspended
    default: throw AudioError.playing(name, call: "snd_pcm_readi", code: Int32(result))
    }
  }

  private func check(_ code: Int32, _ call: String) throws(AudioError) {
    guard code >= 0 else { throw .call(pcm: name, name: call, code: code) }
  }
}
