/// Names of exports.
public enum ExportTarget {
  /// The folder name of the session at `path`, also where the path ends in "." or is a link.
  public static func name(ofSession path: String) -> String {
    CSVName.file(ExportPath.resolved(path).split(separator: "/").last.map(String.init) ?? "session")
  }
}
