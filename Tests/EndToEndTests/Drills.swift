/// Drills of the tests: as short as what they show allows.
enum Drills {
  static let cues = """
    cues:
      CENTER: { say: Center, expect: center }
      LEFT:   { say: Left,   expect: left }
      RIGHT:  { say: Right,  expect: right }

    """

  /// A stationary phase, then `cues` at drawn intervals of 3.0 to 3.6 s.
  static func leans(_ names: String, stationary: String = "3 s", onLoss: String = "") -> String {
    """
    drill: 1
    title: Leans of a test
    rate: 200 Hz
    seed: 5
    \(onLoss)
    \(cues)
    steps:
      - stationary: \(stationary)
      - block:
          name: one
          intent: plain
          cues: [\(names)]
          interval: 3.0 s .. 3.6 s exponential
    """
  }

  /// The garage protocol in a minute and a half: countdown, calibration, stillness, two blocks, a rest, last words.
  static let garageCut = """
    drill: 1
    title: Garage, cut
    rate: 200 Hz
    seed: 5
    cues:
      CENTER:  { say: Center,  expect: center }
      LEFT:    { say: Left,    expect: left }
      RIGHT:   { say: Right,   expect: right }
      FORWARD: { say: Forward, expect: forward }
    steps:
      - say: Welcome.
      - countdown: 5 s
      - calibrate: neutral
      - calibrate: axes
      - wait: still
      - stationary: 4 s
      - block:
          name: turns
          say: Follow the voice.
          cues: [LEFT, CENTER, RIGHT, CENTER]
          interval: 3.2 s .. 4.0 s exponential
      - rest: 2 s
      - block:
          name: forward
          intent: slow
          cues: [FORWARD, CENTER]
          interval: 3.2 s .. 4.0 s exponential
      - say: That was all.
    """

  /// Nothing but sitting still, for as long as a fault takes to come.
  static func still(_ time: String, onLoss: String = "") -> String {
    """
    drill: 1
    title: Sitting still
    rate: 200 Hz
    seed: 5
    \(onLoss)
    \(cues)
    steps:
      - stationary: \(time)
      - block: { name: one, intent: plain, cues: [LEFT, CENTER], interval: 3 s }
    """
  }

  /// A stationary phase and nothing else: the shortest recording.
  static func onlyStill(_ time: String) -> String {
    """
    drill: 1
    title: Only sitting still
    rate: 200 Hz
    seed: 5
    \(cues)
    steps:
      - stationary: \(time)
    """
  }
}
