/// The permissions of a sealed bundle: files 0444, the folder 0555. `derived/` is left as it is.
enum BundleProtection {
  /// Sets them on the files `names`, the manifest and the lock of the bundle at `path`, and syncs the folder.
  /// Returns what could not be done; everything is saved all the same.
  static func protect(_ names: [String], in path: String, _ fileSystem: any FileSystem) -> [BundleNote] {
    var notes: [BundleNote] = []
    func set(_ target: String, _ mode: UInt32) {
      do throws(FileError) {
        try fileSystem.check("chmod", target) { fileSystem.chmod(target, mode: mode) }
      } catch {
        notes.append(.notReadOnly(path: target, reason: error.cause))
      }
    }
    for name in names + ["manifest.json", ".lock"] { set("\(path)/\(name)", 0o444) }
    set(path, 0o555)
    do throws(FileError) {
      try fileSystem.syncFolder(path)
    } catch {
      notes.append(.folderNotSynced(error))
    }
    return notes
  }
}
