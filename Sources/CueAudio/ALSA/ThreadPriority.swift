import MotionCore

/// How the audio thread is scheduled. A refusal is no error: the thread runs as any other.
enum ThreadPriority: Hashable, Sendable {
  case normal
  /// SCHED_FIFO with this priority; `memoryLocked` where the program's pages stay in memory, too.
  case realtime(priority: Int32, memoryLocked: Bool)
  /// It was asked for, and not given.
  case refused(PriorityRefusal)

  /// Above ordinary programs, below the kernel's interrupt threads (50).
  static let priority: Int32 = 20

  /// Asks for the calling thread, which plays on an output of `timingClass`.
  static func request(for timingClass: TimingClass, calls: SchedulingCalls) -> ThreadPriority {
    guard timingClass == .hardware else {
      return .refused(.behindServer)
    }
    let code = calls.makeRealtime(priority: priority)
    guard code == 0 else {
      return .refused(.refused(cause: systemErrorText(-code)))
    }
    return .realtime(priority: priority, memoryLocked: calls.lockMemory() == 0)
  }

  /// For the manifest.
  var text: String {
    switch self {
    case .normal: "normal"
    case .realtime(let priority, let memoryLocked):
      "SCHED_FIFO \(priority)" + (memoryLocked ? ", memory locked" : "")
    case .refused(let reason): "normal; real-time priority refused: \(reason.text)"
    }
  }
}
