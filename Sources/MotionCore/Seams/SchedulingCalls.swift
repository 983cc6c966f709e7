#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system calls of real-time scheduling, one thin function for each; a fault plan may make them fail.
public struct SchedulingCalls: Sendable {
  public var faults: FaultPlan?

  public init(faults: FaultPlan? = nil) {
    self.faults = faults
  }

  /// pthread_setschedparam(3): the calling thread goes before all ordinary ones (SCHED_FIFO). 0, or -errno.
  public func makeRealtime(priority: Int32) -> Int32 {
    if let code = faults?.note("pthread_setschedparam") { return code }
    var parameters = sched_param()
    parameters.sched_priority = priority
    return -pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
  }

  /// mlockall(2) of what is mapped now: 0, or -errno. Memory that is mapped later is not locked: under a limit its
  /// allocation would fail.
  public func lockMemory() -> Int32 {
    if let code = faults?.note("mlockall") { return code }
    return mlockall(MCL_CURRENT) < 0 ? -errno : 0
  }
}
