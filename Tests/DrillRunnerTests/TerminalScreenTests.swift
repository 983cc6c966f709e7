import Foundation
import Glibc
import MotionCore
import Testing

@testable import DrillRunner

@Suite struct TerminalScreenTests {
  private func status(_ state: String) -> LiveStatus {
    LiveStatus(state: state, isRecording: true, drillTitle: "T")
  }

  /// A pipe's two ends, closed afterwards.
  private func withPipe(_ body: (_ read: Int32, _ write: Int32) throws -> Void) rethrows {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { _ = close(end) } }
    try body(ends[0], ends[1])
  }

  /// What the reader of a pipe gets without waiting.
  private func text(of descriptor: Int32) -> String {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test func theModeFollowsTerminalAndEnvironment() {
    func mode(_ isTerminal: Bool, plain: Bool = false, _ environment: [String: String]) -> String {
      switch TerminalScreen.mode(isTerminal: isTerminal, plain: plain, environment: environment) {
      case .lines: "lines"
      case .live(let color): color ? "colour" : "live"
      }
    }
    #expect(mode(true, ["TERM": "xterm"]) == "colour")
    #expect(mode(true, ["TERM": "xterm", "NO_COLOR": "1"]) == "live")
    #expect(mode(true, ["TERM": "xterm", "NO_COLOR": ""]) == "colour")
    #expect(mode(true, ["TERM": "dumb"]) == "lines")
    #expect(mode(true, [:]) == "lines")
    #expect(mode(false, ["TERM": "xterm"]) == "lines")
    #expect(mode(true, plain: true, ["TERM": "xterm"]) == "lines")
  }

  @Test func theScreenIsRedrawnInPlaceAndGivenBack() {
    withPipe { read, write in
      let screen = TerminalScreen(descriptor: write, mode: .live(color: false))
      screen.show(status("one"))
      let first = text(of: read)
      #expect(first.hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J\u{1B}[1;1H ● REC  RECORDING  ONE"))
      screen.show(status("one"))
      #expect(text(of: read) == "", "nothing changed, nothing is drawn")
      screen.show(status("two"))
      #expect(text(of: read) == "\u{1B}[1;1H ● REC  RECORDING  TWO  0:00.0\u{1B}[0m\u{1B}[K")
      screen.close()
      #expect(text(of: read) == TerminalScreen.restoreSequence)
      screen.close()
      #expect(text(of: read) == "")
    }
  }

  @Test func linesHaveNoEscapeCodes() {
    withPipe { read, write in
      let screen = TerminalScreen(descriptor: write, mode: .lines)
      screen.show(status("one"))
      screen.close()
      let all = text(of: read)
      #expect(all.contains("[0:00.0] RECORDING\n") && !all.contains("\u{1B}"))
    }
  }

  @Test func aReaderThatTakesNothingHoldsNobodyUp() {
    withPipe { read, write in
      let screen = TerminalScreen(descriptor: write, mode: .lines)
      for count in 0..<20_000 { screen.show(status("state \(count)")) }
      screen.close()
      #expect(text(of: read).contains("state: state 0\n"))
    }
  }

  @Test func aReaderThatIsGoneEndsTheShowingOnly() {
    withPipe { read, write in
      let faults = FaultPlan([.init("write", nth: nil, code: -EPIPE)])
      let screen = TerminalScreen(
        descriptor: write, mode: .live(color: true), calls: TerminalCalls(faults: faults))
      screen.show(status("one"))
      screen.show(status("two"))
      screen.close()
      #expect(faults.count(of: "write") == 1)
      #expect(text(of: read) == "")
    }
  }

  @Test func aRealPseudoterminalTellsItsSizeAndGetsItsCursorBack() throws {
    // pts(4); the request numbers are those of asm-generic/ioctls.h.
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(master >= 0)
    defer { _ = close(master) }
    var locked: Int32 = 0
    var number: UInt32 = 0
    try #require(ioctl(master, 0x4004_5431, &locked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    defer { _ = close(terminal) }
    var size = winsize(ws_row: 5, ws_col: 30, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
    #expect(TerminalCalls().isTerminal(terminal))
    let screen = TerminalScreen(descriptor: terminal, mode: .live(color: false))
    screen.show(status("one"))
    let drawn = text(of: master)
    #expect(
      drawn.contains("● REC  RECORDING") && drawn.contains("\u{1B}[5;1H") && !drawn.contains("\u{1B}[6;1H"))
    // Output stopped (Ctrl-S): showing returns at once all the same.
    #expect(tcflow(terminal, TCOOFF) == 0)
    for count in 0..<2000 { screen.show(status("state \(count)")) }
    #expect(tcflow(terminal, TCOON) == 0)
    _ = text(of: master)
    screen.close()
    #expect(text(of: master).hasSuffix(TerminalScreen.restoreSequence))
  }
}
