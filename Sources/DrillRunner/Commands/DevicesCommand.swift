import Foundation
import IMUDriver
import MotionCore

/// `drillrunner devices`: what is connected, and whether it can be used.
enum DevicesCommand {
  private static let watch = Flag(
    name: "watch",
    help:
      "stay, and tell what comes and goes and which buttons are pressed, until Ctrl-C; with --imu how that "
      + "sensor is sampled, each second")
  private static let test = Flag(
    name: "test", help: "listen to each usable sensor for three seconds: rate, jitter, scale, clock")
  private static let matched = Flag(
    name: "matched",
    help: "with --test: do more channels and settings slow the sensor? Listens with and without, in turn")
  private static let imu = Flag(
    name: "imu", argument: "[NAME=]SELECTOR", repeats: true, values: .words(Flag.sensorWords),
    help: "with --test or --watch: the sensor to listen to")

  static let spec = CommandSpec(
    name: "devices", arguments: "", argumentCount: 0...0,
    summary: "list sensors, buttons and sound outputs: usable, or why not",
    details: """
      Lists the motion sensors, the devices with buttons, and the sound outputs of this machine. One that cannot be
      used is listed with the reason and the next step. --watch names each button that is pressed. --test listens to the sensors; let them lie still meanwhile.
      """,
    flags: [watch, test, matched, imu, .buttons, .sessions, .json],
    run: { invocation, console in
      guard !(invocation.has(watch) && invocation.has(test)) else {
        throw UsageError("devices", .watchAndTest)
      }
      guard invocation.has(test) || !invocation.has(matched), isListening(invocation) else {
        throw UsageError("devices", .listeningAlone)
      }
      guard invocation.has(watch) || !invocation.has(.buttons) else {
        throw UsageError("devices", .buttonsAlone)
      }
      if invocation.has(test) { return try listen(invocation, console) }
      if invocation.has(watch) {
        return try follow(invocation, console, keys: invocation.keyChoice(command: "devices"))
      }
      let report = DeviceReport.gather()
      if invocation.has(.json) { console.json(report.json) } else { console.list { _ in report.text } }
      return .done
    })

  /// Listens to the sensors that were asked for, or to all that can be used, one after the other.
  private static func listen(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
    var requests = try invocation.all(imu).map { try SensorRequest(parsing: $0) }
    guard !invocation.has(matched) || requests.map(\.selector).allSatisfy(isConnected) else {
      throw UsageError("devices", .matchedOfOther)
    }
    // A stop signal ends the listening, so that the sensor is left as it was.
    let mailbox = Mailbox<String>()
    StopSignals.watch { mailbox.post($0) }
    let clock = MonotonicClock()
    var stopped: String?
    func hear(_ source: any SensorSource, _ hearing: Notice.Hearing) throws -> SensorTest.Result? {
      console.notice(.listening(sensor: source.sensor.name, hearing))
      let result = try SensorTest.run(source) {
        stopped = stopped ?? mailbox.take(until: clock.now(), clock: clock).first
        return stopped != nil
      }
      return stopped == nil ? result : nil
    }
    if requests.isEmpty {
      let usable = try SensorCatalog().discover().filter(\.isUsable)
      requests = usable.map { SensorRequest(name: nil, selector: .device($0.stableID)) }
      // Says what is connected and why it cannot be used.
      if requests.isEmpty { _ = try SensorCatalog().find(.auto) }
    }
    var isFit = true
    var documents: [JSONValue] = []
    for request in requests {
      var lines: [String]
      if invocation.has(matched) {
        guard let (test, sensor) = try compare(request.selector, hear) else { break }
        isFit = isFit && test.findings.isEmpty
        lines = ["\(Printable.text(sensor.name))  \(sensor.path)"] + test.lines
        var object = test.json.object ?? [:]
        object["stable_id"] = .string(sensor.stableID)
        documents.append(.object(object))
      } else {
        let rig = try SensorRig.open(
          [request], requestedHz: SensorTest.requestedHz, seed: 1, store: invocation.store)
        guard let result = try hear(rig.members[0].source, .asItIs) else { break }
        isFit = isFit && result.lost == nil && result.check.streams.allSatisfy { $0.statistics.count > 0 }
        lines = result.lines
        documents.append(result.json)
      }
      if !invocation.has(.json) { console.document(lines.joined(separator: "\n")) }
    }
    if let stopped {
      console.notice(.stopped(by: stopped))
      return .notComplete
    }
    if invocation.has(.json) { console.json(.array(documents)) }
    if invocation.has(matched) { return isFit ? .done : .notComplete }
    return isFit ? .done : .sensorUnavailable
  }

  /// Hears a connected sensor with and without what it can give beside acceleration and rate, in turn; nil where
  /// a stop signal came.
  private static func compare(
    _ selector: SensorSelector, _ hear: (any SensorSource, Notice.Hearing) throws -> SensorTest.Result?
  ) throws -> (MatchedTest, SensorDescription)? {
    var test = MatchedTest(with: [], without: [])
    var sensor: SensorDescription?
    for _ in 0..<MatchedTest.rounds {
      for extras in [SensorExtras.all, .none] {
        let source = try SensorCatalog().open(
          selector, requestedHz: SensorTest.requestedHz, extras: extras)
        sensor = source.sensor
        guard
          let result = try hear(source, extras == .all ? .withEverything : .accelerationAndRate)
        else { return nil }
        let figures = try MatchedTest.Figures(result)
        if extras == .all { test.with.append(figures) } else { test.without.append(figures) }
      }
    }
    return sensor.map { (test, $0) }
  }

  /// A controller or a chip: what has settings that could be compared.
  private static func isConnected(_ selector: SensorSelector) -> Bool {
    switch selector {
    case .auto, .device: true
    case .serial, .simulated, .replay, .csv: false
    }
  }

  private static func isListening(_ invocation: Invocation) -> Bool {
    invocation.has(test) || invocation.has(watch) || !invocation.has(imu)
  }

  /// How often --watch looks.
  private static let watchInterval: Duration = .milliseconds(500)

  /// Tells what comes and goes until a stop signal, or until nobody reads any more.
  private static func follow(_ invocation: Invocation, _ console: Console, keys: KeyChoice) throws -> ExitCode
  {
    let json = invocation.has(.json)
    let mailbox = Mailbox<WatchMessage>()
    StopSignals.watch { mailbox.post(.signal($0)) }
    let clock = MonotonicClock()
    // Listening to a sensor opens it, so it is asked for.
    let requests = try invocation.all(imu).map { try SensorRequest(parsing: $0) }
    let listening =
      requests.isEmpty
      ? nil
      : try SensorWatch(
        SensorRig.open(
          requests, requestedHz: SensorTest.requestedHz, seed: 1, store: invocation.store))
    defer { listening?.stop() }
    var told = clock.now()
    let listener = KeyListener(keys, clock: clock)
    defer { listener.stop() }
    console.noticeMissingButtons(keys) { try KeyDiscovery().connected() }
    try listener.start { mailbox.post(.key($0)) }
    let began = clock.now()
    /// Waits for `interval`, telling of presses at once. False where a stop signal came.
    func wait(_ interval: Duration) -> Bool {
      let end = clock.now() + interval
      repeat {
        for message in mailbox.take(until: end, clock: clock) {
          switch message {
          case .signal: return false
          case .key(let event):
            if json {
              if let entry = KeyEventText.json(event) { console.data(entry.text()) }
            } else {
              console.document(KeyEventText.line(event, since: began))
            }
          }
        }
      } while clock.now() < end
      return true
    }
    var known: [DiscoveredSensor] = []
    var failure: SensorError?
    var isFirst = true
    /// Without what is told once, and without the fuzz, which a program that reads the sensor switches off.
    func settled(_ sensor: DiscoveredSensor) -> DiscoveredSensor {
      var sensor = sensor
      sensor.notes = []
      for index in sensor.axes.indices { sensor.axes[index].fuzz = 0 }
      return sensor
    }
    func tell(_ change: SensorChange, _ sensor: DiscoveredSensor) {
      if json {
        let entry: JSONValue = ["change": .string(change.rawValue), "sensor": DeviceReport.json(sensor)]
        console.data(entry.text())
      } else {
        console.document(Printable.text(change.line(sensor).text))
      }
    }
    repeat {
      do throws(SensorError) {
        let found = try SensorCatalog().discover()
        failure = nil
        for sensor in known
        where !found.contains(where: { $0.path == sensor.path && $0.stableID == sensor.stableID }) {
          tell(.gone, sensor)
        }
        for sensor in found where !known.contains(settled(sensor)) {
          let isKnown = known.contains { $0.path == sensor.path && $0.stableID == sensor.stableID }
          tell(isKnown ? .changed : isFirst ? .connected : .new, sensor)
        }
        if isFirst, found.isEmpty, !json { console.notice(.noSensorYet) }
        known = found.map(settled)
        isFirst = false
      } catch {
        if failure != error { console.error(error) }
        failure = error
      }
      if let listening, clock.now() - told >= .seconds(1) {
        told = clock.now()
        tellSampling(listening, at: told, clock: clock, console, json: json)
      }
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      if poll(&output, 1, 0) > 0, output.revents & Int16(POLLERR) != 0 { break }
    } while wait(watchInterval)
    return .done
  }

  private static func tellSampling(
    _ listening: SensorWatch, at now: HostTime, clock: any HostClock, _ console: Console, json: Bool
  ) {
    for news in listening.news(at: now, clock: clock) { console.notice(news) }
    let seconds = Int(RollingSampling.window.inSeconds)
    for (name, sampling) in listening.statistics(at: now) {
      if json {
        let entry: JSONValue = [
          "stream": .string(name), "host_ns": .integer(now.nanoseconds), "window_s": .integer(Int64(seconds)),
          "statistics": .object(sampling.json),
        ]
        console.data(entry.text())
      } else {
        let line = WatchLine.sampling(stream: name, seconds: seconds, figures: SamplingText.full(sampling))
        console.document(Printable.text(line.text))
      }
    }
  }

  private enum SensorChange: String {
    case connected, new, changed, gone

    func line(_ sensor: DiscoveredSensor) -> WatchLine {
      let what = "\(sensor.name)  \(sensor.path)  \(sensor.stableID)"
      let state =
        (sensor.problem.map { DeviceLine.cannotBeUsed(cause: $0.cause) } ?? DeviceLine.outputUsable).text
        + sensor.notes.map { "; \($0.text)" }.joined()
      return switch self {
      case .connected: .connected(what: what, state: state)
      case .new: .new(what: what, state: state)
      case .changed: .changed(what: what, state: state)
      case .gone: .gone(what: what, state: state)
      }
    }
  }

  private enum WatchMessage: Sendable {
    case signal(String)
    case key(KeyEvent)
  }
}
