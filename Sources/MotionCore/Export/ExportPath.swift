#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Paths with links resolved, so that it can be told whether one lies in another.
enum ExportPath {
  /// The absolute path behind `path` (realpath(3)); of what does not exist yet, the rest of the path is appended.
  static func resolved(_ path: String) -> String {
    if let found = realpath(path, nil) {
      defer { free(found) }
      return String(cString: found)
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let last = parts.last else { return path }
    let above = parts.dropLast().joined(separator: "/")
    let parent =
      path.hasPrefix("/") ? resolved("/" + above) : resolved(above.isEmpty ? "." : above)
    return (parent == "/" ? "" : parent) + "/" + last
  }

  /// Whether `path` is `folder` or lies in it. Both resolved.
  static func lies(_ path: String, in folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}
