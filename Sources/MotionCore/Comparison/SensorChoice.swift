/// A sensor that a session does not have.
public struct SensorChoiceError: DiagnosedError, Hashable {
  public var session: String
  public var asked: String
  public var known: [String]

  public var failure: String { "cannot compare the sensor \(asked) of \(session)" }
  public var cause: String { "the session has no sensor of that name" }
  public var remedy: String? {
    known.isEmpty ? "its manifest names no sensor" : "its sensors are: " + known.joined(separator: ", ")
  }
}

extension SensorChoiceError: CatalogueMessage {
  public static let section = MessageSection("sensor-choice", "Choosing a sensor of a session", .error)
  public static let examples = [
    SensorChoiceError(session: "20261130T101502Z-5c0a1f22", asked: "ankle", known: ["torso", "wrist"])
  ]
}

extension MotionSession {
  /// The session as if it had one sensor alone, so that the analysis, which looks at the primary one, looks at it: the one
  /// `named`, or the primary one. The rows of a calibration, which are those of the primary sensor, become the rows that
  /// this one delivered meanwhile: its own view of the same leans.
  public func choosing(_ named: String?) throws(SensorChoiceError) -> MotionSession {
    let names = manifest.sensors.map(\.name)
    guard let name = named ?? names.first else { return self }
    guard let sensor = manifest.sensors.first(where: { $0.name == name }) else {
      throw SensorChoiceError(session: self.name, asked: name, known: names)
    }
    var chosen = self
    chosen.manifest.sensors = [sensor]
    chosen.manifest.streams.removeAll { $0.description.sensor != name }
    chosen.streams.removeAll { $0.description.sensor != name }
    if name != names.first {
      chosen.calibration = calibration?.moved(from: self, to: chosen) { $0 }
    }
    return chosen
  }
}

extension Calibration {
  /// The calibration for the sensor of `target`: for each range of rows of `source` the rows of the stream of the same kind
  /// that were received meanwhile, by `time` from the clock of `source` to that of `target`. The leans are the body's, so
  /// every sensor on it sees them; the rotations that the run found are those of the other sensor, and are not used.
  func moved(
    from source: MotionSession, to target: MotionSession, time: (HostTime) -> HostTime
  ) -> Calibration {
    func moved(_ rows: CalibrationRows) -> CalibrationRows {
      var found = CalibrationRows()
      for range in rows.ranges {
        guard let from = source.streams.first(where: { $0.description.name == range.stream }),
          let to = target.stream(from.description.kind),
          let first = from.sequence.firstIndex(where: { $0 >= range.first }),
          let last = from.sequence.lastIndex(where: { $0 <= range.last }), first <= last
        else { continue }
        let start = time(HostTime(nanoseconds: from.receiptNs[first])).nanoseconds
        let end = time(HostTime(nanoseconds: from.receiptNs[last])).nanoseconds
        for (number, receipt) in zip(to.sequence, to.receiptNs) where receipt >= start && receipt <= end {
          found.include(number, of: to.description.name)
        }
      }
      return found
    }
    var copy = self
    copy.isOfAnotherSensor = true
    if let rows = neutral?.rows { copy.neutral?.rows = moved(rows) }
    if let rows = axes?.left?.rows { copy.axes?.left?.rows = moved(rows) }
    if let rows = axes?.forward?.rows { copy.axes?.forward?.rows = moved(rows) }
    return copy
  }
}
