/// A playback control of a card's mixer, as alsa-lib's simple mixer shows it.
struct MixerControl: Hashable, Sendable {
  var name: String
  /// Whether one of its channels is switched on; nil where it has no switch.
  var isOn: Bool?
  /// Its loudest channel, 0 to 1 of its range; nil where it has no volume.
  var volume: Double?

  /// Nothing passes it.
  var isSilent: Bool { isOn == false || volume == 0 }

  /// "Master is switched off", "PCM is at volume 0".
  var text: String { isOn == false ? "\(name) is switched off" : "\(name) is at volume 0" }

  /// What lies in the way of every sound of a card.
  private static let always: Set<String> = ["Master", "PCM", "Front", "Digital"]
  /// What leads to one of a card's plugs: a card that feeds its headphones has good reason to silence its speaker.
  private static let plugs: Set<String> = ["Speaker", "Headphone", "Headphones", "Line Out", "Line"]

  /// Those of `controls` that keep a card from being heard: any that every sound passes, and, where all plugs are
  /// silent, those. Others (a side channel, a beep) say nothing of the cues.
  static func silencing(_ controls: [MixerControl]) -> [MixerControl] {
    let plugs = controls.filter { MixerControl.plugs.contains($0.name) }
    return controls.filter { MixerControl.always.contains($0.name) && $0.isSilent }
      + (plugs.allSatisfy(\.isSilent) ? plugs : [])
  }
}
