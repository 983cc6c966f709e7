import Foundation

@testable import MotionCore

/// One drill that two sensors saw, in every relation that they can have: `LeanSession` builds each, the truth is what is set
/// here.
struct TwoSensors {
  /// How much later the second sensor's rows are stamped than the motion was, s.
  var delay = 0.012
  /// Part of the angles that the second sensor sees.
  var share = 0.9
  var seconds = 100.0
  var seed: UInt64 = 4

  /// Cues at uneven times; each lean begins 0.25 to 0.45 s after its cue.
  private func lean(hz: Double, delay: Double, share: Double, noise: Double) -> LeanSession {
    var random = SplitMix(state: seed)
    var session = LeanSession()
    session.seconds = seconds
    session.hz = hz
    session.noiseDegPerSecond = noise
    session.jitter = 0.1
    session.sway = [(0.2, 0.31, 0.3), (0.1, 0.23, 1.1)]
    session.stationary = 0.5...6
    var time = 8.0
    let order: [(ExpectedPosition, Double)] = [(.left, 20), (.center, -20), (.right, -20), (.center, 20)]
    for number in 0... {
      guard time < seconds - 4 else { break }
      let (expect, by) = order[number % 4]
      session.cues.append(LeanSession.Cue(at: time, expect: expect))
      session.leans.append(
        LeanSession.Lean(
          start: time + 0.25 + 0.2 * random.uniform() + delay, duration: 0.9 + 0.3 * random.uniform(),
          by: share * by))
      time += 2.9 + 1.4 * random.uniform()
    }
    return session
  }

  var first: LeanSession { lean(hz: 100, delay: 0, share: 1, noise: 0.05) }

  var second: LeanSession {
    var session = lean(hz: 50, delay: delay, share: share, noise: 0.15)
    session.seed = 77
    session.mounting = (Vector3(0.3, 0.5, 0.8), 1.2)
    session.biasDegPerSecond = Vector3(-0.4, 0.1, 0.6)
    return session
  }

  /// Both in one session: the second is "wrist".
  func oneSession() throws -> MotionSession {
    var session = first.build()
    let other = second.build()
    session.manifest.sensors.append(
      (
        "wrist",
        SensorDescription(
          name: "Wrist sensor", driver: "test", bus: "virtual", path: "none", stableID: "wrist",
          location: "wrist")
      ))
    for var stream in other.streams {
      stream.description.name += "@wrist"
      stream.description.sensor = "wrist"
      session.streams.append(stream)
      session.manifest.streams.append(Manifest.StreamEntry(description: stream.description, file: nil))
    }
    return session
  }

  /// Two sessions on two host clocks that both ran from 10:15 on by their wall clocks; the second clock's wall time is
  /// behind by `wallBehind`. Without cues of its own where `isSilent`.
  func twoSessions(wallBehind: Double = 0, isSilent: Bool = false) -> (a: MotionSession, b: MotionSession) {
    var second = second
    second.startNs = 9_000_000_000_000_000
    if isSilent {
      second.cues = []
      second.stationary = nil
    }
    return (
      Self.anchored(first.build(), seconds: seconds, number: 1, behind: 0),
      Self.anchored(second.build(), seconds: seconds, number: 2, behind: wallBehind)
    )
  }

  static func anchored(
    _ session: MotionSession, seconds: Double, number: Int, behind: Double
  ) -> MotionSession {
    var session = session
    session.manifest.uuid = "00000000-0000-4000-8000-00000000000\(number)"
    let start = session.manifest.anchors[0].host
    func anchor(_ point: Manifest.Anchor.Point, _ at: Double) -> Manifest.Anchor {
      // Whole milliseconds after 10:15.
      let wall = Int((1000 * (at + 60 - behind)).rounded())
      func digits(_ value: Int, _ count: Int) -> String {
        String(String(10_000 + value).suffix(count))
      }
      return Manifest.Anchor(
        at: point, host: start + Duration(fromSeconds: at),
        wall:
          "2026-11-30T10:\(digits(15 + wall / 60_000, 2)):\(digits(wall / 1000 % 60, 2)).\(digits(wall % 1000, 3))Z",
        utcOffset: "+00:00", clockSynchronised: true)
    }
    session.manifest.anchors = [anchor(.start, 0), anchor(.end, seconds)]
    return session
  }
}

extension SessionComparison {
  /// The only row of a key and part.
  func row(_ section: ComparisonRow.Section, _ key: String, _ part: String = "all") -> ComparisonRow? {
    let found = rows.filter { $0.section == section && $0.key == key && $0.part == part }
    return found.count == 1 ? found[0] : nil
  }
}
