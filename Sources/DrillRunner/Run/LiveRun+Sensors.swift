import IMUDriver
import MotionCore

/// The sensors that a run has lost: who waits for them, and what came back.
struct LostSensors {
  var waiting: [Int: SensorReturn] = [:]
  /// Members that deliver nothing although their node is there, since when.
  var silent: [Int: HostTime] = [:]
  /// When a member came back: what it delivered before says nothing of it.
  var backSince: [Int: HostTime] = [:]
  var sources: [any SensorSource] = []
  /// The wall clock at each interruption of the run, for the manifest.
  var anchors: [Manifest.Anchor] = []

  mutating func end() {
    for wait in waiting.values { wait.cancel() }
    waiting = [:]
    for source in sources { source.stop() }
    sources = []
  }
}

// A sensor that is lost, or falls silent, and comes back: the primary one holds up the run, the loss of another
// is said and recorded, and the run goes on.
extension LiveRun {
  /// A sensor that has delivered nothing for so long is lost, whatever its node says.
  static let silencePatience: Duration = .seconds(2)

  func lost(
    _ member: Int, _ reason: String, at time: HostTime, _ engine: inout RunEngine,
    _ returned: inout LostSensors
  ) {
    let name = setup.rig.members[member].name
    let wasSilent = returned.silent.removeValue(forKey: member) != nil
    if !wasSilent {
      tellLoss(member, reason, at: time, &engine)
      if member == 0 { returned.anchors.append(WallAnchor.at(.interruption, host: time, clock: clock)) }
    }
    display.note(.sensorLost(name: name, reason: reason))
    guard let reopen = reopen[member], member > 0 || engine.machine.waitsForSensor else { return }
    let mailbox = mailbox
    returned.waiting[member]?.cancel()
    returned.waiting[member] = SensorReturn(open: reopen) {
      mailbox.post(.sensorFound(member: member, $0))
    }
  }

  private func tellLoss(_ member: Int, _ reason: String, at time: HostTime, _ engine: inout RunEngine) {
    guard member > 0 else { return engine.handle(.sensorLost(reason: reason, time)) }
    engine.record(
      Incident(.sensorLost, at: time, fields: ["reason": .string(reason)]),
      sensor: setup.rig.members[member].name)
    engine.handle(.notice(.otherSensorLost, clock.now()))
  }

  private func tellReturn(_ member: Int, _ engine: inout RunEngine) {
    display.note(.sensorBack(name: setup.rig.members[member].name))
    guard member > 0 else { return engine.handle(.sensorBack(clock.now())) }
    engine.record(Incident(.sensorBack, at: clock.now()), sensor: setup.rig.members[member].name)
    engine.handle(.notice(.otherSensorBack, clock.now()))
  }

  /// A sensor is there again: its rows go on in the same streams, where they mean the same.
  func takeBack(
    _ source: any SensorSource, _ member: Int, _ engine: inout RunEngine, _ returned: inout LostSensors
  ) {
    returned.waiting[member] = nil
    returned.sources.append(source)
    guard member > 0 || engine.machine.waitsForSensor else { return }
    let before = setup.rig.members[member].source.streams
    func meaning(_ streams: [StreamDescription]) -> [[String]] {
      streams.map {
        [$0.kind.rawValue, $0.unit.rawValue, "\($0.scale)", "\($0.offset)", "\($0.valueKeys)"]
      }
    }
    let first = setup.rig.members[member].streams.lowerBound
    guard meaning(before) == meaning(source.streams),
      (try? start(source, member: member, firstStream: first)) != nil
    else {
      display.note(.sensorOtherwise)
      return
    }
    returned.backSince[member] = clock.now()
    batteries.follow(source, as: member)
    tellReturn(member, &engine)
  }

  /// Records a suspend of the machine, and a wall clock that was set.
  func lookAtClocks(_ watch: inout HostClockWatch, _ engine: inout RunEngine, _ returned: inout LostSensors) {
    for fields in watch.look(readClocks()) {
      let now = clock.now()
      engine.record(Incident(.clockJump, at: now, fields: fields))
      returned.anchors.append(WallAnchor.now(.interruption, clock: clock))
      display.note(.clockJump(reason: fields["reason"]?.string ?? ""))
    }
  }

  /// Looks whether a sensor has stopped to deliver, or delivers again, without its node telling. An evdev
  /// node that stamps nothing says nothing while nothing changes, and is not judged; a serial sensor tells its
  /// own silence.
  func lookForSilence(_ engine: inout RunEngine, _ returned: inout LostSensors) {
    let now = clock.now()
    for (member, sensor) in setup.rig.members.enumerated()
    where !sensor.isFile && returned.waiting[member] == nil {
      guard !["iio", "serial"].contains(sensor.driver),
        sensor.driver != "evdev" || !sensor.source.clocks.isEmpty,
        let last = sensor.streams.compactMap({ monitor.lastReceipt(ofStream: $0) }).max()
      else { continue }
      let newest = max(last, returned.backSince[member] ?? last)
      if let since = returned.silent[member] {
        guard newest > since else { continue }
        returned.silent[member] = nil
        tellReturn(member, &engine)
      } else if now - newest > LiveRun.silencePatience {
        returned.silent[member] = now
        if member == 0 { returned.anchors.append(WallAnchor.now(.interruption, clock: clock)) }
        tellLoss(member, RunReason.sensorSilent.text, at: now, &engine)
        display.note(.sensorSilent(name: sensor.name))
      }
    }
  }
}
