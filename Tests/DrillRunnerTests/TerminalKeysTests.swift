import CLinux
import Foundation
import Glibc
import MotionCore
import Testing

@testable import DrillRunner

/// Keys of a pseudo-terminal.
@Suite struct TerminalKeysTests {
  /// Both ends of a pseudo-terminal, closed afterwards.
  private func withTerminal(_ body: (_ keyboard: Int32, _ terminal: Int32) throws -> Void) throws {
    // pty(7) by hand: TIOCSPTLCK unlocks, TIOCGPTN numbers (linux, asm-generic/ioctls.h).
    let keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    try #require(clinux_ioctl(keyboard, 0x4004_5431, &unlocked) == 0)
    try #require(clinux_ioctl(keyboard, 0x8004_5430, &number) == 0)
    let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    defer { for end in [keyboard, terminal] { _ = close(end) } }
    try body(keyboard, terminal)
  }

  private func flags(_ terminal: Int32) -> tcflag_t {
    var settings = termios()
    _ = tcgetattr(terminal, &settings)
    return settings.c_lflag
  }

  private final class Pressed: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var keys: [(Character, HostTime)] = []

    func add(_ key: Character, _ time: HostTime) { lock.withLock { keys.append((key, time)) } }
    var all: [(Character, HostTime)] { lock.withLock { keys } }
  }

  @Test("Each key comes at once, without Return and echo, and the terminal is given back as it was")
  func keys() throws {
    try withTerminal { keyboard, terminal in
      let before = flags(terminal)
      #expect(before & tcflag_t(ICANON) != 0 && before & tcflag_t(ECHO) != 0)
      let pressed = Pressed()
      let keys = try #require(TerminalKeys(descriptor: terminal) { pressed.add($0, $1) })
      let set = flags(terminal)
      #expect(set & tcflag_t(ICANON | ECHO) == 0)
      #expect(set & tcflag_t(ISIG) != 0, "Ctrl-C stays a signal")
      let start = MonotonicClock().now()
      // An arrow key is a sequence, and no key of ours; it is read by itself.
      for text in ["p", "\u{1B}[A", "q"] {
        _ = text.withCString { write(keyboard, $0, strlen($0)) }
        let wanted = text == "p" ? 1 : text == "q" ? 2 : pressed.all.count
        for _ in 0..<500 where pressed.all.count < wanted { usleep(10_000) }
        usleep(100_000)
      }
      #expect(pressed.all.map(\.0) == ["p", "q"])
      #expect(pressed.all.allSatisfy { $0.1 >= start && $0.1 <= MonotonicClock().now() })
      keys.stop()
      keys.stop()
      #expect(flags(terminal) == before)
    }
  }

  @Test("Where there is no terminal, or its settings cannot be read or set, there are no keys")
  func none() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { _ = close(end) } }
    #expect(TerminalKeys(descriptor: ends[0]) { _, _ in } == nil)
    try withTerminal { _, terminal in
      let before = flags(terminal)
      for call in ["tcgetattr", "tcsetattr"] {
        let calls = TerminalCalls(faults: FaultPlan([.init(call, code: -EIO)]))
        #expect(TerminalKeys(descriptor: terminal, calls: calls) { _, _ in } == nil)
        #expect(flags(terminal) == before)
      }
    }
  }

  @Test("A terminal that goes away ends the reading, and stopping still returns")
  func hangUp() throws {
    try withTerminal { _, terminal in
      let calls = TerminalCalls(faults: FaultPlan([.init("read", nth: nil, code: -EIO)]))
      let keys = try #require(TerminalKeys(descriptor: terminal, calls: calls) { _, _ in })
      keys.stop()
    }
  }

  @Test("What each key commands")
  func controls() {
    let expected: [Character: RunControl] = [
      "p": .pause, " ": .pause, "q": .stop, "s": .start, "\n": .start, "1": .marker(.left),
      "l": .marker(.left), "2": .marker(.center), "c": .marker(.center), "3": .marker(.right),
      "r": .marker(.right), "4": .marker(.good), "g": .marker(.good), "5": .marker(.bad), "b": .marker(.bad),
    ]
    for byte in UInt8(0)..<128 {
      let key = Character(UnicodeScalar(byte))
      #expect(RunControl(key: key) == expected[key])
    }
  }
}
