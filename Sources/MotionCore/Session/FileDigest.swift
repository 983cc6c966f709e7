extension FileSystem {
  /// The size and SHA-256 of a regular file, read once through a buffer. A link, a folder or a device in its
  /// place is refused, as `openForReading` does.
  func digest(of name: String, in folder: String) throws(FileError) -> Manifest.FileEntry {
    let path = "\(folder)/\(name)"
    let (descriptor, _) = try openForReading(path)
    defer { _ = close(descriptor) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { buffer.deallocate() }
    let hash = SHA256Hash()
    var bytes: Int64 = 0
    while true {
      let count = try fill(buffer, from: descriptor, path)
      hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      bytes += Int64(count)
      if count < buffer.count { break }
    }
    return Manifest.FileEntry(name: name, bytes: bytes, sha256: hash.hex)
  }
}
