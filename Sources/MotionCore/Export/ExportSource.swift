#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A session to export, and the labels that it gets in a BIDS data set.
public struct ExportSource: Hashable, Sendable {
  /// The bundle's folder.
  public var path: String
  /// BIDS subject label; nil for the default.
  public var subject: String?
  /// BIDS session label; nil for one made of the start and the uuid.
  public var label: String?

  public init(path: String, subject: String? = nil, label: String? = nil) {
    self.path = path
    self.subject = subject
    self.label = label
  }
}

/// A session kept as it is while it is exported: a shared lock on it, which keeps recording and repair out.
final class HeldSession {
  /// The bundle's folder, links resolved.
  let path: String
  var name: String { path.split(separator: "/").last.map(String.init) ?? "session" }
  private let fileSystem: any FileSystem
  private var lock: Int32?

  /// Throws where a process records into it.
  init(_ path: String, fileSystem: any FileSystem) throws(ExportError) {
    self.path = ExportPath.resolved(path)
    self.fileSystem = fileSystem
    // A bundle without a lock file is not being recorded.
    guard let (descriptor, _) = try? fileSystem.openForReading("\(self.path)/.lock") else { return }
    lock = descriptor
    if fileSystem.lock(descriptor, operation: LOCK_SH | LOCK_NB) == -Int(EWOULDBLOCK) {
      throw .recording(path: path)
    }
  }

  deinit {
    if let lock { _ = fileSystem.close(lock) }
  }

  func read() throws(ExportError) -> MotionSession {
    do {
      return try SessionReader.read(path, fileSystem: fileSystem)
    } catch {
      throw .input(path, error: error)
    }
  }

  func readManifest() throws(ExportError) -> Manifest {
    do {
      return try SessionReader.readManifest(path, fileSystem: fileSystem).manifest
    } catch {
      throw .input(path, error: error)
    }
  }
}
