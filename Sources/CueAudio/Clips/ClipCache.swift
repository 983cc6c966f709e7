import Foundation
import MotionCore

/// Rendered clips on disk, by the hash of everything that they were made from. An entry is a header line with the
/// SHA-256 of its samples, then the samples as 16-bit little-endian PCM; one that does not match its hash is as good
/// as none. A cache that cannot be read or written costs time, never a clip.
struct ClipCache: Sendable {
  static let header = "drillrunner-clip 1 "

  var folder: String

  func samples(key: String) -> [Int16]? {
    guard let data = FileManager.default.contents(atPath: path(key)),
      let newline = data.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let bytes = [UInt8](data[data.index(after: newline)...])
    guard !bytes.isEmpty, bytes.count % 2 == 0,
      String(decoding: data[..<newline], as: UTF8.self) == ClipCache.header + SHA256Hash.hex(bytes)
    else { return nil }
    return SampleFormat.pcm(bytes)
  }

  /// Writes the entry whole or not at all.
  func store(_ pcm: [Int16], key: String) {
    let bytes = SampleFormat.bytes(pcm)
    let data = Data((ClipCache.header + SHA256Hash.hex(bytes) + "\n").utf8) + Data(bytes)
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? data.write(to: URL(fileURLWithPath: path(key)), options: .atomic)
  }

  private func path(_ key: String) -> String { "\(folder)/\(key).clip" }
}
