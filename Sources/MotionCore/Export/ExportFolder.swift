/// A folder of an export in the making: makes files and folders in it, and syncs them.
struct ExportFolder {
  let path: String
  /// The export's final place, for errors.
  let target: String
  let fileSystem: any FileSystem

  /// Makes the folder itself, which must not exist.
  func make() throws(ExportError) {
    try attempt { () throws(FileError) in
      try fileSystem.check("mkdir", path) { fileSystem.makeFolder(path, mode: 0o755) }
    }
  }

  /// A folder in this one, made where it is missing.
  func folder(_ name: String) throws(ExportError) -> ExportFolder {
    let inner = ExportFolder(path: "\(path)/\(name)", target: target, fileSystem: fileSystem)
    try attempt { () throws(FileError) in try fileSystem.makeFolders(inner.path) }
    return inner
  }

  func file(_ name: String) throws(ExportError) -> OutputFile {
    try OutputFile("\(path)/\(name)", target: target, fileSystem: fileSystem)
  }

  /// Writes a whole file.
  func write(_ text: String, to name: String) throws(ExportError) {
    let output = try file(name)
    output.write(text)
    try output.finish()
  }

  /// Writes a JSON document, its keys in the order given.
  func write(_ json: JSONValue, to name: String) throws(ExportError) {
    try write(json.withoutNonFinite.text(.indented) + "\n", to: name)
  }

  /// fsync of the folder: the names in it are durable.
  func sync() throws(ExportError) {
    try attempt { () throws(FileError) in try fileSystem.syncFolder(path) }
  }

  private func attempt(_ body: () throws(FileError) -> Void) throws(ExportError) {
    do throws(FileError) {
      try body()
    } catch {
      throw .notWritten(target: target, error)
    }
  }
}
