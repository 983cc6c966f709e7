import Glibc
import MotionCore
import Testing

@testable import IMUDriver

/// Why no charge is told, where no mock device is needed.
@Suite struct BatteryChargeTests {
  private static func sensor(driver: String, battery: String? = nil) -> DiscoveredSensor {
    var sensor = DiscoveredSensor(
      name: "Mock", kernelName: "Mock", driver: driver, bus: "usb", vendor: 1, product: 2, path: "none",
      stableID: "x", serial: nil, axes: [], hasDeviceClock: false, problem: nil, gives: nil)
    sensor.siblings = battery.map { [SiblingNode(kind: .battery, name: "cell", path: $0)] } ?? []
    return sensor
  }

  @Test func aChipHasNoBattery() {
    #expect(
      BatteryChargeTests.sensor(driver: "iio").batteryCharge() == .unavailable(reason: BatteryReason.none))
  }

  /// Its folder went with the controller after it was found.
  @Test func aBatteryThatHasGoneIsSaid() {
    let sensor = BatteryChargeTests.sensor(
      driver: "evdev", battery: "/sys/class/power_supply/drillrunner-none")
    #expect(sensor.batteryCharge() == .unavailable(reason: BatteryReason.gone))
  }

  @Test func withoutUdevItsReasonIsSaid() {
    let sensor = BatteryChargeTests.sensor(driver: "evdev", battery: "/sys/class/power_supply/cell")
    let faults = FaultPlan([.init("udev_new", code: -ENOMEM)])
    #expect(
      sensor.batteryCharge(faults: faults)
        == .unavailable(reason: BatteryReason.noUdev(cause: "Cannot allocate memory")))
  }
}
