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

  func open(_ pcm: inout OpaquePointer?, name: String) -> Int32 {
    faults?.note("snd_pcm_open") ?? snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
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

  /// Fills `status`, which the caller has allocated.
  func status(_ pcm: OpaquePointer, _ status: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_status") ?? snd_pcm_status(pcm, status)
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

  func install(hardware parameters: OpaquePointer, in pcm: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_hw_params") ?? snd_pcm_hw_params(pcm, parameters)
  }

  func install(software parameters: OpaquePointer, in pcm: OpaquePointer) -> Int32 {
    faults?.note("snd_pcm_sw_params") ?? snd_pcm_sw_params(pcm, parameters)
  }
}
