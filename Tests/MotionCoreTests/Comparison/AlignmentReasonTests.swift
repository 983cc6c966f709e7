import Testing

@testable import MotionCore

/// Recordings whose clocks cannot be aligned, each for one reason, by construction.
@Suite struct AlignmentReasonTests {
  /// 20° to one side and back, over and over.
  private static func leans(_ starts: [Double]) -> [(start: Double, duration: Double, by: Double)] {
    starts.enumerated().map { ($0.element, 1.0, $0.offset % 2 == 0 ? 20 : -20) }
  }

  /// `a` as the one sensor felt it, and `b` as the other.
  private static func align(_ a: FeltMotion, _ b: FeltMotion) -> Measured<ClockAlignment> {
    AlignmentSearch.align(
      a.sensors(seed: 1).a, b.sensors(seed: 2).b, nominal: a.nominal, searchSeconds: 2)
  }

  /// 1.2 s apart where 1 s is searched: at the edge the movements nearly agree.
  @Test func ofClocksThatAreFartherApartThanIsSearched() {
    var motion = FeltMotion(seconds: 120, seed: 6)
    motion.wallError = 1.2
    #expect(
      motion.align(seed: 3, searchSeconds: 1) == .unavailable(AlignmentReason.atEdge(seconds: "1")))
    #expect(motion.align(seed: 3, searchSeconds: 2).value != nil)
  }

  /// Five leans in a minute, all within the blocks from 10, 15 and 20 s.
  @Test func ofMovementInFewParts() {
    var motion = FeltMotion(seconds: 60, seed: 1)
    motion.leans = Self.leans([11, 13.1, 17, 21.2, 23.9])
    #expect(motion.align(seed: 3) == .unavailable(AlignmentReason.fewParts(3, needed: 7)))
  }

  /// Four uneven leans, and again after 12 s: uneven within the 10 s that an autocorrelation is followed.
  @Test func ofARhythmThatIsUnevenAndRepeats() throws {
    var motion = FeltMotion(seconds: 97, seed: 1)
    motion.leans = Self.leans(
      (0..<8).flatMap { round in [1, 3.1, 6.7, 8.6].map { 12 * Double(round) + $0 } })
    motion.noiseDegPerSecond = 4
    let text = try #require(motion.align(seed: 3, searchSeconds: 15).reason).text
    #expect(text.contains("the movement repeats itself too evenly"), "\(text)")
    #expect(motion.align(seed: 3, searchSeconds: 5).value != nil)
  }

  /// Half a minute of steady rocking. By Bartlett's formula the correlation of two cosines takes 1 + 2 · 100 · 1/2 = 101 of the
  /// search's bins of 0.1 s for each independent pair: 31 s hold three.
  @Test func ofAShortAndSteadyRhythm() {
    var motion = FeltMotion(seconds: 31, seed: 1)
    motion.leans = Self.leans((0..<16).map { 2 * Double($0) }).map { ($0.start, 2.0, $0.by) }
    #expect(motion.align(seed: 3) == .unavailable(AlignmentReason.repeats))
    #expect(FeltMotion(seconds: 60, seed: 1).align(seed: 3).value != nil)
  }

  /// Only from 110 to 290 s of 400 s both felt the same.
  @Test func ofPartsThatOnlyOneFelt() throws {
    let a = FeltMotion(seconds: 400, seed: 1)
    var b = FeltMotion(seconds: 400, seed: 2)
    let middle = 110.0..<290.0
    b.leans = b.leans.filter { !middle.contains($0.start) } + a.leans.filter { middle.contains($0.start) }
    let text = try #require(Self.align(a, b).reason).text
    #expect(text.contains("with movement lie elsewhere than the others"), "\(text)")
    #expect(Self.align(a, a).value != nil)
  }

  /// Movement in the first 45 s of 200 s, of which each part lies 30 ms before or after the line through all: far from it, in
  /// the middle of the overlap, little is known of the offset.
  @Test func ofPartsThatSayLittleOfTheWhole() throws {
    var a = FeltMotion(seconds: 45, seed: 3)
    a.seconds = 200
    var b = a
    for place in b.leans.indices {
      b.leans[place].start += Int(b.leans[place].start / 5) % 2 == 0 ? 0.03 : -0.03
    }
    let text = try #require(Self.align(a, b).reason).text
    #expect(text.contains("interval of the offset would be"), "\(text)")
    #expect(Self.align(a, a).value != nil)
  }
}
