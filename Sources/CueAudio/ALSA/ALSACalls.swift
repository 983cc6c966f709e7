import CALSA
import Glibc
import MotionCore

/// The calls of alsa-lib that are used, one thin function for each. Results are what the library returns:
/// negative errno values are failures. A fault plan may trace them and make the nth call fail.
struct ALSACalls: Sendable {
  var faults: FaultPlan?

  init(faults: FaultPlan? = nil) {
    self.faults = faults
    calsa_silence_messages()
  }

  func open(_ pcm: inout OpaquePointer?, name: String, stream: snd_pcm_stream_t) -> Int32 {
    faults?.note("snd_pcm_open") ?? snd_pcm_open(&pcm, name, stream, SND_PCM_NONBLOCK)
  }

  func close(_ pcm: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_close") ?? snd_pcm_close(pcm)
  }

  func type(_ pcm: OpaquePointer) -> snd_pcm_type_t {
    snd_pcm_type(pcm)
  }

  func prepare(_ pcm: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_prepare") ?? snd_pcm_prepare(pcm)
  }

  func start(_ pcm: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_start") ?? snd_pcm_start(pcm)
  }

  func drop(_ pcm: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_drop") ?? snd_pcm_drop(pcm)
  }

  func resume(_ pcm: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_resume") ?? snd_pcm_resume(pcm)
  }

  /// Frames taken, or a negative code.
  func write(_ pcm: OpaquePointer, _ frames: UnsafeRawPointer, count: Int) -> Int {
    (faults?.note("snd_pcm_writei")).map(Int.init) ?? snd_pcm_writei(pcm, frames, snd_pcm_uframes_t(count))
  }

  /// Positive when there is room for a period, 0 after `milliseconds`, or a negative code.
  func wait(_ pcm: OpaquePointer, milliseconds: Int32) -> Int32 {
    faults?.note("snd_pcm_wait") ?? snd_pcm_wait(pcm, milliseconds)
  }

  /// Frames given, or a negative code.
  func read(_ pcm: OpaquePointer, _ frames: UnsafeMutableRawPointer, count: Int) -> Int {
    (faults?.note("snd_pcm_readi")).map(Int.init) ?? snd_pcm_readi(pcm, frames, snd_pcm_uframes_t(count))
  }

  /// Fills `status`, which the caller has allocated.
  func status(_ pcm: OpaquePointer, _ status: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_status") ?? snd_pcm_status(pcm, status)
  }

  /// The state in a status; a plan's code is taken as the state.
  func state(in status: OpaquePointer) -> UInt32 {
    (faults?.note("snd_pcm_status_get_state")).map(UInt32.init) ?? snd_pcm_status_get_state(status).rawValue
  }

  /// The time stamp in a status; a plan's code is taken as its nanoseconds.
  func stamp(in status: OpaquePointer) -> timespec {
    if let code = faults?.note("snd_pcm_status_get_htstamp") {
      return timespec(tv_sec: 0, tv_nsec: Int(code))
    }
    var stamp = timespec()
    snd_pcm_status_get_htstamp(status, &stamp)
    return stamp
  }

  func info(_ pcm: OpaquePointer, _ info: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_info") ?? snd_pcm_info(pcm, info)
  }

  func hardwareParametersAny(_ pcm: OpaquePointer, _ parameters: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_hw_params_any") ?? snd_pcm_hw_params_any(pcm, parameters)
  }

  func setInterleaved(_ pcm: OpaquePointer, _ parameters: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_hw_params_set_access")
      ?? snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED)
  }

  func setSigned16(_ pcm: OpaquePointer, _ parameters: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_hw_params_set_format")
      ?? snd_pcm_hw_params_set_format(pcm, parameters, SND_PCM_FORMAT_S16_LE)
  }

  func setChannelsNear(
    _ pcm: OpaquePointer, _ parameters: OpaquePointer, _ channels: inout UInt32
  ) -> Int32 {
    faults?.note("snd_pcm_hw_params_set_channels_near")
      ?? snd_pcm_hw_params_set_channels_near(pcm, parameters, &channels)
  }

  func setRateNear(_ pcm: OpaquePointer, _ parameters: OpaquePointer, _ rateHz: inout UInt32) -> Int32 {
    faults?.note("snd_pcm_hw_params_set_rate_near")
      ?? snd_pcm_hw_params_set_rate_near(pcm, parameters, &rateHz, nil)
  }

  func setPeriodNear(
    _ pcm: OpaquePointer, _ parameters: OpaquePointer, _ frames: inout snd_pcm_uframes_t
  ) -> Int32 {
    faults?.note("snd_pcm_hw_params_set_period_size_near")
      ?? snd_pcm_hw_params_set_period_size_near(pcm, parameters, &frames, nil)
  }

  func setBufferNear(
    _ pcm: OpaquePointer, _ parameters: OpaquePointer, _ frames: inout snd_pcm_uframes_t
  ) -> Int32 {
    faults?.note("snd_pcm_hw_params_set_buffer_size_near")
      ?? snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &frames)
  }

  /// The channels that were granted; a plan's code is taken as their number.
  func channels(of parameters: OpaquePointer) -> UInt32 {
    if let code = faults?.note("snd_pcm_hw_params_get_channels") { return UInt32(code) }
    var channels: UInt32 = 0
    snd_pcm_hw_params_get_channels(parameters, &channels)
    return channels
  }

  /// The rate that was granted, Hz; a plan's code is taken as it.
  func rate(of parameters: OpaquePointer) -> UInt32 {
    if let code = faults?.note("snd_pcm_hw_params_get_rate") { return UInt32(code) }
    var rate: UInt32 = 0
    snd_pcm_hw_params_get_rate(parameters, &rate, nil)
    return rate
  }

  /// The buffer that was granted, frames; a plan's code is taken as it.
  func buffer(of parameters: OpaquePointer) -> snd_pcm_uframes_t {
    if let code = faults?.note("snd_pcm_hw_params_get_buffer_size") { return snd_pcm_uframes_t(code) }
    var buffer: snd_pcm_uframes_t = 0
    snd_pcm_hw_params_get_buffer_size(parameters, &buffer)
    return buffer
  }

  func install(hardware parameters: OpaquePointer, in pcm: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_hw_params") ?? snd_pcm_hw_params(pcm, parameters)
  }

  func install(software parameters: OpaquePointer, in pcm: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_sw_params") ?? snd_pcm_sw_params(pcm, parameters)
  }
}
