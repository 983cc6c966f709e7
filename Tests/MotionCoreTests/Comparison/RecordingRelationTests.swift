import Testing

@testable import MotionCore

@Suite struct RecordingRelationTests {
  /// Seconds since 1970 by Python's datetime.
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", Int64(0)), ("2026-11-30T10:15:02.000000000Z", 1_796_033_702_000_000_000),
    ("2026-11-30T12:15:02.123456789+02:00", 1_796_033_702_123_456_789),
    ("2026-11-30T04:45:02.5-05:30", 1_796_033_702_500_000_000),
    ("2000-02-29T23:59:59Z", 951_868_799_000_000_000),
    ("1999-12-31T00:00:00z", 946_598_400_000_000_000), ("2100-03-01T00:00:00Z", 4_107_542_400_000_000_000),
  ])
  func wallTimesAreInstants(text: String, nanoseconds: Int64) {
    #expect(WallTime.nanoseconds(text) == nanoseconds)
  }

  @Test(arguments: [
    "", "yesterday", "2026-11-30", "2026-13-01T00:00:00Z", "2026-11-30T25:00:00Z", "2026-11-30T10:15:02",
  ])
  func whatIsNoTimeIsNone(text: String) {
    #expect(WallTime.nanoseconds(text) == nil)
  }

  /// A session of 100 s on its own host clock that began at `wall` (seconds of 10:15).
  private func session(
    _ number: Int, at second: Int, synchronised: Bool? = true, startNs: Int64 = 7_000_000_000_000
  ) -> MotionSession {
    var lean = LeanSession()
    lean.seconds = 100
    lean.hz = 10
    lean.startNs = startNs
    var session = lean.build()
    session.manifest.uuid = "00000000-0000-4000-8000-00000000000\(number)"
    func anchor(_ point: Manifest.Anchor.Point, _ seconds: Int) -> Manifest.Anchor {
      let wall = second + seconds
      func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
      return Manifest.Anchor(
        at: point, host: lean.host(Double(seconds)),
        wall: "2026-11-30T10:\(two(15 + wall / 60)):\(two(wall % 60)).0Z",
        utcOffset: "+00:00", clockSynchronised: synchronised)
    }
    session.manifest.anchors = [anchor(.start, 0), anchor(.end, 100)]
    return session
  }

  @Test func wallClocksThatOverlapSayThatBothRanTogether() throws {
    let (a, b) = (session(1, at: 0), session(2, at: 30, startNs: 1_000_000_000))
    guard case .simultaneous(let overlap) = RecordingRelation.of(a, b) else {
      Issue.record("\(RecordingRelation.of(a, b))")
      return
    }
    #expect(overlap.seconds == 70 && overlap.isSynchronised && overlap.errorSeconds == 2)
    // 30 s after A's start B's clock stood at its start.
    #expect(overlap.instantA == HostTime(nanoseconds: 7_030_000_000_000))
    #expect(overlap.instantB == HostTime(nanoseconds: 1_000_000_000))
    guard case .simultaneous(let free) = RecordingRelation.of(a, session(2, at: 30, synchronised: nil)) else {
      Issue.record("not simultaneous")
      return
    }
    #expect(!free.isSynchronised && free.errorSeconds == 60)
  }

  /// The wall clock was set by 3 s between B's anchors: that much more may it be wrong.
  @Test func aStepOfTheWallClockWidensTheSearch() throws {
    let a = session(1, at: 0)
    var b = session(2, at: 30)
    b.manifest.anchors[1].wall = "2026-11-30T10:17:13.0Z"
    guard case .simultaneous(let overlap) = RecordingRelation.of(a, b) else {
      Issue.record("not simultaneous")
      return
    }
    #expect(abs(overlap.errorSeconds - 5) < 1e-9)
  }

  @Test func separateRecordingsHaveTheirReason() {
    let a = session(1, at: 0)
    #expect(
      RecordingRelation.of(a, session(2, at: 160))
        == .separate(reason: "by their wall clocks A ended 60.0 s before B began"))
    var virtual = session(2, at: 0)
    virtual.manifest.clocks[0].epoch = "virtual"
    #expect(
      RecordingRelation.of(a, virtual)
        == .separate(reason: "B was made in virtual time, which is no time of the wall clock"))
    var none = session(2, at: 0)
    none.manifest.anchors = []
    #expect(RecordingRelation.of(none, a) == .separate(reason: "A has no start anchor with a wall time"))
    #expect(RecordingRelation.of(a, a) == .oneClock)
  }

  /// A session that nobody sealed has no end anchor: its last row tells.
  @Test func anIncompleteSessionEndsWithItsLastRow() {
    let a = session(1, at: 0)
    var b = session(2, at: 50)
    b.manifest.anchors.removeLast()
    guard case .simultaneous(let overlap) = RecordingRelation.of(a, b) else {
      Issue.record("not simultaneous")
      return
    }
    #expect(abs(overlap.seconds - 50) < 0.2)
  }
}
