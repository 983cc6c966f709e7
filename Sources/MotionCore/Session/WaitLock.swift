#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A lock that one can wait at for a bounded time. Time is CLOCK_MONOTONIC, so that a jump of the wall clock
/// neither ends nor prolongs a wait (`NSCondition` waits on the wall clock).
///
/// Whoever holds it while a thread of a higher priority waits for it has that priority meanwhile
/// (PTHREAD_PRIO_INHERIT): a sensor's reader that runs ahead of all other work must not wait until a busy machine
/// lets the writer go on.
public final class WaitLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  public init() {
    #if canImport(Glibc)
      var kind = pthread_mutexattr_t()
      pthread_mutexattr_init(&kind)
      pthread_mutexattr_setprotocol(&kind, Int32(PTHREAD_PRIO_INHERIT))
      pthread_mutex_init(mutex, &kind)
      pthread_mutexattr_destroy(&kind)
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #else
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  public func withLock<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Wakes every waiter. With the lock held.
  func signal() {
    pthread_cond_broadcast(condition)
  }

  /// Gives the lock up until a signal comes or `limit` has passed. With the lock held.
  func wait(atMost limit: Duration) {
    let nanoseconds = max(0, limit.wholeNanoseconds)
    #if canImport(Glibc)
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      let total = Int64(end.tv_nsec) + nanoseconds
      end.tv_sec += Int(total / 1_000_000_000)
      end.tv_nsec = Int(total % 1_000_000_000)
      pthread_cond_timedwait(condition, mutex, &end)
    #else
      var length = timespec(
        tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
      pthread_cond_timedwait_relative_np(condition, mutex, &length)
    #endif
  }
}
