import Foundation
import Glibc
import MotionCore
import Testing

@testable import DrillRunner

/// Commands that make the program say what the catalogue has, in this process: the message itself is heard, and its
/// text is what was printed.
@Suite struct CommandMessageTests {
  /// Words of a command line, and the id of what it tells. DRILL, DIR and SESSION stand for a drill that can run, an
  /// empty folder for sessions, and a rehearsed session.
  static let cases: [(words: String, id: String)] = [
    ("recor", "usage.unknown-command"), ("check", "usage.argument-missing"),
    ("sessions x", "usage.too-many-arguments"), ("check DRILL --sed 1", "usage.unknown-option"),
    ("check DRILL --seed", "usage.needs-argument"), ("sessions --json=1", "usage.takes-no-argument"),
    ("check DRILL --seed 1 --seed 2", "usage.given-twice"),
    ("latency --clicks many", "usage.not-whole-number"), ("check DRILL --seed -1", "usage.not-seed"),
    ("voice DRILL --voice festival", "usage.not-voice"),
    ("devices --watch --buttons auto --buttons x", "usage.buttons-with-others"),
    ("devices --test --matched --imu simulated", "usage.matched-of-other"),
    ("voice DRILL --voice flite --preview --audio none --output DIR/w", "notice.words-written"),
    ("analyze LIVE", "notice.being-recorded"), ("verify LIVE", "session-read.recording"),
    ("export LIVE --to csv -o DIR/live", "export.recording"), ("analyze FULL", "notice.result-not-stored"),
    ("export OPEN --to csv -o DIR/open", "notice.export"),
    ("devices --watch --test", "usage.watch-and-test"), ("devices --imu auto", "usage.listening-alone"),
    ("devices --buttons auto", "usage.buttons-alone"), ("analyze", "usage.session-missing"),
    ("analyze SESSION --explain 1 --json", "usage.explain-and-json"),
    ("analyze SESSION --explain 99", "usage.no-trial"),
    ("analyze SESSION --print-config", "usage.print-config-alone"),
    ("compare last@ SESSION", "usage.not-session-and-sensor"),
    ("compare SESSION SESSION", "usage.same-sensor"), ("notes SESSION --add ", "usage.empty-note"),
    ("notes SESSION --add LONG", "usage.long-note"), ("latency --path-ms far", "usage.not-milliseconds"),
    ("voice DRILL --audio none", "usage.preview-alone"), ("export SESSION", "usage.format-missing"),
    ("export SESSION --to cvs", "usage.unknown-format"),
    ("export SESSION --to csv --subject 1", "usage.labels-of-bids"),
    ("export SESSION --to bids --label last", "usage.label-without-equals"),
    ("export SESSION --to bids --label first=1", "usage.label-of-other"),
    ("export SESSION --to bids --label SESSION=1/2/3", "usage.label-of-too-much"),
    ("export SESSION --to csv -o ", "usage.empty-output"),
    ("export SESSION SESSION --to tar -o DIR/a.tar", "usage.one-archive"),
    ("--completions", "usage.shell-missing"), ("--render-clips", "usage.clips-of-nothing"),
    ("check DIR/none.yaml", "drill-file.missing"), ("check DIR", "drill-file.not-regular"),
    ("check LARGE", "drill-file.too-large"), ("check WRONG", "drill"),
    ("sessions --sessions DIR", "result.no-sessions"),
    ("analyze last --sessions DIR", "session-lookup.none-at-all"),
    ("analyze ./none --sessions DIR", "session-lookup.no-folder"),
    ("analyze zz --sessions DIR", "session-lookup.unknown"), ("verify DIR", "session-read.no-session"),
    ("recover SESSION", "recovery.sealed"), ("verify SESSION", "result.verified"),
    ("notes SESSION", "result.no-notes"), ("rehearse DRILL --sessions DIR", "result.session-ended"),
    ("rehearse DRILL --sessions DIR", "result.analysis-stored"),
    ("export SESSION --to csv -o DIR/out", "result.exported"),
    ("export SESSION --to csv -o DIR/more", "result.synthetic"), ("verify CHANGED", "result.not-verified"),
    ("analyze CHANGED", "notice.session-problem"), ("verify CHANGED", "notice.bundle-note"),
    ("recover OPEN", "result.recovered-in-part"), ("recover CUT", "result.bytes-kept"),
    ("notes NOTED", "notice.damaged-notes"), ("verify SCHEMA", "schema.other-schema"),
    ("verify VERSION", "schema.other-version"),
    ("export SESSION SESSION --to csv -o DIR/x", "export.named-twice"),
    ("export SESSION --to csv -o SESSION/x", "export.inside-session"),
    ("export SESSION --to csv -o SESSIONS", "export.would-replace-session"),
    ("export SESSION --to bids --subject a_b -o DIR/b", "export.bad-label"),
    ("export DIR --to csv -o HOME/y", "export.unreadable"),
    ("export SESSION --to csv -o HOME", "export.exists"),
    ("export SESSION --to csv -o HOME --force", "export.not-an-export"),
    ("analyze SESSION --config DIR/none.json", "parameters.unreadable"),
    ("analyze SESSION --config WRONG", "parameters.not-json"),
    ("analyze SESSION --config LIST", "parameters.not-object"),
    ("analyze SESSION --config EMPTY", "parameters.wrong-schema"),
    ("analyze SESSION --config LATER", "parameters.other-version"),
    ("analyze SESSION --config UNKNOWN", "parameters.unknown-key"),
    ("analyze SESSION --labels DIR/none.csv", "labels.unreadable"),
    ("analyze SESSION --labels WRONG", "labels.unknown-column"),
    ("analyze SESSION --labels EMPTY", "labels.no-list"),
    ("analyze SESSION --labels UP", "labels.no-direction"), ("analyze SESSION --labels NONE", "labels.empty"),
    ("analyze SESSION --labels LIST", "labels.not-object"),
    ("voice DRILL --voice DIR/", "clip.no-clip-file"), ("voice SPEAKER", "clip.unknown-voice"),
    ("check SPEAKER", "notice.cannot-speak"), ("run DRILL --imu simulatd", "selector.kind"),
    ("run DRILL --imu csv:", "selector.names-nothing"), ("run DRILL --imu simulated:seed=x", "selector.seed"),
    ("run DRILL --imu simulated:sed=1", "selector.simulated-option"),
    ("run DRILL --imu 1st=auto", "selector.name"),
    ("run DRILL --imu serial:/dev/ttyUSB0,fast", "selector.not-option"),
    ("run DRILL --imu serial:/dev/ttyUSB0,bauds=1", "selector.option"),
    ("run DRILL --imu serial:/dev/ttyUSB0,protocol=wit", "selector.language"),
    ("run DRILL --imu serial:/dev/ttyUSB0,baud=x", "selector.baud"),
    ("run DRILL --imu serial:/dev/ttyUSB0,rate=x", "selector.rate"),
    ("run DRILL --imu serial:/dev/ttyUSB0,content=x", "selector.content"),
    ("run DRILL --imu serial:/dev/ttyUSB0,save=x", "selector.save"),
    ("run DRILL --imu serial:/dev/ttyUSB0,protocol=csv", "selector.columns-missing"),
    ("run DRILL --imu serial:/dev/ttyUSB0,protocol=xsens,columns=t", "selector.columns-of"),
    ("run DRILL --imu serial:/dev/ttyUSB0,protocol=xsens,rate=9", "selector.configures-other"),
    ("run DRILL --imu serial:/dev/ttyUSB0,save=yes", "selector.nothing-to-save"),
    ("run DRILL --imu =", "selector.name"),
  ]

  @Test func eachCommandTellsItsMessage() throws {
    let heard = try HeardMessages()
    let places = try CommandMessageTests.prepare(heard)
    // A recorder holds the lock of its session (session format, "Locking").
    let lock = open(try #require(places["LIVE"]) + "/.lock", O_RDONLY | O_CLOEXEC)
    #expect(lock >= 0 && PosixFileSystem().lock(lock, operation: LOCK_EX | LOCK_NB) == 0)
    defer { close(lock) }
    for (words, id) in CommandMessageTests.cases {
      var fresh = places
      fresh["DIR"] = heard.folder + "/" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: fresh["DIR"]!, withIntermediateDirectories: true)
      let line = words.split(separator: " ", omittingEmptySubsequences: false).map { word in
        fresh.sorted { $0.key.count > $1.key.count }.reduce(String(word)) {
          $0.replacing($1.key, with: $1.value)
        }
      }
      let (ids, text) = heard.run(line)
      #expect(ids.contains(id), "\(words): \(ids)\n\(text)")
      // What the message says is what is printed.
      let entry = try #require(MessageCatalogue.all.first { $0.id == id }, "\(id)")
      if entry.section.channels.contains(.error), ids.count == 1, id != "drill" {
        #expect(text.contains("→"), "\(words) prints its next step")
      }
    }
  }

  /// Sessions and files that the commands are given.
  private static func prepare(_ heard: HeardMessages) throws -> [String: String] {
    let drill = try heard.write(HeardMessages.drill, "short.yaml")
    let sessions = heard.folder + "/sessions"
    func session() throws -> String {
      let before = Set((try? FileManager.default.contentsOfDirectory(atPath: sessions)) ?? [])
      _ = heard.run(["rehearse", drill, "--sessions", sessions])
      let new = try FileManager.default.contentsOfDirectory(atPath: sessions)
        .filter { !before.contains($0) && !$0.contains(".") }
      let path = sessions + "/" + (try #require(new.first, "nothing was rehearsed"))
      return path
    }
    /// A session that may be changed.
    func loose() throws -> String {
      let path = try session()
      for name in try FileManager.default.contentsOfDirectory(atPath: path) + ["."] {
        try FileManager.default.setAttributes(
          [.posixPermissions: name == "." || name == "derived" ? 0o755 : 0o644],
          ofItemAtPath: "\(path)/\(name)")
      }
      return path
    }
    func manifest(_ path: String, _ old: String, _ new: String) throws {
      let file = URL(fileURLWithPath: path + "/manifest.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains(old))
      try Data(text.replacing(old, with: new).utf8).write(to: file)
    }
    func append(_ text: String, to file: String) throws {
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(text.utf8))
      try handle.close()
    }
    let changed = try loose()
    try append("{\"n\": 1, \"t\"", to: changed + "/gyroscope.jsonl")
    let open = try loose()
    try manifest(open, "\"state\": \"complete\"", "\"state\": \"recording\"")
    try FileManager.default.removeItem(atPath: open + "/accelerometer.jsonl")
    let cut = try loose()
    try manifest(cut, "\"state\": \"complete\"", "\"state\": \"recording\"")
    try append("{\"n\": 1, \"t\"", to: cut + "/gyroscope.jsonl")
    let other = try loose()
    try manifest(other, "\"name\": \"drillrunner.session\"", "\"name\": \"gait.session\"")
    let later = try loose()
    let text = try String(contentsOf: URL(fileURLWithPath: later + "/manifest.json"), encoding: .utf8)
    let version = try #require(text.firstMatch(of: /"version": 1\b/))
    try manifest(later, String(version.output), "\"version\": 2")
    let live = try loose()
    try manifest(live, "\"state\": \"complete\"", "\"state\": \"recording\"")
    // Nothing can be stored where a file stands in the place of the folder.
    let full = try loose()
    try FileManager.default.removeItem(atPath: full + "/derived")
    try Data("full".utf8).write(to: URL(fileURLWithPath: full + "/derived"))
    let noted = try session()
    try heard.write("not a note\n", "x")
    try Data("not a note\n".utf8).write(to: URL(fileURLWithPath: noted + ".notes.jsonl"))
    let home = heard.folder + "/home"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try heard.write("mine", "home/letter.txt")
    let schema = "{\"schema\": {\"name\": \"\(AnalysisConfiguration.schemaName)\", \"version\": "
    return [
      "DRILL": drill, "SESSION": try session(), "SESSIONS": sessions, "CHANGED": changed, "OPEN": open,
      "CUT": cut, "LIVE": live, "FULL": full,
      "SCHEMA": other, "VERSION": later, "NOTED": noted, "HOME": home,
      "LONG": String(repeating: "a", count: SessionNotes.longestText + 1),
      "LARGE": try heard.write(String(repeating: "#", count: DrillFile.maximumBytes + 1), "large.yaml"),
      "WRONG": try heard.write("drill: 1\ntitle: T\nstpes: []\n", "wrong.yaml"),
      "SPEAKER": try heard.write(
        HeardMessages.drill.replacing("seed: 1", with: "seed: 1\nvoice: flite:nobody"), "speaker.yaml"),
      "LIST": try heard.write("[1]", "list.json"), "EMPTY": try heard.write("{}", "empty.json"),
      "LATER": try heard.write(schema + "9}}", "later.json"),
      "UNKNOWN": try heard.write(
        schema + "\(AnalysisConfiguration.schemaVersion)}, \"x\": 1}", "unknown.json"),
      "UP": try heard.write("direction,onset_s\nup,1\n", "up.csv"), "NONE": try heard.write("", "none.csv"),
    ]
  }
}
