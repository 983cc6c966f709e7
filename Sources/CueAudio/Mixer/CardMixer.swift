import CALSA
import MotionCore

/// Reads the mixer of a kernel card: most of them start muted. Nothing is ever changed on it.
enum CardMixer {
  /// A call that failed.
  struct Failure: Error, Hashable {
    var call: String
    var code: Int32

    var cause: String { "\(call): \(systemErrorText(-code))" }
  }

  /// The playback controls of the control device `name` ("hw:0").
  static func controls(of name: String, calls: MixerCalls = MixerCalls()) throws(Failure) -> [MixerControl] {
    func check(_ code: Int32, _ call: String) throws(Failure) {
      guard code >= 0 else { throw Failure(call: call, code: code) }
    }
    var memory: OpaquePointer?
    try check(calls.open(&memory), "snd_mixer_open")
    guard let mixer = memory else { throw Failure(call: "snd_mixer_open", code: -12) }
    defer { calls.close(mixer) }
    try check(calls.attach(mixer, name), "snd_mixer_attach")
    try check(calls.register(mixer), "snd_mixer_selem_register")
    try check(calls.load(mixer), "snd_mixer_load")
    var found: [MixerControl] = []
    for element in calls.elements(mixer) {
      let channels = calls.channels(element)
      guard !channels.isEmpty, calls.hasSwitch(element) || calls.hasVolume(element) else { continue }
      var control = MixerControl(name: calls.name(element))
      if calls.hasSwitch(element) {
        var isOn = false
        for channel in channels {
          var state: Int32 = 0
          try check(
            calls.switchState(element, channel, &state), "snd_mixer_selem_get_playback_switch")
          isOn = isOn || state != 0
        }
        control.isOn = isOn
      }
      if calls.hasVolume(element) {
        var (least, most, loudest) = (0, 0, Int.min)
        try check(
          calls.volumeRange(element, &least, &most), "snd_mixer_selem_get_playback_volume_range")
        for channel in channels {
          var volume = 0
          try check(calls.volume(element, channel, &volume), "snd_mixer_selem_get_playback_volume")
          loudest = max(loudest, volume)
        }
        if most > least { control.volume = Double(loudest - least) / Double(most - least) }
      }
      found.append(control)
    }
    return found
  }
}
