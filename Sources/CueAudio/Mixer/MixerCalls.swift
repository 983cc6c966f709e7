import CALSA
import MotionCore

/// The calls of alsa-lib's simple mixer that are used, one thin function for each; none of them changes a mixer. Results
/// are what the library returns: negative errno values are failures. A fault plan may trace them and make the nth fail.
struct MixerCalls: Sendable {
  var faults: FaultPlan?

  init(faults: FaultPlan? = nil) {
    self.faults = faults
    calsa_silence_messages()
  }

  func open(_ mixer: inout OpaquePointer?) -> Int32 {
    faults?.note("snd_mixer_open") ?? snd_mixer_open(&mixer, 0)
  }

  /// `name` is that of a control device: "hw:0".
  func attach(_ mixer: OpaquePointer, _ name: String) -> Int32 {
    faults?.note("snd_mixer_attach") ?? snd_mixer_attach(mixer, name)
  }

  func register(_ mixer: OpaquePointer) -> Int32 {
    faults?.note("snd_mixer_selem_register") ?? snd_mixer_selem_register(mixer, nil, nil)
  }

  func load(_ mixer: OpaquePointer) -> Int32 {
    faults?.note("snd_mixer_load") ?? snd_mixer_load(mixer)
  }

  func close(_ mixer: OpaquePointer) {
    _ = faults?.note("snd_mixer_close")
    snd_mixer_close(mixer)
  }

  /// The active elements, in the mixer's order.
  func elements(_ mixer: OpaquePointer) -> [OpaquePointer] {
    var found: [OpaquePointer] = []
    var next = snd_mixer_first_elem(mixer)
    while let element = next {
      if snd_mixer_selem_is_active(element) == 1 { found.append(element) }
      next = snd_mixer_elem_next(element)
    }
    return found
  }

  func name(_ element: OpaquePointer) -> String {
    snd_mixer_selem_get_name(element).map { String(cString: $0) } ?? ""
  }

  /// The playback channels of an element.
  func channels(_ element: OpaquePointer) -> [snd_mixer_selem_channel_id_t] {
    (0...Int32(SND_MIXER_SCHN_LAST.rawValue)).map { snd_mixer_selem_channel_id_t($0) }
      .filter { snd_mixer_selem_has_playback_channel(element, $0) == 1 }
  }

  func hasSwitch(_ element: OpaquePointer) -> Bool { snd_mixer_selem_has_playback_switch(element) == 1 }

  func hasVolume(_ element: OpaquePointer) -> Bool { snd_mixer_selem_has_playback_volume(element) == 1 }

  /// 1 for on, 0 for off.
  func switchState(
    _ element: OpaquePointer, _ channel: snd_mixer_selem_channel_id_t, _ state: inout Int32
  ) -> Int32 {
    faults?.note("snd_mixer_selem_get_playback_switch")
      ?? snd_mixer_selem_get_playback_switch(element, channel, &state)
  }

  func volume(
    _ element: OpaquePointer, _ channel: snd_mixer_selem_channel_id_t, _ volume: inout Int
  ) -> Int32 {
    faults?.note("snd_mixer_selem_get_playback_volume")
      ?? snd_mixer_selem_get_playback_volume(element, channel, &volume)
  }

  func volumeRange(_ element: OpaquePointer, _ least: inout Int, _ most: inout Int) -> Int32 {
    faults?.note("snd_mixer_selem_get_playback_volume_range")
      ?? snd_mixer_selem_get_playback_volume_range(element, &least, &most)
  }
}
