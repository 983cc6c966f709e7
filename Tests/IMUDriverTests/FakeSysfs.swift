import Foundation

@testable import IMUDriver

/// A folder with attributes, for what needs no udev. It is removed with the value.
final class FakeSysfs {
  private let url: URL
  let folder: IIOFolder

  init(_ attributes: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "fake-sysfs-\(UUID().uuidString)")
    folder = IIOFolder(path: url.path + "/device", calls: IIOCalls())
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    for (name, value) in attributes {
      let file = url.appending(path: "device/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try (value + "\n").write(to: file, atomically: false, encoding: .utf8)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
