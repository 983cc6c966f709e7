import MotionCore

/// The kernel smooths the axes with a fuzz, for every reader of the device. It is set to 0 while recording, so
/// that the rows hold what the sensor delivered, and put back afterwards.
struct FuzzSetting: Sendable {
  private let original: [MotionAxisRange]
  /// The axes whose fuzz was changed.
  private var changed: [MotionAxis] = []
  /// Why the kernel kept its fuzz; nil when it is off.
  private var refusal: SensorError?

  init(axes: [MotionAxisRange]) {
    original = axes
  }

  /// Sets the fuzz of every axis to 0. A refusal is noted; the sensor can be read all the same.
  mutating func switchOff(on node: EvdevNode) {
    do throws(SensorError) {
      for range in original where range.fuzz != 0 {
        try node.setFuzz(0, of: range.axis)
        changed.append(range.axis)
      }
    } catch {
      refusal = error
      restore(on: node)
    }
  }

  /// Puts back what was changed. A device that is gone keeps nothing.
  mutating func restore(on node: EvdevNode) {
    for range in original where changed.contains(range.axis) {
      try? node.setFuzz(range.fuzz, of: range.axis)
    }
    changed = []
  }

  /// For the manifest: the device's own fuzz, and whether it was on while recording.
  var settings: JSONValue {
    var fuzz = JSONObject()
    for range in original { fuzz.append(range.axis.kernelName, .integer(Int64(range.fuzz))) }
    return [
      "device": .object(fuzz),
      "while_recording": refusal.map {
        ["kept": true, "reason": .string("the kernel refused to change it: \($0.cause)")]
      } ?? .integer(0),
    ]
  }
}
