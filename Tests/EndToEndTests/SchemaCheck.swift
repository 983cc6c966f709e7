import Foundation
import Testing

/// Python programs of `Tests/readers`, run in the environment that scripts/setup makes.
enum PythonReader {
  static let interpreter = Program.project.appendingPathComponent(".build/python/bin/python").path

  static func run(_ name: String, _ arguments: [String], limit: Double = 120) throws -> Program.Result {
    guard FileManager.default.isExecutableFile(atPath: interpreter) else {
      throw Bundle.Failure(description: "there is no \(interpreter); run scripts/setup test")
    }
    let script = Program.project.appendingPathComponent("Tests/readers/\(name)").path
    return try Program([interpreter, "-B", script] + arguments).wait(limit: limit)
  }
}

/// The check of written bundles against docs/schema.
enum SchemaCheck {
  /// Records an issue for a bundle that is not as the schema says.
  static func check(_ bundles: [String]) throws {
    let result = try PythonReader.run("validate_bundle.py", bundles)
    #expect(result.status == 0 && result.out.isEmpty, "not as docs/schema says:\n\(result.all)")
  }
}
