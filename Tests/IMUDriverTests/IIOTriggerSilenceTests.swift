import Testing

@testable import IMUDriver

/// Why no scan comes: it depends on who triggers the chip.
@Suite struct IIOTriggerSilenceTests {
  @Test func theReasonNamesTheTrigger() throws {
    let sysfs = try FakeSysfs([:])
    func loss(_ source: IIOTrigger.Source) -> SensorLoss {
      IIOProblem.silence(
        ofChip: "lsm6dsl_gyro",
        trigger: IIOTrigger(name: "drillrunner", source: source, folder: sysfs.folder),
        seconds: 2.1)
    }
    #expect(loss(.timer) == SensorLoss.triggerByTimer(trigger: "drillrunner", seconds: 2))
    #expect(loss(.program) == .triggerByProgram(trigger: "drillrunner", seconds: 2))
    for source in [IIOTrigger.Source.ownDevice, .chosenBefore] {
      #expect(loss(source) == .triggerByInterrupt(trigger: "drillrunner", seconds: 2))
    }
    #expect(
      IIOProblem.silence(ofChip: "lsm6dsl_gyro", trigger: nil, seconds: 3)
        == .chipSilent(device: "lsm6dsl_gyro", seconds: 3))
  }
}
