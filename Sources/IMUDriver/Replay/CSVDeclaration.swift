import Foundation
import MotionCore

extension CSVColumns {
  /// Reads the meaning from a declaration beside the file, `FILE.columns.json`. Columns are named as in the
  /// header, or numbered from 1; `"header": false` says that there is none. Throws `CSVError.declaration`.
  ///
  /// `declarationFile` is the declaration's own name where it is another.
  init(declaration data: Data, firstLine: [String], file: String, declarationFile: String? = nil) throws {
    let name = declarationFile ?? file + ".columns.json"
    func fail(_ problem: CSVProblem) -> CSVError {
      .declaration(file: file, .declared(file: name, problem))
    }
    let object: [String: Any]
    do {
      guard let read = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
        throw fail(.notObject)
      }
      object = read
    } catch let error as CSVError {
      throw error
    } catch {
      throw fail(.notJSON(reason: error.localizedDescription))
    }
    func check(_ object: [String: Any], _ known: [String], in place: String) throws {
      for key in object.keys.sorted() where !known.contains(key) {
        throw fail(.unknownKey(Printable.excerpt(key), place: place, known: known))
      }
    }
    try check(
      object, ["time", "accelerometer", "gyroscope", "magnetometer", "header", "synthetic"], in: "")
    hasHeader = object["header"] as? Bool ?? true
    synthetic = object["synthetic"] as? Bool ?? false
    let columnNames = hasHeader ? firstLine : firstLine.indices.map { "column \($0 + 1)" }
    names = columnNames
    func column(_ value: Any?) throws -> Int {
      if let text = value as? String {
        let found = columnNames.indices.filter { columnNames[$0] == text }
        guard found.count == 1 else {
          throw fail(
            found.isEmpty ? .noColumn(Printable.excerpt(text)) : .severalColumns(Printable.excerpt(text)))
        }
        return found[0]
      }
      guard let number = value as? Int, (1...columnNames.count).contains(number) else {
        throw fail(.notAColumn(count: columnNames.count))
      }
      return number - 1
    }
    guard let time = object["time"] as? [String: Any] else { throw fail(.timeMissing) }
    try check(time, ["column", "unit", "wraps_at"], in: " in time")
    self.time = try column(time["column"])
    guard let unit = (time["unit"] as? String).flatMap(TimeUnit.init) else {
      throw fail(.declaredTimeUnit(known: TimeUnit.allCases.map(\.rawValue)))
    }
    timeUnit = unit
    wrapsAt = (time["wraps_at"] as? Int).map(Int64.init)
    if let wrapsAt, wrapsAt <= 0 { throw fail(.wrapsAt) }

    streams = []
    for kind in [StreamKind.accelerometer, .gyroscope, .magnetometer] {
      guard let value = object[kind.rawValue] else { continue }
      guard let entry = value as? [String: Any] else { throw fail(.sensorNotObject(kind.rawValue)) }
      try check(
        entry, ["columns", "unit", "scale", "offset", "convention"], in: " in \(kind.rawValue)")
      guard let columns = entry["columns"] as? [Any], columns.count == 3 else {
        throw fail(.notThreeColumns(of: kind.rawValue))
      }
      let unit = (entry["unit"] as? String).flatMap(MeasurementUnit.init)
      guard let unit, CSVColumns.kind(of: unit) == kind else {
        let known = MeasurementUnit.allCases.filter { CSVColumns.kind(of: $0) == kind }
        throw fail(.declaredUnit(of: kind.rawValue, known: known.map(\.rawValue)))
      }
      func numbers(_ key: String, _ standard: Double) throws -> [Double] {
        guard let value = entry[key] else { return [standard] }
        if let one = value as? Double { return [one] }
        guard let three = value as? [Double], three.count == 3 else {
          throw fail(.notNumbers(key: key, of: kind.rawValue))
        }
        return three
      }
      var convention: AccelerationConvention?
      if kind == .accelerometer {
        convention = .specificForce
        if let word = entry["convention"] {
          guard let known = (word as? String).flatMap(AccelerationConvention.init) else {
            throw fail(.convention)
          }
          convention = known
        }
      }
      streams.append(
        Stream(
          kind: kind, columns: try columns.map(column), unit: unit, scale: try numbers("scale", 1),
          offset: try numbers("offset", 0), convention: convention))
    }
    guard !streams.isEmpty else { throw fail(.nothingDeclared) }
  }
}
