import MotionCore

/// What can be commanded by hand while a run goes on: by a key, a button or a tap.
enum RunControl: Hashable, Sendable {
  case marker(RunMarker)
  /// Pauses; in a pause, goes on.
  case pause
  /// Ends the waiting for the start.
  case start
  case stop

  /// The machine's input for it, at the instant of the press.
  func input(_ source: RunSource, _ time: HostTime) -> RunMachine.Input {
    switch self {
    case .marker(let marker): .marker(marker, source: source, time)
    case .pause: .pause(source: source, time)
    case .start: .start(source: source, time)
    case .stop: .stop(reason: RunReason.byHand(source).text, time)
    }
  }

  /// The keys, for whoever stands at the terminal.
  static let keysText = ViewWord.keys.text

  /// The keys of the terminal: p or space, s, q, and for markers 1 to 5 or their first letters.
  init?(key: Character) {
    switch key {
    case "p", " ": self = .pause
    case "s", "\n": self = .start
    case "q": self = .stop
    case "1", "l": self = .marker(.left)
    case "2", "c": self = .marker(.center)
    case "3", "r": self = .marker(.right)
    case "4", "g": self = .marker(.good)
    case "5", "b": self = .marker(.bad)
    default: return nil
    }
  }
}

extension RunMarker {
  /// The key of the terminal that sets it: its first letter.
  var key: String { String(rawValue.prefix(1)).lowercased() }
}
