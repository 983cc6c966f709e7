import Foundation

@testable import MotionCore

/// Opens what a crash has left, as a later process does, and says what is not as it was promised.
struct CrashCheck {
  enum Violation: Hashable, Sendable {
    case broken(String)
    /// A row that was never written, or not so.
    case invented(String)
  }

  /// What a sealed bundle may change: computed results, and the file whose contents mean nothing.
  static let changing: Set = ["derived", ".lock"]

  let moment: CrashRecording.Moment
  var path: String { "\(CrashRecording.folder)/\(SessionFixture.plan().folderName)" }

  func violations(_ state: DiskState) -> [Violation] {
    let promise = moment.promise
    let disk = SimulatedDisk(state)
    guard state.find(path) != nil else {
      return promise.exists ? [.broken("the bundle is gone")] : []
    }
    var found: [Violation] = []
    do {
      let session = try SessionReader.read(path, fileSystem: disk)
      found += check(session)
      if let sealed = promise.sealed { found += checkSealed(session, sealed, state) }
    } catch {
      if !promise.exists, promise.mayLeaveRemains { return [] }
      return [.broken("the bundle does not open: \(error)")]
    }
    if disk.openCount != 0 { found.append(.broken("the reader leaves files open")) }
    return found
  }

  /// Recovers what the crash has left, where that was not sealed: the rows are those that a reader found before,
  /// and the sealed bundle is verified. Returns nil where there is nothing to recover.
  func violationsOfRecovery(_ state: DiskState) -> [Violation]? {
    let disk = SimulatedDisk(state)
    guard state.find(path) != nil, let before = try? SessionReader.read(path, fileSystem: disk),
      before.manifest.state == .recording
    else { return nil }
    do {
      let report = try BundleRecovery(path: path, fileSystem: disk).recover(
        wall: "2026-11-30T13:00:00.000000000+00:00", app: SessionFixture.manifest().app)
      let after = try SessionReader.read(path, fileSystem: disk)
      var found = check(after)
      if after.manifest.state != .incomplete {
        found.append(.broken("recovered, it says \(after.manifest.state)"))
      }
      if after.streams.map(\.sequence) != before.streams.map(\.sequence)
        || after.streams.map(\.receiptNs) != before.streams.map(\.receiptNs) || after.events != before.events
      {
        found.append(.broken("recovery has changed the rows: \(report.files)"))
      }
      let verified = try BundleVerification.verify(path, fileSystem: disk)
      // A hole, or a file that is not there, stays one; everything else is as sealed.
      let differences = verified.differences.filter { difference in
        difference.check != .sequence && !report.problems.contains { $0.file == difference.file }
      }
      for difference in differences {
        // A row that was never written shows in its times and its members.
        let isOfRows = [.time, .schema].contains(difference.check) && difference.file.hasSuffix(".jsonl")
        let text = "recovered, it is not verified: \(difference)"
        found.append(isOfRows ? .invented(text) : .broken(text))
      }
      if disk.openCount != 0 { found.append(.broken("the recovery leaves files open")) }
      return found
    } catch {
      return [.broken("the recovery fails: \(error)")]
    }
  }

  private func check(_ session: MotionSession) -> [Violation] {
    let promise = moment.promise
    var found: [Violation] = []
    let isSealed = session.state == .complete || session.state == .interrupted
    if isSealed, !promise.sealing { found.append(.broken("it is \(session.state) before its seal")) }
    if !isSealed, session.state != .incomplete { found.append(.broken("its state is \(session.state)")) }
    if isSealed, !session.problems.isEmpty {
      found.append(.broken("it is sealed, and has problems: \(session.problems)"))
    }
    if promise.exists, session.streams.map(\.description.name) != ["accelerometer", "gyroscope"] {
      found.append(.broken("its streams are \(session.streams.map(\.description.name))"))
    }
    for stream in session.streams {
      let number = stream.description.name == "accelerometer" ? 1 : 2
      let safe = promise.safe[number]
      found += checkOrder(stream.sequence, safe, promise.given[number], stream.description.name)
      for row in 0..<stream.count where !isAsWritten(stream, row, stream: number - 1) {
        found.append(
          .invented("row \(stream.sequence[row]) of \(stream.description.name) was not written so"))
      }
    }
    found += checkOrder(session.events.map(\.sequence), promise.safe[0], promise.given[0], "events")
    for event in session.events where !isAsWritten(event) {
      found.append(.invented("event \(event.sequence) was not written so: \(event.json.text())"))
    }
    return found
  }

  /// What was confirmed is there, in order and once, and nothing that was never given.
  private func checkOrder(_ sequence: [Int64], _ safe: Int, _ given: Int, _ name: String) -> [Violation] {
    var found: [Violation] = []
    if !sequence.starts(with: 0..<Int64(safe)) {
      found.append(.broken("\(safe) rows of \(name) were synced, and there are \(sequence)"))
    }
    if zip(sequence, sequence.dropFirst()).contains(where: { $0 >= $1 }) {
      found.append(.broken("rows of \(name) are out of order or twice: \(sequence)"))
    }
    if let last = sequence.last, last >= Int64(given) {
      found.append(.invented("\(name) has row \(last), and \(given) were given"))
    }
    return found
  }

  private func isAsWritten(_ stream: MotionStream, _ row: Int, stream number: Int) -> Bool {
    guard (0..<1_000_000).contains(stream.sequence[row]) else { return false }
    let sample = CrashRecording.sample(Int(stream.sequence[row]), stream: number)
    func isEqual(_ column: MotionStream.Column, _ value: RawNumber) -> Bool {
      switch (column, value) {
      case (.integers(let values), .integer(let value)): values[row] == value
      case (.reals(let values), .real(let value)): values[row] == value
      case (.reals(let values), .integer(let value)): values[row] == Double(value)
      case (.integers(let values), .real(let value)): Double(values[row]) == value
      }
    }
    return stream.receiptNs[row] == sample.receipt.nanoseconds
      && stream.kernelNs?[row] == sample.kernelTime?.nanoseconds
      && isEqual(stream.deviceTime, sample.deviceTime) && stream.values.count == 3
      && zip(stream.values, sample.values).allSatisfy(isEqual) && !stream.badRows.contains(row)
  }

  private func isAsWritten(_ event: EventMarker) -> Bool {
    if event.knownKind == .incident { return event.label == IncidentKind.writeFailed.rawValue }
    var expected = CrashRecording.event(Int(event.sequence))
    expected.sequence = event.sequence
    return event == expected
  }

  /// After the seal nothing of the evidence may change.
  private func checkSealed(
    _ session: MotionSession, _ sealed: [String: [UInt8]], _ state: DiskState
  ) -> [Violation] {
    guard let bundle = state.find(path) else { return [] }
    var found: [Violation] = []
    var files: [String: [UInt8]] = [:]
    for (name, node) in state.nodes[bundle].entries where !CrashCheck.changing.contains(name) {
      files[name] = state.nodes[node].data
    }
    for name in Set(files.keys).union(sealed.keys).sorted() where files[name] != sealed[name] {
      found.append(.broken("\(name) has changed after the seal"))
    }
    guard let derived = state.nodes[bundle].entries["derived"] else {
      return found + [.broken("derived/ is gone")]
    }
    for (_, folder) in state.nodes[derived].entries {
      for (name, node) in state.nodes[folder].entries where name == "analysis.json" {
        let text = String(decoding: state.nodes[node].data, as: UTF8.self)
        if text != #"{"first": 1}"#, text != #"{"second": 2}"# {
          found.append(.broken("derived analysis is torn: \(text)"))
        }
      }
    }
    return found
  }
}
