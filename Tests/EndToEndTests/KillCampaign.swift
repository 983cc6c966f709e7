import Foundation
import MotionCore

/// Kills the program while it records, again and again, into one sessions folder, and checks every bundle.
final class KillCampaign: @unchecked Sendable {
  struct Tally: Sendable {
    var kills = 0
    var beforeBundle = 0
    var incomplete = 0
    var complete = 0
    /// Milliseconds of rows that the longest loss took, and the longest stall of this machine beside it.
    var longestLossMs = 0.0
    var longestStallMs = 0.0
    var faults: [String] = []
  }

  /// When a run's bundle appears, is sealed, and the process ends: seconds after its start.
  struct Course: Sendable {
    var appears: Double
    var seals: Double
    var ends: Double
  }

  let scratch: Scratch
  let drill: String
  let isRehearsal: Bool
  private let lock = NSLock()
  private var tally = Tally()

  init(rehearsal: Bool, isLong: Bool) throws {
    scratch = try Scratch()
    isRehearsal = rehearsal
    let text =
      rehearsal
      ? Drills.leans(Array(repeating: "LEFT, CENTER", count: 20).joined(separator: ", "), stationary: "60 s")
      : isLong ? Drills.leans("LEFT, CENTER", stationary: "1 s") : Drills.onlyStill("2 s")
    drill = try scratch.write(text, to: "drill.yaml")
  }

  private func command(seed: Int) -> [String] {
    isRehearsal
      ? [
        Program.executable, "rehearse", drill, "--sessions", scratch.sessions, "--seed", "\(seed)",
      ]
      : [
        Program.executable, "run", drill, "--imu", "simulated:seed=\(seed)", "--audio", "none", "--yes",
        "--plain", "--sessions", scratch.sessions,
      ]
  }

  /// A run that nobody kills: its bundle is a finished one beside all others, and its times tell where to aim.
  func uncutRun() throws -> Course {
    let start = Date()
    let program = try Program(command(seed: 1))
    var appears = 0.0
    var seals = 0.0
    var status: Int32 = 0
    while waits(program.processID, &status) {
      if appears == 0, let name = bundles().first {
        appears = -start.timeIntervalSinceNow
        _ = name
      }
      if seals == 0, let name = bundles().first,
        let (manifest, _) = try? SessionReader.readManifest("\(scratch.sessions)/\(name)"),
        manifest.state != .recording
      {
        seals = -start.timeIntervalSinceNow
      }
      usleep(1000)
    }
    let ends = -start.timeIntervalSinceNow
    let result = program.wait(limit: 30)
    guard result.status == 0 else { throw Bundle.Failure(description: result.all) }
    return Course(appears: appears, seals: seals == 0 ? ends : seals, ends: ends)
  }

  private func waits(_ process: Int32, _ status: inout Int32) -> Bool {
    var state = siginfo_t()
    return waitid(P_PID, id_t(process), &state, WEXITED | WNOHANG | WNOWAIT) == 0
      && state._sifields._sigchld.si_pid == 0
  }

  func bundles() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: scratch.sessions)) ?? [])
      .filter { !$0.hasPrefix(".") && !$0.contains(".truth") && !$0.contains(".incident") }
  }

  /// Starts and kills `count` runs, `atOnce` of them beside each other, at drawn instants: six in ten anywhere
  /// in the run, two about the creation of the bundle, two about its seal.
  func kill(_ count: Int, atOnce: Int, course: Course, seed: UInt64) -> Tally {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = atOnce
    var random = SeededRandom(seed: seed)
    for number in 0..<count {
      let place = random.uniform()
      let delay =
        switch random.uniform() {
        case ..<0.6: place * course.ends
        case ..<0.8: course.appears - 0.06 + 0.12 * place
        default: course.seals - 0.1 + (course.ends - course.seals + 0.15) * place
        }
      queue.addOperation { [self] in
        let fault = oneKill(after: max(0, delay), seed: number + 2)
        if let fault { lock.withLock { tally.faults.append("kill \(number) after \(delay) s: \(fault)") } }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    return lock.withLock { tally }
  }

  /// Runs the program, kills it, and checks what it has left. Returns what is wrong.
  private func oneKill(after delay: Double, seed: Int) -> String? {
    guard let program = try? Program(command(seed: seed)) else { return "the program does not start" }
    // How long this thread is kept waiting beyond what it asked for: a busy machine delays the writer as well.
    var stall = 0.0
    let end = MonotonicClock().now() + .nanoseconds(Int64(delay * 1e9))
    while MonotonicClock().now() < end {
      let before = MonotonicClock().now()
      usleep(2000)
      stall = max(stall, (MonotonicClock().now() - before).inSeconds * 1e3 - 2)
    }
    let killed = MonotonicClock().now()
    program.send(SIGKILL)
    _ = program.wait(limit: 30)
    let name = bundles().first { name in
      guard let session = try? SessionReader.readManifest("\(scratch.sessions)/\(name)") else { return false }
      return self.seed(of: session.manifest) == seed
    }
    guard let name else {
      lock.withLock {
        tally.kills += 1
        tally.beforeBundle += 1
      }
      return nil
    }
    return check(name, killed: killed, stallMs: stall)
  }

  /// A run is found again by the seed: that of the rehearsal, or that of the simulated rider.
  private func seed(of manifest: Manifest) -> Int? {
    if isRehearsal { return Int(exactly: manifest.drill.seed) }
    return manifest.sensors.first.flatMap { Int($0.sensor.path.filter(\.isNumber)) }
  }

  private func check(_ name: String, killed: HostTime, stallMs: Double) -> String? {
    let session: MotionSession
    do {
      session = try SessionReader.read("\(scratch.sessions)/\(name)")
    } catch {
      return "the bundle does not open: \(error)"
    }
    let isSealed = session.state == .complete
    var loss = 0.0
    for stream in session.streams {
      guard stream.sequence == Array(0..<Int64(stream.count)) else { return "rows are missing inside" }
      // The simulated sensor takes a row every 5 ms of its own clock (200 Hz), which wraps at 2³².
      guard case .integers(let times) = stream.deviceTime else { return "device times are not integers" }
      for (first, second) in zip(times, times.dropFirst()) {
        let step = (second - first + (1 << 32)) % (1 << 32)
        if step == 0 || step % 5000 != 0 { return "device time \(second) after \(first)" }
      }
      if let last = stream.receiptNs.last, !isSealed, !isRehearsal {
        loss = max(loss, Double(killed.nanoseconds - last) / 1e6)
      }
    }
    if session.events.map(\.sequence) != Array(0..<Int64(session.events.count)) {
      return "events are missing"
    }
    switch session.state {
    case .incomplete: if session.manifest.state != .recording { return "it is damaged: \(session.problems)" }
    case .complete: if !session.problems.isEmpty { return "\(session.problems)" }
    default: return "its state is \(session.state)"
    }
    // A line that SIGKILL cut in a write is told of; anything else must not be.
    if session.problems.contains(where: { !$0.text.contains("the last line is cut") }) {
      return "\(session.problems)"
    }
    lock.withLock {
      tally.kills += 1
      if isSealed { tally.complete += 1 } else { tally.incomplete += 1 }
      tally.longestLossMs = max(tally.longestLossMs, loss)
      tally.longestStallMs = max(tally.longestStallMs, stallMs)
    }
    return loss > 1000 + stallMs ? "\(loss) ms of rows are missing" : nil
  }
}
