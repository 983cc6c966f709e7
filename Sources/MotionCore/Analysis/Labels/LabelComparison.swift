/// Detected movements against marked ones.
public struct LabelComparison: Sendable {
  /// Detected − marked, ms.
  public struct TimingError: Sendable {
    public var boundary: LabelFile.Boundary
    public var distribution: Distribution
    /// The largest deviation to either side.
    public var largest: Measured<Double>
  }

  public var sha256: String
  public var matchSeconds: Double
  public var labels: Int
  /// Onsets of labels at which nothing was recorded: not judged.
  public var unrecorded: [HostTime]
  /// Marked movements that were detected; in `wrongDirection` of them the detection goes another way.
  public var hits: Int
  public var wrongDirection: Int
  /// Onsets of marked movements that were not detected.
  public var missed: [HostTime]
  /// Onsets of detections that nobody marked, between the first and the last label.
  public var falseDetections: [HostTime]
  /// Detections before the first or after the last label: not judged, because the labels need not cover the session.
  public var outside: Int
  public var timing: [TimingError]

  /// Pairs labels and `transitions`, each at most once, the nearest onsets first, within `matchSeconds`. Labels outside of
  /// what was `recorded` are left out.
  public init(
    _ file: LabelFile, transitions: [Transition], recorded: ClosedRange<HostTime>?, matchSeconds: Double
  ) {
    sha256 = file.sha256
    self.matchSeconds = matchSeconds
    var judged = file.labels
    labels = judged.count
    unrecorded = judged.map(\.onset).filter { recorded?.contains($0) != true }
    judged.removeAll { recorded?.contains($0.onset) != true }
    let detections: [(onset: HostTime, transition: Transition)] = transitions.compactMap { transition in
      guard let onset = transition.onset.value ?? transition.onsetThreshold.value else { return nil }
      return (onset, transition)
    }.sorted { $0.onset < $1.onset }

    var pairs: [(distance: Double, label: Int, detection: Int)] = []
    var first = 0
    for (index, label) in judged.enumerated() {
      while first < detections.count, (label.onset - detections[first].onset).inSeconds > matchSeconds {
        first += 1
      }
      var next = first
      while next < detections.count {
        let distance = (detections[next].onset - label.onset).inSeconds
        guard distance <= matchSeconds else { break }
        pairs.append((abs(distance), index, next))
        next += 1
      }
    }
    pairs.sort { ($0.distance, $0.label, $0.detection) < ($1.distance, $1.label, $1.detection) }
    var detectionOf = [Int?](repeating: nil, count: judged.count)
    var isTaken = [Bool](repeating: false, count: detections.count)
    for pair in pairs where detectionOf[pair.label] == nil && !isTaken[pair.detection] {
      detectionOf[pair.label] = pair.detection
      isTaken[pair.detection] = true
    }

    hits = detectionOf.count { $0 != nil }
    missed = judged.indices.filter { detectionOf[$0] == nil }.map { judged[$0].onset }
    let matched = zip(judged, detectionOf).compactMap { label, place in
      place.map { (label: label, transition: detections[$0].transition) }
    }
    wrongDirection = matched.count { !$0.label.direction.agrees(with: $0.transition) }
    let free = detections.indices.filter { !isTaken[$0] }.map { detections[$0].onset }
    if let start = judged.first?.onset, let end = judged.last?.onset {
      falseDetections = free.filter {
        (start - $0).inSeconds <= matchSeconds && ($0 - end).inSeconds <= matchSeconds
      }
    } else {
      falseDetections = []
    }
    outside = free.count - falseDetections.count
    timing = LabelFile.Boundary.allCases.map { boundary in
      let errors = matched.compactMap { pair -> Double? in
        guard let marked = pair.label.times[boundary], let detected = boundary.time(of: pair.transition)
        else {
          return nil
        }
        return (detected - marked).inSeconds * 1e3
      }
      return TimingError(
        boundary: boundary, distribution: Distribution(errors, none: .noHitHasBoth),
        largest: Measured(errors.map { abs($0) }.max(), else: SummaryReason.noHitHasBoth))
    }
  }

  var json: JSONValue {
    [
      "sha256": .string(sha256), "match_s": .real(matchSeconds), "labels": .integer(Int64(labels)),
      "hits": .integer(Int64(hits)), "wrong_direction": .integer(Int64(wrongDirection)),
      "misses": .integer(Int64(missed.count)),
      "unrecorded_onset_ns": .array(unrecorded.map { .integer($0.nanoseconds) }),
      "missed_onset_ns": .array(missed.map { .integer($0.nanoseconds) }),
      "false_detections": .integer(Int64(falseDetections.count)),
      "false_onset_ns": .array(falseDetections.map { .integer($0.nanoseconds) }),
      "outside": .integer(Int64(outside)),
      "timing_error_ms": .object(
        JSONObject(
          timing.map { entry in
            var object = entry.distribution.json
            object.append("largest", entry.largest.json)
            return (entry.boundary.rawValue, .object(object))
          })),
    ]
  }
}

extension LabelFile.Boundary {
  /// When `transition` has it.
  func time(of transition: Transition) -> HostTime? {
    switch self {
    case .onset: transition.onset.value
    case .peak: transition.peak
    case .settle: transition.settle.value
    case .hold: transition.hold.value
    }
  }
}
