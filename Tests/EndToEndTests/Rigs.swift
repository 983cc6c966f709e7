import Foundation
import Glibc
import MotionCore

/// Command lines that run the program beside mock hardware.
enum Rigs {
  /// `command` beside a private, paced PulseAudio null sink that is the default output.
  static func nullSink(_ command: [String]) -> [String] {
    [Program.rig.appendingPathComponent("null_sink.sh").path] + command
  }

  /// `command` with a mock game controller: real libudev, real ioctls, real reads.
  static func motionNode(_ options: [String], _ command: [String]) -> [String] {
    [
      "/usr/bin/umockdev-wrapper", "/usr/bin/python3",
      Program.rig.appendingPathComponent("motion_node.py").path,
    ] + options + ["--"] + command
  }

  /// `command` with mock key devices: real libudev, real ioctls, real reads.
  static func keyNode(_ options: [String], _ command: [String]) -> [String] {
    [
      "/usr/bin/umockdev-wrapper", "/usr/bin/python3", Program.rig.appendingPathComponent("key_node.py").path,
    ] + options + ["--"] + command
  }

  /// `command` with a private system bus on which a mock logind gives inhibitor locks.
  static func mockLogind(_ options: [String], _ command: [String]) -> [String] {
    ["/usr/bin/python3", Program.rig.appendingPathComponent("mock_logind.py").path] + options + ["--"]
      + command
  }

  /// `command` as a user without privileges: root is turned into nobody, others stay who they are.
  static func unprivileged(_ command: [String]) -> [String] {
    guard geteuid() == 0 else { return command }
    return ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
  }

  /// A shell script, with `arguments` as $0, $1, …, that may mount: its mounts are seen by nobody else.
  static func mounting(_ script: String, _ arguments: [String]) -> [String] {
    let user = geteuid() == 0 ? [] : ["--map-root-user"]
    return ["/usr/bin/unshare", "--mount"] + user + ["/bin/sh", "-c", script] + arguments
  }

  /// Whether this machine lets the tests mount; some containers do not. What a full disk does to a recording is
  /// then shown by the tests of the session store alone.
  static let canMount: Bool = {
    let trial = mounting("mount -t tmpfs -o size=64k tmpfs \"$0\"", [NSTemporaryDirectory()])
    return (try? Program(trial).wait(limit: 10).status) == 0
  }()

  /// A copy of the program that everybody may run.
  static func programForEverybody(in folder: URL) throws -> String {
    let copy = folder.appendingPathComponent("drillrunner")
    try FileManager.default.copyItem(atPath: Program.executable, toPath: copy.path)
    chmod(copy.path, 0o755)
    return copy.path
  }
}

/// A session that a test's run left.
struct Bundle {
  var path: String
  var session: MotionSession
  /// `derived/…/analysis.json`.
  var analysis: JSONValue?

  /// The only session of a folder, which is as docs/schema says.
  init(onlyOneIn folder: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { !$0.hasPrefix(".") && !$0.contains(".truth") && !$0.contains(".incident") }
    guard names.count == 1 else { throw Failure(description: "not one session: \(names)") }
    try self.init(at: folder + "/" + names[0])
    try SchemaCheck.check([path])
  }

  init(at path: String) throws {
    self.path = path
    session = try SessionReader.read(path)
    let derived = try? FileManager.default.subpathsOfDirectory(atPath: path + "/derived")
    if let file = derived?.first(where: { $0.hasSuffix("analysis.json") }) {
      analysis = try JSONValue.parse(
        Array(try Data(contentsOf: URL(fileURLWithPath: path + "/derived/" + file))))
    }
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  func incidents(_ kind: IncidentKind) -> [EventMarker] {
    session.events.filter { $0.knownKind == .incident && $0.label == kind.rawValue }
  }

  /// What is wrong with the evidence as sealed, by sha256sum(1): hashes of the manifest against the files.
  func badHashes() throws -> [String] {
    try session.manifest.files.compactMap { file in
      let sum = try Program(["/usr/bin/sha256sum", path + "/" + file.name]).wait(limit: 30)
      return sum.out.hasPrefix(file.sha256) ? nil : file.name
    }
  }

  /// Names of the files that a sealed bundle must not let anybody write.
  func writableFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { name in
      var status = stat()
      return name != "derived" && stat(path + "/" + name, &status) == 0 && status.st_mode & 0o222 != 0
    }
  }
}
