import CLinux
import Glibc
import MotionCore
import Synchronization
import Testing

@testable import DrillRunner
@testable import IMUDriver

/// What a run is told of buttons and taps: by made-up events, and by a listener that cannot begin.
@Suite struct ButtonMeaningTests {
  private static let presenter = KeyDevice(
    name: "Wireless Presenter", kind: .presenter, bus: "usb", path: "/dev/input/event8", stableID: "p",
    keys: [])
  private static let time = HostTime(nanoseconds: 5)

  /// What was posted, in order.
  private final class Posted: Sendable {
    private let posted = Mutex<[RunMessage]>([])

    func add(_ message: RunMessage) { posted.withLock { $0.append(message) } }
    var all: [RunMessage] { posted.withLock { $0 } }
  }

  private func notes(_ messages: [RunMessage]) -> [RunNote] {
    messages.compactMap { if case .note(let note) = $0 { note } else { nil } }
  }

  @Test func whatHappensToADeviceIsShown() {
    let name = ButtonMeaningTests.presenter.name
    let cases: [(KeyEvent, RunNote)] = [
      (.connected(ButtonMeaningTests.presenter), .buttons(device: name)),
      (
        .unusable(ButtonMeaningTests.presenter, .permissionDenied(path: "/dev/input/event8")),
        .noButtonsOf(device: name, reason: "permission denied")
      ),
      (.dropped(ButtonMeaningTests.presenter, at: ButtonMeaningTests.time), .pressesMissing(device: name)),
      (
        .disconnected(
          ButtonMeaningTests.presenter, reason: "the device was disconnected", at: ButtonMeaningTests.time),
        .buttonsGone(device: name, reason: "the device was disconnected")
      ),
      (
        .cannotWatch(reason: "udev does not tell what is connected"),
        .laterButtonsUnheard(reason: "udev does not tell what is connected")
      ),
    ]
    let meaning = ButtonMeaning(.standard)
    for (event, note) in cases { #expect(notes(meaning.messages(of: event)) == [note]) }
  }

  /// Said once for each device, and the press counts all the same.
  @Test func aPressWithoutTheKernelsTimeIsShownOnce() {
    let meaning = ButtonMeaning(.standard)
    let press = KeyPress(
      key: KeyCode(KEY_PAGEUP), device: ButtonMeaningTests.presenter, host: ButtonMeaningTests.time,
      timeSource: .receipt, receipt: ButtonMeaningTests.time)
    let told = [press, press].map { meaning.messages(of: .press($0)) }
    #expect(told.map(notes) == [[RunNote.pressesUndated(device: "Wireless Presenter")], []])
    for messages in told {
      guard case .control(.marker(.left), source: .button, ButtonMeaningTests.time)? = messages.last else {
        Issue.record("\(messages)")
        continue
      }
    }
  }

  @Test func aListenerThatCannotBeginIsShown() {
    let posted = Posted()
    let faults = FaultPlan([.init("evdev_eventfd", code: -EMFILE)])
    let buttons = RunButtons(.standard, .standard, faults: faults) { posted.add($0) }
    buttons.stop()
    // EMFILE in strerror(3)'s words.
    #expect(notes(posted.all) == [RunNote.noButtons(reason: "eventfd: Too many open files")])
  }

  // MARK: Taps

  /// A sensor that delivers nothing by itself.
  private final class Still: SensorSource {
    let sensor = SensorDescription(
      name: "Still", driver: "test", bus: "virtual", path: "test", stableID: "test")
    let clocks: [ClockDescription] = []
    let streams: [StreamDescription]
    let isSynthetic = true

    init(_ kind: StreamKind, _ unit: MeasurementUnit) {
      streams = [
        StreamDescription(
          name: kind.rawValue, kind: kind, sensor: "torso", clock: "host", timestampSource: .receipt,
          unit: unit, scale: [1])
      ]
    }

    func start(priority: ReaderPriority, deliver: @escaping @Sendable (SensorEvent) -> Void) {}
    func stop() {}
  }

  private func hearing(_ sensor: Still, _ posted: Posted) -> RunTaps? {
    var rig = SensorRig()
    rig.add(sensor, name: "torso")
    return RunTaps(rig, .standard) { posted.add($0) }
  }

  @Test func aSensorWithoutAccelerometerShowsNoTap() {
    let posted = Posted()
    #expect(hearing(Still(.gyroscope, .degreesPerSecond), posted) == nil)
    #expect(notes(posted.all) == [RunNote.noDoubleTap(reason: "the sensor has no accelerometer")])
  }

  /// 67 rows a second, a rate that some controllers have.
  @Test func aSlowSensorShowsFirmTapsAlone() throws {
    let posted = Posted()
    let taps = try #require(hearing(Still(.accelerometer, .g), posted))
    for row in 0..<600 {
      let time = HostTime(nanoseconds: Int64(row) * 15_000_000)
      taps.receive(
        MotionSample(
          deviceTime: .integer(time.nanoseconds), receipt: time,
          values: [.real(0), .real(0), .real(row % 2 == 0 ? 1 : 1.001)]), stream: 0)
    }
    let found = notes(posted.all)
    #expect(found.map(\.messageID) == ["view.double-tap-limited"], "\(found)")
    #expect(found.first?.text.contains("67 rows a second") == true, "\(found)")
  }
}
