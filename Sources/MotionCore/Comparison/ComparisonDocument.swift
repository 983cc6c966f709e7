extension SessionComparison {
  /// The comparison as a document: docs/schema/comparison.schema.json. Written with sorted keys, the same sessions and
  /// configuration give the same bytes.
  public var document: JSONValue {
    [
      "schema": ["name": "drillrunner.comparison", "version": 1],
      "comparison": [
        "version": .string(SessionComparison.version), "difference": "A - B",
        "sampling_block_s": .real(SamplingRows.blockSeconds), "alignment_limits": AlignmentLimits.json,
      ],
      "analysis": [
        "version": .string(Analysis.version), "configuration": configuration.json,
        "configuration_sha256": .string(configuration.sha256),
      ],
      "a": a.json, "b": b.json, "relation": relation.json(isAligned: alignment.value != nil),
      "synchronisation": .string(synchronisation), "alignment": alignment.json(\.json),
      "pairs": pairs.json(\.json), "table": .array(rows.map(\.json)),
      "limitations": .array(limitations.map { .string($0.text) }),
    ]
  }

  /// The document's bytes: sorted keys, indented, one newline at the end.
  public var documentText: String { document.text(.indented, sortedKeys: true) + "\n" }
}

extension ComparedSensor {
  var json: JSONValue {
    let identity = analysis.session
    let sensor = session.manifest.sensors.first?.sensor
    return [
      "session": identity.json,
      "inputs": .object(JSONObject(identity.inputs.map { ($0.name, .string($0.sha256)) })),
      "sensor": sensorName.map { .string($0) } ?? .unavailable(ManifestReason.noSensorName),
      "location": sensor.map { .string($0.location) } ?? .unavailable(ManifestReason.noSensorName),
      "drill_sha256": .string(session.manifest.drill.sha256),
      "cues": .string(cues == .moved ? "moved" : cues.rawValue),
      "lateral_axis": analysis.movement.axis.json { .string($0.source.rawValue) },
      "trials": .integer(Int64(analysis.trials.count)), "counted_trials": .integer(Int64(counted.count)),
      "transitions": .integer(Int64(analysis.transitions.count)),
      "sampling": .object(JSONObject(analysis.sampling.map { ($0.name, $0.json) })),
      "limitations": .array(analysis.limitations.map { .string($0.text) }),
    ]
  }
}

extension RecordingRelation {
  fileprivate func json(isAligned: Bool) -> JSONValue {
    switch self {
    case .oneClock: return ["kind": "one_clock", "one_clock": true, "aligned": .bool(isAligned)]
    case .separate(let reason):
      return ["kind": "separate", "one_clock": false, "aligned": false, "reason": .string(reason.text)]
    case .simultaneous(let overlap):
      return [
        "kind": "simultaneous", "one_clock": false, "aligned": .bool(isAligned),
        "wall_overlap_s": .real(overlap.seconds), "wall_clocks_synchronised": .bool(overlap.isSynchronised),
        "wall_error_s": .real(overlap.errorSeconds),
      ]
    }
  }
}

extension ClockAlignment {
  var json: JSONValue {
    func interval(_ middle: Double, _ half: Double) -> JSONValue {
      ["low": Measured.value(middle - half).json, "high": Measured.value(middle + half).json]
    }
    return [
      "derived": true, "a_host_ns": .integer(instantA.nanoseconds),
      "b_host_ns": .integer(instantB.nanoseconds),
      "uncertainty_ms": .real(1e3 * uncertaintySeconds), "half_width_95_ms": .real(1e3 * halfWidthSeconds),
      "rate_ppm": .real(ratePPM), "rate_uncertainty_ppm": .real(rateUncertaintyPPM),
      "rate_interval_95_ppm": interval(ratePPM, rateHalfWidthPPM),
      "offset_s": .real(wallDifferenceSeconds),
      "offset_interval_95_s": interval(wallDifferenceSeconds, halfWidthSeconds),
      "correlation": .real(correlation), "second_correlation": secondCorrelation.json,
      "second_lag_s": secondLagSeconds.json, "distinctness": distinctness.json,
      "overlap_s": .real(overlapSeconds), "blocks": .integer(Int64(blocks)),
      "blocks_left_out": .integer(Int64(blocksLeftOut)), "block_s": .real(blockSeconds),
      "residual_sd_ms": .real(1e3 * residualSDSeconds), "searched_s": .real(searchedSeconds),
      "source_a": .string(sourceA), "source_b": .string(sourceB),
    ]
  }
}

extension AlignmentLimits {
  static var json: JSONValue {
    [
      "grid_s": .real(gridSeconds), "search_grid_s": .real(gridSeconds * Double(searchFactor)),
      "searched_s": .real(searchedSeconds), "least_overlap_s": .real(leastOverlapSeconds),
      "movement_deg_s": .real(movementDegPerSecond), "least_movement_s": .real(leastMovementSeconds),
      "least_correlation": .real(leastCorrelation), "least_significance": .real(leastSignificance),
      "least_distinctness": .real(leastDistinctness), "fewest_blocks": .integer(Int64(fewestBlocks)),
      "block_correlation": .real(blockCorrelation), "largest_residual_s": .real(largestResidualSeconds),
      "largest_rate_ppm": .real(largestRatePPM), "largest_half_width_s": .real(largestHalfWidthSeconds),
    ]
  }
}

extension MovementPairs {
  var json: JSONValue {
    [
      "matched": .integer(Int64(pairs.count)), "only_a": .integer(Int64(onlyA)),
      "only_b": .integer(Int64(onlyB)),
      "match_s": .real(matchSeconds),
      "places": .array(pairs.map { ["a": .integer(Int64($0.a)), "b": .integer(Int64($0.b))] }),
      "differences": .object(
        JSONObject(
          differences.map { entry in
            var object = entry.distribution.json
            object.append("median_interval_95", entry.medianInterval.json(\.json))
            return (entry.quantity.rawValue, .object(object))
          })),
    ]
  }
}

extension Bootstrap.Interval {
  /// {low, high}.
  var json: JSONValue { ["low": Measured.value(low).json, "high": Measured.value(high).json] }
}

extension ComparisonRow {
  var json: JSONValue {
    func side(_ side: Side) -> JSONValue { ["value": side.value.json, "n": .integer(Int64(side.count))] }
    return [
      "section": .string(section.rawValue), "key": .string(key), "part": .string(part), "unit": .string(unit),
      "statistic": .string(statistic), "a": side(a), "b": side(b), "difference": difference.json,
      "interval_95": interval.json(\.json), "method": .string(method.rawValue), "pairs": pairs.json,
    ]
  }
}
