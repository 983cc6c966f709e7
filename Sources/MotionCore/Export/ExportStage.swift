#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where an export is made before it has its name: `.NAME.exporting` beside the target, locked. What stands in it is
/// never a result; a crash leaves it, and the next export to the same target clears it away.
final class ExportStage {
  /// What stands at the target.
  enum Existing: Equatable {
    case nothing, emptyFolder, folder, file, other
  }

  /// The path to make the result at.
  let result: String
  /// Where the result goes.
  let target: String
  private let stage: String
  private let parent: String
  private let fileSystem: any FileSystem
  private let existing: Existing
  private var madeParents: [String] = []
  private var lock: Int32 = -1
  private var isDone = false

  private static let lockName = ".lock"
  private var replaced: String { "\(stage)/replaced" }

  /// Prepares an export to `target`, an absolute path. `mayReplace` is asked whether what stands there may be replaced
  /// under `force`, and throws where it may not. An empty folder may be replaced by a folder in any case.
  init(
    target: String, isFolder: Bool, force: Bool, fileSystem: any FileSystem,
    mayReplace: (Existing) throws(ExportError) -> Void
  ) throws(ExportError) {
    self.target = target
    self.fileSystem = fileSystem
    parent = String(target[..<(target.lastIndex(of: "/") ?? target.startIndex)])
    let name = String(target.split(separator: "/").last ?? "")
    guard !name.isEmpty, name != ".", name != "..", !parent.isEmpty || target.hasPrefix("/") else {
      throw .badName(target: target)
    }
    stage = "\(parent)/.\(name).exporting"
    result = "\(stage)/result"
    existing = ExportStage.kind(of: target, fileSystem)
    if existing != .nothing, !(existing == .emptyFolder && isFolder) {
      guard force else {
        throw .exists(target: target)
      }
      try mayReplace(existing)
    }
    do throws(ExportError) {
      try makeParents()
      try enter()
    } catch {
      leave()
      throw error
    }
  }

  deinit {
    if !isDone { abandon() }
  }

  /// Puts the finished result, whose files are synced, in its place. An existing target is taken away only after that;
  /// where anything fails before, it is as it was. Returns what could not be cleared away.
  func commit() throws(ExportError) -> [ExportWarning] {
    do throws(FileError) {
      try fileSystem.syncFolder(stage)
      switch existing {
      case .nothing: try place(over: false)
      case .emptyFolder:
        try fileSystem.check("rename", target) { fileSystem.rename(result, to: target) }
      case .folder, .file, .other: try place(over: true)
      }
      do throws(FileError) {
        try fileSystem.syncFolder(parent.isEmpty ? "/" : parent)
      } catch {
        undo()
        throw error
      }
    } catch {
      abandon()
      throw error.code == EEXIST || error.code == ENOTEMPTY
        ? .madeMeanwhile(target: target) : .notWritten(target: target, error)
    }
    isDone = true
    madeParents = []
    leave()
    guard ExportStage.kind(of: stage, fileSystem) == .nothing else {
      return [.stageLeft(folder: stage)]
    }
    return []
  }

  /// Removes everything made so far.
  func abandon() {
    isDone = true
    leave()
  }

  // MARK: Steps

  private func makeParents() throws(ExportError) {
    var missing: [String] = []
    var folder = parent
    while !folder.isEmpty, ExportStage.kind(of: folder, fileSystem) == .nothing {
      missing.append(folder)
      folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    }
    for folder in missing.reversed() {
      try make(folder)
      madeParents.append(folder)
    }
  }

  private func make(_ folder: String) throws(ExportError) {
    let made = fileSystem.makeFolder(folder, mode: 0o755)
    guard made == 0 || made == -Int(EEXIST) else {
      throw .notWritten(target: target, FileError(call: "mkdir", path: folder, code: Int32(-made)))
    }
  }

  /// Makes and locks the stage, and clears what an earlier export has left in it.
  private func enter() throws(ExportError) {
    try make(stage)
    do throws(FileError) {
      // It may be somebody's link to elsewhere.
      let folder = try fileSystem.openFile(stage, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      _ = fileSystem.close(folder)
      lock = try fileSystem.openFile(
        "\(stage)/\(ExportStage.lockName)", flags: O_RDWR | O_CREAT | O_NOFOLLOW)
      try fileSystem.check("flock", stage) { fileSystem.lock(lock, operation: LOCK_EX | LOCK_NB) }
      let names = try fileSystem.names(in: stage)
      // Its owner has just removed it.
      guard names.contains(ExportStage.lockName) else {
        throw FileError(call: "flock", path: stage, code: EWOULDBLOCK)
      }
      if names.contains("replaced"), ExportStage.kind(of: target, fileSystem) == .nothing {
        // A crash between the two renames of `place` on a file system without an exchange.
        try fileSystem.check("rename", target) { fileSystem.rename(replaced, to: target) }
        throw FileError(call: "rename", path: target, code: EEXIST)
      }
      for name in names where name != ExportStage.lockName { remove("\(stage)/\(name)") }
    } catch {
      switch error.code {
      case EWOULDBLOCK where error.call == "flock":
        // The stage is another's; it must not be cleared away.
        if lock >= 0 { _ = fileSystem.close(lock) }
        lock = -1
        throw .otherExportRuns(target: target)
      case EEXIST where error.call == "rename":
        throw .putBack(target: target)
      default: throw .notWritten(target: target, error)
      }
    }
  }

  /// Renames the result to the target, which does not exist, or changes places with it.
  private func place(over: Bool) throws(FileError) {
    let moved = fileSystem.rename(result, to: target, rule: over ? .exchange : .noReplace)
    if moved >= 0 { return }
    guard moved == -Int(ENOSYS) || moved == -Int(EINVAL) else {
      throw FileError(call: "rename", path: target, code: Int32(-moved))
    }
    guard over else {
      guard ExportStage.kind(of: target, fileSystem) == .nothing else {
        throw FileError(call: "rename", path: target, code: EEXIST)
      }
      try fileSystem.check("rename", target) { fileSystem.rename(result, to: target) }
      return
    }
    try fileSystem.check("rename", target) { fileSystem.rename(target, to: replaced) }
    do throws(FileError) {
      try fileSystem.check("rename", target) { fileSystem.rename(result, to: target) }
    } catch {
      _ = fileSystem.rename(replaced, to: target)
      throw error
    }
  }

  /// Takes the placed result back.
  private func undo() {
    switch existing {
    case .nothing: _ = fileSystem.rename(target, to: result)
    case .emptyFolder:
      _ = fileSystem.rename(target, to: result)
      _ = fileSystem.makeFolder(target, mode: 0o755)
    case .folder, .file, .other:
      guard fileSystem.rename(target, to: result, rule: .exchange) < 0 else { return }
      guard ExportStage.kind(of: replaced, fileSystem) != .nothing else { return }
      if fileSystem.rename(target, to: result) >= 0 { _ = fileSystem.rename(replaced, to: target) }
    }
  }

  /// Removes the stage, if it is ours, and the parents that were made for nothing.
  private func leave() {
    if lock >= 0 {
      // What was moved aside and could not be put back is kept.
      let isKept =
        ExportStage.kind(of: replaced, fileSystem) != .nothing
        && ExportStage.kind(of: target, fileSystem) == .nothing
      if !isKept { remove(stage) }
      _ = fileSystem.close(lock)
      lock = -1
    }
    for folder in madeParents.reversed() { _ = fileSystem.removeFolder(folder) }
    madeParents = []
  }

  /// Removes a file or a folder with all that is in it; links are removed, not followed.
  private func remove(_ path: String) {
    let result = fileSystem.unlink(path)
    guard result == -Int(EISDIR) || result == -Int(EPERM) else { return }
    var names: [String] = []
    _ = fileSystem.list(path, &names)
    for name in names { remove("\(path)/\(name)") }
    _ = fileSystem.removeFolder(path)
  }

  static func kind(of path: String, _ fileSystem: any FileSystem) -> Existing {
    let opened = fileSystem.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, mode: 0)
    guard opened >= 0 else { return opened == -Int(ENOENT) ? .nothing : .other }
    defer { _ = fileSystem.close(Int32(opened)) }
    var status = FileStatus()
    guard fileSystem.status(Int32(opened), &status) >= 0 else { return .other }
    switch status.kind {
    case .file: return .file
    case .other: return .other
    case .folder:
      var names: [String] = []
      return fileSystem.list(path, &names) >= 0 && names.isEmpty ? .emptyFolder : .folder
    }
  }
}
