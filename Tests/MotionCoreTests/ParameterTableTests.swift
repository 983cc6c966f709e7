import Testing

@testable import MotionCore

/// The one reader of sets of parameters, on a set of its own.
@Suite struct ParameterTableTests {
  private struct Inner: Hashable, Sendable {
    var depth = 2.0

    static let table = ParameterTable(
      schemaName: "test.inner", schemaVersion: 1, document: .calibration,
      defaults: Inner(), parameters: [.real("depth_m", \.depth, 0...10)])
  }

  private struct Outer: Hashable, Sendable {
    var width = 1.5
    var count = 3
    var isOpen = true
    var inner = Inner()

    static let table = ParameterTable(
      schemaName: "test.outer", schemaVersion: 4, document: .analysis,
      defaults: Outer(),
      parameters: [
        .integer("count", \.count, 1...9), .real("width_m", \.width, 0.5...2), .flag("is_open", \.isOpen),
        .table("inner", \.inner, Inner.table),
      ])
  }

  @Test func allIsWrittenInOrderAndReadBack() throws {
    let changed = Outer(width: 0.75, count: 9, isOpen: false, inner: Inner(depth: 10))
    let json = Outer.table.json(of: changed)
    #expect(
      json.text()
        == #"{"schema":{"name":"test.outer","version":4},"count":9,"width_m":0.75,"is_open":false,"#
        + #""inner":{"schema":{"name":"test.inner","version":1},"depth_m":10.0}}"#)
    #expect(try Outer.table.read(json) == changed)
  }

  @Test func whatIsNotNamedKeepsItsDefault() throws {
    let json: JSONValue = ["count": 7, "schema": ["name": "test.outer", "version": 4], "width_m": 2]
    #expect(try Outer.table.read(json) == Outer(width: 2, count: 7))
  }

  @Test(
    arguments: [
      ("1", .notObject),
      ("{}", .wrongSchema(name: "test.outer", version: 4)),
      (#"{"schema": {"name": "test.outer", "version": 3}}"#, .otherVersion(found: 3, known: 4)),
      ("count: 10", .notInteger(key: "count", low: "1", high: "9")),
      ("count: 1.5", .notInteger(key: "count", low: "1", high: "9")),
      ("width_m: 2.5", .outOfRange(key: "width_m", value: "2.5", low: "0.5", high: "2.0")),
      (#"width_m: "1""#, .notNumber(key: "width_m")),
      ("is_open: 1", .notTrueOrFalse(key: "is_open")),
      ("height: 1", .unknownKey("height")),
      (
        #"inner: {"schema": {"name": "test.inner", "version": 1}, "depth_m": 11}"#,
        .inside(key: "inner", .outOfRange(key: "depth_m", value: "11.0", low: "0.0", high: "10.0"))
      ),
      ("inner: 3", .inside(key: "inner", .notObject)),
    ] as [(String, ParametersError.Problem)])
  func whatIsWrongIsNamed(text: String, problem: ParametersError.Problem) throws {
    var text = text
    if let colon = text.firstIndex(of: ":"), !text.hasPrefix("{") {
      text =
        #"{"schema": {"name": "test.outer", "version": 4}, ""# + text[..<colon] + "\"" + text[colon...] + "}"
    }
    let json = try JSONValue.parse(Array(text.utf8))
    let error = #expect(throws: ParametersError.self) { try Outer.table.read(json) }
    #expect(error == ParametersError(.analysis, problem))
  }
}
