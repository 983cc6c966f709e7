import Glibc
import MotionCore

/// The kernel smooths the axes with a fuzz, for every reader of the device. It is set to 0 while recording, so
/// that the rows hold what the sensor delivered, and put back afterwards; what is noted in between lets the next
/// start put it back when this one is killed.
struct FuzzSetting: Sendable {
  private let original: [MotionAxisRange]
  private let stableID: String
  private let record: FuzzRecord
  private var held: FuzzRecord.Held?
  /// The axes whose fuzz was changed.
  private var changed: [MotionAxis] = []
  /// Why the kernel kept its fuzz; nil when it is off.
  private var refusal: SensorNote?
  /// What became of it at the end; nil before.
  private var outcome: SensorNote?

  init(axes: [MotionAxisRange], stableID: String, record: FuzzRecord) {
    original = axes
    self.stableID = stableID
    self.record = record
  }

  /// Sets the fuzz of every axis to 0. A refusal is noted, and what was changed is put back; so is a note that
  /// cannot be written, without which nothing is changed. The sensor can be read all the same.
  mutating func switchOff(on node: EvdevNode) {
    let smoothed = original.filter { $0.fuzz != 0 }
    guard !smoothed.isEmpty else { return }
    do {
      held = try record.hold(stableID, smoothed)
    } catch {
      refusal =
        error.code == EWOULDBLOCK ? .changedByAnother : .notNoted(cause: error.summary)
      return
    }
    do throws(SensorError) {
      for range in smoothed {
        try node.setFuzz(0, of: range.axis)
        changed.append(range.axis)
      }
    } catch {
      refusal = .refused(cause: error.cause)
      restore(on: node)
    }
  }

  /// Puts back what the note says, and so what an earlier run could not, unless another program has changed it since. A device that is gone keeps
  /// nothing.
  mutating func restore(on node: EvdevNode) {
    guard let held else { return }
    self.held = nil
    var failure: SensorError?
    var foreign: [String] = []
    for (axis, fuzz) in held.fuzz {
      do throws(SensorError) {
        if try node.info(of: axis).fuzz == 0 {
          try node.setFuzz(fuzz, of: axis)
        } else if changed.contains(axis) {
          foreign.append(axis.kernelName)
        }
      } catch {
        failure = error
      }
    }
    changed = []
    switch failure {
    case .requestRefused(_, _, let errno)? where errno == ENODEV:
      outcome = .deviceGone
      record.release(held)
    case let failure?:
      outcome = .notPutBack(cause: failure.cause)
      record.keep(held)
    case nil:
      outcome = foreign.isEmpty ? .putBack : .putBackInPart(others: foreign)
      record.release(held)
    }
  }

  /// For the manifest: the device's own fuzz, whether it was on while recording, and what became of it.
  var settings: JSONValue {
    var fuzz = JSONObject()
    for range in original { fuzz.append(range.axis.kernelName, .integer(Int64(range.fuzz))) }
    var settings: JSONObject = [
      "device": .object(fuzz),
      "while_recording": refusal.map { ["kept": true, "reason": .string($0.text)] } ?? .integer(0),
    ]
    if let outcome { settings["afterwards"] = .string(outcome.text) }
    return .object(settings)
  }
}
