import MotionCore

/// What the terminal report of an analysis says in sentences and phrases, beside its tables. Numbers are given as they
/// are shown; verdicts, reasons and limits stand in sections of their own.
enum ReportLine: Hashable, Sendable {
  // The head.
  case session(title: String, state: SessionState, started: String?)
  case dateUnknown
  case sensor(String?)
  case notComplete(SessionState)
  // Trials.
  case noTrials
  case timesExplained
  case reasons([String])
  case catchTrials(Int, falseStarts: Int?, unknown: Int)
  // Distributions.
  case leftOut([String])
  case notRequired(Int)
  case validOnly(median: String, count: Int)
  case intervalsExplained(resamples: Int, seed: Int)
  case exGaussian([String])
  case histogramScale(low: String, high: String, most: Int)
  case movementsExplained
  case notMatched
  // The sensor.
  case still(place: String, meaning: String, seconds: String, of: String, parts: [String])
  case rate(mean: String, sd: String, change: String)
  case noRate(reason: String)
  case gravity(mean: String, sd: String, direction: String)
  case noGravity(reason: String)
  case randomWalk(String, percent: String)
  case noRandomWalk(reason: String)
  case noAllan(reason: String)
  case tilt([String])
  case response(Pace, answered: Int, trials: Int, peak: String, range: String, duration: String)
  case noStream
  case noLossSeen
  // Labels of another observer.
  case labels(Int, hits: Int, misses: Int, falseDetections: Int, wrongDirection: Int, outside: Int)
  case labelsUnrecorded(Int)
  // The foot.
  case limits
  case notesHeading
  case identity(version: String, configuration: String, inputs: [String])

  /// How movements were asked for.
  enum Pace: String, Hashable, Sendable {
    case slow, rapid
  }
}

extension ReportLine: CatalogueMessage {
  static let section = MessageSection("report", "Sentences of the report of an analysis", .result)
  static let examples: [ReportLine] = [
    .session(title: "Centre, left, right", state: .complete, started: nil), .dateUnknown,
    .sensor("DualSense Motion Sensors"),
    .notComplete(.interrupted), .noTrials, .timesExplained, .reasons(["audible estimated"]),
    .catchTrials(5, falseStarts: 1, unknown: 1), .leftOut(["2 missed"]), .notRequired(2),
    .validOnly(median: "412", count: 7), .intervalsExplained(resamples: 2000, seed: 1),
    .exGaussian(["out left µ 350 σ 40 τ 60"]), .histogramScale(low: "250", high: "700", most: 4),
    .movementsExplained,
    .notMatched,
    .still(
      place: "torso", meaning: "sensor and rider", seconds: "28.0", of: "30.0",
      parts: ["no rate: no gyroscope"]),
    .rate(mean: "0.010 0.021 0.003", sd: "0.100 0.090 0.110", change: "0.001 0.000 0.002"),
    .noRate(reason: "there is no gyroscope stream"),
    .gravity(mean: "1.0003", sd: "0.0021", direction: "0.12"),
    .noGravity(reason: "there is no accelerometer stream"), .randomWalk("0.0051 0.0049 0.0053", percent: "8"),
    .noRandomWalk(reason: "no octave of the Allan deviation falls as noise does"),
    .noAllan(reason: "the phase is too short"), .tilt(["left 19.8 ±0.6° (n 10)"]),
    .response(.rapid, answered: 9, trials: 10, peak: "84.2", range: "21.3", duration: "0.61"), .noStream,
    .noLossSeen, .labels(20, hits: 18, misses: 2, falseDetections: 1, wrongDirection: 0, outside: 3),
    .labelsUnrecorded(2), .limits,
    .notesHeading,
    .identity(version: "1", configuration: "0f3c51b2a9d84e77", inputs: ["gyroscope.jsonl 5be1a0c2d7f3"]),
  ]

  var wording: MessageWording {
    switch self {
    case .session(let title, let state, let started):
      MessageWording(
        "\(title), \(state.rawValue), \(started ?? ReportLine.dateUnknown.text)",
        cause: "the manifest says so; without a start anchor no date is known",
        next: "nothing needs to be done")
    case .dateUnknown:
      MessageWording(
        "date unknown", cause: "no wall clock stands beside it",
        next: "nothing: the rows have their own times")
    case .sensor(let name):
      MessageWording(
        "Sensor: \(name ?? "unknown")", cause: "the manifest names the sensor",
        next: "nothing needs to be done")
    case .notComplete(let state):
      MessageWording(
        "This session is \(state.rawValue): what is missing is not counted.",
        cause: "the run ended before its drill, or its process did",
        next: "compare it with whole sessions with care")
    case .noTrials:
      MessageWording(
        "No cue asked for a position.", cause: "the drill has no cue that expects one, or none was reached",
        next: "give cues expect: in the drill")
    case .timesExplained:
      MessageWording(
        "times in seconds since the start; ± beside audible and latency (from audible) in ms: one standard "
          + "uncertainty; out: from centre, from: back to it; – is not available",
        cause: "the table above uses these", next: "docs/metrics.md defines every number")
    case .reasons(let reasons):
      MessageWording(
        "reasons: \(reasons.joined(separator: ", "))",
        cause: "the verdict of the trial above comes from these",
        next: "docs/messages.md says what each means")
    case .catchTrials(let count, let falseStarts, let unknown):
      MessageWording(
        "Catch trials: \(count), false starts: \(falseStarts.map(String.init) ?? "–")"
          + (unknown > 0 ? ", not known: \(unknown)" : ""),
        cause: "silent slots in which no movement was asked for", next: "wait for the word if there are many")
    case .leftOut(let parts):
      MessageWording(
        "left out: \(parts.joined(separator: ", "))", cause: "these trials count in no distribution",
        next: "`drillrunner analyze last --explain TRIAL` says how a result came about")
    case .notRequired(let count):
      MessageWording(
        "\(count) not required", cause: "the rider was where the word asked for",
        next: "nothing: they count as no miss")
    case .validOnly(let median, let count):
      MessageWording(
        "valid only: median \(median) (n \(count))", cause: "trials that need attention are left out here",
        next: "compare it with the median of all")
    case .intervalsExplained(let resamples, let seed):
      MessageWording(
        "95 %: bootstrap interval of the median, \(resamples) resamples, seed \(seed)",
        cause: "the column 95 % is computed so", next: "docs/metrics.md defines it")
    case .exGaussian(let fits):
      MessageWording(
        "ex-Gaussian, ms: \(fits.joined(separator: "; "))", cause: "enough latencies for a fit",
        next: "docs/metrics.md defines it")
    case .histogramScale(let low, let high, let most):
      MessageWording(
        "counted latencies from \(low) to \(high) ms; the highest bar is \(most) trials",
        cause: "the bars above have this scale",
        next: "the document has every value")
    case .movementsExplained:
      MessageWording(
        "medians ± SD of the movements that answered counted trials; none of them is a score",
        cause: "the table above has these", next: "docs/metrics.md defines every number")
    case .notMatched:
      MessageWording(
        "stimulus not matched: the latencies to both sides are not a fair comparison",
        cause: "the words of both sides differ in more than their side",
        next: "see the limits for what differs")
    case .still(let place, let meaning, let seconds, let all, let parts):
      MessageWording(
        "Stationary, \(place): \(meaning). "
          + (["still for \(seconds) of \(all) s"] + parts).joined(separator: "; "),
        cause: "a stationary phase of the drill", next: "compare it with what the sensor promises")
    case .rate(let mean, let sd, let change):
      MessageWording(
        "rate \(mean) °/s, SD \(sd), change \(change)", cause: "the gyroscope at rest: bias, noise, drift",
        next: "compare it with what the sensor promises")
    case .noRate(let reason):
      MessageWording(
        "no rate: \(reason)", cause: "the gyroscope at rest says nothing, for this reason",
        next: "use a sensor with a gyroscope, and keep still longer")
    case .gravity(let mean, let sd, let direction):
      MessageWording(
        "gravity \(mean) g ±\(sd), direction ±\(direction)°", cause: "the accelerometer at rest",
        next: "it should be one g: give gains if it is not (docs/sensors.md)")
    case .noGravity(let reason):
      MessageWording(
        "no gravity: \(reason)", cause: "the accelerometer at rest says nothing, for this reason",
        next: "use a sensor with an accelerometer, and keep still longer")
    case .randomWalk(let walks, let percent):
      MessageWording(
        "angle random walk \(walks) °/√s (±\(percent) %)",
        cause: "the Allan deviation of the phase on the table",
        next: "compare it with what the sensor promises")
    case .noRandomWalk(let reason):
      MessageWording(
        "no angle random walk: \(reason)",
        cause: "it is read from the part of the Allan deviation that is noise",
        next: "lay the sensor on a table, untouched, for a minute or more")
    case .noAllan(let reason):
      MessageWording(
        "no Allan deviation: \(reason)", cause: "it needs a long phase on a table",
        next: "lay the sensor on a table for a minute or more")
    case .tilt(let positions):
      MessageWording(
        "Tilt from neutral by gravity, for slow movements only, median ± SD of held postures: "
          + positions.joined(separator: ", "),
        cause: "there is no angular velocity, and the accelerometer shows what is down",
        next: "use a sensor with a gyroscope where times matter (docs/sensors.md)")
    case .response(let pace, let answered, let trials, let peak, let range, let duration):
      MessageWording(
        "Response to \(pace.rawValue) movement: \(answered) of \(trials) trials answered, peak \(peak) °/s, range "
          + "\(range)°, duration \(duration) s (medians)",
        cause: "blocks of the drill with that intent", next: "compare it with that of another sensor")
    case .noStream:
      MessageWording(
        "No stream was recorded.", cause: "the session holds no row of any sensor",
        next: "`drillrunner devices --test` says whether the sensor delivers")
    case .noLossSeen:
      MessageWording(
        "none seen", cause: "neither the kernel nor the device counted a lost row",
        next: "nothing needs to be done")
    case .labels(let count, let hits, let misses, let falseDetections, let wrongDirection, let outside):
      MessageWording(
        "Labels: \(count), hits \(hits), misses \(misses), false detections \(falseDetections), wrong direction "
          + "\(wrongDirection); \(outside) detections outside of the labelled time",
        cause: "--labels gave movements that somebody else saw",
        next: "docs/metrics.md says how they are matched")
    case .labelsUnrecorded(let count):
      MessageWording(
        "labels at which nothing was recorded: \(count); they are not judged",
        cause: "their times are before the first row of the sensor, or after the last",
        next: "onset_s counts from the start of the session; see that the file belongs to this session")
    case .limits:
      MessageWording(
        "Limits", cause: "the numbers above are to be read with these", next: "see each for its reason")
    case .notesHeading:
      MessageWording(
        "Notes", cause: "somebody wrote them after the session", next: "`drillrunner notes` adds one")
    case .identity(let version, let configuration, let inputs):
      MessageWording(
        "Analysis version \(version), configuration \(configuration); SHA-256 of the inputs: "
          + inputs.joined(separator: ", "),
        cause: "the same inputs and configuration give the same numbers", next: "quote it with a result")
    }
  }
}
