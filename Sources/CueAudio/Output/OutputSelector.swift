import MotionCore

/// What `--audio` names: an ALSA name, or the stable name of one device, which is then opened and no other.
enum OutputSelector: Hashable, Sendable {
  case pcm(String)
  /// "usb:0d8c:0014:Device", "card:PCH": a card of the kernel, wherever it is connected.
  case card(stableID: String)
  /// "sink:alsa_output.usb-…": one sink of a sound server.
  case sink(name: String)

  init(_ text: String) {
    if text.hasPrefix("usb:") || text.hasPrefix("card:") {
      self = .card(stableID: text)
    } else if text.hasPrefix("sink:") {
      self = .sink(name: String(text.dropFirst(5)))
    } else {
      self = .pcm(text)
    }
  }

  /// The ALSA name to open. A card is opened through `plughw`, which converts what it cannot play. Errors:
  /// `unknownDevice`.
  func pcmName(cards: SoundCards = SoundCards()) throws(AudioError) -> String {
    switch self {
    case .pcm(let name): return name
    case .card(let stableID):
      guard let number = cards.card(withStableID: stableID) else { throw .unknownDevice(pcm: stableID) }
      return "plughw:\(number)"
    case .sink(let name):
      // The name becomes part of an ALSA argument list.
      guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "._-+:".contains($0) }) else {
        throw .unknownDevice(pcm: "sink:" + name)
      }
      return "pulse:\"\(name)\""
    }
  }

  /// The stable name that the opened output must have; nil where any will do.
  var pinnedID: String? {
    switch self {
    case .pcm: nil
    case .card(let stableID): stableID
    case .sink(let name): "sink:" + name
    }
  }
}
