import Foundation
import MotionCore
import Testing

/// Campaigns in real time, minutes long: `make test-long`.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["DRILLRUNNER_LONG"] != nil))
struct LongTests {
  @Test("Ten minutes of capture: every report of the mock node is a row, or an observed loss")
  func tenMinutes() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("10 min"), to: "drill.yaml")
    let log = scratch.url.appendingPathComponent("log.jsonl").path
    let result = try Program(
      Rigs.nullSink(
        Rigs.motionNode(
          ["--log", log],
          [Program.executable, "run", drill, "--sessions", scratch.sessions, "--yes", "--plain"]))
    ).wait(limit: 700)
    #expect(result.status == 0, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    let gyroscope = try #require(bundle.session.stream(.gyroscope))
    guard case .integers(let times) = gyroscope.deviceTime else {
      Issue.record("device times are not integers")
      return
    }
    let sent = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      .compactMap { line -> Int64? in
        let entry = try JSONValue.parse(Array(line.utf8))
        return entry["event"]?.string == "report" ? entry["msc"]?.integer : nil
      }
    let first = try #require(sent.firstIndex { $0 == times.first })
    #expect(times.count > 140_000)
    // Every row is a report that was sent, in its order; a report is missing only where the kernel's queue, which
    // the mock node has too, overflowed on a busy machine and the session says so.
    var rows = times[...]
    for report in sent[first...] where report == rows.first { rows.removeFirst() }
    #expect(rows.isEmpty)
    let spanned = try #require(sent.firstIndex { $0 == times.last }) - first + 1
    #expect((spanned == times.count) == bundle.incidents(.droppedEvents).isEmpty)
    print(
      "ten minutes: \(times.count) of \(spanned) reports; overflows: \(bundle.incidents(.droppedEvents).count)"
    )
    #expect(bundle.session.manifest.audio?["underruns"]?.integer == 0)
  }

  /// Six axes at 1 kHz are 8000 events a second; the queue of a node, and of its mock, holds 128: 16 ms. The mock
  /// plays hardware, which no load holds up, so it runs ahead of all else where the system lets it; so does the
  /// reader. The mock logs each overflow with how long nothing was read and how late it was itself: that says whose
  /// fault a loss is.
  @Test("Ten minutes at 1 kHz with every core kept busy: nothing is lost")
  func busyCores() throws {
    let scratch = try Scratch()
    let text = Drills.onlyStill("10 min").replacingOccurrences(of: "200 Hz", with: "1000 Hz")
    let drill = try scratch.write(text, to: "drill.yaml")
    let log = scratch.url.appendingPathComponent("log.jsonl").path
    let cores = ProcessInfo.processInfo.activeProcessorCount
    // Ends by itself, should nobody be left to end it: 900 s of processor time.
    let load = try (0..<cores).map { _ in
      try Program(["/bin/sh", "-c", "ulimit -t 900; while :; do :; done"])
    }
    defer { for busy in load { busy.send(SIGKILL) } }
    let timed = ["/bin/sh", "-c", "\"$0\" \"$@\"; status=$?; times >&2; exit $status"]
    let result = try Program(
      Rigs.motionNode(
        ["--rate", "1000", "--real-time", "--log", log, "--log-late"],
        timed + [
          Program.optimised, "run", drill, "--audio", "none", "--sessions", scratch.sessions, "--yes",
          "--plain", "--realtime",
        ])
    ).wait(limit: 800)
    #expect(result.status == 0, "\(result.all)")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: scratch.sessions).first { !$0.hasPrefix(".") })
    // Without the schema's check of each of more than a million rows; shorter sessions have it.
    let bundle = try Bundle(at: scratch.sessions + "/" + name)
    let checked = try Program([
      "/usr/bin/python3", Program.rig.appendingPathComponent("check_capture.py").path, bundle.path, log,
    ]).wait(limit: 200)
    let figures = try JSONValue.parse(Array(checked.out.utf8))
    let seconds = try #require(figures["streams"]?["gyroscope"]?["seconds"]?.double)
    let cpu = try #require(LongTests.childSeconds(ofTimes: result.err))
    print("1 kHz, \(cores) busy cores: \(figures.text())")
    print(
      "1 kHz, \(cores) busy cores: \(cpu) s of CPU in \(seconds) s, "
        + "\((1000 * cpu / seconds).rounded() / 10) % of a core")
    for kind in ["accelerometer", "gyroscope"] {
      let stream = try #require(figures["streams"]?[kind])
      #expect(try #require(stream["rows"]?.integer) > 590_000)
      #expect(stream["wrong"]?.integer == 0)
      #expect(stream["missing"]?.integer == 0)
    }
    for overflow in figures["overflows"]?.array ?? [] {
      let unread = overflow["unread_ns"]?.integer ?? 0
      Issue.record(
        """
        the queue ran over at \(overflow.text()): \(unread >= 14_000_000
          ? "the program did not read for so long" : "the mock sent too fast, which a device cannot")
        """)
    }
    #expect(bundle.incidents(.droppedEvents).isEmpty)
  }

  /// User and system time of the children, from what times(1) of a shell prints: two lines such as
  /// "0m1.234s 0m0.567s", the shell's own and its children's.
  static func childSeconds(ofTimes text: String) -> Double? {
    let parts = text.split(separator: "\n").last?.split(separator: " ") ?? []
    let seconds = parts.compactMap { part -> Double? in
      let numbers = part.dropLast().split(separator: "m")
      guard part.last == "s", numbers.count == 2, let minutes = Double(numbers[0]),
        let rest = Double(numbers[1])
      else { return nil }
      return 60 * minutes + rest
    }
    return seconds.count == 2 ? seconds[0] + seconds[1] : nil
  }

  /// The figures of docs/timing.md: an idle machine is needed.
  @Test("300 cues over 15 minutes: heard when they were logged, the first like the others, without drift")
  func cueTiming() throws {
    let script = """
      "$0/drillrunner" latency --record monitor --clicks 90 >&2 && \
      exec "$0/cue-timing" --cues 300 --interval-ms 3000 --json yes
      """
    let result = try Program(
      Rigs.nullSink(["/bin/sh", "-c", script, Program.products.path])
    ).wait(limit: 1200)
    #expect(result.status == 0, "\(result.all)")
    print(result.all)
    let measured = try JSONValue.parse(Array(result.out.utf8))
    #expect(measured["played"]?.integer == 300 && measured["heard"]?.integer == 300)
    #expect(measured["late"]?.integer == 0 && measured["in_order"]?.bool == true)
    #expect(measured["audio"]?["latency_constant_ns"]?.integer != nil)
    let refined = try #require(measured["refined"])
    #expect(try #require(refined["p95_ms"]?.double) <= 0.2)
    #expect(abs(try #require(refined["lag_ms"]?.double)) <= 0.5)
    // No different from the rest: within what nineteen of twenty others are.
    #expect(abs(try #require(refined["first_minus_rest_ms"]?.double)) <= 0.2)
    // The constant is common to all words, so that its error moves them together: less than 95 % may be inside.
    #expect(try #require(refined["covered"]?.double) >= 0.85)
    // 0.2 ms over 15 minutes.
    #expect(abs(try #require(refined["slope_ppm"]?.double)) <= 0.22)
  }

  @Test("The short drill with a simulated rider, spoken into the null sink")
  func shortDrill() throws {
    let scratch = try Scratch()
    let drill = Program.project.appendingPathComponent("protocols/center-left-right.yaml").path
    let result = try Program(
      Rigs.nullSink([
        Program.executable, "run", drill, "--imu", "simulated", "--sessions", scratch.sessions, "--yes",
      ])
    ).wait(limit: 180)
    #expect(result.status == 0, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.manifest.synthetic)
    #expect(bundle.session.cues.allSatisfy { $0.status == .played })
    #expect(FileManager.default.fileExists(atPath: bundle.path + "/derived/after.jsonl"))
  }
}
