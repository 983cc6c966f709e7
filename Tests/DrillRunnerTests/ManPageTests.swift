import Foundation
import Testing

@testable import DrillRunner

/// The manual page and the completions, made from the registry: complete, and what their readers understand.
@Suite struct ManPageTests {
  /// Runs a program on `text` and returns its status and what it said.
  private func run(_ command: [String], on text: String) throws -> (status: Int32, said: String) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("manual-\(UUID().uuidString)")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst()) + [file.path]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  private let page = ManPage.text(CommandRegistry.commands)

  @Test func groffAndMandocFindNothingWrong() throws {
    let groff = try run(["/usr/bin/groff", "-ww", "-z", "-man", "-Tutf8"], on: page)
    #expect(groff.status == 0 && groff.said.isEmpty, "\(groff.said)")
    let mandoc = try run(["/usr/bin/mandoc", "-Tlint", "-Wwarning"], on: page)
    #expect(mandoc.status == 0 && mandoc.said.isEmpty, "\(mandoc.said)")
  }

  @Test func everyCommandFlagAndExitCodeIsInIt() throws {
    for command in CommandRegistry.commands {
      let section = try #require(page.components(separatedBy: ".SS \(command.name)\n").last)
      #expect(section.hasPrefix(".B drillrunner \(command.name)\n"), "\(command.name)")
      for flag in command.allFlags {
        #expect(section.contains(ManPage.escaped("--" + flag.name)), "\(command.name) \(flag.name)")
      }
    }
    for code in ExitCode.allCases { #expect(page.contains(".TP\n.B \(code.rawValue)\n"), "\(code)") }
  }

  @Test(arguments: [
    ("a-b", #"a\-b"#), (".x", #"\&.x"#), ("'x'", #"\&'x\(aq"#), (#"a\b"#, #"a\eb"#),
    ("…é", #"\[u2026]\[u00E9]"#),
    ("😀", #"\[u1F600]"#), ("", ""),
  ])
  func textIsEscapedAsRoffTakesIt(text: String, escaped: String) {
    #expect(ManPage.escaped(text) == escaped)
  }

  @Test(arguments: Completions.Shell.allCases)
  func completionsNameEverything(shell: Completions.Shell) {
    let text = Completions.text(for: shell, CommandRegistry.commands)
    for command in CommandRegistry.commands {
      #expect(text.contains(command.name))
      for flag in command.allFlags {
        #expect(text.contains(shell == .fish ? "-l \(flag.name)" : "--\(flag.name)"))
      }
    }
  }

  /// Each shell reads its own script and finds nothing wrong.
  private func isUnderstood(_ shell: Completions.Shell, by check: [String]) throws {
    let result = try run(check, on: Completions.text(for: shell, CommandRegistry.commands))
    #expect(result.status == 0 && result.said.isEmpty, "\(result.said)")
  }

  private static func isThere(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: program)
  }

  @Test func bashUnderstandsItsCompletions() throws { try isUnderstood(.bash, by: ["/bin/bash", "-n"]) }

  @Test(.enabled(if: isThere("/usr/bin/zsh"), "zsh is not installed"))
  func zshUnderstandsItsCompletions() throws { try isUnderstood(.zsh, by: ["/usr/bin/zsh", "-n"]) }

  @Test(.enabled(if: isThere("/usr/bin/fish"), "fish is not installed"))
  func fishUnderstandsItsCompletions() throws {
    try isUnderstood(.fish, by: ["/usr/bin/fish", "--no-execute"])
  }

  /// What bash offers after some words; the program itself is not asked.
  @Test(arguments: [
    ("drillrunner re", 1, ["rehearse", "recover"]), ("drillrunner ver", 1, ["verify"]),
    ("drillrunner devices --wa", 2, ["--watch"]), ("drillrunner notes last --a", 3, ["--add"]),
    ("drillrunner nothing --", 2, []), ("drillrunner export last --to ''", 4, ["csv", "bids", "tar"]),
    ("drillrunner export last --to c", 4, ["csv"]),
    ("drillrunner run x --imu s", 4, ["simulated", "serial:"]),
    ("drillrunner run x --audio n", 4, ["none"]), ("drillrunner run x --buttons ''", 4, ["auto", "none"]),
    ("drillrunner run x --voice e", 4, ["espeak-ng"]), ("drillrunner latency --record m", 3, ["monitor"]),
    // Nobody but the user knows a seed or a note: no name of a file is offered.
    ("drillrunner run x --seed ''", 4, []), ("drillrunner notes last --add ''", 4, []),
    ("drillrunner run x --imu serial : ''", 6, []),
  ])
  func bashCompletes(line: String, at position: Int, offers: [String]) throws {
    let words = line.split(separator: " ").map { $0 == "''" ? "''" : "'\($0)'" }.joined(separator: " ")
    let script =
      Completions.text(for: .bash, CommandRegistry.commands)
      + "\nCOMP_WORDS=(\(words)); COMP_CWORD=\(position); _drillrunner; printf '%s\\n' \"${COMPREPLY[@]}\"\n"
    let result = try run(["/bin/bash"], on: script)
    #expect(Set(result.said.split(separator: "\n").map(String.init)) == Set(offers), "\(result.said)")
  }

  /// Each flag that takes words offers them in the other shells, too; no file is offered for a number.
  @Test func zshAndFishOfferTheWords() {
    let zsh = Completions.text(for: .zsh, CommandRegistry.commands)
    #expect(zsh.contains(":FORMAT:(csv bids tar)'") && zsh.contains("simulated serial\\: replay\\: csv\\:)'"))
    #expect(zsh.contains("[seed of the drawn intervals and of the simulated rider]:N: '"))
    let fish = Completions.text(for: .fish, CommandRegistry.commands)
    #expect(fish.contains("-l to -x -a 'csv bids tar' ") && fish.contains("-l seed -x -d "))
    #expect(fish.contains("-l config -r -F "))
  }

  @Test func aDrillIsFoundByItsName() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("drills-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (place, names) in [("near", ["a", "both"]), ("far", ["both", "c"])] {
      let path = folder.appendingPathComponent(place)
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
      for name in names { try Data().write(to: path.appendingPathComponent(name + ".yaml")) }
      try Data().write(to: path.appendingPathComponent("README.md"))
    }
    let drills = InstalledDrills(folders: ["near", "far", "none"].map { folder.path + "/" + $0 })
    #expect(drills.names == ["a", "both", "c"])
    #expect(drills.path(of: "a") == folder.path + "/near/a.yaml")
    #expect(drills.path(of: "both") == folder.path + "/near/both.yaml", "the nearer one")
    #expect(drills.path(of: "c.yaml") == folder.path + "/far/c.yaml")
    for word in ["d", "", "./a", "/a", "near/a"] { #expect(drills.path(of: word) == word) }
  }
}
