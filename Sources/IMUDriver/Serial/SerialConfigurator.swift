import Foundation
import MotionCore

/// Tells a WitMotion sensor what the user asks for, and reads back what it says it holds.
struct SerialConfigurator {
  let port: SerialPort
  let clock: any HostClock
  let selector: SerialSelector

  /// Newer sensors need a moment after each command.
  private static let pause: Duration = .milliseconds(100)
  private static let answerPatience: Duration = .milliseconds(500)

  /// Configures the sensor that was `found`. Returns it as it speaks then, and what was asked and answered.
  func run(_ found: SerialProbe.Found) throws(SerialError) -> (SerialProbe.Found, JSONObject) {
    let path = port.path
    let channels = Set(found.frames.flatMap(\.readings).map(\.channel)).count
    let hasClock = found.frames.contains { if case .at = $0.time { true } else { false } }
    let wanted = try WitMotionConfiguration(
      selector, path: path, baud: found.baud, framesPerCycle: channels + (hasClock ? 1 : 0))
    var log: JSONObject = [:]
    var decoder = found.decoder
    for setting in wanted.settings {
      try send(WitMotionConfiguration.unlock)
      try send(WitMotionConfiguration.command(setting.register, setting.value))
      let answer = try ask(setting.register, &decoder)
      if let answer, answer != setting.value {
        throw .cannotConfigure(
          path: path,
          .otherValue(setting: setting.name, told: Int(setting.value), holds: Int(answer)))
      }
      log[setting.name] = SerialConfigurator.entry(setting, confirmed: answer != nil)
    }
    var baud = found.baud
    if let setting = wanted.baudSetting, let new = wanted.newBaud {
      try send(WitMotionConfiguration.unlock)
      try send(WitMotionConfiguration.command(.baud, setting.value))
      baud = new
    }
    let probe = SerialProbe(port: port, framings: [(.witMotion, WitMotionFraming())], clock: clock)
    let after: SerialProbe.Found
    do throws(SerialError) {
      after = try probe.run(bauds: baud == found.baud ? [baud] : [baud, found.baud])
    } catch {
      throw .cannotConfigure(
        path: path, .silentAfter(cause: error.cause))
    }
    if let setting = wanted.baudSetting {
      guard after.baud == baud else {
        throw .cannotConfigure(
          path: path, .baudUnchanged(told: baud, sends: after.baud))
      }
      log[setting.name] = SerialConfigurator.entry(setting, confirmed: true)
    }
    if wanted.save {
      try send(WitMotionConfiguration.unlock)
      try send(WitMotionConfiguration.command(.save, 0))
    }
    log["saved"] = .bool(wanted.save)
    return (after, log)
  }

  private static func entry(_ setting: WitMotionConfiguration.Setting, confirmed: Bool) -> JSONValue {
    [
      "told": .integer(Int64(setting.value)),
      "confirmed": confirmed ? true : .unavailable(SensorReason.noAnswer),
    ]
  }

  private func send(_ command: [UInt8]) throws(SerialError) {
    try port.write(command)
    try listen(for: SerialConfigurator.pause) { _ in false }
  }

  /// Asks what a register holds; nil where no answer comes.
  private func ask(
    _ register: WitMotionConfiguration.Register, _ decoder: inout SerialDecoder
  ) throws(SerialError) -> UInt16? {
    try port.write(WitMotionConfiguration.question(register))
    var answer: UInt16?
    // Bytes were thrown away between; the decoder finds the frames again by itself.
    var listening = decoder
    try listen(for: SerialConfigurator.answerPatience) { bytes in
      for case .frame(let frame) in listening.append(bytes) where !frame.registers.isEmpty {
        answer = frame.registers[0]
      }
      return answer != nil
    }
    decoder = listening
    return answer
  }

  /// Reads for so long, or until `take` has enough.
  private func listen(
    for time: Duration, take: ([UInt8]) -> Bool
  ) throws(SerialError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    defer { buffer.deallocate() }
    let end = clock.now() + time
    while clock.now() < end {
      switch port.read(into: buffer, milliseconds: 20) {
      case .bytes(let count): if take(Array(buffer[..<count])) { return }
      case .nothing: continue
      case .stopped: throw .callFailed(path: port.path, call: "read", errno: ECANCELED)
      case .gone: throw .callFailed(path: port.path, call: "read", errno: ENODEV)
      }
    }
  }
}
