import MotionCore
import Testing

@testable import CueAudio

/// Whether a card's mixer lets cues through: the judgement on mixers as real cards have them.
@Suite struct MixerControlTests {
  private static func control(_ name: String, on: Bool? = nil, volume: Double? = nil) -> MixerControl {
    MixerControl(name: name, isOn: on, volume: volume)
  }

  static let cases: [([MixerControl], [String])] = [
    ([], []),
    ([control("Master", on: true, volume: 0.7)], []),
    // As an HDA card starts: everything off.
    (
      [
        control("Master", on: false, volume: 0), control("Headphone", on: false, volume: 0),
        control("Speaker", on: false, volume: 0), control("PCM", volume: 1),
      ],
      ["Master is switched off", "Headphone is switched off", "Speaker is switched off"]
    ),
    // Headphones are plugged in: auto-mute has switched the speaker off.
    (
      [
        control("Master", on: true, volume: 0.5), control("Headphone", on: true, volume: 0.9),
        control("Speaker", on: false, volume: 0.9),
      ], []
    ),
    ([control("Master", on: true, volume: 0)], ["Master is at volume 0"]),
    ([control("Master", on: true, volume: 1), control("PCM", volume: 0)], ["PCM is at volume 0"]),
    // A USB headset with a single control.
    ([control("Headphone", on: false, volume: 0.6)], ["Headphone is switched off"]),
    // What the cues do not pass.
    ([control("Master", on: true, volume: 1), control("Beep", on: false), control("Side", volume: 0)], []),
  ]

  @Test(arguments: cases.indices)
  func whatSilencesACard(index: Int) {
    let (controls, texts) = MixerControlTests.cases[index]
    #expect(MixerControl.silencing(controls).map(\.text) == texts)
  }
}

/// The reading of a real mixer of alsa-lib, that of its PulseAudio plugin.
extension ALSAOutputTests {
  /// The control device "default" of the rig is alsa-lib's PulseAudio plugin: its Master is the sink's volume and switch.
  @Test func aRealMixerIsRead() throws {
    let rig = try NullSinkRig()
    func master() throws -> MixerControl? {
      try CardMixer.controls(of: "default").first { $0.name == "Master" }
    }
    try rig.pactl("set-sink-mute", "cuesink", "0")
    try rig.pactl("set-sink-volume", "cuesink", "50%")
    let half = try #require(try master())
    #expect(half.isOn == true && !half.isSilent)
    // 65536 is the plugin's whole range (PA_VOLUME_NORM).
    #expect(abs((half.volume ?? 0) - 0.5) < 0.01)
    try rig.pactl("set-sink-mute", "cuesink", "1")
    #expect(try master()?.text == "Master is switched off")
    try rig.pactl("set-sink-mute", "cuesink", "0")
    try rig.pactl("set-sink-volume", "cuesink", "0%")
    #expect(try master()?.text == "Master is at volume 0")
    // Reading changed nothing.
    #expect(try rig.said("get-sink-mute", "cuesink") == "Mute: no\n")
    withExtendedLifetime(rig) {}
  }

  @Test(arguments: [
    "snd_mixer_open", "snd_mixer_attach", "snd_mixer_selem_register", "snd_mixer_load",
    "snd_mixer_selem_get_playback_switch", "snd_mixer_selem_get_playback_volume",
    "snd_mixer_selem_get_playback_volume_range",
  ])
  func eachCallThatFailsIsTold(call: String) throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let faults = FaultPlan([.init(call, code: -5)])
    do {
      _ = try CardMixer.controls(of: "default", calls: MixerCalls(faults: faults))
      Issue.record("no error")
    } catch {
      #expect(error.call == call)
      #expect(error.cause == "\(call): Input/output error")
    }
    // What was opened is closed.
    #expect(faults.count(of: "snd_mixer_close") == (call == "snd_mixer_open" ? 0 : 1))
  }

  @Test func aCardThatIsNotThereIsTold() {
    #expect(throws: CardMixer.Failure.self) { try CardMixer.controls(of: "hw:31") }
  }
}
