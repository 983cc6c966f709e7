import Foundation
import Testing

/// `scripts/install-files` and what packages are made of: every file is where its reader looks for it.
@Suite struct InstallTests {
  /// Installs the built program below a prefix into an empty folder, without speaking the clips.
  private func install(prefix: String) throws -> URL {
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(
      "drillrunner-install-" + UUID().uuidString.prefix(8).lowercased())
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let program = scratch.appendingPathComponent("program")
    try Data("#!/bin/sh\n[ \"$1\" != --render-clips ] || exit 1\nexec '\(Program.executable)' \"$@\"\n".utf8)
      .write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let root = scratch.appendingPathComponent("root")
    let script = Program.project.appendingPathComponent("scripts/install-files").path
    let result = try Program([script, program.path, prefix, root.path]).wait(limit: 120)
    #expect(result.status == 0, "\(result.all)")
    return root
  }

  /// What zsh of Debian has in its path: vendor-completions below /usr, site-functions below /usr/local
  /// (zsh's configure options in its debian/rules).
  @Test(arguments: [("/usr/local", "site-functions"), ("/usr", "vendor-completions")])
  func zshFindsItsCompletions(prefix: String, folder: String) throws {
    let root = try install(prefix: prefix)
    defer { try? FileManager.default.removeItem(at: root.deletingLastPathComponent()) }
    let zsh = root.path + prefix + "/share/zsh"
    #expect(try FileManager.default.contentsOfDirectory(atPath: zsh) == [folder])
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(zsh)/\(folder)") == ["_drillrunner"])
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh") else { return }
    let path = try Program(["/usr/bin/zsh", "-f", "-c", "print -l $fpath"]).wait(limit: 20).out
    #expect(path.split(separator: "\n").contains("\(prefix)/share/zsh/\(folder)"), "\(path)")
    try links(below: root.path + prefix + "/share/doc/drillrunner")
  }

  /// No link of a page leads to nothing.
  private func links(below folder: String) throws {
    let pages = try #require(FileManager.default.subpaths(atPath: folder)).filter { $0.hasSuffix(".md") }
    #expect(pages.count > 20)
    var seen = 0
    for page in pages {
      let text = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
      let place = ("\(folder)/\(page)" as NSString).deletingLastPathComponent
      let targets =
        text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
        + text.matches(of: /(?:src|href|srcset)="([^"]+)"/).map { String($0.output.1) }
      for target in targets where !target.contains("://") && !target.hasPrefix("#") {
        seen += 1
        let file = place + "/" + target.prefix { $0 != "#" }
        #expect(FileManager.default.fileExists(atPath: file), "\(page): \(target)")
      }
    }
    #expect(seen > 50)
  }

  @Test("The Debian changelog is one, with every version of CHANGELOG.md")
  func changelog() throws {
    let script = Program.project.appendingPathComponent("scripts/debian-changelog").path
    func made(_ text: String) throws -> String {
      let result = try Program(
        [
          "/bin/sh", "-c", "printf '%s' \"$1\" | \"$0\" 1.2.0 'A B <a@b>'", script, text,
        ], environment: ["SOURCE_DATE_EPOCH": "0"]
      ).wait(limit: 60)
      #expect(result.status == 0 && result.err.isEmpty, "\(result.all)")
      return result.out
    }
    // deb-changelog(5).
    #expect(
      try made(
        "# Changelog\n\nText.\n\n## Unreleased\n\n### Added\n- One\n  more.\n- Two.\n\n## 1.1.0 - 2026-01-02\n- First.\n"
      )
        == """
        drillrunner (1.2.0) unstable; urgency=medium

          [ Added ]
          * One more.
          * Two.

         -- A B <a@b>  Thu, 01 Jan 1970 00:00:00 +0000

        drillrunner (1.1.0) unstable; urgency=medium

          * First.

         -- A B <a@b>  Fri, 02 Jan 2026 00:00:00 +0000


        """)
    let parser = "/usr/bin/dpkg-parsechangelog"
    guard FileManager.default.isExecutableFile(atPath: parser) else { return }
    let scratch = try Scratch()
    let whole = try String(
      contentsOf: Program.project.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    let file = try scratch.write(try made(whole), to: "changelog")
    let parsed = try Program([parser, "--all", "-l", file]).wait(limit: 60)
    #expect(parsed.status == 0 && parsed.err.isEmpty, "\(parsed.all)")
    #expect(parsed.out.contains("Version: 1.2.0\n"))
  }
}
