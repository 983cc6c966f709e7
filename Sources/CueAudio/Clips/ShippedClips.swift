import Foundation
import MotionCore

/// Clips that come with the program: everything that is spoken in the drills that come with it, made where it was
/// packaged. They speak where the speech program that made them is not installed.
///
/// Each is a FLAC file of 16 bits, mono, 48 kHz, trimmed and levelled, named by what is said and by the hash of who
/// says it and how. Lossless: its samples, and so its SHA-256 in a session, are those of the clip that was made.
public struct ShippedClips: Hashable, Sendable {
  public var folder: String

  public init(folder: String) {
    self.folder = folder
  }

  /// PREFIX/share/drillrunner/clips for a program in PREFIX/bin; nil where there is no such folder.
  public static let standard: ShippedClips? = {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let prefix = ((program as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
    let folder = prefix + "/share/drillrunner/clips"
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      return nil
    }
    return ShippedClips(folder: folder)
  }()

  /// Makes the clip of `text` and keeps it. One that is there already is not made again.
  public func add(_ text: String, style: SpeechStyle, voice: Voice) throws(ClipError) {
    let path = path(of: text, style: style, voice: voice)
    if FileManager.default.fileExists(atPath: path) { return }
    // Never from the folder that is being filled, nor from one that is installed.
    let library = ClipLibrary(voice: voice, cacheFolder: nil, shipped: nil)
    try library.clip(name: "shipped", text: text, style: style).write(to: path)
  }

  /// The samples of the clip of `text`; nil where there is none. Errors: those of reading it.
  func samples(of text: String, style: SpeechStyle, voice: Voice) throws(ClipError) -> [Int16]? {
    let path = path(of: text, style: style, voice: voice)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try SoundFile.pcm(path: path)
  }

  private func path(of text: String, style: SpeechStyle, voice: Voice) -> String {
    let manner = style == .cue ? "cue" : "guidance"
    let hash = SHA256Hash.hex([UInt8]([voice.text, manner, text].joined(separator: "\0").utf8))
    let letters = text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let words = String(letters).split(separator: "-").joined(separator: "-").prefix(40)
    return "\(folder)/\(words)-\(hash.prefix(16)).flac"
  }
}
