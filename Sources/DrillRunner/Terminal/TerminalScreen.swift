import CLinux
import Foundation
import MotionCore

/// Shows the run on standard output or error: redrawn in place on a terminal, one line a change elsewhere.
///
/// Of a screen only the columns that changed are written, so that a slow line to a far terminal carries it. A window that
/// is resized is drawn anew at its next look, a tenth of a second later at most.
///
/// Showing never hurts the run: it never waits for a slow reader, and a reader that is gone (closed pipe,
/// terminal hung up) ends the showing only. The program must ignore SIGPIPE. Use from one thread at a time.
final class TerminalScreen {
  enum Mode: Hashable, Sendable {
    /// `unicode`: the terminal has more characters than ASCII.
    case live(color: Bool, unicode: Bool)
    case lines
  }

  let mode: Mode
  private let descriptor: Int32
  /// The terminal opened again by us, where it could be.
  private let own: Int32?
  private let calls: TerminalCalls
  private var plain = PlainLines()
  private var drawn: [ScreenLine] = []
  private var size: (columns: Int, rows: Int)?
  private var isOpen = false
  private var isGone = false
  /// Bytes that the reader has not taken yet.
  private var pending: [UInt8] = []
  /// Lines that a reader never took are dropped beyond this, oldest frame first.
  private static let maximumPending = 64 * 1024
  /// What gives the terminal back: attributes off, cursor shown, the screen before restored.
  static let restoreSequence = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  init(descriptor: Int32, mode: Mode, calls: TerminalCalls = TerminalCalls()) {
    let reopened = calls.isTerminal(descriptor) ? calls.reopenNonblocking(descriptor) : -1
    own = reopened >= 0 ? reopened : nil
    self.descriptor = reopened >= 0 ? reopened : descriptor
    self.mode = mode
    self.calls = calls
  }

  /// Lines where it is no terminal, TERM is dumb or unset, or `plain` is asked for; no colour where NO_COLOR is
  /// set to anything (no-color.org); ASCII where the locale is not of UTF-8.
  static func mode(isTerminal: Bool, plain: Bool, environment: [String: String]) -> Mode {
    let term = environment["TERM"] ?? ""
    guard isTerminal, !plain, !term.isEmpty, term != "dumb" else { return .lines }
    return .live(
      color: (environment["NO_COLOR"] ?? "").isEmpty, unicode: ScreenText.isUnicode(environment))
  }

  /// Shows a status. Call it some ten times a second.
  func show(_ status: LiveStatus) {
    guard !isGone else { return }
    switch mode {
    case .lines:
      for line in plain.lines(for: status) { queue(line + "\n") }
      flush()
    case .live(let color, let unicode):
      flush()
      // A frame that was not taken yet is better followed by a later one than by this one.
      guard pending.isEmpty else { return }
      draw(status, color: color, unicode: unicode)
      flush()
    }
  }

  /// Gives the terminal back as it was. Waits at most about a tenth of a second for it; may be called twice.
  func close() {
    if isOpen {
      isOpen = false
      queue(TerminalScreen.restoreSequence)
    }
    for _ in 0..<10 where !pending.isEmpty && !isGone { flushOrWait() }
    calls.forgetScreen(descriptor)
  }

  deinit {
    close()
    if let own { calls.closeDescriptor(own) }
  }

  private func draw(_ status: LiveStatus, color: Bool, unicode: Bool) {
    let now = calls.windowSize(descriptor) ?? (80, 24)
    let isResized = size.map { $0 != now } ?? true
    size = now
    if !isOpen {
      isOpen = true
      calls.rememberScreen(descriptor, TerminalScreen.restoreSequence)
      queue("\u{1B}[?1049h\u{1B}[?25l")
    }
    if isResized {
      queue("\u{1B}[0m\u{1B}[2J")
      drawn = []
    }
    let lines = LiveView.render(status, width: now.columns, height: now.rows, unicode: unicode)
    for row in 0..<max(lines.count, drawn.count) {
      let line = row < lines.count ? lines[row] : ScreenLine("")
      queue(line.update(from: row < drawn.count ? drawn[row] : nil, row: row, color: color))
    }
    drawn = lines
  }

  private func queue(_ text: String) {
    if case .lines = mode, pending.count > TerminalScreen.maximumPending { return }
    pending += Array(text.utf8)
  }

  private func flush() {
    while !pending.isEmpty, !isGone {
      let taken = calls.writeIfReady(descriptor, pending[...])
      if taken > 0 {
        pending.removeFirst(taken)
      } else if taken == 0 || taken == -Int(EAGAIN) {
        return
      } else if taken != -Int(EINTR) {
        isGone = true
        pending = []
      }
    }
  }

  private func flushOrWait() {
    flush()
    if !pending.isEmpty { usleep(10_000) }
  }
}
