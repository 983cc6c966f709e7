import MotionCore
import Synchronization

/// What an output reported during a measurement.
final class SoundLog: Sendable {
  private struct State {
    var committed: [Int: SoundTimes] = [:]
    var ended = 0
    var failed: Set<Int> = []
    var late = 0
    var underruns = 0
    var lost: String?
  }
  private let state = Mutex(State())

  func add(_ report: SoundReport) {
    state.withLock { state in
      switch report {
      case .committed(let id, let times, let late):
        state.committed[id] = times
        if late { state.late += 1 }
      case .finished, .cancelled: state.ended += 1
      case .failed(let id, _, _):
        state.ended += 1
        state.failed.insert(id)
      case .underrun: state.underruns += 1
      case .lost(let reason, _): state.lost = reason
      }
    }
  }

  var committed: [Int: SoundTimes] { state.withLock { $0.committed } }
  /// Sounds that were interrupted before their onset: not heard, or not when they were told.
  var failed: Set<Int> { state.withLock { $0.failed } }
  var late: Int { state.withLock { $0.late } }
  var underruns: Int { state.withLock { $0.underruns } }
  var lost: String? { state.withLock { $0.lost } }
  func isDone(_ count: Int) -> Bool { state.withLock { $0.ended >= count || $0.lost != nil } }
}
