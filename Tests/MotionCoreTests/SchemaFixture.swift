import Foundation
import Testing

@testable import MotionCore

/// Bundles that docs/schema can be held against, and the Python programs that read them.
enum SchemaFixture {
  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func example(_ name: String) -> String {
    project.appendingPathComponent("docs/examples/\(name)").path
  }

  /// What a validator of Tests/readers says of JSON documents.
  static func verdict(of validator: String, _ documents: [String]) throws -> String {
    let fixture = SessionFixture()
    try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
    var paths: [String] = []
    for (index, text) in documents.enumerated() {
      paths.append("\(fixture.folder)/\(index).json")
      try Data(text.utf8).write(to: URL(fileURLWithPath: paths[index]))
    }
    let interpreter = project.appendingPathComponent(".build/python/bin/python").path
    let script = project.appendingPathComponent("Tests/readers/\(validator)").path
    return try SessionFixture.output(interpreter, ["-B", script] + paths)
  }

  /// The plan of a session of the three streams of `SessionFixture`, with a drill and a timeline that are valid.
  static func plan() -> BundlePlan {
    let drill = Array("drill: 1\ntitle: Garage\n".utf8)
    var manifest = SessionFixture.manifest()
    manifest.drill.sha256 = SHA256Hash.hex(drill)
    return BundlePlan(
      manifest: manifest, protocolText: drill,
      timeline: ["version": 1, "drill": 1, "title": "Garage", "seed": 7, "nominal_ms": 0, "steps": []])
  }

  /// What a program of Tests/readers prints.
  static func python(_ program: String, _ arguments: [String]) throws -> String {
    // Only the check against the schemas needs more than the standard library.
    let own = project.appendingPathComponent(".build/python/bin/python").path
    let interpreter = program == "validate_bundle.py" ? own : "/usr/bin/python3"
    try #require(FileManager.default.isExecutableFile(atPath: interpreter), "run scripts/setup test")
    let script = project.appendingPathComponent("Tests/readers/\(program)").path
    return try SessionFixture.output(interpreter, ["-B", script] + arguments)
  }

  /// Problems of a bundle by docs/schema; empty where there is none.
  static func schemaProblems(_ path: String) throws -> String {
    try python("validate_bundle.py", [path])
  }

  /// Every bit of a number.
  static func bits(_ value: JSONValue?) -> UInt64? {
    value?.double?.bitPattern
  }
}
