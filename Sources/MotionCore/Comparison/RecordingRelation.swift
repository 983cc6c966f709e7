/// How the times of two compared recordings belong together. Recording at the same time does not synchronise clocks.
public enum RecordingRelation: Hashable, Sendable {
  /// Two sensors of one session: one host clock stamped both.
  case oneClock
  /// Two sessions whose wall clocks say that they overlap.
  case simultaneous(WallOverlap)
  /// Two sessions that did not overlap, or of which that is not known.
  case separate(reason: UnavailableReason)

  /// What the manifests say of `a` and `b`.
  static func of(_ a: MotionSession, _ b: MotionSession) -> RecordingRelation {
    if !a.manifest.uuid.isEmpty, a.manifest.uuid == b.manifest.uuid { return .oneClock }
    let spans: (a: WallSpan, b: WallSpan)
    switch (WallSpan.of(a), WallSpan.of(b)) {
    case (.value(let first), .value(let second)): spans = (first, second)
    case (.unavailable(let reason), _): return separate("A", reason)
    case (_, .unavailable(let reason)): return separate("B", reason)
    }
    let overlapNs = min(spans.a.endNs, spans.b.endNs) - max(spans.a.startNs, spans.b.startNs)
    guard overlapNs > 0 else {
      let (earlier, later) = spans.a.startNs < spans.b.startNs ? ("A", "B") : ("B", "A")
      return .separate(
        reason: UnavailableReason(
          AlignmentReason.apart(earlier: earlier, by: WallSpan.text(-overlapNs), later: later)))
    }
    let isSynchronised = spans.a.isSynchronised && spans.b.isSynchronised
    // The instant of A's clock whose wall time is that of B's start.
    let start = HostTime(nanoseconds: spans.a.host.nanoseconds &+ (spans.b.startNs - spans.a.startNs))
    return .simultaneous(
      WallOverlap(
        seconds: Double(overlapNs) / 1e9, instantA: start, instantB: spans.b.host,
        isSynchronised: isSynchronised,
        errorSeconds: (isSynchronised ? WallOverlap.synchronisedError : WallOverlap.freeError)
          + spans.a.stepSeconds + spans.b.stepSeconds))
  }

  private static func separate(_ side: String, _ reason: UnavailableReason) -> RecordingRelation {
    .separate(reason: UnavailableReason(AlignmentReason.sideIs(side: side, reason)))
  }
}

/// What the wall clocks of two sessions say of when they ran.
public struct WallOverlap: Hashable, Sendable {
  /// How long both ran.
  public var seconds: Double
  /// Instants of A's and of B's host clock that had the same wall time.
  public var instantA: HostTime
  public var instantB: HostTime
  /// Whether both systems said that their wall clocks are synchronised.
  public var isSynchronised: Bool
  /// How far apart the wall clocks may be, s: an alignment searches this far to both sides. A bound that is assumed, not
  /// measured: a system only says whether its clock is synchronised.
  public var errorSeconds: Double

  /// Of clocks that are said to be synchronised: what a slow network or a fresh start leaves of NTP.
  static let synchronisedError = 2.0
  /// Of others: a clock that was set by hand.
  static let freeError = 60.0
}

/// When a session ran, by its wall clock.
private struct WallSpan {
  var host: HostTime
  var startNs: Int64
  var endNs: Int64
  var isSynchronised: Bool
  /// How much the wall clock was moved against the host clock between the anchors, s.
  var stepSeconds: Double

  static func of(_ session: MotionSession) -> Measured<WallSpan> {
    let manifest = session.manifest
    if manifest.clocks.first(where: { $0.name == "host" })?.epoch == "virtual" {
      return .unavailable(AlignmentReason.virtualTime)
    }
    let anchors = manifest.anchors.compactMap { anchor in
      WallTime.nanoseconds(anchor.wall).map { (anchor: anchor, wallNs: $0) }
    }
    guard let start = anchors.first(where: { $0.anchor.at == .start }) else {
      return .unavailable(AlignmentReason.noWallTime)
    }
    let last =
      anchors.last { $0.anchor.at == .end }?.anchor.host
      ?? session.streams.compactMap(\.receiptNs.last).max().map(HostTime.init(nanoseconds:))
      ?? session.events.last?.host
    guard let last, last >= start.anchor.host else {
      return .unavailable(AlignmentReason.noEnd)
    }
    let steps = anchors.map {
      Double(($0.wallNs - start.wallNs) - ($0.anchor.host.nanoseconds &- start.anchor.host.nanoseconds)) / 1e9
    }
    return .value(
      WallSpan(
        host: start.anchor.host, startNs: start.wallNs,
        endNs: start.wallNs + (last.nanoseconds &- start.anchor.host.nanoseconds),
        isSynchronised: manifest.anchors.allSatisfy { $0.clockSynchronised == true },
        stepSeconds: (steps.max() ?? 0) - (steps.min() ?? 0)))
  }

  /// A time between two recordings, for people.
  static func text(_ ns: Int64) -> String {
    let seconds = Double(ns) / 1e9
    if seconds < 120 { return "\(FixedNumber.text(seconds, digits: 1)) s" }
    if seconds < 7200 { return "\(FixedNumber.text(seconds / 60, digits: 0)) minutes" }
    if seconds < 172_800 { return "\(FixedNumber.text(seconds / 3600, digits: 0)) hours" }
    return "\(FixedNumber.text(seconds / 86400, digits: 0)) days"
  }
}
