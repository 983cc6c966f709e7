import Foundation
import Glibc
import MotionCore
import Testing

@testable import DrillRunner

@Suite struct TerminalScreenTests {
  private func status(_ title: String) -> LiveStatus {
    var status = LiveStatus(state: .cues, drillTitle: title)
    status.isRecording = true
    return status
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
      case .live(let color, let unicode): (color ? "colour" : "live") + (unicode ? "" : " ascii")
      }
    }
    #expect(mode(true, ["TERM": "xterm", "LANG": "C.UTF-8"]) == "colour")
    #expect(mode(true, ["TERM": "xterm", "NO_COLOR": "1", "LC_CTYPE": "de_DE.utf8"]) == "live")
    #expect(mode(true, ["TERM": "xterm", "NO_COLOR": ""]) == "colour ascii")
    // locale(7): LC_ALL before LC_CTYPE before LANG; an empty one counts as unset.
    #expect(mode(true, ["TERM": "xterm", "LC_ALL": "C", "LANG": "en_US.UTF-8"]) == "colour ascii")
    #expect(mode(true, ["TERM": "xterm", "LC_ALL": "", "LANG": "en_US.UTF-8"]) == "colour")
    #expect(mode(true, ["TERM": "dumb"]) == "lines")
    #expect(mode(true, [:]) == "lines")
    #expect(mode(false, ["TERM": "xterm"]) == "lines")
    #expect(mode(true, plain: true, ["TERM": "xterm"]) == "lines")
  }

  @Test func theScreenIsRedrawnInPlaceAndGivenBack() {
    withPipe { read, write in
      let screen = TerminalScreen(descriptor: write, mode: .live(color: false, unicode: true))
      var status = status("T")
      screen.show(status)
      let first = text(of: read)
      #expect(
        first.hasPrefix(
          "\u{1B}[?1049h\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[1;1H ● REC  RECORDING  CUES  0:00.0"))
      screen.show(status)
      #expect(text(of: read) == "", "nothing changed, nothing is drawn")
      status.elapsed = .milliseconds(100)
      screen.show(status)
      // The digit in column 31 of the first row, counted by hand, and nothing else.
      #expect(text(of: read) == "\u{1B}[1;31H1")
      screen.close()
      #expect(text(of: read) == TerminalScreen.restoreSequence)
      screen.close()
      #expect(text(of: read) == "")
    }
  }

  /// Ten seconds of cues at ten looks a second: counts, ages, angles and times change all the while. A whole screen of
  /// 80×24 each time would be 2000 bytes and more; what is written must fit a slow line many times over.
  @Test func aSlowLineCarriesIt() {
    withPipe { read, write in
      let screen = TerminalScreen(descriptor: write, mode: .live(color: true, unicode: true))
      var bytes = 0
      for look in 0..<100 {
        var status = status("T")
        status.elapsed = .milliseconds(100 * look)
        status.streams = ["accelerometer", "gyroscope"].map {
          .init(name: $0, count: 25 * look, measuredHz: 250 + Double(look % 3) / 10)
        }
        status.nextCue = .init(name: "CENTER", distance: .milliseconds(4000 - 100 * (look % 40)))
        let lean = 20 * Double(look % 40) / 40
        status.angles = .value(.init(lateral: lean, forward: -lean / 7, axial: lean / 3, headingDrifts: true))
        screen.show(status)
        bytes += text(of: read).utf8.count
      }
      #expect(bytes / 10 < 2500, "\(bytes / 10) bytes a second")
      #expect(bytes / 10 > 100)
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
      #expect(text(of: read).contains("drill: state 0\n"))
    }
  }

  @Test func aReaderThatIsGoneEndsTheShowingOnly() {
    withPipe { read, write in
      let faults = FaultPlan([.init("write", nth: nil, code: -EPIPE)])
      let screen = TerminalScreen(
        descriptor: write, mode: .live(color: true, unicode: true), calls: TerminalCalls(faults: faults))
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
    let screen = TerminalScreen(descriptor: terminal, mode: .live(color: false, unicode: true))
    screen.show(status("one"))
    let drawn = text(of: master)
    #expect(
      drawn.contains("● REC  RECORDING") && drawn.contains("\u{1B}[5;1H") && !drawn.contains("\u{1B}[6;1H"))
    // Another size is seen at the next look, and everything is drawn anew.
    size = winsize(ws_row: 3, ws_col: 20, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
    screen.show(status("one"))
    let redrawn = text(of: master)
    #expect(
      redrawn.contains("\u{1B}[2J") && redrawn.contains("\u{1B}[3;1H") && !redrawn.contains("\u{1B}[4;1H"))
    // Output stopped (Ctrl-S): showing returns at once all the same.
    #expect(tcflow(terminal, TCOOFF) == 0)
    for count in 0..<2000 { screen.show(status("state \(count)")) }
    #expect(tcflow(terminal, TCOON) == 0)
    _ = text(of: master)
    screen.close()
    #expect(text(of: master).hasSuffix(TerminalScreen.restoreSequence))
  }
}
