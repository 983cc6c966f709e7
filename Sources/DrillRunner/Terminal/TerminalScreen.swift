import Foundation
import MotionCore

/// Shows the run on standard output or error: redrawn in place on a terminal, one line a change elsewhere.
///
/// Showing never hurts the run: it never waits for a slow reader, and a reader that is gone (closed pipe,
/// terminal hung up) ends the showing only. The program must ignore SIGPIPE. Use from one thread at a time.
final class TerminalScreen {
  enum Mode: Sendable {
    case live(color: Bool)
    case lines
  }

  let mode: Mode
  private let descriptor: Int32
  /// The terminal opened again by us, where it could be.
  private let own: Int32?
  private let calls: TerminalCalls
  private var plain = PlainLines()
  private var drawn: [String] = []
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
  /// set to anything (no-color.org).
  static func mode(isTerminal: Bool, plain: Bool, environment: [String: String]) -> Mode {
    let term = environment["TERM"] ?? ""
    guard isTerminal, !plain, !term.isEmpty, term != "dumb" else { return .lines }
    return .live(color: (environment["NO_COLOR"] ?? "").isEmpty)
  }

  /// Shows a status. Call it some ten times a second.
  func show(_ status: LiveStatus) {
    guard !isGone else { return }
    switch mode {
    case .lines:
      for line in plain.lines(for: status) { queue(line + "\n") }
      flush()
    case .live(let color):
      flush()
      // A frame that was not taken yet is better followed by a later one than by this one.
      guard pending.isEmpty else { return }
      draw(status, color: color)
      flush()
    }
  }

  /// Gives the terminal back as it was. Waits at most about a tenth of a second for it; may be called twice.
  func close() {
    guard isOpen else {
      for _ in 0..<10 where !pending.isEmpty && !isGone { flushOrWait() }
      return
    }
    isOpen = false
    queue(TerminalScreen.restoreSequence)
    for _ in 0..<10 where !pending.isEmpty && !isGone { flushOrWait() }
  }

  deinit {
    close()
    if let own { calls.closeDescriptor(own) }
  }

  private func draw(_ status: LiveStatus, color: Bool) {
    let now = calls.windowSize(descriptor) ?? (80, 24)
    let resized = size.map { $0 != now } ?? true
    size = now
    if !isOpen {
      isOpen = true
      queue("\u{1B}[?1049h\u{1B}[?25l")
    }
    if resized {
      queue("\u{1B}[2J")
      drawn = []
    }
    let lines = LiveView.render(status, width: now.columns, height: now.rows, color: color)
    for row in 0..<max(lines.count, drawn.count) {
      let line = row < lines.count ? lines[row] : ""
      if row < drawn.count, drawn[row] == line { continue }
      queue("\u{1B}[\(row + 1);1H\(line)\u{1B}[0m\u{1B}[K")
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
