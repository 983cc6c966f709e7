import Foundation
import MotionCore

/// Watches the rider's body while a run goes on: the steps of the calibration, stillness, angles. It is fed by the
/// sensor's thread and asked by the run's.
protocol BodyWatching: AnyObject, Sendable {
  /// A row of the primary sensor's stream number `stream`, from the first that is recorded on.
  func receive(_ sample: MotionSample, stream: Int)
  /// Watches for a step of the calibration from `instant` on.
  func begin(_ step: CalibrationStep, at instant: HostTime)
  /// How the step that was begun has ended; nil while it goes on. An outcome is told once.
  func outcome(at instant: HostTime) -> CalibrationOutcome?
  var isStill: Bool { get }
  var angles: Measured<RiderAngles> { get }
  /// `calibration.json`; nil where no step was tried.
  var document: JSONValue? { get }
}

/// The body of a run: a calibration session that two threads share.
final class BodyWatch: BodyWatching {
  private let lock = NSLock()
  private nonisolated(unsafe) var session: CalibrationSession
  private nonisolated(unsafe) var hasBegun = false

  /// Watches by the primary sensor of `rig`.
  init(_ rig: SensorRig) {
    let streams = Array(rig.streams[rig.primaryStreams])
    session = CalibrationSession(streams: streams, clocks: rig.clocks)
  }

  func receive(_ sample: MotionSample, stream: Int) {
    lock.withLock { session.add(sample, stream: stream) }
  }

  func begin(_ step: CalibrationStep, at instant: HostTime) {
    lock.withLock {
      hasBegun = true
      session.begin(step, at: instant)
    }
  }

  func outcome(at instant: HostTime) -> CalibrationOutcome? {
    lock.withLock { session.outcome(at: instant) }.map(CalibrationOutcome.init)
  }

  var isStill: Bool { lock.withLock { session.isStill } }
  var angles: Measured<RiderAngles> { lock.withLock { session.angles } }
  var document: JSONValue? { lock.withLock { hasBegun ? session.calibration.document : nil } }
}

extension CalibrationOutcome {
  init(_ attempt: CalibrationAttempt) {
    let known: Set = ["step", "outcome", "reason"]
    let numbers = JSONObject(
      attempt.fields.members.filter { !known.contains($0.key) }.map { ($0.key, $0.value) })
    self =
      if let problem = attempt.problem {
        .failed(reason: problem.reason, sentence: problem.sentence, redo: problem.redo, numbers: numbers)
      } else {
        .passed(numbers: numbers)
      }
  }
}
