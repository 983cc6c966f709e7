import Foundation
import MotionCore

#if canImport(Glibc)
  import Glibc
#endif

/// Where it is noted that a device's fuzz is off, so that a program that is killed can be made good.
///
/// One small file a device, `$XDG_STATE_HOME/drillrunner/fuzz/STABLE-ID.json` (`~/.local/state` by default),
/// written and synced before the device is changed, locked (flock) while it is, and removed once it is put
/// back. A file that nobody holds is of a program that died: whoever lists or opens the device next puts its
/// fuzz back. Restored are only axes whose fuzz is still 0, as it was left: another value is another program's.
struct FuzzRecord: Sendable {
  let folder: String
  let fileSystem: any FileSystem

  /// The records of this user.
  init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    fileSystem: any FileSystem = PosixFileSystem()
  ) {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let state =
      environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/state"
    folder = "\(state)/drillrunner/fuzz"
    self.fileSystem = fileSystem
  }

  /// The file of a device whose fuzz is off, held by this program.
  struct Held: Sendable {
    let path: String
    let descriptor: Int32
    /// What the note says: the device's own fuzz by axis.
    let fuzz: [(axis: MotionAxis, fuzz: Int32)]
  }

  private func path(_ stableID: String) -> String { "\(folder)/\(stableID).json" }

  /// Notes, durably, that the fuzz of `axes` is about to be switched off.
  func hold(_ stableID: String, _ axes: [MotionAxisRange]) throws(FileError) -> Held {
    let path = path(stableID)
    try fileSystem.makeFolders(folder, mode: 0o700)
    let descriptor = try fileSystem.openFile(path, flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    // One that could not be put back keeps what it knows of axes that are still off.
    var fuzz = axes.filter { $0.fuzz != 0 }.map { (axis: $0.axis, fuzz: $0.fuzz) }
    do throws(FileError) {
      try lock(descriptor, path)
      for (axis, value) in (try? read(descriptor, path)) ?? [] where !fuzz.contains(where: { $0.0 == axis }) {
        fuzz.append((axis, value))
      }
      let entries = fuzz.map { ($0.0.kernelName, JSONValue.integer(Int64($0.1))) }
      let text: JSONValue = ["stable_id": .string(stableID), "fuzz": .object(JSONObject(entries))]
      let bytes = Array((text.text() + "\n").utf8)
      try fileSystem.check("ftruncate", path) { fileSystem.ftruncate(descriptor, to: 0) }
      try fileSystem.writeAll(bytes, to: descriptor, path)
      try fileSystem.check("fsync", path) { fileSystem.fsync(descriptor) }
      try fileSystem.syncFolder(folder)
    } catch {
      _ = fileSystem.close(descriptor)
      throw error
    }
    return Held(path: path, descriptor: descriptor, fuzz: fuzz)
  }

  /// The device is as it was, or gone: the note is removed.
  func release(_ held: Held) {
    _ = fileSystem.unlink(held.path)
    _ = fileSystem.close(held.descriptor)
  }

  /// Gives up the lock and leaves the note for the next start.
  func keep(_ held: Held) {
    _ = fileSystem.close(held.descriptor)
  }

  /// Puts back what a program that died left on the device behind `node`. Returns what was done; nil
  /// when there was nothing to do, or a running program still reads the device.
  func restoreLeftover(_ stableID: String, on node: EvdevNode) -> SensorNote? {
    let path = path(stableID)
    guard let descriptor = try? fileSystem.openFile(path, flags: O_RDWR | O_NOFOLLOW) else { return nil }
    guard (try? lock(descriptor, path)) != nil else {
      _ = fileSystem.close(descriptor)
      return nil
    }
    let fuzz = try? read(descriptor, path)
    let held = Held(path: path, descriptor: descriptor, fuzz: fuzz ?? [])
    guard let fuzz else {
      release(held)
      return .noteDamaged(path: path)
    }
    var restored: [String] = []
    do throws(SensorError) {
      for (axis, value) in fuzz where try node.info(of: axis).fuzz == 0 {
        try node.setFuzz(value, of: axis)
        restored.append(axis.kernelName)
      }
    } catch {
      keep(held)
      return .leftOff(cause: error.cause)
    }
    release(held)
    guard !restored.isEmpty else { return nil }
    return .putBackNow(axes: restored)
  }

  private func lock(_ descriptor: Int32, _ path: String) throws(FileError) {
    try fileSystem.check("flock", path) { fileSystem.lock(descriptor, operation: LOCK_EX | LOCK_NB) }
  }

  private struct Damaged: Error {}

  private func read(_ descriptor: Int32, _ path: String) throws -> [(axis: MotionAxis, fuzz: Int32)] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try bytes.withUnsafeMutableBytes { try fileSystem.fill($0, from: descriptor, path) }
    guard let entries = try JSONValue.parse(bytes[..<count])["fuzz"]?.object else { throw Damaged() }
    return try entries.members.map { member in
      guard let axis = MotionAxis.allCases.first(where: { $0.kernelName == member.key }),
        let value = member.value.integer.flatMap(Int32.init(exactly:)), value > 0
      else { throw Damaged() }
      return (axis, value)
    }
  }
}
