import Foundation
import MotionCore
import Testing

/// Against the optical truth, beside the figures of the authors' implementation on the same rows.
@Suite struct OrientationAccuracyTests {
  /// Also on these rows the filter is the published one: its figures are those of VQF, to all digits that matter.
  @Test(arguments: BroadRecording.names)
  func errorsAreNoLargerThanThoseOfTheReference(name: String) throws {
    let recording = try BroadRecording(name)
    let published = try OrientationError.published(name)
    for (variant, prefix) in [(OrientationTrack.online, "VQF"), (OrientationTrack.offline, "offlineVQF")] {
      let track = try #require(variant(recording.rows, .default, BroadRecording.intervals))
      for (axes, sixAxis) in [("6D", true), ("9D", false)] {
        let error = OrientationError(recording, track, sixAxis: sixAxis)
        let reference = try #require(published["\(prefix) \(axes)"])
        #expect(error.inclination <= reference.inclination + 0.02)
        #expect(abs(error.inclination - reference.inclination) < 1e-5)
        #expect(abs(error.heading - reference.heading) < 1e-5)
        #expect(abs(error.total - reference.total) < 1e-5)
      }
    }
  }

  /// The measure itself: a turn of 3° about the vertical is all heading, one of 2° about a horizontal axis none.
  @Test func theMeasureTellsHeadingFromInclination() throws {
    let recording = try BroadRecording(BroadRecording.names[0])
    func error(_ axis: Vector3, _ degrees: Double, freeHeading: Bool) -> OrientationError {
      let turn = Quaternion(axis: axis, radians: degrees * .pi / 180)
      return OrientationError(recording, rows: 0..<recording.truth.count, freeHeading: freeHeading) {
        recording.truth[$0].map { turn * $0 } ?? .identity
      }
    }
    let turned = error(Vector3(0, 0, 1), 3, freeHeading: false)
    #expect(abs(turned.heading - 3) < 1e-5 && turned.inclination < 1e-5 && abs(turned.total - 3) < 1e-5)
    #expect(error(Vector3(0, 0, 1), 3, freeHeading: true).total < 1e-5)
    let tilted = error(Vector3(1, 2, 0), 2, freeHeading: true)
    #expect(abs(tilted.inclination - 2) < 1e-5 && tilted.heading < 1e-5)
  }

  @Test(arguments: BroadRecording.names, TimingFault.allCases)
  func wrongTimesHardlyMatter(name: String, fault: TimingFault) throws {
    let recording = try BroadRecording(name)
    let reference = try #require(try OrientationError.published(name)["VQF 6D"])
    let error = try fault.inclination(of: recording, fed: .derivedTimes, OrientationTrack.online)
    #expect(error < reference.inclination + 0.1)
  }
}
