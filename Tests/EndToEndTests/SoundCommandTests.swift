import Foundation
import Glibc
import MotionCore
import Testing

/// `latency`, `voice`, and what a run takes from them.
@Suite(.serialized) struct SoundCommandTests {
  @Test("latency stores a constant; devices shows it, a run applies and records it")
  func latencyIsMeasuredStoredAndApplied() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.leans("LEFT, CENTER"), to: "drill.yaml")
    // The rig has a configuration folder of its own.
    let script = """
      export XDG_CONFIG_HOME="$2/config"
      "$0" latency --record monitor --clicks 30 --json >"$2/latency.json" || exit $?
      "$0" devices --json >"$2/devices.json"
      exec "$0" run "$1" --sessions "$2/sessions" --yes --imu simulated --plain
      """
    let result = try Program(
      Rigs.nullSink(["/bin/sh", "-c", script, Program.executable, drill, scratch.url.path])
    ).wait(limit: 150)
    if result.status == 3, result.err.contains("nothing was stored") {
      // A machine that starves the sound server: the refusal is right, and nothing may have been stored.
      #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/config/drillrunner/latency.json"))
      return
    }
    #expect(result.status == 0, "\(result.all)")
    func json(_ name: String) throws -> JSONValue {
      try JSONValue.parse(Array(try Data(contentsOf: scratch.url.appendingPathComponent(name))))
    }
    let latency = try json("latency.json")
    #expect(latency["played"]?.integer == 39 && latency["heard"]?.integer == 39)
    #expect(latency["stable_id"]?.string == "sink:cuesink")
    #expect(latency["stored"]?.bool == true)
    let constant = try #require(latency["latency_constant_ms"]?.double)
    let outputs = try #require(try json("devices.json")["outputs"]?.array)
    #expect(outputs[0]["stable_id"]?.string == "sink:cuesink")
    #expect(outputs[0]["timing_class"]?.string == "server")
    let listed = try #require(outputs[0]["latency_constant_ns"]?.integer)
    #expect(abs(Double(listed) / 1e6 - constant) < 1e-5)
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.manifest.audio?["latency_constant_ns"]?.integer == listed)
    #expect(bundle.session.cues.allSatisfy { $0.times.timing == .measured })
    for cue in bundle.session.cues where cue.status == .played {
      let frame0 = try #require(cue.times.frame0)
      let audible = try #require(cue.times.audible)
      #expect((audible - frame0).wholeNanoseconds == (cue.clip?.onsetNs ?? 0) + listed)
    }
  }

  @Test("The words of a first run are announced; a signal meanwhile ends it before anything is recorded")
  func makingWordsIsStopped() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.leans("LEFT, CENTER"), to: "drill.yaml")
    // A speech program that takes its time: all the words of a run take it far longer than the test waits.
    let script = #"""
      mkdir -p "$2/bin"
      printf '#!/bin/sh\nsleep 0.7\nexec %s "$@"\n' "$(command -v flite)" >"$2/bin/flite"
      chmod +x "$2/bin/flite"
      export PATH="$2/bin:$PATH" XDG_CACHE_HOME="$2/cache"
      "$0" run "$1" --sessions "$2/sessions" --yes --imu simulated --voice flite 2>"$2/log" & program=$!
      for n in $(seq 300); do grep -q "making the words, [1-9]" "$2/log" && break; sleep 0.1; done
      kill -INT $program; wait $program; echo "code $?"; cat "$2/log" >&2
      """#
    let result = try Program(
      Rigs.nullSink(["/bin/bash", "-c", script, Program.executable, drill, scratch.url.path])
    ).wait(limit: 90)
    #expect(result.out.hasPrefix("code 3\n"), "\(result.all)")
    #expect(result.err.contains("Note: making the words.\n"), "\(result.all)")
    #expect(result.err.contains(/Note: making the words, \d+ of \d+\./), "\(result.all)")
    #expect(result.err.contains("stopped before it began; nothing was recorded: SIGINT"), "\(result.all)")
    #expect(!FileManager.default.fileExists(atPath: scratch.sessions))
  }

  @Test(
    "A recording that hears nothing, or is stopped: exit 3, says so, stores nothing; no input or output: exit 5"
  )
  func latencyIsRefused() throws {
    let scratch = try Scratch()
    let config = scratch.url.path + "/config"
    let script = """
      export XDG_CONFIG_HOME="$1"
      pactl load-module module-null-sink sink_name=other norewinds=1 >/dev/null
      "$0" latency --record pulse:other.monitor --clicks 30; echo "code $?"
      "$0" latency --record nosuch --clicks 30; echo "code $?"
      "$0" latency --audio nosuch --clicks 30; echo "code $?"
      "$0" latency --record pulse:other.monitor & program=$!
      sleep 2; kill -TERM $program; wait $program; echo "code $?"
      """
    let result = try Program(
      Rigs.nullSink(["/bin/sh", "-c", script, Program.executable, config])
    ).wait(limit: 90)
    #expect(result.out.split(separator: "\n") == ["code 3", "code 5", "code 5", "code 3"], "\(result.all)")
    #expect(result.err.contains("Round 1 of 3: let it be quiet."))
    #expect(result.err.contains("Stopped by SIGTERM; nothing was stored."), "\(result.all)")
    #expect(result.err.contains("it is silent"))
    #expect(result.err.contains("--record PCM"))
    #expect(!FileManager.default.fileExists(atPath: config + "/drillrunner/latency.json"))
  }

  @Test("A damaged list of latencies is said before anything is recorded: exit 7")
  func damagedLatencies() throws {
    let scratch = try Scratch()
    let folder = scratch.url.path + "/config/drillrunner"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "{".write(toFile: folder + "/latency.json", atomically: true, encoding: .utf8)
    let drill = try scratch.write(Drills.still("3 s"), to: "drill.yaml")
    let result = try Program(
      Rigs.nullSink([
        "/usr/bin/env", "XDG_CONFIG_HOME=\(scratch.url.path)/config", Program.executable, "run", drill,
        "--sessions", scratch.sessions, "--imu", "simulated", "--yes",
      ])
    ).wait(limit: 60)
    #expect(result.status == 7, "\(result.all)")
    #expect(result.err.contains("latency.json"))
    #expect(!FileManager.default.fileExists(atPath: scratch.sessions))
  }

  @Test("A sink that is suspended in mid-run: seen, said, sealed as interrupted, in bounded time")
  func suspendedSink() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("30 s"), to: "drill.yaml")
    let script = """
      "$0" run "$1" --sessions "$2" --yes --imu simulated & program=$!
      for i in $(seq 300); do ls "$2"/*/events.jsonl >/dev/null 2>&1 && break; sleep 0.1; done
      sleep 2; pactl suspend-sink cuesink 1; wait $program
      """
    let result = try Program(
      Rigs.nullSink(["/bin/sh", "-c", script, Program.executable, drill, scratch.sessions])
    ).wait(limit: 60)
    #expect(result.status == 3, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .interrupted)
    #expect(bundle.incidents(.audioLost).first?.fields["reason"]?.string?.contains("took no sound") == true)
    #expect(try bundle.badHashes() == [])
  }

  @Test("voice prints every word of a drill, and writes them")
  func voicePreview() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(
      Drills.leans("LEFT, CENTER").replacing("say: Left,", with: "say: Left, tick: yes,")
        .replacing("steps:\n", with: "steps:\n  - say: Sit still.\n"), to: "drill.yaml")
    let folder = scratch.url.path + "/words"
    let result = try Program.run([
      "voice", drill, "--preview", "--audio", "none", "-o", folder, "--voice", "flite:slt",
    ])
    #expect(result.status == 0, "\(result.all)")
    #expect(result.out.contains("voice: flite slt"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names.contains { $0.hasSuffix("-LEFT.wav") } && names.contains { $0.hasSuffix("-CENTER.wav") })
    let json = try Program.run(["voice", drill, "--json", "--voice", "flite:slt"])
    let words = try #require(try JSONValue.parse(Array(json.out.utf8))["words"]?.array)
    let left = try #require(words.first { $0["cue"]?.string == "LEFT" })
    // The tick is the onset.
    #expect(left["onset_ns"]?.integer == 0)
    #expect(left["sha256"]?.string?.count == 64)
    #expect(words.contains { $0["cue"] == .null })
  }

  @Test("A folder of recordings: every fault of every word is said at once, a pipe blocks nothing; exit 7")
  func voiceFolder() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.leans("LEFT, CENTER, RIGHT"), to: "drill.yaml")
    let folder = scratch.url.path + "/anna"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(mkfifo(folder + "/LEFT.wav", 0o600) == 0)
    try "no sound".write(toFile: folder + "/CENTER.wav", atomically: true, encoding: .utf8)
    let result = try Program.run(["voice", drill, "--voice", folder])
    #expect(result.status == 7, "\(result.all)")
    #expect(result.err.contains("it is a named pipe"))
    #expect(result.err.contains("CENTER.wav"))
    #expect(result.err.contains("no clip for “RIGHT”"))
  }

  @Test(
    "Usage",
    arguments: [
      ["latency", "--clicks", "3"], ["latency", "--clicks", "many"], ["latency", "--path-ms", "far"],
      ["latency", "x"], ["voice"], ["voice", "d.yaml", "--audio", "default"],
      ["voice", "d.yaml", "--voice", "anna"],
    ])
  func usage(words: [String]) throws {
    let result = try Program.run(words)
    #expect(result.status == 2, "\(result.all)")
    #expect(result.out.isEmpty)
  }
}
