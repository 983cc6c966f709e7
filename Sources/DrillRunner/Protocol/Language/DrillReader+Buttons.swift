/// `buttons:`, what the buttons of controllers and remotes do.
extension DrillReader {
  /// A button that is taken out of the standard mapping.
  private static let noAction = "none"

  /// The standard mapping, changed by the entries.
  mutating func buttonMapping(_ node: YAMLNode) -> ButtonMapping {
    var mapping = ButtonMapping.standard
    guard let entries = self.mapping(node, "buttons") else { return mapping }
    var seen: [ButtonMapping.Button: String] = [:]
    for entry in entries {
      guard let button = ButtonMapping.Button(name: entry.key) else {
        error(entry.keyLocation, .value(.unknownButton(entry.key)))
        continue
      }
      if let other = seen[button] {
        error(entry.keyLocation, .value(.sameButton(entry.key, other)))
        continue
      }
      seen[button] = entry.key
      let words = RunControl.all.map(\.word) + [DrillReader.noAction]
      guard let word = choice(entry.value, words, .buttonAction) else { continue }
      mapping.actions[button] = RunControl(word: word)
    }
    return mapping
  }
}
