import IMUDriver
import MotionCore

extension Flag {
  static let buttons = Flag(
    name: "buttons", argument: "DEVICE", repeats: true,
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
