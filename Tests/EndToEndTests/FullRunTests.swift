import Foundation
import MotionCore
import Testing

/// The whole program on real parts: libudev, evdev ioctls and reads, libasound into a paced sink.
@Suite(.serialized) struct FullRunTests {
  @Test("A rider on a mock sensor answers the cues that are played; the session says when")
  func wholeDrill() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.leans("LEFT, CENTER, RIGHT, CENTER"), to: "drill.yaml")
    let truthFile = scratch.url.appendingPathComponent("truth.jsonl").path
    let command = Rigs.nullSink(
      Rigs.motionNode(
        ["--answer-cues", scratch.sessions, "--truth", truthFile, "--seed", "3"],
        [Program.executable, "run", drill, "--sessions", scratch.sessions, "--yes"]))
    let result = try Program(command).wait(limit: 120)
    #expect(result.status == 0, "\(result.all)")
    #expect(result.out.contains("Session complete"))

    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    let session = bundle.session
    #expect(session.state == .complete)
    #expect(session.manifest.synthetic == false)
    #expect(session.problems.isEmpty)
    #expect(try bundle.badHashes() == [])
    #expect(try bundle.writableFiles() == [])

    // The rows: both streams, whole, with the kernel's time on the same clock and the wrapped device time.
    let gyroscope = try #require(session.stream(.gyroscope))
    let accelerometer = try #require(session.stream(.accelerometer))
    #expect(gyroscope.count == accelerometer.count)
    #expect(gyroscope.sequence == Array(0..<Int64(gyroscope.count)))
    #expect(gyroscope.description.unit == .degreesPerSecond)
    // The resolutions that the mock node answers to EVIOCGABS: 1024 units per °/s, 8192 per g.
    #expect(gyroscope.description.scale == [1.0 / 1024])
    #expect(accelerometer.description.scale == [1.0 / 8192])
    let kernel = try #require(gyroscope.kernelNs)
    #expect(zip(kernel, gyroscope.receiptNs).allSatisfy { $0 <= $1 })
    let boundary = try #require(session.manifest.anchors.last)
    #expect(boundary.at == .end)
    #expect(gyroscope.receiptNs.allSatisfy { $0 <= boundary.host.nanoseconds })

    // The cues: all played, in order, onset on schedule, through a server whose constant nobody measured.
    let cues = session.cues
    #expect(cues.map(\.cue) == ["LEFT", "CENTER", "RIGHT", "CENTER"])
    #expect(cues.allSatisfy { $0.status == .played && $0.times.timing == .estimated })
    #expect(cues.allSatisfy { $0.clip?.sha256.count == 64 })
    #expect(session.events.count { $0.knownKind == .cueTiming } >= 4)
    #expect(session.manifest.audio?["timing_class"]?.string == "server")

    // The onsets: against the mock rider's own truth. Its leans are minimum-jerk movements without sway, so the
    // estimate must be as good as the one sample interval and the smoothing allow.
    let truth = try String(contentsOfFile: truthFile, encoding: .utf8).split(separator: "\n")
      .map { try JSONValue.parse(Array($0.utf8)) }
    let trials = try #require(bundle.analysis?["trials"]?.array)
    #expect(truth.count == 4)
    #expect(trials.count == 4)
    for (trial, told) in zip(trials, truth) {
      let onset = try #require(trial["onset_ns"]?.integer)
      let exact = try #require(told["onset_ns"]?.integer)
      #expect(abs(onset - exact) < 25_000_000, "onset off by \(onset - exact) ns")
      #expect(trial["direction"]?.string == told["direction"]?.string)
      #expect(trial["verdict"]?.string == "attention")
      #expect(trial["reasons"]?.array == ["audible_estimated"])
    }
  }

  @Test("Unplugged in mid-run: said, sealed as interrupted, every row kept")
  func unplugged() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(
      Drills.still("20 s", onLoss: "on_loss: { sensor: stop }"), to: "drill.yaml")
    let result = try Program(
      Rigs.motionNode(
        ["--unplug-at", "3"],
        [
          Program.executable, "run", drill, "--sessions", scratch.sessions, "--yes", "--audio", "none",
        ])
    ).wait(limit: 60)
    #expect(result.status == 3, "\(result.all)")
    #expect(result.out.contains("Session interrupted (the sensor was lost)"))
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .interrupted)
    #expect(bundle.incidents(.sensorLost).count == 1)
    #expect(bundle.session.cues.map(\.status) == [.cancelled, .cancelled])
    #expect(try bundle.badHashes() == [])
    // 250 reports a second for 3 s, less the start-up of the program.
    #expect(try #require(bundle.session.stream(.gyroscope)).count > 100)
  }

  @Test("The sound server killed in mid-run: sealed as interrupted with audio_lost, in bounded time")
  func soundServerKilled() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("30 s"), to: "drill.yaml")
    // The shell ends the server that the rig started for it, two seconds into the recording.
    let script = """
      "$0" run "$1" --sessions "$2" --yes --imu simulated & program=$!
      for i in $(seq 300); do ls "$2"/*/events.jsonl >/dev/null 2>&1 && break; sleep 0.1; done
      sleep 2; pkill -KILL -P $PPID pulseaudio; wait $program
      """
    let result = try Program(
      Rigs.nullSink(["/bin/sh", "-c", script, Program.executable, drill, scratch.sessions])
    ).wait(limit: 60)
    #expect(result.status == 3, "\(result.all)")
    #expect(result.out.contains("the sound output was lost"))
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .interrupted)
    #expect(bundle.incidents(.audioLost).count == 1)
    #expect(try bundle.badHashes() == [])
  }

  @Test(
    "The disk full in mid-run: sealed as interrupted, whole rows, exit 3",
    .enabled(if: Rigs.canMount, "this machine does not let tests mount"))
  func diskFull() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("30 s"), to: "drill.yaml")
    // A small file system of its own, filled four seconds into the run. Needs the right to mount.
    let script = """
      mkdir "$2/small" && mount -t tmpfs -o size=20m tmpfs "$2/small" || exit 99
      "$0" run "$1" --sessions "$2/small/s" --imu simulated --audio none --yes & program=$!
      sleep 4; dd if=/dev/zero of="$2/small/fill" bs=64k 2>/dev/null; wait $program; status=$?
      cp -a "$2/small/s" "$2/sessions"; exit $status
      """
    let result = try Program(
      Rigs.mounting(script, [Program.executable, drill, scratch.url.path])
    ).wait(limit: 60)
    #expect(result.status == 3, "\(result.all)")
    #expect(result.out.contains("Session interrupted"))
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .interrupted)
    #expect(bundle.session.problems.isEmpty)
    #expect(!bundle.incidents(.writeFailed).isEmpty || !bundle.incidents(.diskLow).isEmpty)
    #expect(try bundle.badHashes() == [])
    // Three seconds at 200 Hz and more were on the disk before it was full.
    #expect(try #require(bundle.session.stream(.gyroscope)).count > 400)
  }

  @Test("A recorded DualShock 4: the bundle's rows are the recording's, time for time and value for value")
  func recordedDualShock() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("4 s"), to: "drill.yaml")
    let fixtures = Program.project.appendingPathComponent("Tests/IMUDriverTests/Fixtures/ds4").path
    let node = "/dev/input/event21"
    let result = try Program([
      "/usr/bin/umockdev-run", "-d", fixtures + "/ds4_motion_sensors.umockdev", "-i",
      "\(node)=\(fixtures)/ds4_motion_sensors.ioctl", "-e", "\(node)=\(fixtures)/ds4_motion_sensors.evemu",
      "--", Program.executable, "run", drill, "--sessions", scratch.sessions, "--yes", "--audio", "none",
    ]).wait(limit: 60)
    #expect([0, 3].contains(result.status), "\(result.all)")

    // An independent reading of the recording: values carried forward, one row a SYN_REPORT.
    let reports = try EvemuRecording(path: fixtures + "/ds4_motion_sensors.evemu").reports
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    let gyroscope = try #require(bundle.session.stream(.gyroscope))
    let accelerometer = try #require(bundle.session.stream(.accelerometer))
    guard case .integers(let times) = gyroscope.deviceTime else {
      Issue.record("device times are not integers")
      return
    }
    // Rows that came before the session began are not in it; from its first row on none is missing.
    let first = try #require(reports.firstIndex { $0.msc == times.first })
    let expected = Array(reports[first...].prefix(times.count))
    #expect(times.count > 500)
    #expect(times == expected.map(\.msc))
    #expect(gyroscope.values == (3..<6).map { axis in .integers(expected.map { $0.axes[axis] }) })
    #expect(accelerometer.values == (0..<3).map { axis in .integers(expected.map { $0.axes[axis] }) })
  }
}

/// The events of an evemu recording as rows: the tests' own reading, apart from the driver's.
struct EvemuRecording {
  struct Report {
    var msc: Int64
    var axes: [Int64]
  }

  var reports: [Report] = []

  init(path: String) throws {
    var axes = [Int64](repeating: 0, count: 6)
    var msc: Int64 = 0
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.first == "E:", words.count >= 5, let value = Int64(words[4]) else { continue }
      switch (words[2], words[3]) {
      case ("0003", let code): axes[Int(code, radix: 16)!] = value
      case ("0004", "0005"): msc = Int64(UInt32(truncatingIfNeeded: value))
      case ("0000", "0000"): reports.append(Report(msc: msc, axes: axes))
      default: break
      }
    }
  }
}
