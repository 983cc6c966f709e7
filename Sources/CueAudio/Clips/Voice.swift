/// Who speaks.
public enum Voice: Hashable, Sendable {
  /// flite with its voice slt; espeak-ng where flite is not installed.
  case automatic
  /// flite with one of its voices: slt, rms, kal16, …
  case flite(String)
  /// espeak-ng with one of its voices: en-us, de, …
  case espeakNG(String)
  /// A folder of recordings, one file for each cue, by name.
  case folder(String)

  /// Reads "automatic", "flite", "flite:rms", "espeak-ng", "espeak-ng:de"; anything with a slash is a folder.
  /// nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch parts.first {
    case _ where text.contains("/"): self = .folder(text)
    case "automatic" where parts.count == 1: self = .automatic
    case "flite": self = .flite(parts.count > 1 ? parts[1] : Voice.fliteDefault)
    case "espeak-ng": self = .espeakNG(parts.count > 1 ? parts[1] : Voice.espeakNGDefault)
    default: return nil
    }
  }

  /// As it is written: "automatic", "flite:rms", "espeak-ng:de", or the folder.
  public var text: String {
    switch self {
    case .automatic: "automatic"
    case .flite(let name): "flite:\(name)"
    case .espeakNG(let name): "espeak-ng:\(name)"
    case .folder(let path): path
    }
  }

  static let fliteDefault = "slt"
  static let espeakNGDefault = "en-us"
}
