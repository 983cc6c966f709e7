import MotionCore

/// What must be known of a sound output before a run: that what it adds to the time of a cue is large and may change.
enum OutputWarning: String, CaseIterable, Sendable {
  case hdmi
  case bluetooth

  /// Looks at what an output is called: the PCM, its description, its stable id ("sink:bluez_output.…").
  static func of(_ names: [String]) -> [OutputWarning] {
    let words = names.map { $0.lowercased() }
    func isNamed(_ parts: [String]) -> Bool {
      words.contains { word in parts.contains { word.contains($0) } }
    }
    var found: [OutputWarning] = []
    if isNamed(["hdmi", "displayport", "display port"]) { found.append(.hdmi) }
    if isNamed(["bluez", "bluealsa", "bluetooth", "a2dp"]) { found.append(.bluetooth) }
    return found
  }

  /// Those of an opened output, by its entry in the manifest.
  static func of(manifestEntry: JSONValue) -> [OutputWarning] {
    of(["pcm", "card", "stable_id"].compactMap { manifestEntry.object?[$0]?.string })
  }

  var text: String {
    switch self {
    case .hdmi:
      "the sound goes to a screen by HDMI or DisplayPort: screens delay it by tens of milliseconds that the "
        + "computer does not see, and may go to sleep"
    case .bluetooth:
      "the sound goes by Bluetooth, which delays it by 100 to 300 ms that the computer does not see and that change "
        + "from one connection to the next"
    }
  }

  var remedy: String { "use a wired output: drillrunner devices lists them, --audio chooses one" }
}

extension OutputWarning: CatalogueMessage {
  static let section = MessageSection("output", "Sound outputs that delay", .notice, .result)
  static let examples = allCases

  var wording: MessageWording {
    let cause =
      switch self {
      case .hdmi: "a screen decodes, buffers and filters sound before it plays it"
      case .bluetooth: "the radio link encodes and buffers sound"
      }
    return MessageWording(text, cause: cause, next: remedy)
  }
}
