import CueAudio
import MotionCore

/// Who speaks, and how loudly.
extension DrillReader {
  /// All clips have the same level, with peaks near full scale: a cue can be softer, not louder.
  static let volumes = -40.0...0.0

  mutating func volume(_ node: YAMLNode) -> Double? {
    guard let text = text(node, "volume") else { return nil }
    do {
      let volume = try Quantity.parse(text[...], units: [.decibels], offset: 0).value
      guard DrillReader.volumes.contains(volume) else {
        error(node.location, .number(.volumeOutOfRange(text)))
        return nil
      }
      return volume
    } catch {
      report(error, in: node)
      return nil
    }
  }

  /// `flite:rms`, `espeak-ng:de`, or a folder of recordings, which lies beside the drill as clips do.
  mutating func voice(_ node: YAMLNode) -> Voice? {
    guard let text = text(node, "voice") else { return nil }
    guard let voice = Voice(text) else {
      error(node.location, .value(.notVoice(text)))
      return nil
    }
    guard case .folder = voice else { return voice }
    return clipPath(node, "voice").map { .folder($0) }
  }
}
