import MotionCore
import Testing

@Suite struct JSONParsingTests {
  @Test func keysKeepTheirOrderAndNumbersTheirKind() throws {
    let value = try JSONValue.parse(
      #" {"z":1,"a":[1.0,-0.0,true,false,null,"é\n\u00e9\ud83d\ude00"],"m":{}} "#)
    let a: JSONValue = [1.0, -0.0, true, false, .null, "é\né😀"]
    #expect(value == ["z": 1, "a": a, "m": .object([:])])
    #expect(value.object?.keys == ["z", "a", "m"])
    #expect(value["a"]?.array?[1].double?.sign == .minus)
  }

  @Test(arguments: [
    ("9223372036854775807", JSONValue.integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .real(9_223_372_036_854_775_808)),
    ("18446744073709551615", .real(18_446_744_073_709_551_616)),
    ("100000000000000000000", .real(1e20)), ("1e3", .real(1000)),
    ("-0", .integer(0)), ("5e-324", .real(.leastNonzeroMagnitude)), ("\"\"", ""), ("null", .null),
    ("true", true), ("[]", .array([])),
  ])
  func documentsThatAreOneValue(_ text: String, _ expected: JSONValue) throws {
    #expect(try JSONValue.parse(text) == expected)
    #expect(try JSONValue.parse("[\(text)]") == [expected])
  }

  // Not JSON by RFC 8259.
  @Test(arguments: [
    "", " ", "{", "[1,2", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "[01]", "[1.]", "[.5]", "[+1]", "[NaN]",
    "[Infinity]", "tru", "nul", "[truex]", "[nulls]", "\"a", "[\"\u{1}\"]", "[\"\\x\"]", "[\"\\ud800\"]",
    "1 2",
    "{} {}", "[1] x", "[1e999]", "'a'", "[1 2]", "{\"a\":1 \"b\":2}", "]", "}",
  ])
  func whatIsNotJSONIsAnError(_ text: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue.parse(text) }
    #expect(error?.messageID == "json" && error?.cause.isEmpty == false)
  }

  @Test func bytesThatAreNotUTF8AreAnError() {
    #expect(throws: JSONError.self) { try JSONValue.parse([0x22, 0xFF, 0x22]) }
    #expect(throws: JSONError.self) { try JSONValue.parse([0x22, 0xC0, 0x80, 0x22]) }
  }

  @Test func depthIsBounded() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONValue.parse(nested(JSONValue.defaultMaximumDepth))
    #expect(throws: JSONError.self) { try JSONValue.parse(nested(JSONValue.defaultMaximumDepth + 1)) }
    #expect(throws: JSONError.self) { try JSONValue.parse(nested(100_000)) }
    #expect(throws: JSONError.self) { try JSONValue.parse(String(repeating: "[", count: 1_000_000)) }
  }

  @Test func whatIsWrittenIsRead() throws {
    let value: JSONValue = [
      "text": "\" \\ \u{7f} \u{0} \r\n\t é", "numbers": [0.1, 1e300, -5e-7, .integer(.min)],
      "nested": [["a": .object([:])], []],
    ]
    for layout in [JSONValue.Layout.line, .indented] {
      #expect(try JSONValue.parse(value.text(layout)) == value)
    }
  }
}
