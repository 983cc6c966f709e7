import Foundation
import Testing

/// `scripts/install-udev-rules`: it shows the rules, asks, and changes nothing without a yes.
@Suite struct RuleInstallerTests {
  private static let rules = Program.project.appendingPathComponent("udev/70-drillrunner.rules")

  private func run(_ arguments: [String], answer: String, in folder: String) throws -> Program.Result {
    let script = Program.project.appendingPathComponent("scripts/install-udev-rules").path
    let command = "printf %s \"$1\" | \"$0\" " + (arguments + ["\"$2\""]).joined(separator: " ")
    return try Program(["/bin/sh", "-c", command, script, answer, folder]).wait(limit: 20)
  }

  @Test("Without a yes nothing is changed", arguments: ["n\n", "\n", ""])
  func refused(answer: String) throws {
    let scratch = try Scratch()
    let result = try run([], answer: answer, in: scratch.url.path)
    #expect(result.status == 1, "\(result.all)")
    #expect(result.out.contains("Nothing was changed"))
    #expect(result.out.contains("ID_INPUT_ACCELEROMETER"), "it shows what it would install")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
  }

  @Test("With a yes the file is there, readable by all; a second time there is nothing to do")
  func installed() throws {
    let scratch = try Scratch()
    let result = try run([], answer: "y\n", in: scratch.url.path)
    #expect(result.status == 0, "\(result.all)")
    let target = scratch.url.appendingPathComponent("70-drillrunner.rules")
    #expect(try Data(contentsOf: target) == Data(contentsOf: RuleInstallerTests.rules))
    let mode = try FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o644)
    let again = try run([], answer: "", in: scratch.url.path)
    #expect(again.status == 0 && again.out.contains("up to date"), "\(again.all)")
    // An older file is replaced after a yes only.
    try Data("# old".utf8).write(to: target)
    #expect(try run([], answer: "n\n", in: scratch.url.path).status == 1)
    #expect(try Data(contentsOf: target) == Data("# old".utf8))
    #expect(try run(["--yes"], answer: "", in: scratch.url.path).status == 0)
    #expect(try Data(contentsOf: target) == Data(contentsOf: RuleInstallerTests.rules))
  }
}
