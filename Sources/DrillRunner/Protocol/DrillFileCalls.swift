import MotionCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system calls that read a drill, one thin function each; results are negative errno on failure.
struct DrillFileCalls {
  struct Failure: Error {
    var code: Int32
  }

  var faults: FaultPlan?

  /// open(2), without waiting for the other end of a pipe.
  func open(_ path: String) -> Int32 {
    if let code = faults?.note("open") { return code }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    return descriptor < 0 ? -errno : descriptor
  }

  /// fstat(2).
  func isRegular(_ descriptor: Int32) -> Bool {
    if faults?.note("fstat") != nil { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// read(2); empty at the end. Repeats after EINTR.
  func read(_ descriptor: Int32, upTo count: Int) -> Result<[UInt8], Failure> {
    while true {
      if let code = faults?.note("read") {
        if code == -EINTR { continue }
        return .failure(Failure(code: -code))
      }
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let result = Glibc.read(descriptor, buffer.baseAddress, count)
        code = result < 0 ? errno : 0
        filled = max(0, result)
      }
      if code == 0 { return .success(bytes) }
      if code != EINTR { return .failure(Failure(code: code)) }
    }
  }

  /// close(2).
  func close(_ descriptor: Int32) {
    _ = Glibc.close(descriptor)
  }
}
