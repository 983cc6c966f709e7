/// What a button, or a double tap on the sensor, does during a run.
enum ButtonAction: Hashable, Sendable {
  /// Writes an annotation.
  case marker(Marker)
  /// Pauses the run, or goes on with it.
  case pause
  case stop
  /// Starts the run where it waits to be started.
  case start

  /// The labels of markers (session format, `marker`).
  enum Marker: String, CaseIterable, Sendable {
    case left = "LEFT"
    case center = "CENTER"
    case right = "RIGHT"
    case good = "GOOD"
    case bad = "BAD"
  }

  /// How it is written in a drill.
  var word: String {
    switch self {
    case .marker(let marker): marker.rawValue
    case .pause: "pause"
    case .stop: "stop"
    case .start: "start"
    }
  }

  static let all: [ButtonAction] = Marker.allCases.map { .marker($0) } + [.pause, .stop, .start]

  init?(word: String) {
    guard let action = ButtonAction.all.first(where: { $0.word == word }) else { return nil }
    self = action
  }
}
