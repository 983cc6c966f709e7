/// What the clocks of two compared recordings have to do with each other.
public enum ClockStatement: Hashable, Sendable {
  case oneClock
  case separate(reason: String)
  case overlapping(seconds: String, isSynchronised: Bool, errorSeconds: String, isAligned: Bool)
}

extension ClockStatement: CatalogueMessage {
  public static let section = MessageSection("clocks", "The clocks of two recordings", .result, .file)
  public static let examples: [ClockStatement] = [
    .oneClock, .separate(reason: "their wall clocks do not overlap"),
    .overlapping(seconds: "118", isSynchronised: true, errorSeconds: "2", isAligned: false),
  ]

  public var wording: MessageWording {
    switch self {
    case .oneClock:
      MessageWording(
        "A and B are two sensors of one session: one host clock stamped the rows of both. The constant delay of each "
          + "sensor, its filter and its transport, cannot be seen and is in every difference of times.",
        cause: "both sensors were recorded by one run",
        next: "read differences of times with these delays in mind")
    case .separate(let reason):
      MessageWording(
        "A and B are separate recordings, and separate recordings are not synchronised (\(reason)): no time of the one "
          + "is held against a time of the other. Their movements are not the same movements.",
        cause: "each recording has clocks of its own",
        next: "record both at once, or with one run, to compare movement by movement")
    case .overlapping(let seconds, let isSynchronised, let error, let isAligned):
      MessageWording(
        "A and B are separate recordings whose wall clocks say that they overlap for \(seconds) s ("
          + (isSynchronised ? "both wall clocks say" : "not both wall clocks say")
          + " that they are synchronised; an error of \(error) s is thought possible). "
          + "Simultaneous recording alone does not synchronise clocks: "
          + (isAligned
            ? "they were aligned by what both felt, and what rests on that is a derived result."
            : "no time of the one is held against a time of the other."),
        cause: "each recording has clocks of its own",
        next: isAligned ? "see how sure the alignment is" : "--align brings them together by what both felt")
    }
  }
}
