import Glibc

/// A plain thread that can be waited for.
final class ReaderThread: Sendable {
  private let handle: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts the thread. Throws the code of pthread_create(3).
  init(_ run: @escaping @Sendable () -> Void) throws(Failure) {
    var created = pthread_t()
    let body = Unmanaged.passRetained(Body(run))
    let code = pthread_create(
      &created, nil,
      { argument in
        Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      body.release()
      throw Failure(errno: code)
    }
    handle = created
  }

  struct Failure: Error {
    var errno: Int32
  }

  /// Waits for the thread's end, once. On the thread itself there is nothing to wait for: it ends by itself.
  func join() {
    if pthread_equal(handle, pthread_self()) != 0 {
      pthread_detach(handle)
    } else {
      pthread_join(handle, nil)
    }
  }
}
