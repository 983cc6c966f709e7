/// A whole bundle as one pax archive: every regular file of it, below the bundle's name, then the files beside it. Links
/// and devices are left out and said; nothing outside of the bundle is read.
struct TarExport {
  /// What may stand beside a bundle and belongs to it.
  static let besideNames = [".incident.jsonl", ".notes.jsonl", ".truth.json"]
  private static let chunkBytes = 1 << 18
  /// A bundle is three folders deep.
  private static let deepest = 16

  let session: HeldSession
  let fileSystem: any FileSystem
  let calls: ArchiveCalls

  func write(to path: String, target: String, _ report: inout ExportReport) throws(ExportError) {
    // An archive is made of what is there, whatever its manifest says; but it must be a session.
    do {
      let (manifest, state) = try SessionReader.readManifest(session.path, fileSystem: fileSystem)
      report.synthetic = manifest.synthetic
      if state == .incomplete {
        report.warnings.append(.incomplete(session: session.name))
      }
    } catch let error as SchemaError {
      report.warnings.append(.otherSchema(session: session.name, cause: error.cause))
    } catch {
      throw .input(session.path, error: error)
    }
    let output = try OutputFile(path, target: target, fileSystem: fileSystem)
    let archive = try ArchiveWriter(output, target: target, calls: calls)
    try add(session.path, as: session.name, to: archive, depth: 0, &report)
    let parent = session.path.dropLast(session.name.utf8.count)
    for suffix in TarExport.besideNames {
      let beside = "\(parent)\(session.name)\(suffix)"
      if ExportStage.kind(of: beside, fileSystem) == .nothing { continue }
      try add(beside, as: session.name + suffix, to: archive, depth: 1, &report)
    }
    try archive.close()
    try output.finish()
  }

  private func add(
    _ path: String, as name: String, to archive: ArchiveWriter, depth: Int, _ report: inout ExportReport
  ) throws(ExportError) {
    let opened = fileSystem.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, mode: 0)
    guard opened >= 0 else {
      // A link (ELOOP), or a socket (ENXIO).
      guard opened == -Int(ELOOP) || opened == -Int(ENXIO) else {
        throw unreadable(FileError(call: "open", path: path, code: Int32(-opened)))
      }
      report.warnings.append(.notRegular(file: name))
      return
    }
    let descriptor = Int32(opened)
    defer { _ = fileSystem.close(descriptor) }
    let status: FileStatus
    do throws(FileError) {
      status = try fileSystem.status(of: descriptor, path)
    } catch {
      throw unreadable(error)
    }
    switch status.kind {
    case .other: report.warnings.append(.notRegular(file: name))
    case .file: try addFile(path, descriptor, as: name, status, to: archive)
    case .folder:
      guard depth < TarExport.deepest else {
        throw .tooDeep(path: session.path, file: name)
      }
      try archive.begin(name + "/", isFolder: true, status: status)
      try archive.end()
      let names: [String]
      do throws(FileError) {
        names = try fileSystem.names(in: path)
      } catch {
        throw unreadable(error)
      }
      for inner in names {
        try add("\(path)/\(inner)", as: "\(name)/\(inner)", to: archive, depth: depth + 1, &report)
      }
    }
  }

  private func addFile(
    _ path: String, _ descriptor: Int32, as name: String, _ status: FileStatus, to archive: ArchiveWriter
  ) throws(ExportError) {
    try archive.begin(name, isFolder: false, status: status)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: TarExport.chunkBytes, alignment: 16)
    defer { buffer.deallocate() }
    var left = status.bytes
    while left > 0 {
      let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(left, Int64(buffer.count)))])
      let count: Int
      do throws(FileError) {
        count = try fileSystem.fill(wanted, from: descriptor, path)
      } catch {
        throw unreadable(error)
      }
      guard count == wanted.count else {
        throw .becameShorter(path: session.path, file: name)
      }
      try archive.write(UnsafeRawBufferPointer(wanted))
      left -= Int64(count)
    }
    try archive.end()
  }

  private func unreadable(_ error: FileError) -> ExportError {
    .unreadableFile(path: session.path, error)
  }
}

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
