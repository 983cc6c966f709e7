import Testing

@testable import MotionCore

/// The one reader of sets of parameters, on a set of its own.
@Suite struct ParameterTableTests {
  private struct Inner: Hashable, Sendable {
    var depth = 2.0

    static let table = ParameterTable(
      schemaName: "test.inner", schemaVersion: 1, failure: "cannot use the inner ones", hint: "Ask inside.",
      defaults: Inner(), parameters: [.real("depth_m", \.depth, 0...10)])
  }

  private struct Outer: Hashable, Sendable {
    var width = 1.5
    var count = 3
    var isOpen = true
    var inner = Inner()

    static let table = ParameterTable(
      schemaName: "test.outer", schemaVersion: 4, failure: "cannot use the outer ones", hint: "Ask outside.",
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
      ("1", "the document is not a JSON object", "Ask outside."),
      ("{}", #"schema is not {"name": "test.outer", "version": 4}"#, "Ask outside."),
      (
        #"{"schema": {"name": "test.outer", "version": 3}}"#,
        "it has schema version 3; this program knows version 4", nil
      ),
      ("count: 10", "count is not an integer from 1 to 9", nil),
      ("count: 1.5", "count is not an integer from 1 to 9", nil),
      ("width_m: 2.5", "width_m is 2.5; it may be from 0.5 to 2.0", nil),
      (#"width_m: "1""#, "width_m is not a number", nil),
      ("is_open: 1", "is_open is neither true nor false", nil),
      ("height: 1", #"unknown key "height""#, "Ask outside."),
      (
        #"inner: {"schema": {"name": "test.inner", "version": 1}, "depth_m": 11}"#,
        "inner: depth_m is 11.0; it may be from 0.0 to 10.0", "Ask outside."
      ),
      ("inner: 3", "inner: the document is not a JSON object", "Ask outside."),
    ] as [(String, String, String?)])
  func whatIsWrongIsNamed(text: String, cause: String, remedy: String?) throws {
    var text = text
    if let colon = text.firstIndex(of: ":"), !text.hasPrefix("{") {
      text =
        #"{"schema": {"name": "test.outer", "version": 4}, ""# + text[..<colon] + "\"" + text[colon...] + "}"
    }
    let json = try JSONValue.parse(Array(text.utf8))
    let error = #expect(throws: ParametersError.self) { try Outer.table.read(json) }
    #expect(error == ParametersError(failure: "cannot use the outer ones", cause: cause, remedy: remedy))
  }
}
