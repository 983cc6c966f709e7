import Foundation
import IMUDriver
import MotionCore
import Testing

@testable import DrillRunner

/// A sensor that delivers nothing and tells one charge after the other, the last one for ever.
private final class Charged: SensorSource, @unchecked Sendable {
  let sensor = SensorDescription(
    name: "Charged", driver: "test", bus: "virtual", path: "test", stableID: "test")
  let clocks: [ClockDescription] = []
  let streams: [StreamDescription] = []
  let isSynthetic = true
  private let lock = NSLock()
  private var charges: [BatteryCharge]
  private var asked = 0

  init(_ charges: [BatteryCharge]) { self.charges = charges }

  func start(priority: ReaderPriority, deliver: @escaping @Sendable (SensorEvent) -> Void) {}
  func stop() {}
  func batteryCharge() -> BatteryCharge {
    lock.withLock {
      asked += 1
      return charges.count > 1 ? charges.removeFirst() : charges[0]
    }
  }

  var timesAsked: Int { lock.withLock { asked } }
}

/// A sensor of a kind that has no battery: the protocol's own answer.
private final class Plain: SensorSource {
  let sensor = SensorDescription(
    name: "Plain", driver: "test", bus: "virtual", path: "test", stableID: "test")
  let clocks: [ClockDescription] = []
  let streams: [StreamDescription] = []
  let isSynthetic = true
  func start(priority: ReaderPriority, deliver: @escaping @Sendable (SensorEvent) -> Void) {}
  func stop() {}
}

@Suite struct BatteryWatchTests {
  private final class Told: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var list: [String] = []

    func add(_ index: Int, _ charge: BatteryCharge) {
      lock.withLock { list.append("\(index): \(charge.text)") }
    }
    var all: [String] { lock.withLock { list } }
  }

  private func wait(_ isDone: () -> Bool) {
    for _ in 0..<1000 where !isDone() { usleep(10_000) }
  }

  @Test func aLowBatteryIsToldOnceForEachSensor() {
    let told = Told()
    let first = Charged([
      .percent(21, isCharging: false), .percent(19, isCharging: true), .percent(19, isCharging: false),
      .percent(18, isCharging: nil), .percent(30, isCharging: false), .percent(17, isCharging: false),
    ])
    let second = Charged([.level("Normal", isCharging: nil), .level("Low", isCharging: nil)])
    let watch = BatteryWatch([first, second, Plain()]) { told.add($0, $1) }
    #expect(watch.charge(of: 0) == nil, "nothing is known before it was looked at")
    watch.begin(every: .milliseconds(5))
    wait { first.timesAsked > 8 && second.timesAsked > 8 }
    watch.end()
    #expect(told.all.sorted() == ["0: 19 %", "1: low"])
    #expect(watch.charge(of: 0) == .percent(17, isCharging: false))
    #expect(watch.charge(of: 2) == .unavailable(reason: BatteryReason.notTold))
  }

  @Test func aSensorThatCameBackIsAskedInPlaceOfTheOldOne() {
    let watch = BatteryWatch([Charged([.unavailable(reason: .gone)])]) { _, _ in
    }
    watch.begin(every: .milliseconds(5))
    wait { watch.charge(of: 0) != nil }
    watch.follow(Charged([.percent(70, isCharging: nil)]), as: 0)
    wait { watch.charge(of: 0) == .percent(70, isCharging: nil) }
    #expect(watch.charge(of: 0) == .percent(70, isCharging: nil))
    watch.end()
  }
}
