import CSampleRate
import CSndfile
import Glibc
import MotionCore

/// The calls by which audio files are read: open(2), libsndfile, libsamplerate; one thin function for each. A fault
/// plan may trace them and make the nth call fail.
struct SoundCalls: Sendable {
  var faults: FaultPlan?

  /// A descriptor, or -errno. Never waits for the other end of a pipe.
  func open(_ path: String) -> Int32 {
    if let code = faults?.note("open") { return code }
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    return descriptor < 0 ? -errno : descriptor
  }

  func close(_ descriptor: Int32) {
    _ = faults?.note("close")
    _ = Glibc.close(descriptor)
  }

  /// stat(2): 0 or -errno.
  func status(at path: String, _ status: inout stat) -> Int32 {
    if let code = faults?.note("stat") { return code }
    return stat(path, &status) < 0 ? -errno : 0
  }

  /// fstat(2): 0 or -errno.
  func status(of descriptor: Int32, _ status: inout stat) -> Int32 {
    if let code = faults?.note("fstat") { return code }
    return fstat(descriptor, &status) < 0 ? -errno : 0
  }

  /// sf_open_fd(3) for reading; it leaves the descriptor open. nil where it fails.
  func openSound(_ descriptor: Int32, _ info: inout SF_INFO) -> OpaquePointer? {
    if faults?.note("sf_open_fd") != nil { return nil }
    return sf_open_fd(descriptor, Int32(SFM_READ), &info, 0)
  }

  /// Frames read.
  func read(_ file: OpaquePointer, _ samples: inout [Float], frames: Int) -> Int {
    if let code = faults?.note("sf_readf_float") { return Int(code) }
    return Int(sf_readf_float(file, &samples, sf_count_t(frames)))
  }

  /// Frames read, as 16 bits.
  func read(_ file: OpaquePointer, _ pcm: inout [Int16], frames: Int) -> Int {
    if let code = faults?.note("sf_readf_short") { return Int(code) }
    return Int(sf_readf_short(file, &pcm, sf_count_t(frames)))
  }

  /// sf_open(3) for writing; nil where it fails.
  func create(_ path: String, _ info: inout SF_INFO) -> OpaquePointer? {
    if faults?.note("sf_open") != nil { return nil }
    return sf_open(path, Int32(SFM_WRITE), &info)
  }

  /// Frames written.
  func write(_ file: OpaquePointer, _ pcm: [Int16]) -> Int {
    if let code = faults?.note("sf_writef_short") { return Int(code) }
    return Int(sf_writef_short(file, pcm, sf_count_t(pcm.count)))
  }

  func closeSound(_ file: OpaquePointer) {
    _ = faults?.note("sf_close")
    _ = sf_close(file)
  }

  /// src_simple with the best converter: 0, or a code of libsamplerate.
  func resample(_ data: inout SRC_DATA) -> Int32 {
    faults?.note("src_simple") ?? src_simple(&data, Int32(SRC_SINC_BEST_QUALITY), 1)
  }
}
