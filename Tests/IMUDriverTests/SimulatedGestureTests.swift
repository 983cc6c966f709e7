import Foundation
import MotionCore
import Testing

@testable import IMUDriver

/// What the simulated rider does when a calibration asks it, against its own account and against its rows.
@Suite struct SimulatedGestureTests {
  private static let start = VirtualClock.rehearsalStart

  private static func rider(seed: UInt64 = 3) -> SimulatedRider {
    SimulatedRider(
      seed: seed, swayClass: .still, clock: VirtualClock(), parameters: .noiseless)
  }

  private static func at(_ seconds: Double) -> HostTime { start + Duration(fromSeconds: seconds) }

  @Test(
    "A lean and back: left as a negative rotation about +X, forward as a positive one about +Y",
    arguments: UInt64(1)...20)
  func lean(seed: UInt64) throws {
    for request in [HeardGuidance.Request.leanLeft, .leanForward] {
      let rider = Self.rider(seed: seed)
      rider.begin(at: Self.start)
      rider.hear(HeardGuidance(request, audible: Self.at(1)))
      let gesture = try #require(rider.truth?["gestures"]?.array?.first)
      #expect(gesture["request"]?.string == request.rawValue)
      let onset = try #require(gesture["onset_ns"]?.integer)
      let turn = try #require(gesture["turn_ns"]?.integer)
      let lateral = try #require(gesture["lateral_deg"]?.double)
      let forward = try #require(gesture["forward_deg"]?.double)
      let duration = try #require(gesture["duration_s"]?.double)
      let back = try #require(gesture["back_duration_s"]?.double)
      // The bounds that the parameters set: reaction, 20 ± 3 · 3 degrees, 5 % · 3 across, 0.4 s held.
      #expect(Double(onset - Self.at(1).nanoseconds) * 1e-9 >= 0.12)
      let main = request == .leanLeft ? lateral : forward
      let cross = request == .leanLeft ? forward : lateral
      #expect((11...29).contains(main) && abs(cross) <= 0.15 * main + 1e-9)
      #expect(abs(Double(turn - onset) * 1e-9 - duration - 0.4) < 1e-6)
      // Nothing before the onset, all of it while it is held, nothing much after the way back.
      let degrees = { (ns: Int64) in
        let angles = rider.angles(at: HostTime(nanoseconds: ns))
        return (lateral: angles.lateral * 180 / .pi, forward: angles.forward * 180 / .pi)
      }
      #expect(degrees(onset) == (0, 0))
      #expect(
        abs(degrees(turn - 1).lateral - lateral) < 1e-6 && abs(degrees(turn - 1).forward - forward) < 1e-6)
      let end = degrees(turn + Int64((back + 0.1) * 1e9))
      #expect(abs(end.lateral) <= 1.5 + 1e-9 && abs(end.forward) <= 1.5 + 1e-9)

      // The rows: gravity in the torso's own axes while the lean is held. R from the rotation vector
      // v = (−lateral, forward, 0); up in the torso's axes is Rᵀ ẑ, by Rodrigues' formula with −v.
      var rows: [MotionSample] = []
      rider.advance(to: HostTime(nanoseconds: turn - 50_000_000)) {
        if case .sample(0, let sample) = $0 { rows.append(sample) }
      }
      let raw = try #require(rows.last).values.map(\.double)
      let force = rider.mounting.rotate((1 / 8192.0) * Vector3(raw[0], raw[1], raw[2]))
      let v = Vector3(-lateral * .pi / 180, forward * .pi / 180, 0)
      let theta = v.norm
      let axis = (1 / theta) * v
      let up = Vector3(0, 0, 1)
      let expected = cos(theta) * up - sin(theta) * axis.cross(up)
      #expect((force - expected).norm < 1e-3, "a count is 1.2e-4 g")
    }
  }

  @Test("Who is to hold still does nothing, and says so")
  func holdStill() throws {
    let quiet = Self.rider()
    quiet.begin(at: Self.start)
    quiet.hear(HeardGuidance(.holdStill, audible: Self.at(1)))
    #expect(quiet.truth?["gestures"]?.array?.first?["onset_ns"] == .null)
    #expect(quiet.angles(at: Self.at(3)) == (0, 0))
  }

  @Test("A gesture changes no noise, and a cue after it is answered from where the body is")
  func cueAfterGesture() throws {
    let rider = Self.rider()
    rider.begin(at: Self.start)
    rider.hear(HeardGuidance(.leanLeft, audible: Self.at(1)))
    rider.hear(cue(.right, at: 6))
    let truth = try #require(rider.truth)
    let answer = try #require(truth["cues"]?.array?.first)
    #expect(answer["direction"]?.string == "right")
    #expect(abs(answer["start_deg"]?.double ?? 99) <= 1.5 + 1e-9)
  }
}
