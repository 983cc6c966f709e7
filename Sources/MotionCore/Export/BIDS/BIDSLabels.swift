/// The labels of a BIDS data set: letters and digits, nothing else (BIDS 1.11.1, "Entities").
enum BIDSLabels {
  /// The subject of sessions for which none was given. It says nothing about who it was.
  static let defaultSubject = "unnamed"

  static func isLabel(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// `text` without what a label cannot hold; `otherwise` where nothing is left.
  static func label(_ text: String, otherwise: String) -> String {
    let label = String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(64))
    return label.isEmpty ? otherwise : label
  }

  /// Throws where `text` is not a label.
  static func check(_ text: String, _ what: String) throws(ExportError) {
    guard isLabel(text) else {
      throw .badLabel(text: text, what: what, example: label(text, otherwise: "01"))
    }
  }

  /// The start in UTC and the first digits of the uuid: "20261130T101502Z1f3a9c2e".
  static func sessionLabel(_ manifest: Manifest, folder: String) -> String {
    let start = manifest.anchors.first { $0.at == .start }?.wall
    let parts = (start.map(FolderName.utcStamp) ?? "") + String(manifest.uuid.prefix(8))
    return label(parts, otherwise: label(folder, otherwise: "session"))
  }
}
