import CueAudio
import MotionCore
import Testing

@testable import DrillRunner

/// A sensor that is lost, and comes back or not, and a replay that ends.
@Suite struct RunSensorLossTests {
  @Test("Sensor lost without patience: stopped at once")
  func sensorLost() {
    var driver = MachineDriver(.short())
    driver.begin()
    driver.run(until: 5)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.run()
    #expect(driver.log.contains("write incident sensor_lost"))
    #expect(driver.finish?.state == .interrupted)
    #expect(driver.finish?.reason == "the sensor was lost")
  }

  @Test("Sensor lost and back: the open trial is repeated at the end of its block")
  func sensorBack() {
    var driver = MachineDriver(.short(patience: .seconds(20)))
    driver.begin()
    driver.run(until: 5)  // LEFT was heard at 4.4, its window is open.
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.run(until: 10)
    driver.give(.sensorBack(driver.now))
    driver.run()
    #expect(driver.log.contains("speak The sensor is lost. Waiting for it."))
    #expect(
      driver.log.filter { $0.hasPrefix("cue") || $0.contains("sensor_") } == [
        "cue LEFT #1 played", "write incident sensor_lost", "write incident sensor_back",
        "cue CENTER #2 played", "cue LEFT #3 of #1 played",
      ])
    // Back at 10, words until 11, a breath, and a whole interval.
    #expect(driver.log.contains("play CENTER at 15.4 told 14.4"))
    #expect(driver.finish?.state == .complete)
  }

  @Test("Sensor lost while a cue is pending: it is cancelled, and comes after the return")
  func sensorBackPending() {
    var driver = MachineDriver(.short(patience: .seconds(20)))
    driver.begin()
    driver.run(until: 3.6)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.run(until: 10)
    driver.give(.sensorBack(driver.now))
    driver.run()
    #expect(
      driver.log.filter { $0.hasPrefix("cue") } == [
        "cue LEFT #1 cancelled", "cue LEFT #1 played", "cue CENTER #2 played",
      ])
  }

  @Test("Sensor that does not come back: stopped when the patience is over")
  func sensorStaysAway() {
    var driver = MachineDriver(.short(patience: .seconds(20)))
    driver.begin()
    driver.run(until: 5)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.run()
    #expect(driver.finish?.state == .interrupted)
    #expect(driver.finish?.reason == "the sensor did not come back")
    #expect(driver.at(driver.finish!.boundary) == 25)
  }

  @Test("A stationary phase that the sensor missed starts anew")
  func stationaryAgain() {
    var driver = MachineDriver(
      .short(patience: .seconds(20), before: [.stationary(.seconds(5), place: "torso")]))
    driver.begin()
    driver.run(until: 2)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.run(until: 4)
    driver.give(.sensorBack(driver.now))
    driver.run()
    // Back at 4, words until 5, a breath: 5.4 … 10.4.
    #expect(driver.log.count { $0 == "write phase stationary begin" } == 2)
    #expect(driver.log.count { $0 == "write phase stationary end" } == 2)
    #expect(driver.log.contains { $0.hasPrefix("play LEFT at 14.8") })
  }

  @Test("A replay that ends stops the run")
  func replayEnds() {
    var driver = MachineDriver(.short())
    driver.begin()
    driver.run(until: 3)
    driver.give(.sensorEnded(driver.now))
    driver.run()
    #expect(driver.finish?.state == .interrupted)
    #expect(driver.finish?.reason == "the replayed recording is over")
  }

  @Test("A cue that leaves just after the sensor was lost is repeated")
  func committedAfterLoss() {
    var driver = MachineDriver(.short(patience: .seconds(20)))
    driver.swallowed = [2]
    driver.begin()
    driver.run(until: 3.6)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    let onset = MachineDriver.start + .milliseconds(4400)
    driver.give(
      .sound(
        .committed(
          id: 2,
          times: SoundTimes(
            dispatched: driver.now, frame0: onset, audible: onset, audibleUncertaintyNs: 0,
            timing: .measured), late: false)))
    driver.give(.sensorBack(driver.now))
    driver.run()
    #expect(
      driver.log.filter { $0.hasPrefix("cue") } == [
        "cue LEFT #1 played", "cue CENTER #2 played", "cue LEFT #3 of #1 played",
      ])
  }

  @Test("A cue that is reported cancelled only after the sensor is back still comes")
  func cancelledAfterReturn() {
    var driver = MachineDriver(.short(patience: .seconds(20)))
    driver.swallowed = [2]
    driver.begin()
    driver.run(until: 3.6)
    driver.give(.sensorLost(reason: "unplugged", driver.now))
    driver.give(.sensorBack(driver.now))
    driver.give(.sound(.cancelled(id: 2, at: driver.now)))
    driver.run()
    #expect(
      driver.log.filter { $0.hasPrefix("cue") } == [
        "cue LEFT #1 cancelled", "cue LEFT #1 played", "cue CENTER #2 played",
      ])
  }
}
