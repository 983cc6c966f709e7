import IMUDriver
import MotionCore

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
        error(
          entry.keyLocation, "there is no button \"\(entry.key)\"",
          DrillReader.hint(forButton: entry.key))
        continue
      }
      if let other = seen[button] {
        error(
          entry.keyLocation, "\"\(entry.key)\" and \"\(other)\" are the same button", "give it one action")
        continue
      }
      seen[button] = entry.key
      let words = RunControl.all.map(\.word) + [DrillReader.noAction]
      guard let word = choice(entry.value, words, "a button's action") else { continue }
      mapping.actions[button] = RunControl(word: word)
    }
    return mapping
  }

  private static func hint(forButton name: String) -> String {
    let names = KeyCode.allNames + [ButtonMapping.Button.doubleTapName]
    let near =
      Suggestion.nearest(to: name.uppercased(), among: names)
      ?? ["BTN_", "KEY_"].lazy.map { $0 + name.uppercased() }.first(where: names.contains)
    return near.map { "did you mean \"\($0)\"?" }
      ?? "the names are the kernel's, as BTN_SOUTH or KEY_PAGEDOWN; drillrunner devices --watch shows those of "
      + "your device; DOUBLE_TAP is a double tap on the sensor"
  }
}
