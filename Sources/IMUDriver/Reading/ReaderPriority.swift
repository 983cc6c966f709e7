/// How the thread that reads a device is scheduled.
public enum ReaderPriority: String, Hashable, Sendable {
  case ordinary
  /// Before all ordinary threads (SCHED_FIFO), so that no load on the machine keeps it from a device whose queue is
  /// short. Where the system does not permit it the thread stays ordinary, which is noted and is no error.
  case realTime = "real_time"

  /// What is asked for: above ordinary threads, below those of the kernel that serve interrupts (50).
  static let level: Int32 = 10
}
