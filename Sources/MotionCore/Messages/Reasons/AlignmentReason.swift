/// Why the clocks of two recordings could not be aligned, or need not be.
public enum AlignmentReason: Hashable, Sendable {
  // Whether they ran at the same time.
  case notAskedFor
  case notSimultaneous(UnavailableReason)
  case notMatched
  case sideHas(side: String, UnavailableReason)
  case sideIs(side: String, UnavailableReason)
  case virtualTime
  case noWallTime
  case noEnd
  case apart(earlier: String, by: String, later: String)
  case noMovements(side: String, UnavailableReason)
  case shorterThan(seconds: Int)
  // The search.
  case shortOverlap(seconds: String, needed: String)
  case spansHours(String, most: String)
  case hardlyMoved(side: String, limit: String, seconds: String, needed: String)
  case noLag(within: String, common: String)
  case repeats
  case mayBeChance(correlation: String)
  case atEdge(seconds: String)
  case fillsRange
  case notDistinct(highest: String, second: String, apart: String)
  // The blocks.
  case fewParts(Int, needed: Int)
  case partsElsewhere(Int, of: Int)
  case partsScatter(milliseconds: String)
  case ratesDiffer(ppm: String)
  case intervalTooWide(milliseconds: String)
}

extension AlignmentReason: CatalogueMessage {
  public static let section = MessageSection(
    "no-alignment", "Aligning two recordings", .result, .file, .notice)
  public static let examples: [AlignmentReason] = [
    .notAskedFor,
    .notSimultaneous(UnavailableReason(AlignmentReason.apart(earlier: "A", by: "3 hours", later: "B"))),
    .notMatched,
    .sideHas(
      side: "A",
      UnavailableReason(
        SourceReason.noAngularVelocity(UnavailableReason(SourceReason.noStream(kind: "gyroscope"))))),
    .sideIs(side: "B", UnavailableReason(AlignmentReason.virtualTime)), .virtualTime, .noWallTime, .noEnd,
    .apart(earlier: "A", by: "3 hours", later: "B"),
    .noMovements(side: "B", UnavailableReason(MovementReason.neverTurned)), .shorterThan(seconds: 10),
    .shortOverlap(seconds: "12", needed: "30"), .spansHours("31", most: "24"),
    .hardlyMoved(side: "A", limit: "5", seconds: "0.4", needed: "3"), .noLag(within: "60", common: "20"),
    .repeats,
    .mayBeChance(correlation: "0.21"), .atEdge(seconds: "60"), .fillsRange,
    .notDistinct(highest: "0.92", second: "0.90", apart: "5.0"), .fewParts(3, needed: 7),
    .partsElsewhere(5, of: 12),
    .partsScatter(milliseconds: "81"), .ratesDiffer(ppm: "2100"), .intervalTooWide(milliseconds: "64"),
  ]

  public var wording: MessageWording {
    let together = "record both at the same time, on machines whose clocks are synchronised"
    let move = "record at least half a minute of uneven movement with both sensors on one body"
    let agree = "strap both sensors to one body, and move unevenly"
    return switch self {
    case .notAskedFor:
      MessageWording(
        "not asked for: --align", cause: "an alignment is a derived result",
        next: "add --align to `drillrunner compare`")
    case .notSimultaneous(let reason):
      MessageWording(
        "the recordings are not simultaneous: \(reason)", cause: "only what both felt brings clocks together",
        next: together)
    case .notMatched:
      MessageWording(
        "the movements of both are not matched", cause: "the number is not one of single movements",
        next: "nothing: both sides are resampled by themselves")
    case .sideHas(let side, let reason):
      MessageWording("\(side) has \(reason)", cause: "an alignment needs how fast both turned", next: move)
    case .sideIs(let side, let reason):
      MessageWording("\(side) \(reason)", cause: "when both ran is told by their wall clocks", next: together)
    case .virtualTime:
      MessageWording(
        "was made in virtual time, which is no time of the wall clock", cause: "it is a rehearsal",
        next: "compare recorded sessions")
    case .noWallTime:
      MessageWording(
        "has no start anchor with a wall time", cause: "the manifest does not say when it began",
        next: "`drillrunner verify` tells whether its files are whole")
    case .noEnd:
      MessageWording(
        "does not say when it ended",
        cause: "it has neither an end anchor, nor rows, nor events after its start",
        next: "`drillrunner verify` tells whether its files are whole")
    case .apart(let earlier, let gap, let later):
      MessageWording(
        "by their wall clocks \(earlier) ended \(gap) before \(later) began", cause: "they do not overlap",
        next: together)
    case .noMovements(let side, let reason):
      MessageWording(
        "\(side) has no movements: \(reason)", cause: "movements are matched one by one", next: move)
    case .shorterThan(let seconds):
      MessageWording(
        "the stream is shorter than \(seconds) s", cause: "its sampling is compared block by block",
        next: "record longer")
    case .shortOverlap(let seconds, let needed):
      MessageWording(
        "both recorded together for \(seconds) s at most; an alignment needs \(needed) s",
        cause: "the overlap of the recordings is short", next: move)
    case .spansHours(let hours, let most):
      MessageWording(
        "the rows span \(hours) hours; an alignment looks at \(most) at most",
        cause: "times of damaged rows may lie years apart",
        next: "`drillrunner verify` tells whether the files are as they were sealed")
    case .hardlyMoved(let side, let limit, let seconds, let needed):
      MessageWording(
        "\(side) hardly moved: it was faster than \(limit) °/s for \(seconds) s; an alignment needs \(needed) s",
        cause: "at rest there is nothing to align", next: move)
    case .noLag(let within, let common):
      MessageWording(
        "no lag within ±\(within) s leaves \(common) s in common", cause: "the overlap is short", next: move)
    case .repeats:
      MessageWording(
        "the movement repeats itself: the overlap has no more than four independent parts",
        cause: "a steady rhythm agrees with itself at many lags", next: agree)
    case .mayBeChance(let correlation):
      MessageWording(
        "no distinct peak: the highest correlation is \(correlation), which chance may give",
        cause: "the sensors did not feel the same movement", next: agree)
    case .atEdge(let seconds):
      MessageWording(
        "the best agreement lies at the edge of the searched range, ±\(seconds) s: the wall clocks may be farther apart",
        cause: "the search goes as far as the wall clocks are thought to be wrong", next: together)
    case .fillsRange:
      MessageWording(
        "the peak fills the searched range", cause: "there is no second lag to hold it against",
        next: "nothing: the alignment stands")
    case .notDistinct(let highest, let second, let apart):
      MessageWording(
        "no distinct peak: the correlation is \(highest) at its highest and \(second) \(apart) s beside it; "
          + "the movement repeats itself too evenly",
        cause: "two lags fit nearly alike", next: agree)
    case .fewParts(let count, let needed):
      MessageWording(
        "only \(count) parts of the overlap hold a movement that both felt alike; an alignment needs \(needed)",
        cause: "the offset is found part by part", next: move)
    case .partsElsewhere(let count, let all):
      MessageWording(
        "its parts do not agree: \(count) of \(all) with movement lie elsewhere than the others",
        cause: "a clock was set, or the movements are not the same", next: agree)
    case .partsScatter(let milliseconds):
      MessageWording(
        "its parts do not agree: they scatter by \(milliseconds) ms around one line",
        cause: "a clock is uneven, or the movements are not the same", next: agree)
    case .ratesDiffer(let ppm):
      MessageWording(
        "no two clocks run so differently: A's by \(ppm) ppm; one of them was set, or the movements are not the same",
        cause: "clocks of computers differ by less than 1000 ppm", next: together)
    case .intervalTooWide(let milliseconds):
      MessageWording(
        "its parts do not agree: the 95 % interval of the offset would be ±\(milliseconds) ms",
        cause: "so wide an interval aligns nothing", next: move)
    }
  }
}
