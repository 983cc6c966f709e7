import Foundation
import MotionCore

/// What a live recording costs, in per cent of one core, while a paced source delivers three streams at 1 kHz: the
/// time of the calls that take the rows, and the CPU time of the store's own threads. The source and its thousand
/// wake-ups a second are not in it.
enum RecordingCost {
  private static let periodNs: Int64 = 1_000_000

  static func measure(in folder: String, seconds: Int) throws -> JSONValue {
    let sink = try SessionRecorder(in: folder, plan: BenchSession.plan(rateHz: 1000, virtual: false))
    let clock = MonotonicClock()
    var rows = BenchSession.Rows()
    var calls = Duration.zero
    let processBefore = Usages.cpuSeconds
    let threadBefore = Usages.threadSeconds
    let began = clock.now()
    for index in 1...Int64(seconds * 1000) {
      let due = began.nanoseconds + index * periodNs
      var wait = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
      while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wait, nil) == EINTR {}
      let receipt = clock.now()
      let samples = BenchSession.kinds.map { _ in
        rows.sample(deviceMicroseconds: index * 1000, receipt: receipt)
      }
      let before = clock.now()
      for (stream, sample) in samples.enumerated() { sink.record(sample, stream: stream) }
      calls += clock.now() - before
    }
    let wall = (clock.now() - began).inSeconds
    let thread = Usages.threadSeconds - threadBefore
    let process = Usages.cpuSeconds - processBefore
    let sealed = try sink.seal(state: .complete) { _ in }
    func percent(_ seconds: Double) -> JSONValue { .real((seconds / wall * 1e4).rounded() / 100) }
    return [
      "seconds": .integer(Int64(seconds)),
      "rows": .integer(Int64(sealed.streams.reduce(0) { $0 + $1.rows })),
      "calls_percent": percent(calls.inSeconds), "store_threads_percent": percent(process - thread),
      "store_percent": percent(calls.inSeconds + process - thread),
      "process_percent": percent(process),
    ]
  }
}
