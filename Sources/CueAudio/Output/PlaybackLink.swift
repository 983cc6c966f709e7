import Foundation
import MotionCore
import Synchronization

/// Where the audio thread, the caller and the watchdog of one output meet. Each call holds the lock for a few
/// instructions; reports are delivered in order by a queue of their own, so that a slow receiver never holds up
/// the audio thread.
final class PlaybackLink: Sendable {
  enum Command: Sendable {
    case play(SoundRequest)
    case cancelAll
    /// The constant of the device that was opened: known once the server has named it.
    case calibrate(OutputIdentity, DeviceLatency?)
  }

  /// A sound that was handed over.
  struct Committed: Sendable {
    var start: Int64
    var segment: Int
    var clip: Clip
    var times: SoundTimes
  }

  private struct State {
    var commands: [Command] = []
    var stop = false
    var lost: AudioError?
    var priority = ThreadPriority.normal
    var progress: HostTime
    var underruns = 0
    var history: FrameHistory
    /// Sounds without a last report.
    var outstanding: Set<Int> = []
    var committed: [Int: Committed] = [:]
    var report: (@Sendable (SoundReport) -> Void)?
    /// Reports from before `start`.
    var early: [SoundReport] = []
  }

  private let state: Mutex<State>
  private let reports = DispatchQueue(label: "cue output reports")
  /// Given when the audio thread has ended.
  let ended = DispatchSemaphore(value: 0)

  init(now: HostTime) {
    state = Mutex(State(progress: now, history: FrameHistory(rateHz: Clip.rateHz)))
  }

  // MARK: Caller

  /// Queues a command; after a stop or a loss it does nothing.
  func send(_ command: Command) {
    state.withLock { state in
      guard !state.stop, state.lost == nil else { return }
      if case .play(let request) = command { state.outstanding.insert(request.id) }
      state.commands.append(command)
    }
  }

  /// Sets who receives the reports; those that came before follow at once. Throws what the output was lost of.
  func attach(_ report: @escaping @Sendable (SoundReport) -> Void) throws(AudioError) {
    let lost: AudioError? = state.withLock { state in
      if let lost = state.lost { return lost }
      state.report = report
      let early = state.early
      state.early = []
      for item in early { reports.async { report(item) } }
      return nil
    }
    if let lost { throw lost }
  }

  func requestStop() {
    state.withLock { $0.stop = true }
  }

  /// Waits until every report so far was delivered, at most a second.
  func flush() {
    let done = DispatchSemaphore(value: 0)
    reports.async { done.signal() }
    _ = done.wait(timeout: .now() + 1)
  }

  func committed() -> ([Int: Committed], FrameHistory) {
    state.withLock { ($0.committed, $0.history) }
  }

  /// How the audio thread is scheduled.
  var priority: ThreadPriority { state.withLock { $0.priority } }

  var underruns: Int { state.withLock { $0.underruns } }
  var isOver: Bool { state.withLock { $0.stop || $0.lost != nil } }

  // MARK: Audio thread

  var shallStop: Bool { isOver }

  /// Takes the commands, in their order.
  func takeCommands(into commands: inout [Command]) {
    state.withLock { state in
      guard !state.commands.isEmpty else { return }
      swap(&state.commands, &commands)
    }
  }

  func scheduled(_ priority: ThreadPriority) {
    state.withLock { $0.priority = priority }
  }

  /// Nothing of a set-up that was given up counts.
  func forget() {
    state.withLock { state in
      state.underruns = 0
      state.early = []
      state.history = FrameHistory(rateHz: Clip.rateHz)
    }
  }

  func progressed(at now: HostTime) {
    state.withLock { $0.progress = now }
  }

  func keep(_ point: FrameHistory.Point) {
    state.withLock { $0.history.append(point) }
  }

  func commit(id: Int, _ sound: Committed, late: Bool) {
    state.withLock { state in
      guard state.lost == nil else { return }
      state.committed[id] = sound
      deliver(.committed(id: id, times: sound.times, late: late), &state)
    }
  }

  func emit(_ report: SoundReport) {
    state.withLock { state in
      guard state.lost == nil else { return }
      switch report {
      case .finished(let id, _), .cancelled(let id, _): state.outstanding.remove(id)
      case .failed(let id, _, _):
        state.outstanding.remove(id)
        state.committed[id] = nil
      case .underrun: state.underruns += 1
      case .committed, .lost: break
      }
      deliver(report, &state)
    }
  }

  // MARK: Both

  /// Ends the output: every sound whose onset has not left fails, those that play are cut, then `lost` follows, and
  /// nothing after it.
  func lose(_ error: AudioError, at now: HostTime) {
    state.withLock { state in
      guard state.lost == nil, !state.stop else { return }
      for id in state.outstanding.sorted() {
        // A word whose onset had left while the output still moved was heard, and is cut.
        if let sound = state.committed[id], let frame0 = sound.times.frame0,
          frame0 + sound.clip.onset <= state.progress
        {
          deliver(.cancelled(id: id, at: now), &state)
        } else {
          state.committed[id] = nil
          deliver(.failed(id: id, reason: error.cause, at: now), &state)
        }
      }
      state.outstanding = []
      deliver(.lost(reason: error.summary, at: now), &state)
      state.lost = error
    }
  }

  /// How long nothing has moved.
  func stalled(for now: HostTime) -> Duration {
    state.withLock { now - $0.progress }
  }

  private func deliver(_ item: SoundReport, _ state: inout State) {
    guard let report = state.report else {
      state.early.append(item)
      return
    }
    reports.async { report(item) }
  }
}
