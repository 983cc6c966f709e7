import CLinux
import MotionCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system calls of the live view, one thin function each. Results are negative errno on failure.
struct TerminalCalls: Sendable {
  var faults: FaultPlan?

  init(faults: FaultPlan? = nil) {
    self.faults = faults
  }

  /// isatty(3).
  func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// tcgetpgrp(3): whether another group of processes has the terminal; to read or set it would stop this one. Of a
  /// terminal that is not the controlling one nothing can be said, and nothing is stopped.
  func isInBackground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group >= 0 && group != getpgrp()
  }

  /// tcgetattr(3); nil where it fails.
  func attributes(_ descriptor: Int32) -> termios? {
    if faults?.note("tcgetattr") != nil { return nil }
    var settings = termios()
    return tcgetattr(descriptor, &settings) == 0 ? settings : nil
  }

  /// tcsetattr(3), at once.
  func setAttributes(_ descriptor: Int32, _ settings: termios) -> Int32 {
    if let code = faults?.note("tcsetattr") { return code }
    var settings = settings
    return tcsetattr(descriptor, TCSANOW, &settings) == 0 ? 0 : -errno
  }

  /// poll(2) for input on either descriptor, or for its end; false where nothing came for a second.
  func waitForInput(_ descriptor: Int32, or other: Int32) -> Bool {
    var requests = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return poll(&requests, nfds_t(requests.count), 1000) > 0
  }

  /// read(2): what is there; empty at the end, nil on an error.
  func read(_ descriptor: Int32, upTo count: Int) -> [UInt8]? {
    if faults?.note("read") != nil { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let result = Glibc.read(descriptor, &bytes, count)
    return result < 0 ? nil : Array(bytes.prefix(result))
  }

  /// ioctl(TIOCGWINSZ): columns and rows; nil where the terminal does not say.
  func windowSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    if faults?.note("TIOCGWINSZ") != nil { return nil }
    var size = winsize()
    guard clinux_ioctl(descriptor, UInt(TIOCGWINSZ), &size) >= 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// open(2) of the same terminal again, non-blocking, without changing how the shell's own descriptor
  /// behaves: a terminal that is stopped or half full would hold up a plain write. Negative errno where the
  /// system does not allow it.
  func reopenNonblocking(_ descriptor: Int32) -> Int32 {
    if let code = faults?.note("open") { return code }
    let own = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return own < 0 ? -errno : own
  }

  /// Has a fatal signal write `text` to the terminal before the program dies of it.
  func rememberScreen(_ descriptor: Int32, _ text: String) {
    text.withCString { cterminal_remember_screen(descriptor, $0, strlen($0)) }
  }

  /// The screen has been given back.
  func forgetScreen(_ descriptor: Int32) { cterminal_forget_screen(descriptor) }

  /// Has a fatal signal put the settings of the terminal back.
  func rememberSettings(_ descriptor: Int32, _ settings: termios) {
    var settings = settings
    cterminal_remember_settings(descriptor, &settings)
  }

  /// The settings have been put back.
  func forgetSettings(_ descriptor: Int32) { cterminal_forget_settings(descriptor) }

  /// close(2).
  func closeDescriptor(_ descriptor: Int32) {
    _ = close(descriptor)
  }

  /// poll(2) with no wait, then write(2): bytes taken, 0 where the reader is not ready.
  func writeIfReady(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    if let code = faults?.note("write") { return Int(code) }
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 0) > 0 else { return 0 }
    if request.revents & Int16(POLLERR | POLLNVAL) != 0 { return -Int(EPIPE) }
    let result = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, min($0.count, Int(PIPE_BUF))) }
    return result < 0 ? -Int(errno) : result
  }
}
