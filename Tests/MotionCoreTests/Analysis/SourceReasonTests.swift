import Testing

@testable import MotionCore

/// Why a session has no angular velocity, no acceleration or no attitude: streams that cannot be used, and phones that do
/// not deliver what would stand in for them.
@Suite struct SourceReasonTests {
  // MARK: Raw streams

  /// The analysed vectors of a session whose gyroscope is changed.
  private static func rate(_ change: (inout MotionStream) -> Void) -> UnavailableReason? {
    var session = LeanSession.standard.build()
    change(&session.streams[0])
    return MotionAnalyzer().analyzed(session).vectors.rate.reason
  }

  @Test func ofStreamsThatCannotBeUsed() {
    #expect(
      Self.rate { $0.description.unit = .g }
        == UnavailableReason(UnusableStream.wrongUnit(stream: "gyroscope", unit: "g")))
    #expect(
      Self.rate { $0.description.scale = [1, 2] }
        == UnavailableReason(UnusableStream.noAxes(stream: "gyroscope")))
    // All rows but the first are bad.
    #expect(
      Self.rate { $0.badRows = Array(1..<$0.count) }
        == UnavailableReason(UnusableStream.fewRows(stream: "gyroscope")))
    #expect(Self.rate { $0.badRows = Array(2..<$0.count) } == nil)
  }

  @Test func ofASensorThatComputesNoAttitude() throws {
    let vectors = MotionAnalyzer().analyzed(LeanSession.standard.build()).vectors
    let found = try #require(vectors.attitudes(derived: vectors.orientation(.default)).value)
    #expect(found.disagreementDegrees == .unavailable(SourceReason.noOwnAttitude))
  }

  // MARK: Phones

  private static let noGyroscope = SourceReason.missing(
    kind: "gyroscope", reason: "the test's device has device motion alone")
  private static let noAccelerometer = SourceReason.missing(
    kind: "accelerometer", reason: "the test's device has device motion alone")

  private static func missing(_ field: String) -> SourceReason {
    .fieldMissing(field, reason: "the test's device has none")
  }

  /// Ten seconds of a device that lies still, in this mounting.
  private static func phone(
    without: Set<String> = [], convention: String? = "gravity",
    mounting: Quaternion = Quaternion(axis: Vector3(1, -2, 0.7), radians: 1.4)
  ) -> MotionSession {
    var device = MotionOnlySession(without: without)
    device.convention = convention
    return device.rider(rider(mounting), in: LeanSession().session(streams: []))
  }

  private static func rider(_ mounting: Quaternion) -> SyntheticRider {
    var rider = SyntheticRider()
    rider.mounting = mounting
    rider.seconds = 10
    return rider
  }

  private static func none(
    _ rate: SourceReason, _ attitude: SourceReason
  ) -> UnavailableReason {
    UnavailableReason(
      SourceReason.noneOf(
        UnavailableReason(noGyroscope), UnavailableReason(rate), UnavailableReason(attitude)))
  }

  @Test func ofPhonesWithoutARate() {
    func reason(_ session: MotionSession) -> UnavailableReason? {
      MotionAnalyzer().analyzed(session).vectors.rateSource.reason
    }
    #expect(
      reason(Self.phone(without: ["rotation_rate", "attitude"]))
        == Self.none(Self.missing("rotation_rate"), SourceReason.noAttitude))
    // The manifest does not name the field at all.
    var silent = Self.phone()
    silent.streams[0].description.fields = [:]
    #expect(reason(silent) == Self.none(SourceReason.noField("rotation_rate"), .noAttitude))
    // Upright throughout, every reading of the attitude agrees with gravity.
    let tilted = UnavailableReason(SourceReason.fewTilted)
    #expect(
      reason(Self.phone(without: ["rotation_rate"], mounting: .identity))
        == Self.none(Self.missing("rotation_rate"), .attitudeNotVerified(tilted)))
  }

  @Test func ofPhonesWhoseGravityIsNotKnown() {
    func vectors(_ convention: String?) -> SessionVectors {
      MotionAnalyzer().analyzed(Self.phone(convention: convention)).vectors
    }
    let other = SourceReason.noConvention(fields: "gx gy gz", found: "upside_down")
    #expect(vectors("upside_down").upSource == .unavailable(other))
    #expect(
      vectors("upside_down").force.reason
        == UnavailableReason(
          SourceReason.neitherOf(UnavailableReason(Self.noAccelerometer), UnavailableReason(other))))
    #expect(
      vectors(nil).upSource == .unavailable(SourceReason.conventionNotStated(fields: "gx gy gz")))
    #expect(vectors("gravity").upSource == .value(.gravityAndUserAcceleration))
  }

  /// A gyroscope with a mount matrix, beside the gravity of the device's own axes.
  @Test func ofAxesThatAreNotTheSame() {
    var session = Self.phone()
    var gyroscope = Self.rider(.identity).streams[1]
    session.streams.append(gyroscope)
    let straight = MotionAnalyzer().analyzed(session).vectors
    #expect(straight.upSource == .value(.gravityAndUserAcceleration))
    gyroscope.description.mountMatrix = [[0, 1, 0], [1, 0, 0], [0, 0, -1]]
    session.streams[1] = gyroscope
    let turned = MotionAnalyzer().analyzed(session).vectors
    #expect(turned.rateSource == .value(.gyroscope))
    #expect(turned.upSource == .unavailable(SourceReason.turned(kind: "gyroscope")))
  }

  /// Without gravity neither a filter has a vertical, nor can the device's own attitude be verified.
  @Test func ofAttitudesThatNothingVerifies() throws {
    let vectors = MotionAnalyzer().analyzed(Self.phone(without: ["gravity"])).vectors
    #expect(vectors.rateSource == .value(.rotationRate))
    let force = UnavailableReason(
      SourceReason.neitherOf(
        UnavailableReason(Self.noAccelerometer), UnavailableReason(Self.missing("gravity"))))
    let derived = vectors.orientation(.default)
    #expect(derived.reason == force)
    #expect(
      vectors.attitudes(derived: derived).reason
        == UnavailableReason(
          SourceReason.neitherAttitude(
            derived: force, own: UnavailableReason(SourceReason.nothingToVerifyBy))))
  }

  /// The derivative of an attitude is no gyroscope: nothing is derived from it again, and its noise is no sensor's.
  @Test func ofRatesThatAreDerived() throws {
    let analyzed = MotionAnalyzer().analyzed(Self.phone(without: ["rotation_rate"]))
    #expect(analyzed.vectors.rateSource == .value(.attitudeDerivative))
    #expect(
      analyzed.vectors.orientation(.default).reason == UnavailableReason(SourceReason.derivedAlready))
    let phase = try #require(analyzed.analysis.diagnostics.phases.first)
    #expect(phase.gyroscope.reason == UnavailableReason(StillnessReason.noRate))
    #expect(phase.allan.reason == UnavailableReason(StillnessReason.noRate))
  }
}
