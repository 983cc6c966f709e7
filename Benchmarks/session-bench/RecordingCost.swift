import Foundation
import MotionCore

/// What a live recording costs: CPU time of the whole process while a paced source delivers three streams at
/// 1 kHz, less that of the same source with nobody who takes the rows.
enum RecordingCost {
  private static let periodNs: Int64 = 1_000_000

  static func measure(in folder: String, seconds: Int) throws -> JSONValue {
    var received = 0
    let source = deliver(seconds: seconds) { _, _ in received += 1 }
    let sink = try SessionRecorder(in: folder, plan: BenchSession.plan(rateHz: 1000, virtual: false))
    let recording = deliver(seconds: seconds) { sink.record($0, stream: $1) }
    let sealed = try sink.seal(state: .complete) { _ in }
    return [
      "seconds": .integer(Int64(seconds)), "rows": .integer(Int64(sealed.streams.reduce(0) { $0 + $1.rows })),
      "rows_of_source": .integer(Int64(received)), "source_percent": .real(source),
      "recording_percent": .real(recording), "store_percent": .real(recording - source),
    ]
  }

  /// CPU time of the process for each second that passed, in per cent of one core.
  private static func deliver(seconds: Int, _ take: (MotionSample, Int) -> Void) -> Double {
    let clock = MonotonicClock()
    var rows = BenchSession.Rows()
    let cpuBefore = Usages.cpuSeconds
    let began = clock.now()
    for index in 1...Int64(seconds * 1000) {
      let due = began.nanoseconds + index * periodNs
      var wait = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
      while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wait, nil) == EINTR {}
      let receipt = clock.now()
      for stream in BenchSession.kinds.indices {
        take(rows.sample(deviceMicroseconds: index * 1000, receipt: receipt), stream)
      }
    }
    return 100 * (Usages.cpuSeconds - cpuBefore) / (clock.now() - began).inSeconds
  }
}
