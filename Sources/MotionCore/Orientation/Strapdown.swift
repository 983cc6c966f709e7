/// The attitude from the gyroscope alone: each rate turns the one before by the time since then.
///
/// A rate is what turned the sensor in the nominal interval before its time. Where more time has passed, the rest is
/// bridged by the mean of this rate and the one before. The step is the real one, not the nominal.
struct Strapdown {
  /// What an interval of the gyroscope means.
  enum Step: Hashable {
    case regular
    /// A gap that is bridged.
    case bridged
    /// A gap too long to be bridged: the rotation in it is unknown.
    case broken
    /// Not after the row before: no step at all.
    case disordered
  }

  private let nominalSeconds: Double
  private let gapSeconds: Double
  private let brokenSeconds: Double
  /// Sensor to a frame that turns only by what the rates do not know.
  private(set) var attitude = Quaternion.identity
  private(set) var time: Double?
  /// The latest rate, less the bias at that time, rad/s.
  private var latest = Vector3.zero

  init(_ parameters: OrientationParameters, nominalSeconds: Double) {
    self.nominalSeconds = nominalSeconds
    gapSeconds = parameters.gapFactor * nominalSeconds
    brokenSeconds = max(gapSeconds, parameters.bridgedGapSeconds)
  }

  /// What the interval from the row before to `time` is.
  @inline(__always)
  func step(to time: Double) -> (kind: Step, seconds: Double) {
    guard let last = self.time else { return (.regular, nominalSeconds) }
    let seconds = time - last
    if seconds <= gapSeconds { return (seconds > 0 ? .regular : .disordered, seconds) }
    return (seconds <= brokenSeconds ? .bridged : .broken, seconds)
  }

  /// Turns by `rate`, rad/s with the bias taken off, over a step that `step(to:)` gave. Over a gap that is not bridged
  /// only the nominal interval is turned.
  @inline(__always)
  mutating func turn(_ rate: Vector3, to time: Double, over step: (kind: Step, seconds: Double)) {
    var rotation = (step.kind == .broken ? nominalSeconds : min(step.seconds, nominalSeconds)) * rate
    if step.kind != .broken, step.seconds > nominalSeconds {
      rotation = rotation + (0.5 * (step.seconds - nominalSeconds)) * (rate + latest)
    }
    attitude = (attitude * Quaternion(smallRotation: rotation)).renormalized
    latest = rate
    self.time = time
  }

  /// The attitude at `time`, not far from the latest row, turned on from there by `rate`, else by the latest rate; nil
  /// where there is no row, or where it is a gap away.
  @inline(__always)
  func attitude(at time: Double, rate: Vector3? = nil) -> Quaternion? {
    guard let last = self.time else { return nil }
    let lag = time - last
    guard abs(lag) <= gapSeconds else { return nil }
    return lag == 0 ? attitude : attitude * Quaternion(smallRotation: lag * (rate ?? latest))
  }
}

extension Quaternion {
  /// The rotation by |v| radians about v, without calls of sine and cosine where v is small, as in a sensor's step.
  @inline(__always)
  init(smallRotation v: Vector3) {
    let s = 0.25 * v.dot(v)
    guard s < 0.01 else {
      self.init(rotationVector: v)
      return
    }
    // Taylor series in the half angle, whose square s is: the first terms left out are below 3e-18.
    let sine = 0.5 * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72))))
    let cosine = 1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90))))
    self.init(x: sine * v.x, y: sine * v.y, z: sine * v.z, w: cosine)
  }

  /// Of length one again after a product of rotations, whose rounding errors a Newton step removes.
  @inline(__always)
  var renormalized: Quaternion {
    let factor = 1.5 - 0.5 * (x * x + y * y + z * z + w * w)
    return Quaternion(x: factor * x, y: factor * y, z: factor * z, w: factor * w)
  }

  /// The shortest rotation that takes the direction `up`, of length one, to +Z (Laidig and Seel 2023, section 3.3).
  @inline(__always)
  init(levelling up: Vector3) {
    let w = ((up.z + 1) / 2).squareRoot()
    if w > 1e-6 {
      self.init(x: 0.5 * up.y / w, y: -0.5 * up.x / w, z: 0, w: w)
    } else {
      // Upside down: about any horizontal axis.
      self.init(x: 1, y: 0, z: 0, w: 0)
    }
  }
}
