import Foundation
import MotionCore

/// Plays the rows of a CSV file.
///
/// What the columns mean is read from the header (names with units) or from `FILE.columns.json` beside it.
/// Device times and values are those of the file: integers stay integers, the order stays, and times that go
/// backwards or repeat are kept as they are. A CSV file has no receipts, so they are made from the device times
/// (or from a column `host_ns`), the first at the start; where times go backwards, a row arrives with the one
/// before it.
///
/// A row in which all three cells of a sensor are empty is no row of that sensor. A single empty cell, and a
/// NaN, are delivered as not finite, for the row's `bad`. A row without a time is left out, with an incident.
public final class CSVSource: VirtualTimeSource {
  public let sensor: SensorDescription
  public let clocks: [ClockDescription]
  public let streams: [StreamDescription]
  public let isSynthetic: Bool

  /// A line of the file, read: how long after the first it arrives, and what it holds.
  private struct Row {
    var afterFirstNs: Int64
    /// nil for a line without a time.
    var deviceTime: RawNumber?
    var line: Int
    /// By stream; nil where the stream has no row here.
    var values: [[RawNumber]?]
  }

  private let rows: [Row]
  private let file: String
  private let lock = NSLock()
  private nonisolated(unsafe) var start: HostTime?
  private nonisolated(unsafe) var next = 0
  private nonisolated(unsafe) var ended = false
  private let reader = PacedReader()
  private let clock: any HostClock

  /// A larger file is refused: its rows are held in memory.
  static let maximumBytes = 1 << 29
  /// Nearly three hours at 1 kHz.
  static let maximumRows = 10_000_000

  /// Reads the whole file, and the declaration beside it where there is one. Both must be regular files, so that
  /// a pipe or a device is never waited for. Throws `CSVError`.
  public convenience init(path: String, clock: any HostClock) throws {
    let sidecar = path + ".columns.json"
    let table = try CSVSource.read(path, limit: CSVSource.maximumBytes)
    let declaration =
      FileManager.default.fileExists(atPath: sidecar) ? try CSVSource.read(sidecar, limit: 1 << 20) : nil
    try self.init(table, declaration: declaration, path: path, clock: clock)
  }

  /// Reads the contents of a file and of its declaration. Throws `CSVError`.
  init(
    _ data: Data, declaration: Data?, path: String, clock: any HostClock, maximumRows: Int = maximumRows
  ) throws {
    file = path
    self.clock = clock
    let table = CSVTable(data)
    guard let firstLine = table.firstLine else { throw CSVError.noRows(file: path) }
    guard firstLine.cells.count <= CSVTable.maximumCells else {
      throw CSVError.declaration(file: path, .tooManyColumns(limit: CSVTable.maximumCells))
    }
    let columns =
      try declaration.map { try CSVColumns(declaration: $0, firstLine: firstLine.cells, file: path) }
      ?? CSVColumns(header: firstLine.cells, file: path)
    rows = try CSVSource.rows(table, of: columns, file: path, limit: maximumRows)
    guard rows.contains(where: { $0.deviceTime != nil && $0.values.contains { $0 != nil } }) else {
      throw CSVError.noRows(file: path)
    }
    isSynthetic = columns.synthetic
    let name = (path as NSString).lastPathComponent
    sensor = SensorDescription(
      name: name, driver: "csv", bus: "file", path: path, stableID: "csv:\(name)",
      settings: ["ignored_columns": .array(columns.ignored.map { .string($0) })])
    clocks = [
      ClockDescription(
        name: "device", unit: columns.timeUnit, epoch: "device", wrapsAt: columns.wrapsAt)
    ]
    streams = columns.streams.map {
      StreamDescription(
        name: $0.kind.rawValue, kind: $0.kind, sensor: name, clock: "device", timestampSource: .device,
        unit: $0.unit, scale: $0.scale, offset: $0.offset, convention: $0.convention)
    }
  }

  private static func read(_ path: String, limit: Int) throws -> Data {
    do throws(FileError) {
      return Data(try PosixFileSystem().readFile(path, limit: limit, followLinks: true))
    } catch {
      switch error.code {
      case EINVAL: throw CSVError.notRegular(file: path)
      case EFBIG: throw CSVError.tooLarge(file: path, limitMiB: limit >> 20)
      default: throw CSVError.unreadable(file: path, reason: error.cause)
      }
    }
  }

  private static func rows(
    _ table: CSVTable, of columns: CSVColumns, file: String, limit: Int
  ) throws -> [Row] {
    let decimalComma = table.delimiter != UInt8(ascii: ",")
    var pace = CSVPace(columns: columns)
    var rows: [Row] = []
    var isHeader = columns.hasHeader
    try table.forEachLine { line in
      guard !isHeader else {
        isHeader = false
        return true
      }
      guard rows.count < limit else {
        throw CSVError.tooManyRows(file: file, limit: limit)
      }
      rows.append(try row(line, of: columns, pace: &pace, decimalComma: decimalComma, file: file))
      return true
    }
    return rows
  }

  private static func row(
    _ line: CSVTable.Line, of columns: CSVColumns, pace: inout CSVPace, decimalComma: Bool, file: String
  ) throws -> Row {
    let expected = columns.names.count
    // A delimiter at the end of a line makes an empty cell, not a column.
    guard line.cells.count >= expected, line.cells.dropFirst(expected).allSatisfy(\.isEmpty) else {
      throw CSVError.width(file: file, line: line.number, found: line.cells.count, expected: expected)
    }
    func wrong(_ column: Int, _ problem: CSVError.Cell) -> CSVError {
      .cell(
        file: file, line: line.number, column: Printable.excerpt(columns.names[column]),
        text: Printable.excerpt(line.cells[column]), problem)
    }
    func number(_ column: Int) throws -> RawNumber? {
      let text = line.cells[column]
      guard !text.isEmpty else { return nil }
      guard let value = CSVNumber.parse(text, decimalComma: decimalComma) else {
        throw wrong(column, .notANumber)
      }
      return value
    }
    let time = try number(columns.time).flatMap { $0.isFinite ? $0 : nil }
    let receipt = try columns.receipt.flatMap(number)
    guard let after = pace.afterFirstNs(time: time, receipt: receipt) else {
      throw wrong(columns.receipt ?? columns.time, .tooFar)
    }
    let values = try columns.streams.map { stream -> [RawNumber]? in
      let cells = try stream.columns.map(number)
      return cells.allSatisfy { $0 == nil } ? nil : cells.map { $0 ?? .real(.nan) }
    }
    return Row(afterFirstNs: after, deviceTime: time, line: line.number, values: values)
  }

  /// Fixes the start; a second call changes nothing.
  public func begin(at start: HostTime) {
    lock.withLock { self.start = self.start ?? start }
  }

  /// Delivers what is due, and `.ended` once, after the last row. Begins at `instant` where nothing has begun
  /// it.
  public func advance(to instant: HostTime, deliver: (SensorEvent) -> Void) {
    while let events = lock.withLock({ nextEvents(upTo: instant) }) { events.forEach(deliver) }
  }

  private func nextEvents(upTo instant: HostTime) -> [SensorEvent]? {
    guard !ended else { return nil }
    let begun = start ?? instant
    start = begun
    guard next < rows.count else {
      ended = true
      return [.ended(at: begun + .nanoseconds(rows.last?.afterFirstNs ?? 0))]
    }
    let row = rows[next]
    let receipt = begun + .nanoseconds(row.afterFirstNs)
    guard receipt <= instant else { return nil }
    next += 1
    guard let time = row.deviceTime else {
      return [
        .incident(
          Incident(
            .nonfinite, at: receipt,
            fields: [
              "file": .string(file), "line": .integer(Int64(row.line)),
              "reason": .string(IncidentDetail.noTime.text),
            ]))
      ]
    }
    return row.values.enumerated().compactMap { stream, values in
      values.map {
        .sample(stream: stream, MotionSample(deviceTime: time, receipt: receipt, values: $0))
      }
    }
  }

  public func start(priority: ReaderPriority, deliver: @escaping @Sendable (SensorEvent) -> Void) throws {
    begin(at: clock.now())
    reader.start(name: "csv", clock: clock, deliver: deliver) { [self] instant, deliver in
      advance(to: instant, deliver: deliver)
      return !lock.withLock { ended }
    }
  }

  public func stop() {
    reader.stop()
  }
}
