import Glibc
import MotionCore

/// The charge of a controller's battery, as the kernel's power supply tells it (Documentation/power/power_supply_class.rst).
public enum BatteryCharge: Hashable, Sendable {
  /// 0 to 100; whether it is being charged, nil where that is not told.
  case percent(Int, isCharging: Bool?)
  /// A driver that knows no number: "Full", "High", "Normal", "Low", "Critical".
  case level(String, isCharging: Bool?)
  case unavailable(reason: BatteryReason)

  /// Whether it may not last for a run: under 20 %, or as its driver says, and not being charged.
  public var isLow: Bool {
    switch self {
    case .percent(let value, let isCharging): value < 20 && isCharging != true
    case .level(let level, let isCharging): ["Low", "Critical"].contains(level) && isCharging != true
    case .unavailable: false
    }
  }

  /// In words: "80 %, charging".
  public var text: String {
    func charging(_ state: Bool?) -> String { state == true ? ", charging" : "" }
    return switch self {
    case .percent(let value, let state): "\(value) %\(charging(state))"
    case .level(let word, let state): word.lowercased() + charging(state)
    case .unavailable(let reason): "unknown: \(reason.text)"
    }
  }

  public var json: JSONValue {
    switch self {
    case .percent(let value, let state):
      ["percent": .integer(Int64(value)), "charging": state.map { .bool($0) } ?? .null]
    case .level(let word, let state):
      ["level": .string(word), "charging": state.map { .bool($0) } ?? .null]
    case .unavailable(let reason): .unavailable(reason)
    }
  }
}

extension DiscoveredSensor {
  /// The charge of the controller's battery now.
  public func batteryCharge(faults: FaultPlan? = nil) -> BatteryCharge {
    guard let battery = siblings.first(where: { $0.kind == .battery }) else {
      return .unavailable(reason: driver == "evdev" ? .notShown : .none)
    }
    let calls = UdevCalls(faults: faults)
    guard let udev = calls.new() else { return .unavailable(reason: .noUdev(cause: systemErrorText(errno))) }
    defer { calls.unref(udev) }
    // Asked for anew each time: libudev keeps the attributes of a device that it has read.
    guard let device = calls.device(udev, at: battery.path) else {
      return .unavailable(reason: .gone)
    }
    defer { calls.unrefDevice(device) }
    let isCharging: Bool? =
      switch calls.attribute("status", of: device) {
      case "Charging": true
      case "Discharging", "Full", "Not charging": false
      default: nil
      }
    if let value = calls.attribute("capacity", of: device).flatMap({ Int($0) }) {
      guard (0...100).contains(value) else {
        return .unavailable(reason: .impossible(percent: value))
      }
      return .percent(value, isCharging: isCharging)
    }
    if let level = calls.attribute("capacity_level", of: device), level != "Unknown" {
      return .level(level, isCharging: isCharging)
    }
    return .unavailable(reason: .noCharge)
  }
}
