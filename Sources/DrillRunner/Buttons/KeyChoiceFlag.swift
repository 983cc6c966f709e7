import IMUDriver
import MotionCore

extension Flag {
  static let buttons = Flag(
    name: "buttons", argument: "DEVICE", repeats: true, values: .words(["auto", "none"]),
    help: "buttons: auto (controllers and presenters), none, or a node or stable id (default: auto)")
}

extension Invocation {
  /// The devices whose buttons were asked for. A keyboard must be named.
  func keyChoice(command: String) throws(UsageError) -> KeyChoice {
    let words = all(.buttons)
    switch words {
    case [], ["auto"]: return .standard
    case ["none"]: return .none
    default:
      guard !words.contains("auto"), !words.contains("none"), !words.contains("") else {
        throw UsageError(command, .buttonsWithOthers)
      }
      return .named(words)
    }
  }
}

extension Console {
  /// Tells of the devices that are named and not connected, before anybody relies on their buttons. Where udev cannot be
  /// asked, the listener says so.
  func noticeMissingButtons(_ choice: KeyChoice, connected: () throws -> [KeyDevice]) {
    guard case .named = choice, let connected = try? connected() else { return }
    for name in choice.missing(among: connected) {
      notice(.buttonsMissing(name, connected: connected.map { "\($0.name) (\($0.stableID))" }))
    }
  }
}
