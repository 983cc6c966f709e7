import CLinux
import Foundation
import Glibc
import MotionCore

@testable import IMUDriver

/// A serial device on a pseudo-terminal: sends its cycles at their pace, as garbage while the port is set to
/// another baud rate, and answers a WitMotion sensor's commands.
final class SerialDevice: Sendable {
  let path: String
  /// The speed that the port is left at before the program comes.
  static let idleBaud = 1200
  private let master: Int32
  private let port: Int32
  private let deaf: Bool
  private let dumbWhenTold: Bool
  private let mute: Bool
  private let lock = NSLock()
  private nonisolated(unsafe) var running = true
  private nonisolated(unsafe) var closed = false
  private nonisolated(unsafe) var quiet = false
  private nonisolated(unsafe) var heard: [UInt8] = []
  private nonisolated(unsafe) var baud: Int
  private nonisolated(unsafe) var thread: ReaderThread?

  /// `cycle` makes the bytes of cycle number n; none end the sending.
  /// A `deaf` one takes no setting, one that is `dumbWhenTold` sends nothing once it is told one, and a `mute` one
  /// answers no question.
  init(
    baud: Int, hertz: Double, deaf: Bool = false, dumbWhenTold: Bool = false, mute: Bool = false,
    cycle: @escaping @Sendable (Int) -> [UInt8]?
  ) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var unlock: Int32 = 0
    var number: UInt32 = 0
    // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>, which posix_openpt(3) and its kin are made of.
    guard master >= 0, clinux_ioctl(master, 0x4004_5431, &unlock) == 0,
      clinux_ioctl(master, 0x8004_5430, &number) == 0
    else { throw POSIXError(.ENXIO) }
    path = "/dev/pts/\(number)"
    // Kept open, so that the port's settings last; raw, so that nothing is echoed.
    port = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var settings = CSerialSettings()
    guard port >= 0, cserial_get(port, &settings) == 0 else { throw POSIXError(.ENXIO) }
    cserial_make_raw(&settings, UInt32(SerialDevice.idleBaud))
    _ = cserial_set(port, &settings)
    self.baud = baud
    self.deaf = deaf
    self.dumbWhenTold = dumbWhenTold
    self.mute = mute
    thread = try ReaderThread { [self] in
      var number = 0
      var next = MonotonicClock().now()
      var noise = SerialNoise(seed: 99)
      while lock.withLock({ running }) {
        answer()
        let isQuiet = lock.withLock { quiet }
        if !isQuiet {
          guard let bytes = cycle(number) else { break }
          number += 1
          send(isTuned ? bytes : noise.bytes(bytes.count))
        }
        next = next + Duration(fromSeconds: 1 / hertz)
        let wait = (next - MonotonicClock().now()).wholeNanoseconds
        if wait > 0 { usleep(UInt32(wait / 1000)) }
      }
    }
  }

  /// Whether the port is set to the rate of the device. The master's settings are those of the port.
  private var isTuned: Bool {
    var settings = CSerialSettings()
    return cserial_get(master, &settings) == 0
      && Int(cserial_baud(&settings)) == lock.withLock({ baud })
  }

  /// What does not fit into the port's buffer is lost, as on a wire.
  private func send(_ bytes: [UInt8]) {
    _ = Glibc.write(master, bytes, bytes.count)
  }

  /// What the program has written to the device.
  var commands: [UInt8] { lock.withLock { heard } }

  private func answer() {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(master, &buffer, buffer.count)
    guard count > 0 else { return }
    let new = Array(buffer[..<count])
    lock.withLock {
      heard += new
      quiet = quiet || dumbWhenTold
    }
    for start in stride(from: 0, to: new.count - 4, by: 5) {
      let (register, value) = (new[start + 2], Int16(new[start + 3]) | Int16(new[start + 4]) << 8)
      if register == 0x27 {
        let held = registers[UInt8(value)] ?? 0
        if !mute { send(SerialBytes.wit(0x5F, [held, 0, 0, 0])) }
      } else if register != 0x69, !deaf {
        registers[register] = value
        if register == 4 {
          lock.withLock { baud = [6: 115_200, 7: 230_400, 9: 921_600][value] ?? baud }
        }
      }
    }
  }

  private nonisolated(unsafe) var registers: [UInt8: Int16] = [:]

  /// Sends nothing from now on.
  func fallSilent() { lock.withLock { quiet = true } }

  /// Pulls the plug.
  func unplug() {
    stopSending()
    guard
      lock.withLock({ () -> Bool in
        defer { closed = true }
        return !closed
      })
    else { return }
    Glibc.close(master)
    Glibc.close(port)
  }

  private func stopSending() {
    lock.withLock { running = false }
    let ended = lock.withLock { () -> ReaderThread? in
      defer { thread = nil }
      return thread
    }
    ended?.join()
  }

  /// The port's present speed.
  var portBaud: Int {
    var settings = CSerialSettings()
    return cserial_get(master, &settings) == 0 ? Int(cserial_baud(&settings)) : -1
  }
}

/// Collects what a source delivers, and waits for it.
final class SerialSink: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var collected: [SensorEvent] = []

  func take(_ event: SensorEvent) { lock.withLock { collected.append(event) } }
  var events: [SensorEvent] { lock.withLock { collected } }

  func samples(_ stream: Int) -> [MotionSample] {
    events.compactMap { if case .sample(stream, let sample) = $0 { sample } else { nil } }
  }
  var incidents: [Incident] {
    events.compactMap { if case .incident(let incident) = $0 { incident } else { nil } }
  }
  var losses: [String] {
    events.compactMap { if case .lost(let reason, _) = $0 { reason } else { nil } }
  }

  /// Waits until `condition` holds; gives up after ten seconds, and the test's own expectations then say so.
  func wait(until condition: (SerialSink) -> Bool) {
    for _ in 0..<1000 where !condition(self) { usleep(10_000) }
  }
}
