import MotionCore

/// What an opened output is.
struct OutputIdentity: Hashable, Sendable {
  var pcm: String
  /// The name for a person.
  var card: String
  /// The same for the same device after a restart of the machine: "card:PCH", "usb:0d8c:0014:Device", "sink:NAME";
  /// "pcm:NAME" for a sound server whose sink nobody could name.
  var stableID: String
  var timingClass: TimingClass
  /// Why a kernel card is not of the class `hardware`.
  var doubt: OutputDoubt?
  var isUSB: Bool
  /// A radio of which ALSA tells nothing: the sink of a sound server is one, or the PCM is BlueALSA's.
  var isBluetooth: Bool
  /// A screen that is reached by HDMI or DisplayPort.
  var isScreen: Bool
  /// Where a sound server plays it; nil for a card, and where nobody tells.
  var sink: ServerSink?
  /// The number of the kernel's card.
  var cardNumber: Int?
  var granted: PCMConfiguration

  /// Reads who `pcm` is. A kernel card is taken to stamp well until the self-test has `doubt`s.
  init(of pcm: PCM, cards: SoundCards = SoundCards()) {
    self.pcm = pcm.name
    granted = pcm.granted
    card = pcm.description ?? pcm.name
    isBluetooth = pcm.name.hasPrefix("bluealsa")
    isScreen = ServerSink.isScreen([pcm.name, card])
    cardNumber = pcm.card
    guard let number = cardNumber else {
      // A plugin calls itself by the name of the PCM.
      if card == pcm.name { card = "sound server" }
      stableID = "pcm:\(pcm.name)"
      timingClass = .server
      isUSB = false
      return
    }
    stableID = cards.stableID(ofCard: number)
    timingClass = pcm.isMonotonic ? .hardware : .server
    isUSB = cards.isUSB(card: number)
    isScreen = isScreen || ServerSink.isScreen([stableID])
  }

  /// Takes what the self-test found: a card whose stamps are not to be trusted is as good as a server.
  mutating func take(doubt: OutputDoubt?) {
    guard timingClass == .hardware, let doubt else { return }
    timingClass = .server
    self.doubt = doubt
  }

  /// Takes the sink that the server plays on.
  mutating func take(sink: ServerSink) {
    card = sink.description
    stableID = "sink:" + sink.name
    isBluetooth = sink.isBluetooth
    isScreen = sink.isScreen
    self.sink = sink
  }

  /// Whether `latency` holds all that lies between ALSA and the ear: a server's monitor does not hold what a device adds.
  func isWhole(_ latency: DeviceLatency) -> Bool {
    !latency.isOfServerAlone || (sink.map { !$0.isDevice } ?? false)
  }

  /// The label of a sound's audible time. What a radio adds is unknown until it was measured.
  func timing(latency: DeviceLatency?) -> CueTiming {
    if let latency, isWhole(latency) { return .measured }
    if isBluetooth { return .unknown }
    return timingClass == .hardware ? .measured : .estimated
  }

  /// How far what a sound server tells of its delay wanders about the truth in minutes, without any of its readings
  /// showing it: standard deviation, ns, of 300 words recorded from a PulseAudio sink's monitor (docs/timing.md).
  static let serverWanderNs = 60_000.0

  /// What USB cards were seen to keep to themselves, up to so many ns.
  static let cardWidthNs = 5e6

  /// Standard uncertainty of the offset, ns: that of its measurement where there was one, on a sound server with what
  /// its reports wander, and where only the server was measured with what a card may keep to itself. Else it is taken
  /// to be evenly distributed over one period on a sound server (a null sink's block), over 5 ms on a USB card (what such
  /// cards were seen to keep to themselves), and one frame on other cards.
  func offsetUncertaintyNs(latency: DeviceLatency?) -> Double {
    if let latency {
      let wander = timingClass == .server ? OutputIdentity.serverWanderNs : 0
      let device = isWhole(latency) ? 0 : OutputIdentity.cardWidthNs / 12.0.squareRoot()
      return (latency.uncertaintyNs * latency.uncertaintyNs + wander * wander + device * device).squareRoot()
    }
    let frameNs = 1e9 / Double(granted.rateHz)
    let width =
      switch timingClass {
      case .server: Double(granted.periodFrames) * frameNs
      case .hardware: isUSB ? OutputIdentity.cardWidthNs : frameNs
      case .none: 0.0
      }
    return width / 12.0.squareRoot()
  }

  /// The times of a sound whose frame 0 leaves at `frame0`, known to `uncertaintyNs`.
  func times(
    dispatched: HostTime?, frame0: HostTime?, uncertaintyNs: Double, clip: Clip, latency: DeviceLatency?
  ) -> SoundTimes {
    let timing = frame0 == nil ? .unknown : timing(latency: latency)
    guard let frame0, timing != .unknown else {
      return SoundTimes(
        dispatched: dispatched, frame0: frame0, audible: nil, audibleUncertaintyNs: nil, timing: .unknown)
    }
    let offset = offsetUncertaintyNs(latency: latency)
    return SoundTimes(
      dispatched: dispatched, frame0: frame0,
      audible: frame0 + clip.onset + (latency?.constant ?? .zero),
      audibleUncertaintyNs: (uncertaintyNs * uncertaintyNs + offset * offset).squareRoot(), timing: timing)
  }
}
