import MotionCore

extension AnalysisConfiguration {
  /// The option of every command that analyses.
  static let flag = Flag(
    name: "config", argument: "FILE", values: .files,
    help: "analysis parameters, as analyze --print-config prints them")

  /// The configuration that was asked for, else the default one. Throws a `ParametersError` for a file that
  /// cannot be used.
  static func asked(_ invocation: Invocation) throws -> AnalysisConfiguration {
    try invocation.value(flag).map(read) ?? .default
  }

  private static func read(_ path: String) throws -> AnalysisConfiguration {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try PosixFileSystem().readFile(path, limit: 1 << 20, followLinks: true)
    } catch {
      throw ParametersError(.file(path), .unreadable(reason: error.cause))
    }
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue.parse(bytes)
    } catch {
      throw ParametersError(.file(path), .notJSON(error))
    }
    return try AnalysisConfiguration(json: document)
  }
}
