import Foundation
import Testing

@testable import MotionCore

/// Comparison documents of every relation, held against docs/schema/comparison.schema.json by Python's jsonschema.
@Suite struct ComparisonDocumentTests {
  private func verdict(_ documents: [String]) throws -> String {
    try SchemaFixture.verdict(of: "validate_comparison.py", documents)
  }

  private func documents() throws -> [String] {
    let two = TwoSensors()
    let one = try two.oneSession()
    let both = two.twoSessions(isSilent: true)
    let examples = try SchemaExampleTests.names.map { try SessionReader.read(SchemaFixture.example($0)) }
    var empty = LeanSession()
    empty.seconds = 0
    var other = empty.build()
    other.manifest.uuid = "x"
    var comparisons = [
      SessionComparison(try one.choosing("imu"), try one.choosing("wrist"), aligning: true),
      SessionComparison(both.a, both.b), SessionComparison(both.a, both.b, aligning: true),
      SessionComparison(empty.build(), other, aligning: true),
    ]
    for b in examples { comparisons.append(SessionComparison(examples[0], b, aligning: true)) }
    return comparisons.map(\.documentText)
  }

  @Test func documentsOfEveryRelationAreValid() throws {
    let verdict = try verdict(documents())
    #expect(verdict == "valid\n", "\(verdict)")
  }

  /// What the check must find: a zero in the place of a reason, a wrong difference, a missing row, movements that are
  /// matched across two clocks.
  @Test func wrongDocumentsAreFound() throws {
    let two = TwoSensors().twoSessions(isSilent: true)
    let good = SessionComparison(two.a, two.b).document
    func changed(_ change: (inout [JSONValue]) -> Void) throws -> String {
      var object = try #require(good.object)
      var table = try #require(object["table"]?.array)
      change(&table)
      object["table"] = .array(table)
      return JSONValue.object(object).text(.indented, sortedKeys: true)
    }
    func edited(_ row: JSONValue, _ key: String, _ value: JSONValue) -> JSONValue {
      var object = row.object ?? [:]
      object[key] = value
      return .object(object)
    }
    let bad = [
      try changed { $0.removeAll { $0["key"]?.string == "latency_ms" } },
      try changed { $0[0] = edited($0[0], "difference", 1.5) },
      try changed { table in
        let place = table.firstIndex { $0["difference"]?["unavailable"] != nil } ?? 0
        table[place] = edited(table[place], "difference", 0)
      },
      try changed { $0[0] = edited($0[0], "method", "guess") },
      try changed { $0[0] = edited($0[0], "interval_95", ["low": 2, "high": 1]) },
    ]
    let told = try verdict(bad)
    for index in bad.indices { #expect(told.contains("/\(index).json: "), "\(index): \(told)") }
  }
}
