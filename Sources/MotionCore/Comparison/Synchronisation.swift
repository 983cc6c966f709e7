/// What the reader of a comparison must know of the two clocks.
public enum Synchronisation: Hashable, Sendable {
  case oneClock
  case separate(UnavailableReason)
  case simultaneous(WallOverlap)
  case aligned(WallOverlap)
}

extension Synchronisation: CatalogueMessage {
  public static let section = MessageSection("clocks", "The clocks of a comparison", .result, .file)
  public static let examples: [Synchronisation] = {
    let start = HostTime(nanoseconds: 0)
    let overlap = WallOverlap(
      seconds: 1804, instantA: start, instantB: start, isSynchronised: true, errorSeconds: 2)
    return [
      .oneClock,
      .separate(UnavailableReason(AlignmentReason.apart(earlier: "A", by: "3 hours", later: "B"))),
      .simultaneous(overlap), .aligned(overlap),
    ]
  }()

  public var wording: MessageWording {
    switch self {
    case .oneClock:
      MessageWording(
        "A and B are two sensors of one session: one host clock stamped the rows of both. The constant delay of each "
          + "sensor, its filter and its transport, cannot be seen and is in every difference of times.",
        cause: "both are of one session", next: "nothing: it is stated so that the numbers are read with it")
    case .separate(let reason):
      MessageWording(
        "A and B are separate recordings, and separate recordings are not synchronised (\(reason)): no time of the one "
          + "is held against a time of the other. Their movements are not the same movements.",
        cause: "they were not made at the same time, or that is not known",
        next: "record both sensors at once to compare their times")
    case .simultaneous(let overlap):
      MessageWording(
        Synchronisation.told(overlap) + ": no time of the one is held against a time of the other.",
        cause: "an alignment was not asked for, or none was found",
        next: "add --align to `drillrunner compare`")
    case .aligned(let overlap):
      MessageWording(
        Synchronisation.told(overlap)
          + ": they were aligned by what both felt, and what rests on that is a derived result.",
        cause: "the alignment is computed from the movements themselves",
        next: "see its uncertainty beside the differences of times")
    }
  }

  private static func told(_ overlap: WallOverlap) -> String {
    let clocks =
      overlap.isSynchronised
      ? "both wall clocks say that they are synchronised"
      : "not both wall clocks say that they are synchronised"
    return "A and B are separate recordings whose wall clocks say that they overlap for "
      + "\(FixedNumber.text(overlap.seconds, digits: 0)) s (\(clocks); an error of "
      + "\(FixedNumber.text(overlap.errorSeconds, digits: 0)) s is thought possible). Simultaneous recording alone does "
      + "not synchronise clocks"
  }
}
