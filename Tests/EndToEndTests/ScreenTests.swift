import Foundation
import MotionCore
import Testing

/// What stands on the terminal while a run goes on, in every kind of window, and how the terminal is left. An emulator
/// reads what the program writes (Tests/rig/terminal.py).
@Suite(.serialized, .enabled(if: Terminal.isThere, "python3-pyte is not installed"))
struct ScreenTests {
  private func run(_ drill: String, _ scratch: Scratch, _ more: [String] = []) throws -> [String] {
    [
      Program.executable, "run", try scratch.write(drill, to: "drill.yaml"), "--sessions", scratch.sessions,
      "--imu", "simulated:seed=1", "--audio", "none", "--yes",
    ] + more
  }

  /// Everything that the view has to say, in the classic window; the lines of details by their labels.
  private static let labels = [
    "next ", "sensor ", "accelerometer ", "gyroscope ", "losses ", "sound ", "keys ",
  ]

  @Test("80×24: everything is there, in big letters too, and little is written")
  func classic() throws {
    let scratch = try Scratch()
    let terminal = try Terminal(
      run(Drills.still("60 s"), scratch),
      steps: [
        ["until": "free to move in 5[0-8]"], ["capture": "still"], ["measure": 5], ["type": "p"],
        ["until": "PAUSED"], ["wait": 0.5], ["capture": "paused"], ["type": "q"], ["end": 30],
      ])
    let screen = try terminal.screen("still")
    #expect(screen.lines[0].hasPrefix(" ● REC  RECORDING  SYNTHETIC  HOLD STILL  0:0"))
    for label in ScreenTests.labels {
      #expect(screen.lines.contains { $0.hasPrefix(label) }, "\(label)\n\(screen.text)")
    }
    // “Hold still”, and the seconds that are left.
    #expect(screen.lines.filter { $0.contains("█") }.count >= 6, "\(screen.text)")
    #expect(screen.attributes.isSuperset(of: ["reverse", "red", "bold"]))
    let paused = try terminal.screen("paused")
    #expect(paused.lines[0].contains("PAUSED") && paused.lines[0].contains("● REC"), "capture goes on")
    // A whole screen ten times a second would be 20 kB.
    #expect(try #require(terminal.bytesASecond.first) < 2000)
    #expect(terminal.status == 3 && terminal.failed == nil, "\(terminal.said)")
    #expect(terminal.areSettingsRestored && terminal.isScreenRestored)
    // The report is on the screen that was there before.
    #expect(try terminal.screen("end").text.contains("Session interrupted (stopped by a key)"))
  }

  @Test("What is said, asked and marked stands there, and how the run ended; q cuts the last words short")
  func words() throws {
    let scratch = try Scratch()
    let drill = Drills.still("60 s").replacingOccurrences(
      of: "steps:\n",
      with: "steps:\n  - say: Now I ask.\n  - ask: Was anything wrong?\n    tap: BAD\n    within: 60 s\n")
    let terminal = try Terminal(
      run(drill, scratch),
      steps: [
        ["until": "says +“Now I ask"], ["until": "QUESTION"], ["wait": 0.3], ["capture": "asked"],
        ["type": "l"], ["until": "marker LEFT"], ["type": "l"], ["until": "2 times"], ["capture": "wrong"],
        ["type": "g"], ["until": "HOLD STILL"], ["capture": "answered"], ["type": "q"],
        ["until": "q ends now"], ["capture": "saved"], ["type": "q"], ["end": 30],
      ])
    #expect(terminal.failed == nil && terminal.status == 3, "\(terminal.said)")
    let asked = try terminal.screen("asked")
    #expect(asked.lines.contains("asks      “Was anything wrong?”"), "\(asked.text)")
    #expect(
      asked.lines.contains { $0.hasPrefix("answer    GOOD (g) or BAD (b); a double tap") }, "\(asked.text)")
    let wrong = try terminal.screen("wrong")
    #expect(
      wrong.lines.contains { $0.contains(/^marker LEFT, by key, 0:\d\d: no answer \(2 times\)/) },
      "\(wrong.text)")
    let answered = try terminal.screen("answered")
    #expect(
      answered.lines.contains { $0.contains(/^marker GOOD, by key, 0:\d\d: the answer/) }, "\(answered.text)")
    let saved = try terminal.screen("saved")
    #expect(saved.lines.contains { $0.hasPrefix("interrupted: stopped by a key") }, "\(saved.text)")
    #expect(saved.lines[0].contains("SAVED") && !saved.attributes.contains("green"), "\(saved.text)")
  }

  @Test("60×20, 120×40, and a window that is resized in the middle", arguments: [[60, 20], [120, 40]])
  func sizes(size: [Int]) throws {
    let scratch = try Scratch()
    let terminal = try Terminal(
      run(Drills.still("60 s"), scratch), columns: size[0], rows: size[1],
      steps: [
        ["until": "free to move in 5[0-8]"], ["wait": 0.5], ["capture": "first"], ["resize": [40, 10]],
        ["wait": 1], ["capture": "small"], ["resize": [100, 30]], ["wait": 1], ["capture": "large"],
        ["resize": [3, 2]], ["wait": 0.5], ["resize": [80, 24]], ["wait": 1], ["capture": "last"],
        ["type": "q"], ["end": 30],
      ])
    let first = try terminal.screen("first")
    #expect(first.lines[0].contains("● REC  RECORDING") && first.text.contains("█"), "\(first.text)")
    #expect(first.lines.count == size[1])
    for name in ["small", "large", "last"] {
      let screen = try terminal.screen(name)
      #expect(screen.lines[0].hasPrefix(" ● REC  RECORDING  SYNTHETIC  HOLD ST"), "\(name)\n\(screen.text)")
      // Each line once: nothing is left of the size before.
      #expect(screen.lines.count { $0.hasPrefix("next ") } == 1, "\(name)\n\(screen.text)")
      #expect(screen.lines.count { $0.contains("REC  RECORDING") } == 1, "\(name)\n\(screen.text)")
    }
    #expect(terminal.isScreenRestored && terminal.areSettingsRestored && terminal.status == 3)
  }

  @Test("NO_COLOR has no colour, a C locale has ASCII alone")
  func withoutColour() throws {
    let scratch = try Scratch()
    let terminal = try Terminal(
      run(Drills.still("60 s"), scratch), environment: ["NO_COLOR": "1", "LANG": "C"],
      steps: [
        ["until": "free to move in 5"], ["wait": 0.5], ["capture": "one"], ["type": "q"], ["end": 30],
      ])
    let screen = try terminal.screen("one")
    #expect(screen.attributes.isEmpty, "\(screen.attributes)")
    #expect(screen.text.utf8.allSatisfy { $0 < 0x80 })
    #expect(screen.lines[0].hasPrefix(" * REC  RECORDING") && screen.text.contains("#"), "\(screen.text)")
    for label in ScreenTests.labels { #expect(screen.lines.contains { $0.hasPrefix(label) }, "\(label)") }
  }

  @Test("A dumb terminal and --plain get lines, and no cursor is moved", arguments: [true, false])
  func plain(isDumb: Bool) throws {
    let scratch = try Scratch()
    let terminal = try Terminal(
      run(Drills.onlyStill("1 s"), scratch, isDumb ? [] : ["--plain"]), columns: 100, rows: 60,
      environment: isDumb ? ["TERM": "dumb"] : [:], steps: [["end": 60]])
    let end = try terminal.screen("end")
    #expect(terminal.status == 0 && end.attributes.isEmpty, "\(terminal.said)")
    // In the order in which it happened, as a terminal that only goes forward shows it.
    let order = [
      "] RECORDING", "] state: hold still", "] recording ended", "] state: saved", "Session complete",
    ]
    let rows = order.map { wanted in end.lines.firstIndex { $0.contains(wanted) } }
    #expect(!rows.contains(nil), "\(end.text)")
    #expect(rows.compactMap { $0 } == rows.compactMap { $0 }.sorted(), "\(end.text)")
  }

  /// Signals that stop a run, and those of which a program dies: the number is 128 + that of the signal (signal(7)).
  @Test(
    "The terminal is given back, whatever ends the program",
    arguments: [
      ("TERM", 3), ("INT", 3), ("HUP", 3), ("QUIT", 131), ("ABRT", 134), ("SEGV", 139), ("TRAP", 133),
    ])
  func restored(signal: String, status: Int) throws {
    let scratch = try Scratch()
    let terminal = try Terminal(
      run(Drills.still("60 s"), scratch), environment: ["SWIFT_BACKTRACE": "enable=no"],
      steps: [
        ["until": "free to move in 5"], ["signal": .string(signal)], ["end": 30],
      ])
    #expect(terminal.failed == nil && terminal.status == status, "\(terminal.said)")
    #expect(terminal.isScreenRestored, "\(terminal.said)")
    #expect(terminal.areSettingsRestored)
  }

  @Test("Ctrl-Z does not stop a recording")
  func suspend() throws {
    let scratch = try Scratch()
    // Under job control, as an interactive shell has it: elsewhere nothing can be suspended.
    let shell = ["/bin/bash", "-c", "set -m; \"$@\"; exit $?", "bash"]
    let terminal = try Terminal(
      shell + run(Drills.still("60 s"), scratch),
      steps: [
        ["until": "free to move in 5[0-8]"], ["type": "\u{1A}"], ["until": "free to move in 5[0-5]"],
        ["type": "q"], ["end": 30],
      ])
    #expect(terminal.failed == nil && terminal.status == 3, "\(terminal.said)")
  }

  @Test("A low battery is warned of once and stays in view", arguments: ["capacity=12,status=Discharging"])
  func lowBattery(attributes: String) throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.onlyStill("5 s"), to: "drill.yaml")
    let terminal = try Terminal(
      Rigs.motionNode(
        ["--siblings", "--battery", attributes],
        [
          Program.executable, "run", drill, "--sessions", scratch.sessions, "--yes", "--audio", "none",
        ]),
      steps: [["until": "free to move in 3"], ["capture": "low"], ["end": 60]])
    let screen = try terminal.screen("low")
    #expect(screen.text.contains("battery 12 %"), "\(screen.text)")
    #expect(
      screen.lines.count { $0.contains("the battery of sensor torso is low: 12 %") } == 1, "\(screen.text)")
    let said = try Bundle(onlyOneIn: scratch.sessions).session.events.filter { $0.knownKind == .say }
    #expect(said.compactMap { $0.fields["text"]?.string } == ["The battery of the sensor is low."])
  }

  /// Standard error is a file, or a pipe: each line is there as soon as it was said, long before the end.
  @Test("--plain writes each line at once", arguments: ["2>\"$1/log\"", "2>&1 >/dev/null | cat >\"$1/log\""])
  func plainLinesAreFlushed(redirection: String) throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("60 s"), to: "drill.yaml")
    let script = """
      /bin/sh -c 'echo $$ >"$2/pid"
        exec "$0" run "$1" --sessions "$2/sessions" --imu simulated --audio none --yes --plain' \
        "$0" "$2" "$1" \(redirection) &
      for n in $(seq 300); do grep -q "state: hold still" "$1/log" 2>/dev/null && break; sleep 0.1; done
      kill -0 $(cat "$1/pid") && grep -o "state: hold still" "$1/log" && echo running
      kill -TERM $(cat "$1/pid"); wait
      """
    let result = try Program(["/bin/sh", "-c", script, Program.executable, scratch.url.path, drill])
      .wait(limit: 60)
    #expect(result.out.contains("state: hold still\nrunning"), "\(result.all)")
  }
}
