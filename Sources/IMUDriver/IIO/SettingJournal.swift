/// What was changed on a device, so that it can be put back as it was found.
struct SettingJournal: Sendable {
  private struct Change: Sendable {
    var folder: IIOFolder
    var name: String
    var original: String
  }

  private var changes: [Change] = []

  /// Sets an attribute and remembers what it was. One that has the value already is left alone.
  mutating func set(_ name: String, of folder: IIOFolder, to value: String) throws(SettingRefusal) {
    let original = folder.text(name)
    guard original != value else { return }
    try folder.set(name, to: value)
    guard let original else { return }
    if !changes.contains(where: { $0.folder.path == folder.path && $0.name == name }) {
      changes.append(Change(folder: folder, name: name, original: original))
    }
  }

  /// Puts everything back, the last change first. Returns what was refused.
  mutating func restore() -> [SettingRefusal] {
    var refusals: [SettingRefusal] = []
    for change in changes.reversed() {
      do throws(SettingRefusal) {
        try change.folder.set(change.name, to: change.original)
      } catch {
        refusals.append(error)
      }
    }
    changes = []
    return refusals
  }
}
