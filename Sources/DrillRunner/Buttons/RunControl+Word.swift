/// How a drill writes what a button, or a double tap on the sensor, does.
extension RunControl {
  static let all: [RunControl] = RunMarker.allCases.map { .marker($0) } + [.pause, .stop, .start]

  var word: String {
    switch self {
    case .marker(let marker): marker.rawValue
    case .pause: "pause"
    case .stop: "stop"
    case .start: "start"
    }
  }

  init?(word: String) {
    guard let control = RunControl.all.first(where: { $0.word == word }) else { return nil }
    self = control
  }
}
