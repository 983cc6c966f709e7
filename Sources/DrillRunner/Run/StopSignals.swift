import Foundation
import Glibc

/// SIGINT, SIGTERM and SIGHUP, taken by a thread of its own, so that they stop a run instead of ending the
/// program. A second signal is delivered like the first: it never skips the sealing.
enum StopSignals {
  static let names: [Int32: String] = [SIGINT: "SIGINT", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP"]

  /// Ctrl-Z does nothing any more: a recording that is suspended would have a hole, and the terminal a half-drawn screen.
  static func ignoreSuspend() {
    signal(SIGTSTP, SIG_IGN)
  }

  /// Blocks the signals in this thread and in every thread made after it, and reports each one by name.
  /// Call it before any other thread is started.
  static func watch(_ report: @escaping @Sendable (String) -> Void) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in names.keys { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let watched = set
    let thread = Thread {
      var set = watched
      while true {
        var number: Int32 = 0
        if sigwait(&set, &number) == 0, let name = names[number] { report(name) }
      }
    }
    thread.name = "signals"
    thread.start()
  }
}
