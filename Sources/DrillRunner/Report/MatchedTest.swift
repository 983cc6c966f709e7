import IMUDriver
import MotionCore

/// Whether more channels or other settings slow a sensor's main stream: it is heard with and without them in turn.
struct MatchedTest {
  /// What one hearing says of the main stream.
  struct Figures: Hashable, Sendable {
    var meanHz: Double
    var intervalP99Seconds: Double
    var losses: Int
  }

  /// The guards: the rate may fall by so much, the 99th percentile of the interval rise by so much, nothing may be
  /// lost.
  static let rateLimit = -0.05
  static let p99Limit = 0.20
  /// Each way is heard so often, in turn, so that what drifts meanwhile meets both.
  static let rounds = 2

  var with: [Figures]
  var without: [Figures]

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// Relative change of the mean rate from without to with.
  var rateChange: Double {
    MatchedTest.mean(with.map(\.meanHz)) / MatchedTest.mean(without.map(\.meanHz)) - 1
  }

  var p99Change: Double {
    MatchedTest.mean(with.map(\.intervalP99Seconds)) / MatchedTest.mean(without.map(\.intervalP99Seconds)) - 1
  }

  var losses: Int { with.reduce(0) { $0 + $1.losses } }

  /// What is wrong, in words; empty where more channels cost nothing.
  var findings: [SensorTestFinding] {
    var found: [SensorTestFinding] = []
    if rateChange < MatchedTest.rateLimit {
      found.append(.slowerRate(percent: MatchedTest.percent(-rateChange)))
    }
    if p99Change > MatchedTest.p99Limit {
      found.append(.widerIntervals(percent: MatchedTest.percent(p99Change)))
    }
    if losses > 0 { found.append(.lossesWithMore(losses)) }
    return found
  }

  var lines: [String] {
    func shown(_ figures: [Figures]) -> MatchedLine.Figures {
      MatchedLine.Figures(
        hertz: figures.map { MatchedTest.fixed($0.meanHz) },
        p99Milliseconds: figures.map { MatchedTest.fixed($0.intervalP99Seconds * 1000) },
        losses: figures.map(\.losses))
    }
    return [
      MatchedLine.withEverything(shown(with)).text, MatchedLine.alone(shown(without)).text,
      findings.isEmpty ? SensorTestFinding.notSlower.text : MatchedLine.slowed(findings).text,
    ].map { "  " + $0 }
  }

  var json: JSONValue {
    func figures(_ list: [Figures]) -> JSONValue {
      .array(
        list.map {
          [
            "mean_hz": .real($0.meanHz), "interval_p99_s": .real($0.intervalP99Seconds),
            "losses": .integer(Int64($0.losses)),
          ]
        })
    }
    return [
      "with": figures(with), "without": figures(without), "rate_change": .real(rateChange),
      "p99_change": .real(p99Change), "findings": .array(findings.map { .string($0.text) }),
    ]
  }

  private static func fixed(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
  private static func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10) %" }
}

extension MatchedTest.Figures {
  /// Of the sensor's first stream. Errors: `tooFewRows` where it delivered too little.
  init(_ result: SensorTest.Result) throws(RunError) {
    guard let statistics = result.check.streams.first?.statistics, let rate = statistics.meanHz.value,
      let p99 = statistics.intervalP99Seconds.value
    else { throw .tooFewRows(seconds: Int(SensorTest.duration.inSeconds)) }
    let losses = result.incidents.filter { IncidentKind(rawValue: $0.key)?.isLoss == true }.values
    self.init(meanHz: rate, intervalP99Seconds: p99, losses: losses.reduce(0, +))
  }
}
