import Foundation
import Glibc
import MotionCore
import Testing

@testable import IMUDriver

/// What can go wrong with a serial sensor, on pseudo-terminals: each is said, and nothing hangs.
@Suite(.serialized) struct SerialFaultTests {
  @Test func aWrongBaudRateIsSaidWithTheBytes() throws {
    let device = try SerialDevice(baud: 230_400, hertz: 100, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let error = try #require(throws: SerialError.self) {
      try SerialCapture.open("serial:\(device.path),baud=57600")
    }
    #expect(error.cause.hasPrefix("no valid frames at any rate; tried 57600 ("))
    #expect(error.cause.contains("bytes, no valid frame, beginning "))
    #expect(error.remedy?.contains("baud=") == true)
    guard case .notUnderstood(_, let tried, nil) = error else { return }
    #expect(tried[0].first.count == 16 && tried[0].bytes > 16)
  }

  @Test func silenceIsSaid() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100) { _ in nil }
    defer { device.unplug() }
    let error = try #require(throws: SerialError.self) {
      try SerialCapture.open("serial:\(device.path)")
    }
    // Three seconds at the first rate, 0.6 at each of the eleven others.
    guard case .silent(device.path, let seconds) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(seconds >= 9.6)
    #expect(error.remedy?.contains("TX") == true)
  }

  @Test func unpluggedInMidRunTheLossIsSaidOnce() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, cycle: SerialCapture.cycle)
    let source = try SerialCapture.open("serial:\(device.path),protocol=witmotion,baud=115200")
    let sink = try SerialCapture.capture(source, rows: 20)
    device.unplug()
    sink.wait { !$0.losses.isEmpty }
    #expect(sink.losses == ["the device was disconnected"])
    if case .lost? = sink.events.last {} else { Issue.record("something follows the loss") }
    source.stop()
  }

  /// The port is free again after the loss, while the lost source still stands.
  @Test func aSensorThatFallsSilentIsLostAndCanComeBack() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let source = try SerialCapture.open("serial:\(device.path),rate=100")
    let sink = try SerialCapture.capture(source, rows: 20)
    device.fallSilent()
    sink.wait { !$0.losses.isEmpty }
    #expect(sink.losses == ["it has sent nothing for 1.0 s, and the port is still there"])
    // What is known by now is not looked for again, and the sensor is not told again.
    #expect(source.again.language == .witMotion && source.again.baud == 115_200)
    #expect(source.again.rate == nil)
    let error = try #require(throws: SerialError.self) { try SerialSource(source.again) }
    #expect(error.cause == "no byte came in 3 s")
    source.stop()
  }

  @Test func bytesThatAreNoLongerFramesAreALoss() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100) { n in
      n < 250 ? SerialCapture.cycle(n) : [UInt8](repeating: 7, count: 30)
    }
    defer { device.unplug() }
    let source = try SerialCapture.open("serial:\(device.path),baud=115200")
    let sink = try SerialCapture.capture(source, rows: 10)
    sink.wait { !$0.losses.isEmpty }
    #expect(sink.losses.count == 1)
    #expect(sink.losses[0].contains("no valid frame for 1.0 s (last 07 07 07"))
    source.stop()
  }

  @Test func aRateThatTheWireCannotCarryIsRefused() throws {
    let device = try SerialDevice(baud: 9600, hertz: 10, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let error = try #require(throws: SerialError.self) {
      try SerialCapture.open(
        "serial:\(device.path),baud=9600,rate=50,content=acceleration+gyroscope+angle")
    }
    // Three frames of eleven bytes of ten bits: 9600 / 330 is 29.
    #expect(error.cause == "9600 baud carry 3 frames at most 29 times a second, not 50.0 times")
    #expect(error.remedy?.contains("set-baud") == true)
    #expect(device.commands.isEmpty)
  }

  @Test func aPortIsOursAlone() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let source = try SerialCapture.open("serial:\(device.path),baud=115200")
    let error = try #require(throws: SerialError.self) {
      try SerialCapture.open("serial:\(device.path),baud=115200")
    }
    #expect(error == .busy(path: device.path))
    source.stop()
  }

  @Test(arguments: [
    ("serial_open", -EACCES, "permission denied"), ("serial_open", -EBUSY, "another program has it open"),
    ("serial_open", -ENOENT, "No such file or directory"), ("TCGETS2", -ENOTTY, "it is not a serial port"),
    ("TCGETS2", -EIO, "TCGETS2: Input/output error"), ("serial_lock", -EWOULDBLOCK, "another program"),
    ("serial_lock", -EINTR, "flock"), ("TIOCEXCL", -EIO, "TIOCEXCL: Input/output error"),
    ("serial_eventfd", -EMFILE, "eventfd: Too many open files"),
    ("TCSETS2", -EINVAL, "TCSETS2 115200 baud: Invalid argument"),
    ("TCFLSH", -EIO, "TCFLSH: Input/output error"), ("serial_read", -EIO, "read: No such device"),
  ])
  func aCallThatFailsIsSaid(call: String, code: Int32, cause: String) throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let faults = FaultPlan([.init(call, nth: 1, code: code)])
    let error = try #require(throws: SerialError.self) {
      try SerialCapture.open("serial:\(device.path)", faults: faults)
    }
    #expect(error.cause.contains(cause), "\(error)")
    #expect(error.failure.contains(device.path))
  }

  @Test func theReasonOfAFailedCallIsKept() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    func error(_ call: String, _ code: Int32) -> SerialError? {
      #expect(throws: SerialError.self) {
        _ = try SerialCapture.open("serial:\(device.path)", faults: FaultPlan([.init(call, code: code)]))
      }
    }
    #expect(error("serial_open", -EACCES) == .permissionDenied(path: device.path))
    #expect(
      error("TCFLSH", -EIO) == .callFailed(path: device.path, call: "TCFLSH", errno: EIO))
  }

  /// What no register of a WitMotion sensor holds is refused before anything is sent.
  @Test func ratesThatTheSensorDoesNotHaveAreRefused() throws {
    func refusal(_ change: (inout SerialSelector) -> Void) throws -> SerialRefusal? {
      var selector = SerialSelector(port: "/dev/ttyUSB0")
      change(&selector)
      let error = #expect(throws: SerialError.self) {
        _ = try WitMotionConfiguration(selector, path: "/dev/ttyUSB0", baud: 115_200, framesPerCycle: 3)
      }
      guard case .cannotConfigure("/dev/ttyUSB0", let refusal)? = error else { return nil }
      return refusal
    }
    // WitMotion, WT901 protocol: 0.2 to 200 Hz, and no 75; 4800 to 921600 baud, and no 31250.
    guard case SerialRefusal.noSuchRate(75, let rates)? = try refusal({ $0.rate = 75 }) else {
      Issue.record("75 Hz is no .noSuchRate")
      return
    }
    #expect(rates.contains("100.0") && rates.contains("200.0"))
    guard case SerialRefusal.noSuchBaud(31_250, let bauds)? = try refusal({ $0.newBaud = 31_250 }) else {
      Issue.record("31250 baud is no .noSuchBaud")
      return
    }
    #expect(bauds.contains("9600") && bauds.contains("115200"))
  }

  /// It is told another baud rate, and goes on at its own.
  @Test func aBaudRateThatIsNotTakenIsSaid() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, deaf: true, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let error = #expect(throws: SerialError.self) {
      try SerialCapture.open("serial:\(device.path),baud=115200,set-baud=230400")
    }
    #expect(
      error
        == .cannotConfigure(
          path: device.path, SerialRefusal.baudUnchanged(told: 230_400, sends: 115_200)))
  }

  /// It falls silent when it is told anything: a half-written setting.
  @Test func silenceAfterASettingIsSaid() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, dumbWhenTold: true, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let error = #expect(throws: SerialError.self) {
      try SerialCapture.open("serial:\(device.path),baud=115200,rate=200")
    }
    guard case .cannotConfigure(device.path, SerialRefusal.silentAfter(let cause))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.hasPrefix("no byte came in"))
  }

  @Test(arguments: [
    ("serial_read", -EINTR, true), ("serial_read", -EAGAIN, true), ("serial_poll", -EINTR, true),
    ("serial_read", -ENODEV, false), ("serial_read", 0, false), ("serial_poll", -ENOMEM, false),
  ])
  func whileReadingAnInterruptionIsNoLossAndAFailureIs(call: String, code: Int32, goesOn: Bool) throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let faults = FaultPlan()
    let source = try SerialCapture.open("serial:\(device.path),baud=115200", faults: faults)
    faults.add(.init(call, nth: faults.count(of: call) + 3, code: code))
    let sink = try SerialCapture.capture(source, rows: 30)
    #expect(sink.losses.isEmpty == goesOn, "\(sink.losses)")
    source.stop()
  }

  /// It was told 200 Hz and says that it holds something else.
  @Test func aSettingThatIsNotTakenIsSaid() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, deaf: true, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let error = try #require(throws: SerialError.self) {
      try SerialCapture.open("serial:\(device.path),rate=200")
    }
    #expect(error.cause == "it was told rate 11, and says that it holds 0")
  }

  /// An older sensor has no register to ask: what it was told is not confirmed.
  @Test func aSettingWithoutAnAnswerIsNotConfirmed() throws {
    let device = try SerialDevice(baud: 115_200, hertz: 100, mute: true, cycle: SerialCapture.cycle)
    defer { device.unplug() }
    let source = try SerialCapture.open("serial:\(device.path),baud=115200,rate=200")
    source.stop()
    #expect(
      source.sensor.settings["configured"]?["rate"]?["confirmed"] == .unavailable(SensorReason.noAnswer))
  }

  @Test(arguments: [
    ("columns=t_us+accel_x_g", "lacks an axis"),
    ("columns=t+accel_x_g+accel_y_g+accel_z_g", "no column is a time"),
    ("declaration=/nowhere.json", "/nowhere.json"),
  ])
  func columnsThatCannotBeReadAreSaid(option: String, cause: String) throws {
    let error = try #require(throws: SerialError.self) {
      try SerialCapture.open("serial:/dev/null,\(option)")
    }
    #expect(error.cause.contains(cause), "\(error)")
    #expect(error.remedy?.contains("columns=") == true)
  }

  /// /dev/null is no serial port, and a name that nothing has is not found.
  @Test func whatIsNoPortIsSaid() throws {
    let error = try #require(throws: SerialError.self) { try SerialCapture.open("serial:/dev/null") }
    #expect(error == .cannotOpen(path: "/dev/null", errno: ENOTTY))
    let missing = try #require(throws: SerialError.self) {
      try SerialCapture.open("serial-0403-6001-nobody")
    }
    #expect(missing.failure == "cannot find the serial port serial-0403-6001-nobody")
  }
}
