import Foundation
import MotionCore

/// Everything that a simulated disk holds at one instant: what its users see, and what is certain to be there
/// after a power cut. A value, so that an instant can be kept and crashed later, as often as wanted.
///
/// The model is POSIX's promise and no more, stricter than ext4, XFS and btrfs keep it:
/// - fsync(2) of a file makes its contents and its length durable, not its name;
/// - fsync(2) of a folder makes the names in it durable, not what the files hold;
/// - until then any part of any change may be on the disk or not, in any order;
/// - after a *failed* fsync the changes are lost or not, for good: the pages count as clean, and a later fsync
///   that succeeds says nothing about them (as Linux behaves since 4.13, see PostgreSQL's "fsyncgate").
struct DiskState: Sendable {
  /// A write is torn into pieces of this many bytes, and one of them at any byte.
  static let sector = 512
  static let root = 0

  enum Certainty: Sendable {
    /// A successful sync makes it durable.
    case pending
    case durable
    /// A failed sync has dropped it: it may be on the disk, and nothing will tell.
    case lost
  }

  /// A change of a file's contents or length.
  struct Change: Sendable {
    enum Kind: Sendable {
      case write(offset: Int, bytes: [UInt8])
      case resize(Int)
    }

    var kind: Kind
    var certainty = Certainty.pending
  }

  /// A name in a folder that was set, to nil where it was removed.
  struct EntryChange: Sendable {
    var name: String
    var node: Int?
    var isLost = false
  }

  struct Node: Sendable {
    var kind: FileStatus.Kind
    var mode: UInt32
    /// What a read sees.
    var data: [UInt8] = []
    /// What certainly is on the disk, before `changes`.
    var base: [UInt8] = []
    var changes: [Change] = []
    /// What a lookup sees.
    var entries: [String: Int] = [:]
    var durableEntries: [String: Int] = [:]
    var entryChanges: [EntryChange] = []
  }

  var nodes = [Node(kind: .folder, mode: 0o755)]

  // MARK: Names

  /// The node at an absolute path; nil where there is none.
  func find(_ path: String) -> Int? {
    var node = DiskState.root
    for part in path.split(separator: "/") {
      guard let next = nodes[node].entries[String(part)] else { return nil }
      node = next
    }
    return node
  }

  /// The folder in which `path` stands, and its last name.
  func parent(_ path: String) -> (folder: Int, name: String)? {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return nil }
    guard let folder = find(parts.dropLast().joined(separator: "/")), nodes[folder].kind == .folder else {
      return nil
    }
    return (folder, String(name))
  }

  mutating func setEntry(_ folder: Int, _ name: String, _ node: Int?) {
    nodes[folder].entries[name] = node
    nodes[folder].entryChanges.append(EntryChange(name: name, node: node))
  }

  // MARK: Contents

  mutating func change(_ node: Int, _ kind: Change.Kind) {
    DiskState.apply(kind, to: &nodes[node].data)
    nodes[node].changes.append(Change(kind: kind))
  }

  static func apply(_ kind: Change.Kind, to data: inout [UInt8]) {
    switch kind {
    case .write(let offset, let bytes): overwrite(&data, at: offset, bytes[...])
    case .resize(let length): resize(&data, length)
    }
  }

  static func overwrite(_ data: inout [UInt8], at offset: Int, _ bytes: ArraySlice<UInt8>) {
    if data.count < offset + bytes.count { resize(&data, offset + bytes.count) }
    data.withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: $0)
      }
    }
  }

  /// By blocks of memory: byte by byte, as an unoptimised build does it, a mebibyte takes a millisecond.
  static func resize(_ data: inout [UInt8], _ length: Int) {
    data = [UInt8](unsafeUninitializedCapacity: length) { target, count in
      let kept = min(length, data.count)
      data.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(target).copyMemory(from: .init(rebasing: $0[..<kept]))
      }
      if let start = target.baseAddress { memset(start + kept, 0, length - kept) }
      count = length
    }
  }

  /// A sync that succeeds.
  mutating func sync(_ number: Int) {
    var node = nodes[number]
    for index in node.changes.indices where node.changes[index].certainty == .pending {
      node.changes[index].certainty = .durable
    }
    if !node.changes.contains(where: { $0.certainty == .lost }) {
      for change in node.changes { DiskState.apply(change.kind, to: &node.base) }
      node.changes = []
    }
    var open: [EntryChange] = []
    for change in node.entryChanges {
      if change.isLost {
        open.append(change)
      } else {
        open.removeAll { $0.name == change.name }
        node.durableEntries[change.name] = change.node
      }
    }
    node.entryChanges = open
    nodes[number] = node
  }

  /// A sync that fails: what waited is given up, and counts as clean.
  mutating func failSync(_ number: Int) {
    for index in nodes[number].changes.indices where nodes[number].changes[index].certainty == .pending {
      nodes[number].changes[index].certainty = .lost
    }
    for index in nodes[number].entryChanges.indices { nodes[number].entryChanges[index].isLost = true }
  }

  /// posix_fadvise(POSIX_FADV_DONTNEED): clean pages leave the cache, so lost ones are seen no more.
  mutating func dropCache(_ number: Int) {
    var data = nodes[number].base
    for change in nodes[number].changes where change.certainty != .lost {
      DiskState.apply(change.kind, to: &data)
    }
    nodes[number].data = data
  }
}
