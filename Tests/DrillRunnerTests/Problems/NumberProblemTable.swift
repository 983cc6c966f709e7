@testable import DrillRunner

extension ProvokedProblem {
  private static let times = ["s", "ms", "min"]
  private static let steps = Duration.seconds(1)...Duration.seconds(3600)
  private static let intervals = Duration.seconds(1)...Duration.seconds(600)
  private static let exponential = "3 s .. 6 s exponential"

  /// Drills with wrong numbers. The limits are those that docs/protocols.md states.
  static let number: [ProvokedProblem] = [
    .init(.number(.decimalComma(number: "3,5", unit: "s")), ("rest: 2 min", "rest: «3,5» s")),
    .init(.number(.decimalComma(number: "1,5", unit: "")), ("rate: 100 Hz", "rate: «1,5»")),
    .init(.number(.notQuantity("soon", unit: "s")), ("rest: 2 min", "rest: «soon»")),
    .init(.number(.notQuantity("x %", unit: "%")), ("catch: 50 %", "catch: «x %»")),
    .init(.number(.noUnit(number: "2", known: times)), ("rest: 2 min", "rest: «2»")),
    .init(
      .number(.noUnit(number: "20", known: times)), ("wait 20 s then stop", "wait «20» then stop")),
    .init(.number(.wrongUnit("s", known: ["Hz"])), ("100 Hz", "100 «s»")),
    .init(.number(.unknownUnit("sec", known: times)), (exponential, "3 s .. 6 «sec» exponential")),
    .init(.number(.negativeTime("-3 s", allowed: steps)), ("rest: 2 min", "rest: «-3 s»")),
    .init(.number(.zeroTime("0 s", allowed: steps)), ("rest: 2 min", "rest: «0 s»")),
    .init(.number(.tooShort("999 ms", allowed: steps)), ("rest: 2 min", "rest: «999 ms»")),
    .init(
      .number(.tooShort("2 s", allowed: .seconds(3) ... .seconds(300))), ("tap: BAD", "within: «2 s»")),
    .init(.number(.tooLong("61 min", allowed: steps)), ("rest: 2 min", "rest: «61 min»")),
    .init(
      .number(.tooLong("601 s", allowed: intervals)), (exponential, "3 s .. «601 s» exponential")),
    .init(.number(.notWholeMilliseconds("2.00001 s")), ("rest: 2 min", "rest: «2.00001 s»")),
    .init(.number(.noDistribution), (exponential, "«3 s .. 6 s»")),
    .init(
      .number(.unknownDistribution("gaussian", known: ["uniform", "exponential"])),
      (exponential, "3 s .. 6 s «gaussian»")),
    .init(.number(.emptyRange(.seconds(3))), (exponential, "«3 s .. 3000 ms uniform»")),
    .init(.number(.backwardsRange), (exponential, "«6 s .. 3 s uniform»")),
    .init(
      .number(.shortInterval(window: .milliseconds(2500))), (exponential, "«2 s»"), severity: .warning),
    .init(.number(.rateOutOfRange("0 Hz")), ("100 Hz", "«0 Hz»")),
    .init(.number(.rateOutOfRange("10001 Hz")), ("100 Hz", "«10001 Hz»")),
    .init(.number(.volumeOutOfRange("3 dB")), ("-6 dB", "«3 dB»")),
    .init(.number(.volumeOutOfRange("-41 dB")), ("-6 dB", "«-41 dB»")),
    .init(.number(.catchOutOfRange), ("50 %", "«101 %»")),
    .init(.number(.notCount(key: "repeat", limit: 1000)), ("name: b", "name: b\n      repeat: «1001»")),
    .init(.number(.notCount(key: "most_alike", limit: 100)), ("most_alike: 2", "most_alike: «few»")),
    // 2⁵³ − 1.
    .init(.number(.notSeed(limit: 9_007_199_254_740_991)), ("seed: 7", "seed: «9007199254740992»")),
  ]
}
