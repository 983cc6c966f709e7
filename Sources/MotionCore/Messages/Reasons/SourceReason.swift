/// Why there is no angular velocity, no acceleration or no attitude.
public enum SourceReason: Hashable, Sendable {
  // The streams of the session.
  case missing(kind: String, reason: UnavailableReason)
  case invalid(kind: String, reason: UnavailableReason)
  case noStream(kind: String)
  case turned(kind: String)
  case neitherOf(UnavailableReason, UnavailableReason)
  case noneOf(UnavailableReason, UnavailableReason, UnavailableReason)
  // What a device computes itself.
  case noField(String)
  case fieldMissing(String, reason: UnavailableReason)
  case noConvention(fields: String, found: String)
  case conventionNotStated(fields: String)
  case noAttitude
  case attitudeNotChecked(UnavailableReason)
  case attitudeNotVerified(UnavailableReason)
  case noAngularVelocity(UnavailableReason)
  // The orientation filter.
  case derivedAlready
  case magnetometerLeftOut
  // Which reading of a device's attitude holds.
  case fewTilted
  case noReadingAgrees
  case nothingToVerifyBy
  case noOwnAttitude
  case neitherAttitude(derived: UnavailableReason, own: UnavailableReason)
}

extension SourceReason: CatalogueMessage {
  public static let section = MessageSection(
    "source", "Why there is no angular velocity, acceleration or attitude", .result, .file)
  public static let examples: [SourceReason] = {
    let none = UnavailableReason(SourceReason.noStream(kind: "gyroscope"))
    let tilted = UnavailableReason(SourceReason.fewTilted)
    return [
      .missing(
        kind: "gyroscope",
        reason: UnavailableReason(recorded: "DualShock 3 (Motion Sensors) has no gyroscope")),
      .invalid(
        kind: "gyroscope", reason: UnavailableReason(ManifestReason.notSaid(members: "scale"))),
      .noStream(kind: "gyroscope"), .turned(kind: "accelerometer"),
      .neitherOf(
        UnavailableReason(SourceReason.noStream(kind: "accelerometer")),
        UnavailableReason(SourceReason.noField("gravity"))),
      .noneOf(
        none, UnavailableReason(SourceReason.noField("rotation_rate")),
        UnavailableReason(SourceReason.noAttitude)),
      .noField("gravity"),
      .fieldMissing("gravity", reason: UnavailableReason(recorded: "the device computes none")),
      .noConvention(fields: "gx gy gz", found: "upside_down"), .conventionNotStated(fields: "gx gy gz"),
      .noAttitude, .attitudeNotChecked(UnavailableReason(SourceReason.noStream(kind: "accelerometer"))),
      .attitudeNotVerified(tilted), .noAngularVelocity(none), .derivedAlready, .magnetometerLeftOut,
      .fewTilted, .noReadingAgrees, .nothingToVerifyBy, .noOwnAttitude,
      .neitherAttitude(derived: none, own: tilted),
    ]
  }()

  public var wording: MessageWording {
    let sensor = "use a sensor that has a gyroscope and an accelerometer (docs/sensors.md)"
    let phone = "record that field, too, or the raw rows (docs/watch-readiness.md)"
    let verify = "`drillrunner verify` tells whether the files are as they were sealed"
    let tilt =
      "tilt the sensor by more than 10° now and then and hold it still; every run needs a few such rests"
    return switch self {
    case .missing(let kind, let reason):
      MessageWording(
        "no \(kind): \(reason)", cause: "the manifest says that the device has none", next: sensor)
    case .invalid(let kind, let reason):
      MessageWording(
        "the \(kind) is invalid: \(reason)", cause: "the manifest says that its rows cannot be used",
        next: verify)
    case .noStream(let kind):
      MessageWording("the session has no \(kind) stream", cause: "the sensor delivers none", next: sensor)
    case .turned(let kind):
      MessageWording(
        "the \(kind) is turned by a mount matrix, and the motion stream is not",
        cause: "values in different axes must not be put together",
        next: "record all raw streams of the sensor")
    case .neitherOf(let first, let second):
      MessageWording(
        "\(first); \(second)", cause: "neither the raw stream nor what the device computes is there",
        next: sensor)
    case .noneOf(let raw, let rate, let attitude):
      MessageWording(
        "\(raw); \(rate), and \(attitude)",
        cause: "neither a gyroscope, a rotation rate nor an attitude can be used", next: sensor)
    case .noField(let field):
      MessageWording(
        "the motion stream has no \(field)", cause: "the device's own fusion does not give it", next: phone)
    case .fieldMissing(let field, let reason):
      MessageWording(
        "the motion stream has no \(field): \(reason)", cause: "the manifest says why", next: phone)
    case .noConvention(let fields, let found):
      MessageWording(
        "the convention of \(fields) is \(found), so up is not known",
        cause: "only specific_force and gravity say which way at rest is up", next: phone)
    case .conventionNotStated(let fields):
      MessageWording(
        "the convention of \(fields) is not stated, so up is not known",
        cause: "whether it points up or down at rest cannot be guessed", next: phone)
    case .noAttitude:
      MessageWording(
        "it has no attitude", cause: "the motion stream has none of its forms (quaternion, matrix, angles)",
        next: phone)
    case .attitudeNotChecked(let reason):
      MessageWording(
        "its attitude cannot be verified: \(reason)",
        cause: "which way an attitude is to be read, only gravity tells", next: sensor)
    case .attitudeNotVerified(let reason):
      MessageWording(
        "its attitude is not verified: \(reason)", cause: "gravity has not told which way it is to be read",
        next: tilt)
    case .noAngularVelocity(let reason):
      MessageWording(
        "no angular velocity: \(reason)", cause: "clocks are aligned by how fast both sensors turned",
        next: sensor)
    case .derivedAlready:
      MessageWording(
        "the angular velocity is itself the derivative of the device's own attitude",
        cause: "an orientation from it would only be that attitude again",
        next: "use the device's own attitude")
    case .magnetometerLeftOut:
      MessageWording(
        "the parameters leave it out", cause: "use_magnetometer is false",
        next: "set use_magnetometer in the parameters of the orientation")
    case .fewTilted:
      MessageWording(
        "fewer than ten samples at rest have the sensor tilted by 10° or more",
        cause: "upright, all readings of an attitude agree with gravity", next: tilt)
    case .noReadingAgrees:
      MessageWording(
        "no reading of it alone agrees with the measured acceleration",
        cause: "the device's attitude drifts, or is of other axes than its accelerometer",
        next: "nothing: the attitude is derived from the raw rows")
    case .nothingToVerifyBy:
      MessageWording(
        "there is no accelerometer to verify it by",
        cause: "only gravity tells which way an attitude is to be read",
        next: sensor)
    case .noOwnAttitude:
      MessageWording(
        "the device gives no attitude of its own", cause: "most sensors do not compute one",
        next: "nothing: the attitude is derived from the raw rows")
    case .neitherAttitude(let derived, let own):
      MessageWording(
        "\(derived); the device's own attitude: \(own)",
        cause: "an attitude can neither be derived nor taken from the device", next: sensor)
    }
  }
}
