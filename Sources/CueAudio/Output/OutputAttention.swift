import MotionCore

/// What must be known of a sound output before a run: that nobody will hear it, or that what it adds to the time of a cue
/// is large and may change.
public enum OutputAttention: Hashable, Sendable {
  /// A screen, by HDMI or DisplayPort.
  case screen
  case bluetooth
  /// A sound server, or a plugin, that does not say which device plays.
  case unnamed
  /// A control of a kernel card's mixer is off or at zero; `finding` says which.
  case mutedCard(number: Int, finding: String)
  /// The sink of a sound server is muted or at volume 0.
  case mutedSink(name: String)

  public var text: String {
    switch self {
    case .screen:
      "the sound goes to a screen by HDMI or DisplayPort: screens delay it by tens of milliseconds that the "
        + "computer does not see, and may go to sleep"
    case .bluetooth:
      "the sound goes by Bluetooth, which delays it by 100 to 300 ms that the computer does not see and that change "
        + "from one connection to the next"
    case .unnamed:
      "nobody tells which device the sound goes to: if it is a Bluetooth one, words are heard 100 to 300 ms later than "
        + "their times say"
    case .mutedCard(let number, let finding):
      "nothing may be heard: in the mixer of sound card \(number) \(finding)"
    case .mutedSink(let name):
      "nothing will be heard: the sound server's output \(name) is muted or at volume 0"
    }
  }

  public var remedy: String {
    switch self {
    case .screen, .bluetooth: "use a wired output: drillrunner devices lists them, --audio chooses one"
    case .unnamed: "install pulseaudio-utils: its pactl names the device; or choose a card with --audio"
    case .mutedCard(let number, _):
      "run alsamixer -c \(number): the key M switches a control on, the arrow up makes it louder"
    case .mutedSink(let name): "pactl set-sink-mute \(name) 0; pactl set-sink-volume \(name) 80%"
    }
  }

  /// The key in JSON.
  public var key: String {
    switch self {
    case .screen: "screen"
    case .bluetooth: "bluetooth"
    case .unnamed: "unnamed"
    case .mutedCard: "muted_card"
    case .mutedSink: "muted_sink"
    }
  }
}

extension OutputAttention: CatalogueMessage {
  public static let section = MessageSection(
    "output", "Sound outputs that delay, or are not heard", .notice, .result)
  public static let examples: [OutputAttention] = [
    .screen, .bluetooth, .unnamed, .mutedCard(number: 0, finding: "Master is switched off"),
    .mutedSink(name: "alsa_output.pci-0000_00_1f.3.analog-stereo"),
  ]

  public var wording: MessageWording {
    let cause =
      switch self {
      case .screen: "a screen decodes, buffers and filters sound before it plays it"
      case .bluetooth: "the radio link encodes and buffers sound"
      case .unnamed:
        "ALSA does not know what is behind a sound server, and pactl is missing or does not answer"
      case .mutedCard: "cards of the kernel start muted, and keep what was set last"
      case .mutedSink: "somebody muted it, or turned it down"
      }
    return MessageWording(text, cause: cause, next: remedy)
  }
}

extension OutputIdentity {
  /// What is to be said of this output now. A mixer that cannot be read says nothing: the card may have none.
  func attentions(calls: MixerCalls) -> [OutputAttention] {
    if let sink { return sink.attentions }
    var found: [OutputAttention] = []
    if isScreen { found.append(.screen) }
    if isBluetooth { found.append(.bluetooth) }
    if stableID.hasPrefix("pcm:"), !isBluetooth { found.append(.unnamed) }
    if let number = cardNumber, let controls = try? CardMixer.controls(of: "hw:\(number)", calls: calls) {
      let silencing = MixerControl.silencing(controls)
      if !silencing.isEmpty {
        found.append(
          .mutedCard(number: number, finding: silencing.map(\.text).joined(separator: ", ")))
      }
    }
    return found
  }
}

extension ServerSink {
  /// What is to be said of it, as its server told of it.
  var attentions: [OutputAttention] {
    var found: [OutputAttention] = []
    if isScreen { found.append(.screen) }
    if isBluetooth { found.append(.bluetooth) }
    if isMuted { found.append(.mutedSink(name: name)) }
    return found
  }
}
